import {
  assumeUnpublished,
  assumptionsSchema,
  type DeviceProfile,
  libraryDevices,
  type Sourced,
  works,
} from "../../device/index.ts";
import { type Forwarded, forward } from "../../queueing/index.ts";
import { parseArguments, positiveInteger, positiveNumber } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { inputError, UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { formatTable, printJson } from "../table.ts";

export const devicesCommand: Command = {
  name: "devices",
  summary: "the device library, or one profile with the source of each number",
  usage: `usage: p4twin devices [ID|FILE] [--json]
       p4twin devices ID|FILE --offered MPPS --frame BYTES [--json]
       p4twin devices ID|FILE --assume baseUs=N,powerWatts=N,costUsd=N --id NEWID --json > profile.json

--offered     what comes out of a measured software switch at so many frames a second of so many bytes, and what is lost
--assume      sets values that the profile does not publish, marked as assumed, in a copy named by --id;
              pass the file to place and plan with --profile`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      assume: { type: "string" },
      id: { type: "string" },
      offered: { type: "string" },
      frame: { type: "string" },
    });
    const offeredMpps = positiveNumber("offered", values.offered);
    const frameBytes = positiveInteger("frame", values.frame);
    if ((offeredMpps === null) !== (frameBytes === null))
      throw new UsageError("--offered and --frame go together: a load and the size of its frames");
    if (positionals.length > 1) throw new UsageError("one device at a time");
    const [id] = positionals;
    if (id === undefined) {
      if (offeredMpps !== null) throw new UsageError("--offered needs a device");
      const devices = libraryDevices();
      io.stdout(values.json ? printJson({ devices }) : listing(devices));
      return exitCode.done;
    }
    const device = withAssumptions(await readDevice(io, id), values.assume, values.id);
    if (offeredMpps !== null && frameBytes !== null) {
      const found = device.throughput && forward(device.throughput, frameBytes, offeredMpps);
      if (!found)
        throw inputError(
          id,
          "no-throughput",
          `no throughput of ${device.id} is known for frames of ${frameBytes} B; p4twin devices ${device.id} lists what is measured`,
        );
      io.stdout(values.json ? printJson(found) : forwarded(device, found));
      return exitCode.done;
    }
    io.stdout(values.json ? printJson(device) : details(device));
    return exitCode.done;
  },
};

/** The profile itself, or a copy under another id with what it does not publish filled in. */
function withAssumptions(
  profile: DeviceProfile,
  text: string | undefined,
  id: string | undefined,
): DeviceProfile {
  if (text === undefined) return profile;
  if (id === undefined) throw new UsageError("--assume makes a new profile: name it with --id");
  const given = Object.fromEntries(
    text.split(",").map((pair) => {
      const [name = "", value = ""] = pair.split("=");
      return [name.trim(), value.trim() === "" ? Number.NaN : Number(value)];
    }),
  );
  const assumptions = assumptionsSchema.safeParse(given);
  if (!assumptions.success)
    throw new UsageError(
      `--assume takes ${Object.keys(assumptionsSchema.shape).join(", ")} with a number, as in baseUs=20,powerWatts=100; not "${text}"`,
    );
  return assumeUnpublished(profile, id, assumptions.data);
}

const BASIS: Readonly<Record<Forwarded["basis"], string>> = {
  measured: "measured at this size",
  interpolated: "between two measured sizes",
  ceiling: "the device's packet rate, which holds at this size",
};

/** One line: what comes out, what is lost, and where the rate is from. */
function forwarded({ title, throughput }: DeviceProfile, found: Forwarded): string {
  const sources = new Set(throughput?.points.map((p) => `${p.gbps.source.work}, ${p.gbps.source.place}`));
  return `${title}: ${found.rxMpps.toFixed(3)} Mpps (${found.rxGbps.toFixed(2)} Gbps) come out, ${(100 * found.lossShare).toFixed(1)} % are lost; ${BASIS[found.basis]} (${[...sources].join("; ")})\n`;
}

const show = (sourced: Sourced | null): string => (sourced === null ? "-" : String(sourced.value));

function listing(devices: readonly DeviceProfile[]): string {
  return formatTable(
    [
      { title: "id" },
      { title: "kind" },
      { title: "architectures" },
      { title: "base us", align: "right" },
      { title: "Gbps", align: "right" },
      { title: "W", align: "right" },
      { title: "$", align: "right" },
      { title: "constructs", align: "right" },
      { title: "title" },
    ],
    devices.map((d) => [
      d.id,
      d.kind,
      d.architectures.join(","),
      show(d.linear?.baseUs ?? null),
      show(d.capacity.gbpsPerLink),
      show(d.capacity.powerWatts),
      show(d.capacity.costUsd),
      show(d.capacity.maxConstructs),
      d.title,
    ]),
  );
}

/** Every number of a profile as `name value source`. */
function details(device: DeviceProfile): string {
  const rows = sourcedNumbers(device, "").map(({ path, number }) => {
    const { work, place, kind, note } = number.source;
    return [path, String(number.value), `${kind}: ${work}, ${place}${note ? ` (${note})` : ""}`];
  });
  const cited = [...new Set(sourcedNumbers(device, "").map(({ number }) => number.source.work))];
  const references = cited.flatMap((work) => (works[work] ? [`${work}: ${works[work]}\n`] : []));
  const head = `${device.title} (${device.id}, version ${device.version}, ${device.kind}, ${device.architectures.join(", ")})\n${device.summary}\n`;
  const columns = [{ title: "number" }, { title: "value", align: "right" }, { title: "source" }] as const;
  return `${head}\n${formatTable(columns, rows)}\n${references.join("")}`;
}

type NamedNumber = { path: string; number: Sourced };

const isSourced = (node: object): node is Sourced =>
  "value" in node && typeof node.value === "number" && "source" in node;

/** The sourced numbers below `node`; entries of a list are named by what distinguishes them. */
function sourcedNumbers(node: unknown, path: string): NamedNumber[] {
  if (typeof node !== "object" || node === null) return [];
  if (isSourced(node)) return [{ path, number: node }];
  return Object.entries(node).flatMap(([key, child]) => {
    const name = Array.isArray(node) ? `[${labelOf(child) ?? key}]` : path === "" ? key : `.${key}`;
    return sourcedNumbers(child, `${path}${name}`);
  });
}

function labelOf(entry: unknown): string | null {
  if (typeof entry !== "object" || entry === null) return null;
  const parts = Object.values(entry).filter(
    (v) => typeof v === "number" || (typeof v === "string" && v.length <= 16),
  );
  return parts.length > 0 ? parts.join(" ") : null;
}
