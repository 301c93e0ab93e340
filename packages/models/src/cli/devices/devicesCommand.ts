import {
  assumeUnpublished,
  assumptionsSchema,
  type DeviceProfile,
  libraryDevices,
  type Sourced,
  works,
} from "../../device/index.ts";
import { parseArguments } from "../arguments.ts";
import { type Command, exitCode } from "../command.ts";
import { UsageError } from "../errors.ts";
import { readDevice } from "../input/readDevice.ts";
import { formatTable, printJson } from "../table.ts";

export const devicesCommand: Command = {
  name: "devices",
  summary: "the device library, or one profile with the source of each number",
  usage: `usage: p4twin devices [ID|FILE] [--json]
       p4twin devices ID|FILE --assume baseUs=N,powerWatts=N,costUsd=N --id NEWID --json > profile.json

--assume      sets values that the profile does not publish, marked as assumed, in a copy named by --id;
              pass the file to place and plan with --profile`,
  async run(argv, io) {
    const { values, positionals } = parseArguments(argv, {
      json: { type: "boolean" },
      assume: { type: "string" },
      id: { type: "string" },
    });
    if (positionals.length > 1) throw new UsageError("one device at a time");
    const [id] = positionals;
    if (id === undefined) {
      const devices = libraryDevices();
      io.stdout(values.json ? printJson({ devices }) : listing(devices));
      return exitCode.done;
    }
    const device = withAssumptions(await readDevice(io, id), values.assume, values.id);
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
