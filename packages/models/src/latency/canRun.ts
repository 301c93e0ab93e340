import type { DeviceProfile } from "../device/index.ts";
import { addedBytes } from "./constructTerms.ts";
import { constructCount } from "./counted.ts";
import { findExtern } from "./externTerms.ts";
import type { Features, LatencyPath } from "./program.ts";

export type CanRunCode = "architecture" | "extern" | "added-bytes" | "constructs";

/** Why a program cannot run. `port`: a version for the device's architecture could; `limit`: the device itself says no. */
export type CanRunReason = { code: CanRunCode; kind: "port" | "limit"; message: string };

export type RunnableProgram = {
  readonly architectures: readonly string[];
  /** required beyond what every target of the architecture offers */
  readonly externs: readonly string[];
  readonly paths: readonly Pick<LatencyPath, "id" | "features" | "addedHeaderBytes">[];
  /** greatest counts over all paths; null when there is no path */
  readonly max: Features | null;
};

/** All reasons why `device` cannot run `program`; empty when it can. Limits the profile does not publish are not guessed. */
export function canRun(program: RunnableProgram, device: DeviceProfile): CanRunReason[] {
  const reasons: CanRunReason[] = [];
  if (!program.architectures.some((a) => device.architectures.includes(a))) {
    reasons.push({
      code: "architecture",
      kind: "port",
      message: `written for ${program.architectures.join(", ")}, ${device.id} takes ${device.architectures.join(", ")}: the numbers are those of a port with the same constructs`,
    });
  }
  for (const name of new Set(program.externs)) {
    if (findExtern(device, name)) continue;
    const known = device.externs.map((e) => e.name).join(", ") || "none";
    reasons.push({
      code: "extern",
      kind: "limit",
      message: `needs the extern ${name}; ${device.id} publishes ${known}`,
    });
  }
  reasons.push(...headroomReasons(program.paths, device));
  const { maxConstructs } = device.capacity;
  const size = program.max === null ? 0 : constructCount(program.max);
  if (maxConstructs !== null && size > maxConstructs.value) {
    reasons.push({
      code: "constructs",
      kind: "limit",
      message: `has ${size} constructs, ${device.id} takes ${maxConstructs.value}`,
    });
  }
  return reasons;
}

function headroomReasons(paths: RunnableProgram["paths"], device: DeviceProfile): CanRunReason[] {
  const limit = device.limits.addedBytes;
  if (limit === null) return [];
  return paths.flatMap((path) => {
    const { bytes, assumed } = addedBytes(path);
    if (bytes <= limit.value) return [];
    const how = assumed ? `${path.features.add} headers, 16 B each assumed` : `${path.features.add} headers`;
    return [
      {
        code: "added-bytes",
        kind: "limit",
        message: `path ${path.id} adds ${bytes} B (${how}), ${device.id} has room for ${limit.value} B`,
      },
    ];
  });
}
