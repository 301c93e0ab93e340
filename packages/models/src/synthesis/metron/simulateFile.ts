import { scalingPresets } from "../../server/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import type { OffloadFile } from "../offload/offloadFile.ts";
import type { OffloadOptions, OffloadPlan } from "../offload/planOffload.ts";
import { toClick } from "../output/click/toClick.ts";
import { simulateMetron } from "./simulateMetron.ts";
import type { MetronTimeline } from "./timeline.ts";

const MS_PER_S = 1000;

/** Runs the scenario of an offload file on its plan, scaled by the thesis' period; null when the file has none. */
export function simulateFile(
  file: OffloadFile,
  synthesis: Synthesis,
  plan: OffloadPlan,
  options: OffloadOptions,
): MetronTimeline | null {
  const { scenario, network, seed, chain, name } = file;
  const [preset] = scalingPresets();
  if (scenario === null || preset === undefined) return null;
  return simulateMetron({
    id: name ?? chain,
    synthesis,
    network,
    plan,
    options,
    preset,
    load: scenario.load.map((p) => ({ atMs: p.atS * MS_PER_S, gbps: p.gbps })),
    untilMs: scenario.untilS * MS_PER_S,
    gbpsPerCore: scenario.gbpsPerCore,
    maxCores: scenario.maxCores,
    seed,
    jitter: scenario.jitter,
    failures: scenario.failures.map((f) => ({ atMs: f.atS * MS_PER_S, failure: f.failure })),
    config: toClick(synthesis).text ?? "",
  });
}
