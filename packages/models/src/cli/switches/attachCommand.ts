import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  type DeviceConfig,
  describeFailure,
  profilesOf,
  programDifferences,
  ReadFailure,
  resolveGnmiAddress,
  type SwitchLook,
} from "../../attach/index.ts";
import { GNMI_PORT, P4RUNTIME_PORT } from "../../p4runtime/index.ts";
import {
  type Entity,
  entitiesOf,
  entityText,
  leavesOf,
  runtimeJsonOf,
  type SnapshotFile,
  type SnapshotPacker,
} from "../../snapshot/index.ts";
import type { GnmiDevice, GnmiFile } from "../../topology/index.ts";
import { onlyPositional, parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { plural } from "../plural.ts";
import { analyseFile } from "../programs/analyseFile.ts";
import { formatTable, printJson } from "../table.ts";
import { deviceText } from "./deviceText.ts";
import { lookByGnmi } from "./gnmiChannel.ts";
import type { ChannelTarget, TlsFiles } from "./grpcChannel.ts";
import { readNow } from "./readNow.ts";

const MAX_UINT64 = 2n ** 64n - 1n;

export const attachCommand: Command = {
  name: "attach",
  summary: "reads pipeline, entries and counters of a running switch by P4Runtime, without changing anything",
  usage: `usage: p4twin attach grpc://HOST[:${P4RUNTIME_PORT}] [options]

Reads only: no stream is opened and nothing is written, so no controller loses its role.
  --device-id N             of the switch; 1 by default (BMv2 starts at 0)
  --ca FILE                 TLS, with the certificate of who signed the switch's; "system" for public authorities
  --cert FILE --key FILE    mutual TLS
  --server-name NAME        name in the switch's certificate, when it is not that of the address
  --gnmi [HOST:]PORT        read names, ports and LLDP neighbours by gNMI, too, with the same TLS (${GNMI_PORT}; SONiC 8080)
  --program FILE            compare tables and keys with a P4 program
  --out DIR                 write snapshot.json, entries.json and the program where the switch gives it back (program.json of
                            BMv2, program.p4): two of them can be reviewed (p4twin review DIR DIR); with --gnmi also
                            gnmi.json: several of them are a cloud (p4twin topology DIR/gnmi.json DIR/gnmi.json)
  --json                    one JSON document`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      "device-id": { type: "string" },
      ca: { type: "string" },
      cert: { type: "string" },
      key: { type: "string" },
      "server-name": { type: "string" },
      gnmi: { type: "string" },
      program: { type: "string" },
      out: { type: "string" },
      json: { type: "boolean" },
    });
    const address = addressOf(onlyPositional(positionals, "grpc://HOST:PORT"));
    const deviceId = deviceIdOf(values["device-id"] ?? "1");
    const target: ChannelTarget = {
      address,
      tls: tlsOf(io, values),
      serverName: values["server-name"] ?? null,
    };
    const gnmiAddress = values.gnmi === undefined ? null : resolveGnmiAddress(values.gnmi, address);
    if (gnmiAddress === null && values.gnmi !== undefined)
      throw new UsageError(`--gnmi takes PORT or HOST:PORT, not "${values.gnmi}"`);
    const startMs = io.nowMs();
    const { look, packer, counts } = await readNow(target, deviceId).catch((error: unknown) => {
      if (!(error instanceof ReadFailure)) throw error;
      throw inputError(address, "switch", describeFailure(error, address).message);
    });
    const readMs = Math.round(io.nowMs() - startMs);
    const gnmi = gnmiAddress === null ? null : await lookByGnmi({ ...target, address: gnmiAddress });
    if (gnmi?.kind === "failed") io.stderr(`warning: ${gnmi.message}\n`);
    const device = gnmi?.kind === "read" ? gnmi.device : null;
    if (device && values.out !== undefined) writeGnmi(io, values.out, device, address);
    if (look.state === "empty") {
      io.stdout(
        values.json
          ? printJson({ address, deviceId: deviceId.toString(), ...look, gnmi: device })
          : `${address} answers (P4Runtime ${look.apiVersion ?? "of unknown version"}) and has no pipeline.\nOn BMv2 and Stratum another --device-id looks the same.\n`,
      );
      return exitCode.no;
    }
    const entities = entitiesIn(packer);
    const differences = values.program === undefined ? null : await compared(io, values.program, look);
    if (values.out !== undefined) write(io, values.out, { address, deviceId, look, entities });
    const { info: _, config: __, hasUnknownIds: ___, tables, ...rest } = look;
    const config = configOf(look);
    io.stdout(
      values.json
        ? printJson({
            ...{ address, deviceId: deviceId.toString(), ...rest, readMs, config: config.kind },
            tables: tables.map(({ name, size }) => ({ name, size, entries: packer.entriesOf(name) })),
            entities,
            counters: Object.fromEntries(counts.entries()),
            differences,
            gnmi: device,
          })
        : [
            `${address} device ${deviceId}: P4Runtime ${look.apiVersion ?? "of unknown version"}, ${plural(entities.length, "entity", "entities")} in ${readMs} ms\n`,
            `program: ${configWords[config.kind]}; cookie ${look.cookie ?? "unset"}\n\n`,
            formatTable(
              [
                { title: "table" },
                { title: "entries", align: "right" },
                { title: "size", align: "right" },
                { title: "counted" },
              ],
              tables.map(({ name, size, counts: unit }) => [
                name,
                String(packer.entriesOf(name)),
                size === null ? "-" : String(size),
                unit ?? "-",
              ]),
            ),
            ...(device ? deviceText(device, { deviceId: deviceId.toString() }) : []),
            ...look.unread.map(({ what, why }) => `unread: ${what}: ${why}\n`),
            ...look.notes.map((note) => `note: ${note}\n`),
            ...(differences ?? []).map((text) => `differs from ${values.program}: ${text}\n`),
          ].join(""),
    );
    return look.state === "partial" || (differences?.length ?? 0) > 0 ? exitCode.no : exitCode.done;
  },
};

