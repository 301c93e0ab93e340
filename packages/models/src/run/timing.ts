import type { DeviceProfile } from "../device/index.ts";
import { estimatePath, linearForm, type PathEstimate, referenceBytesOf } from "../latency/index.ts";
import type { Pass } from "./pass.ts";
import type { TraceEvent } from "./trace.ts";

/**
 * What each step takes on a device, in us: null where it counts nothing. The first extraction and the first table are
 * in the base (Eq. 4.6), so they take 0 here; thresholds of the device show in the total only.
 */
export function stepTimes(events: readonly TraceEvent[], device: DeviceProfile): (number | null)[] {
  const slopes = linearForm.slopes(device);
  const seen = new Set<string>();
  return events.map(({ kind, construct }) => {
    if (kind === "enter") return null;
    const slope = construct && slopes?.[construct];
    if (slope === undefined || construct === undefined) return null;
    const isFirst = (construct === "parse" || construct === "table") && !seen.has(construct);
    seen.add(construct);
    return isFirst ? 0 : slope;
  });
}

/** The time of one pass with its interval, as the analysis estimates a path with these counts. */
export function passTime(
  pass: Pass,
  id: string,
  device: DeviceProfile,
  packetBytes: number | null,
): PathEstimate {
  const path = { id, features: pass.features(), externs: [...pass.externs], outcome: pass.outcome };
  return estimatePath(path, device, linearForm, packetBytes ?? referenceBytesOf(device));
}
