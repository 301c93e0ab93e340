import type { DeviceProfile } from "../device/index.ts";
import { extremePaths, type Outcome } from "../program/index.ts";
import { estimatePath } from "./estimatePath.ts";
import type { PathEstimate } from "./estimateReport.ts";
import type { LatencyForm } from "./latencyForm.ts";
import { meanCost } from "./pathCost.ts";
import type { LatencyProgram } from "./program.ts";

export type NamedExtremes = {
  fastest: PathEstimate[];
  slowest: PathEstimate[];
  /** some path has no answer in this form */
  unanswered: boolean;
};

/**
 * The `count` fastest and slowest of all paths (with one of `outcomes`) on `device`, listed or not; null when
 * the program's paths cannot be followed.
 */
export function namedExtremes(
  program: LatencyProgram,
  device: DeviceProfile,
  form: LatencyForm,
  packetBytes: number,
  count: number,
  outcomes?: readonly Outcome[],
): NamedExtremes | null {
  const found = program.walks ? extremePaths(program.walks, meanCost(device, form), count, outcomes) : null;
  if (!found) return null;
  const estimates = (paths: typeof found.cheapest): PathEstimate[] =>
    paths.map(({ path }) => estimatePath(path, device, form, packetBytes));
  return {
    fastest: estimates(found.cheapest),
    slowest: estimates(found.dearest),
    unanswered: found.unanswered,
  };
}
