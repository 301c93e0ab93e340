import { constructs, type DeviceProfile } from "../device/index.ts";
import { estimatePath } from "./estimatePath.ts";
import type { PathEstimate } from "./estimateReport.ts";
import type { LatencyForm } from "./latencyForm.ts";
import type { Features, LatencyProgram } from "./program.ts";

/**
 * Estimates of the cheapest and the dearest mix of counts between the program's least and greatest: no path can lie
 * outside. Every count in between is tried, construct by construct (their costs add up), because a slope may be
 * negative and P8's look-up need not rise.
 */
export function truncatedBounds(
  program: LatencyProgram,
  device: DeviceProfile,
  form: LatencyForm,
  packetBytes: number,
): PathEstimate[] {
  const bound = (id: string, features: Features, externs: readonly string[]): PathEstimate =>
    estimatePath({ id, features, externs }, device, form, packetBytes);
  const { min, max } = program;
  if (min === null || max === null) return [];
  const cheap = { ...min };
  const dear = { ...min };
  for (const construct of constructs) {
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    for (let count = min[construct]; count <= max[construct]; count++) {
      const estimate = bound("", { ...min, [construct]: count }, []);
      if (estimate.meanUs === null) return [estimate];
      if (estimate.meanUs < least) {
        least = estimate.meanUs;
        cheap[construct] = count;
      }
      if (estimate.meanUs > greatest) {
        greatest = estimate.meanUs;
        dear[construct] = count;
      }
    }
  }
  const externs = [...new Set(program.paths.flatMap((p) => p.externs))];
  return [bound("least", cheap, []), bound("greatest", dear, externs)];
}