const configWords = {
  bmv2: "BMv2 JSON",
  p4: "P4 text",
  opaque: "opaque, known by its P4Info",
  none: "not given back, known by its P4Info",
} as const;

function addressOf(text: string): string {
  const [, host, port] = /^(?:grpcs?:\/\/)?(\[[\da-fA-F:.]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/.exec(text) ?? [];
  if (host === undefined || Number(port ?? 0) > 65_535)
    throw new UsageError(`"${text}" is not an address; write grpc://HOST:PORT`);
  return `${host}:${port ?? P4RUNTIME_PORT}`;
}

function deviceIdOf(text: string): bigint {
  if (!/^\d{1,20}$/.test(text) || BigInt(text) > MAX_UINT64)
    throw new UsageError(`--device-id takes a whole number of 64 bits, not "${text}"`);
  return BigInt(text);
}

type TlsValues = { ca?: string | undefined; cert?: string | undefined; key?: string | undefined };
function tlsOf(io: Io, { ca, cert, key }: TlsValues): TlsFiles | null {
  if ((cert === undefined) !== (key === undefined)) throw new UsageError("--cert and --key go together");
  if (ca === undefined && cert === undefined) return null;
  const read = (path: string | undefined): string | null => {
    if (path === undefined) return null;
    try {
      return new TextDecoder().decode(io.readFile(path));
    } catch (error) {
      throw inputError(path, "unreadable", error instanceof Error ? error.message : String(error));
    }
  };
  return { ca: ca === "system" ? null : read(ca), certificate: read(cert), key: read(key) };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

function entitiesIn(packer: SnapshotPacker): Entity[] {
  const byHash = new Map<string, string>();
  const { snapshot } = packer.pack(
    { pipeline: { p4Info: null, config: null, cookie: null }, bound: {} },
    hash,
    (chunk) => byHash.set(chunk.hash, chunk.text),
  );
  return snapshot.nodes
    .flatMap((node) => leavesOf(byHash.get(node) ?? ""))
    .flatMap((leaf) => entitiesOf(byHash.get(leaf) ?? ""));
}

type ReadLook = Exclude<SwitchLook, { state: "empty" }>;
/** A look of the command line knows nothing from before, so it reads all. */
const configOf = ({ config }: ReadLook): DeviceConfig => config ?? { kind: "none" };

async function compared(io: Io, file: string, look: ReadLook): Promise<string[]> {
  const { report } = await analyseFile(io, file, {});
  return programDifferences(look.info, report.tables);
}

/** A file that `p4twin topology` reads. */
function writeGnmi(io: Io, folder: string, device: GnmiDevice, address: string): void {
  const name = device.hostname ?? address;
  const file: GnmiFile = { version: 1, gnmi: [{ name, isProgrammable: true, device }] };
  io.writeFile(join(folder, "gnmi.json"), `${JSON.stringify(file, null, 1)}\n`);
}

/** A folder that `p4twin review` reads. */
function write(
  io: Io,
  folder: string,
  {
    address,
    deviceId,
    look,
    entities,
  }: { address: string; deviceId: bigint; look: ReadLook; entities: Entity[] },
): void {
  const { hasProfiles: _, ...entries } = runtimeJsonOf(entities, profilesOf(look.info));
  const snapshot: SnapshotFile = {
    ...{ version: 1, address, deviceId: deviceId.toString(), cookie: look.cookie },
    partial: look.state === "partial",
    entities,
  };
  io.writeFile(join(folder, "snapshot.json"), `${JSON.stringify(snapshot, null, 1)}\n`);
  io.writeFile(join(folder, "entries.json"), `${JSON.stringify(entries, null, 1)}\n`);
  io.writeFile(join(folder, "entries.txt"), entities.map((entity) => `${entityText(entity)}\n`).join(""));
  const config = configOf(look);
  if (config.kind !== "bmv2" && config.kind !== "p4") return;
  const [file, text] = config.kind === "bmv2" ? ["program.json", config.json] : ["program.p4", config.text];
  io.writeFile(join(folder, file), text);
  io.writeFile(
    join(folder, "p4twin.yaml"),
    `version: 1\nprograms:\n  - file: ${file}\n    entries: entries.json\n    snapshot: snapshot.json\n`,
  );
}
