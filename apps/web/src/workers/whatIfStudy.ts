import { libraryFunctions } from "@p4twin/models/chain";
import type { DeviceProfile } from "@p4twin/models/device";
import { type EngineRegistry, unknownEngine } from "@p4twin/models/engine";
import {
  applyChanges,
  type Catalogue,
  type Change,
  createCatalogue,
  type FailureSweep,
  failureSweep,
  findRelaxations,
  type ParetoFront,
  type Placement,
  type Problem,
  paretoFront,
  type Relaxations,
  startWhatIf,
} from "@p4twin/models/placement";

/** What can be studied about a placement beside the page. Each takes seconds, not milliseconds. */
export type Study =
  | { kind: "sweep"; placement: Placement; changes: readonly Change[] }
  | { kind: "pareto"; against: ParetoFront["against"]; measure: ParetoFront["measure"] }
  | { kind: "relax" };

export type StudyQuestion = {
  problem: Problem;
  profiles: readonly DeviceProfile[];
  /** engine that is asked */
  engine: string;
  timeLimitS: number;
  study: Study;
};

/** `total` is null where nobody knows how much there is to do. */
export type StudyProgress = { done: number; total: number | null };

export type StudyAnswer =
  | { kind: "sweep"; sweep: FailureSweep }
  | { kind: "pareto"; front: ParetoFront }
  | { kind: "relax"; relaxations: Relaxations };

export type StudyTools = {
  engines: EngineRegistry;
  nowMs(): number;
};

/** Answers one question. */
export async function answerStudy(
  { problem, profiles, timeLimitS, study, engine: id }: StudyQuestion,
  { engines, nowMs }: StudyTools,
  onProgress: (progress: StudyProgress) => void,
): Promise<StudyAnswer> {
  const engine = engines.solver(id);
  if (!engine) throw new Error(unknownEngine(id, "places", engines.entries));
  const onSolve = ({ solves }: { solves: number }): void => onProgress({ done: solves, total: null });
  const catalogue: Catalogue = createCatalogue(profiles, libraryFunctions());
  const options = { catalogue, nowMs, timeLimitS };
  switch (study.kind) {
    case "sweep": {
      const { state } = applyChanges(startWhatIf(problem, study.placement), study.changes, catalogue);
      const sweep = await failureSweep(state, {
        ...options,
        engines: [engine],
        onProgress: ({ done, total }) => onProgress({ done, total }),
      });
      return { kind: "sweep", sweep };
    }
    case "pareto": {
      const { against, measure } = study;
      const front = await paretoFront(problem, {
        ...options,
        engine,
        against,
        measure,
        onProgress: onSolve,
      });
      return { kind: "pareto", front };
    }
    case "relax": {
      const relaxations = await findRelaxations(problem, {
        ...options,
        engine,
        onProgress: onSolve,
      });
      return { kind: "relax", relaxations };
    }
  }
}
