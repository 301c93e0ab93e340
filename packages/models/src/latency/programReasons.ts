import type { Capability } from "../core/index.ts";
import { constructCount, type DeviceProfile } from "../device/index.ts";
import { extremePaths } from "../program/index.ts";
import { addedBytes, measuredHeaderBytes } from "./constructTerms.ts";
import { externsNotCounted } from "./externTerms.ts";
import { addedBytesCost } from "./pathCost.ts";
import type { LatencyPath, LatencyProgram, LatencyTable } from "./program.ts";

type CanRunCode = "architecture" | "extern" | "capability" | "added-bytes" | "rules" | "constructs";

/**
 * Why a program does not run on a device as it stands. `port`: a version for the device's architecture could;
 * `limit`: the device itself says no; `unknown`: the profile publishes nothing about it, so nobody can say.
 */
export type CanRunReason = { code: CanRunCode; kind: "port" | "limit" | "unknown"; message: string };

/**
 * All reasons why `device` may not run `program`; empty when it can. Limits the profile does not publish are
 * not guessed.
 */
export function programReasons(program: LatencyProgram, device: DeviceProfile): CanRunReason[] {
  return [
    ...architectureReasons(program, device),
    ...externReasons(program, device),
    ...(program.needs ?? []).flatMap((need) => capabilityReasons(need, device)),
    ...headroomReasons([...program.paths, ...mostAdding(program, device)], device),
    ...(program.tables ?? []).flatMap((table) => ruleReasons(table, device)),
    ...sizeReasons(program, device),
  ];
}

function architectureReasons({ architecture }: LatencyProgram, device: DeviceProfile): CanRunReason[] {
  if (architecture === null || device.architectures.includes(architecture)) return [];
  const message = `written for ${architecture}, ${device.id} takes ${device.architectures.join(", ")}: the numbers are those of a port with the same constructs`;
  return [{ code: "architecture", kind: "port", message }];
}

function externReasons(program: LatencyProgram, device: DeviceProfile): CanRunReason[] {
  const open = externsNotCounted(program, device);
  if (open.length === 0) return [];
  const known = device.externs.map((each) => each.name).join(", ") || "no extern";
  const message = `uses ${open.join(", ")}; the profile of ${device.id} publishes ${known}: whether it can, and what that costs, is not known`;
  return [{ code: "extern", kind: "unknown", message }];
}

const capabilityTitles: Readonly<Record<Capability, string>> = {
  "queue-metadata": "queue depths and times as metadata",
  priorities: "priorities of queues",
  meters: "meters",
  "ingress-meters": "meters in the ingress",
};

function capabilityReasons(need: Capability, device: DeviceProfile): CanRunReason[] {
  const stated = device.capabilities.find(({ name }) => name === need);
  const what = capabilityTitles[need];
  if (!stated) {
    const message = `needs ${what}; the profile of ${device.id} does not say whether the device has them`;
    return [{ code: "capability", kind: "unknown", message }];
  }
  const where = `(${stated.source.work}, ${stated.source.place})`;
  if (stated.support === "no")
    return [
      {
        code: "capability",
        kind: "limit",
        message: `needs ${what}, which ${device.id} does not have ${where}`,
      },
    ];
  if (stated.support === "yes") return [];
  const message = `needs ${what}, which ${device.id} supports badly ${where}: whether that is enough is not known`;
  return [{ code: "capability", kind: "unknown", message }];
}

function headroomReasons(paths: readonly LatencyPath[], device: DeviceProfile): CanRunReason[] {
  const limit = device.limits.addedBytes;
  if (limit === null) return [];
  return paths.flatMap((path): CanRunReason[] => {
    const { bytes, assumed } = addedBytes(path);
    if (bytes <= limit.value) return [];
    const how = assumed ? `${path.features.add} headers, 16 B each assumed` : `${path.features.add} headers`;
    const message = `path ${path.id} adds ${bytes} B (${how}), ${device.id} has room for ${limit.value} B`;
    return [{ code: "added-bytes", kind: "limit", message }];
  });
}

/** The path that adds most bytes, when it may be one that is not listed and the device cares. */
function mostAdding({ walks, truncated, paths }: LatencyProgram, device: DeviceProfile): LatencyPath[] {
  if (!truncated || !walks || device.limits.addedBytes === null) return [];
  const dearest = extremePaths(walks, addedBytesCost(measuredHeaderBytes), 1)?.dearest ?? [];
  return dearest.map(({ path }) => path).filter(({ id }) => paths.every((each) => each.id !== id));
}

type MatchKind = DeviceProfile["limits"]["rules"][number]["match"];

/** Room that a table needs against what the device worked with; each table by itself, as it was measured. */
function ruleReasons({ name, keys, size, entries }: LatencyTable, device: DeviceProfile): CanRunReason[] {
  const { rules } = device.limits;
  const match = hardestMatch(keys);
  if (match === null || rules.length === 0) return [];
  // a device without lpm of its own does it with ternary keys
  const limit =
    rules.find((each) => each.match === match) ??
    (match === "lpm" ? rules.find((each) => each.match === "ternary") : undefined);
  if (!limit) {
    const known = rules.map((each) => each.match).join(", ");
    const message = `table ${name} has ${match} keys; the profile of ${device.id} publishes room for ${known} rules only`;
    return [{ code: "rules", kind: "unknown", message }];
  }
  const needed = Math.max(size ?? 0, entries);
  const { operableMax, theoreticalMax } = limit;
  if (needed <= operableMax.value) return [];
  const what = entries >= needed ? "has" : "is declared for";
  const design =
    theoreticalMax.value > operableMax.value
      ? ` (${theoreticalMax.value} by design, but not in practice)`
      : "";
  const message = `table ${name} ${what} ${needed} ${match} rules, ${device.id} works with ${operableMax.value}${design}`;
  return [{ code: "rules", kind: "limit", message }];
}

/** One key that is matched in a harder way decides for the whole table; null without keys. */
function hardestMatch(keys: readonly string[]): MatchKind | null {
  if (keys.some((key) => key === "ternary" || key === "range" || key === "optional")) return "ternary";
  if (keys.includes("lpm")) return "lpm";
  return keys.includes("exact") ? "exact" : null;
}

function sizeReasons({ max }: LatencyProgram, device: DeviceProfile): CanRunReason[] {
  const { maxConstructs } = device.capacity;
  const size = max === null ? 0 : constructCount(max);
  if (maxConstructs === null || size <= maxConstructs.value) return [];
  const message = `has ${size} constructs, ${device.id} takes ${maxConstructs.value}`;
  return [{ code: "constructs", kind: "limit", message }];
}
