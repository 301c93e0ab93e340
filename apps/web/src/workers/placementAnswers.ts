import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import { type EngineRegistry, unknownEngine } from "@p4twin/models/engine";
import {
  createCatalogue,
  type DelaySum,
  delaySumOf,
  type Placement,
  type PlaceProgress,
  type Problem,
  type Violation,
  verifyPlacement,
} from "@p4twin/models/placement";

/** What the scenario page asks: the same problem of one engine after the other. */
export type PlacementQuestion = {
  problem: Problem;
  profiles: readonly DeviceProfile[];
  engines: readonly string[];
  /** for each engine */
  timeLimitS: number;
};

/**
 * An engine's answer with the sum of its delays, and with what the independent checker says about it: nothing when all
 * constraints hold.
 */
export type CheckedPlacement = { placement: Placement; delays: DelaySum; violations: Violation[] };

/** For each engine: that it has started, any number of progress messages, then an answer or a failure. */
export type EngineMessage =
  | { kind: "started"; engine: string }
  | { kind: "progress"; engine: string; progress: PlaceProgress }
  | { kind: "answer"; engine: string; answer: CheckedPlacement }
  | { kind: "failure"; engine: string; message: string };

export type PlacementTools = {
  engines: EngineRegistry;
  nowMs(): number;
};

/** Asks the engines in turn and has every answer checked; one engine that fails does not stop the others. */
export async function askEngines(
  { problem, profiles, engines, timeLimitS }: PlacementQuestion,
  { engines: known, nowMs }: PlacementTools,
  tell: (message: EngineMessage) => void,
): Promise<void> {
  const catalogue = createCatalogue(profiles, libraryFunctions());
  for (const id of engines) {
    tell({ kind: "started", engine: id });
    const engine = known.solver(id);
    if (!engine) {
      tell({ kind: "failure", engine: id, message: unknownEngine(id, "places", known.entries) });
      continue;
    }
    try {
      const placement = await engine.place(problem, {
        catalogue,
        timeLimitS,
        nowMs,
        onProgress: (progress) => tell({ kind: "progress", engine: id, progress }),
      });
      const violations = verifyPlacement(problem, catalogue, placement);
      const delays = delaySumOf(problem, catalogue, placement.chains);
      tell({ kind: "answer", engine: id, answer: { placement, delays, violations } });
    } catch (error) {
      tell({ kind: "failure", engine: id, message: error instanceof Error ? error.message : String(error) });
    }
  }
}
