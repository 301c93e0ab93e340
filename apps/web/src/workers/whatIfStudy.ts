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
  type PlacementSolver,
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

/**
 * Any number of progress messages, then one result or a failure. `total` is null where nobody knows how much
 * there is to do.
 */
export type StudyReply =
  | { kind: "progress"; done: number; total: number | null }
  | { kind: "sweep"; sweep: FailureSweep }
  | { kind: "pareto"; front: ParetoFront }
  | { kind: "relax"; relaxations: Relaxations }
  | { kind: "failure"; message: string };

export type StudyTools = {
  engines: EngineRegistry;
  nowMs(): number;
};

/** Answers one question; what goes wrong is a reply, too. */
export async function answerStudy(
  question: StudyQuestion,
  tools: StudyTools,
  reply: (message: StudyReply) => void,
): Promise<void> {
  try {
    const engine = tools.engines.solver(question.engine);
    if (!engine) throw new Error(unknownEngine(question.engine, "places", tools.engines.entries));
    reply(await run(question, engine, tools.nowMs, reply));
  } catch (error) {
    reply({ kind: "failure", message: error instanceof Error ? error.message : String(error) });
  }
}

async function run(
  { problem, profiles, timeLimitS, study }: StudyQuestion,
  engine: PlacementSolver,
  nowMs: () => number,
  reply: (message: StudyReply) => void,
): Promise<StudyReply> {
  const catalogue: Catalogue = createCatalogue(profiles, libraryFunctions());
  const options = { catalogue, nowMs, timeLimitS };
  switch (study.kind) {
    case "sweep": {
      const { state } = applyChanges(startWhatIf(problem, study.placement), study.changes, catalogue);
      const sweep = await failureSweep(state, {
        ...options,
        engines: [engine],
        onProgress: ({ done, total }) => reply({ kind: "progress", done, total }),
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
        onProgress: ({ solves }) => reply({ kind: "progress", done: solves, total: null }),
      });
      return { kind: "pareto", front };
    }
    case "relax": {
      const relaxations = await findRelaxations(problem, {
        ...options,
        engine,
        onProgress: ({ solves }) => reply({ kind: "progress", done: solves, total: null }),
      });
      return { kind: "relax", relaxations };
    }
  }
}
