import type { DeviceProfile, Source } from "@p4twin/models/device";

/** One number of a profile with where it comes from; value null: not published. */
export type ProfileNumber = {
  key: string;
  label: string;
  value: number | null;
  unit: string;
  source: Source | null;
};
export type ProfileGroup = { id: string; title: string; numbers: ProfileNumber[] };

const GROUPS: readonly { id: string; title: string; keys: readonly (keyof DeviceProfile)[] }[] = [
  { id: "linear", title: "Linear form: base delay and cost per construct", keys: ["linear"] },
  { id: "p8", title: "P8 form: base delay by parsed headers, cost per construct", keys: ["p8"] },
  { id: "corrections", title: "Where the line bends", keys: ["corrections"] },
  {
    id: "interval",
    title: "Intervals: fit error, spread between runs and of packets, tail, known over-estimates",
    keys: ["fitRmseUs", "runSpreadUs", "spreadUs", "tail", "biases"],
  },
  { id: "externs", title: "Externs", keys: ["externs"] },
  { id: "capacity", title: "Capacity, power and cost", keys: ["capacity"] },
  { id: "limits", title: "Limits", keys: ["limits"] },
  { id: "packets", title: "Packet size", keys: ["packetSize"] },
  { id: "throughput", title: "Forwarding rate and loss by frame size", keys: ["throughput"] },
  { id: "regimes", title: "Where the profile stops to hold", keys: ["regimes"] },
  { id: "flows", title: "Latency with many rules and flows", keys: ["flowScaling"] },
  { id: "curves", title: "Measured points of the constructs", keys: ["constructPoints"] },
  { id: "agent", title: "Control agent: response to an update, updates a second", keys: ["controlAgent"] },
];

/** Unit suffixes of field names (house style: units stand in names). */
const UNITS: readonly (readonly [suffix: RegExp, unit: string])[] = [
  [/(Us|^us)$/, "µs"],
  [/(Gbps|^gbps|^gbpsPerLink)$/, "Gbps"],
  [/Watts$/, "W"],
  [/Usd$/, "$"],
  [/Bytes$/, "B"],
  [/Percent$/, "%"],
  [/Ms$/, "ms"],
  [/PerS$/, "1/s"],
  [/(Mpps|^mpps)$/, "Mpps"],
];

/** Unit of a number from its own name or the nearest name around it (`slopesUs.add`). */
function unitOf(path: readonly string[]): string {
  for (const key of [...path].reverse()) {
    const unit = UNITS.find(([suffix]) => suffix.test(key))?.[1];
    if (unit) return unit;
  }
  return "";
}

/** `baseUs` reads "base", `operableMax` reads "operable max". */
const wordsOf = (key: string): string =>
  key
    .replace(/(Us|Gbps|Watts|Usd|Bytes|Percent|Ms|^us)$/, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSourced = (value: unknown): value is { value: number; source: Source } =>
  isRecord(value) && typeof value.value === "number" && isRecord(value.source);

/** What tells an entry of a list from its neighbours: its plain words and numbers. */
const entryLabel = (entry: unknown): string =>
  isRecord(entry)
    ? Object.entries(entry)
        .filter(
          ([key, value]) =>
            (typeof value === "string" && value.length < 24) || (typeof value === "number" && key !== "us"),
        )
        .map(([key, value]) => (typeof value === "number" ? `${wordsOf(key)} ${value}` : String(value)))
        .join(", ")
    : "";

function walk(
  value: unknown,
  path: readonly string[],
  labels: readonly string[],
  out: ProfileNumber[],
): void {
  const push = (number: number | null, source: Source | null) =>
    out.push({
      key: path.join("."),
      label: labels.filter(Boolean).join(" · "),
      value: number,
      unit: unitOf(path),
      source,
    });
  if (isSourced(value)) push(value.value, value.source);
  else if (value === null) push(null, null);
  else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) {
      walk(entry, [...path, String(index)], [...labels, entryLabel(entry)], out);
    }
  } else if (isRecord(value)) {
    for (const [child, inner] of Object.entries(value)) {
      if (child === "source") continue;
      walk(inner, [...path, child], [...labels, child === "slopesUs" ? "" : wordsOf(child)], out);
    }
  }
}

/** Every sourced number of a profile, grouped; groups without numbers are left out. */
export function profileNumbers(profile: DeviceProfile): ProfileGroup[] {
  return GROUPS.map(({ id, title, keys }) => {
    const numbers: ProfileNumber[] = [];
    for (const key of keys) {
      const single = isSourced(profile[key]) || profile[key] === null;
      walk(profile[key], [key], [single ? wordsOf(key) : ""], numbers);
    }
    return { id, title, numbers };
  }).filter((group) => group.numbers.length > 0);
}
