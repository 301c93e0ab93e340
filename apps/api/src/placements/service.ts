import {
  applyChanges,
  liveProblem,
  type Placement,
  type Problem,
  placementSchema as placementResultSchema,
  startWhatIf,
  verifyPlacement,
} from "@p4twin/models/placement";
import type { EngineService } from "../engines/service.ts";
import { DomainError } from "../errors.ts";
import type { JobQueue } from "../jobs/queue.ts";
import type { JobHandler } from "../jobs/runner.ts";
import type { ScenarioService } from "../scenarios/service.ts";
import { found } from "../shared/service.ts";
import type { PlaceJob, PlacementQuestion, PlacementRecord } from "./schema.ts";
import { placeJobSchema } from "./schema.ts";
import type { PlacementStore } from "./store.ts";

/** Runs an engine apart from this thread; rejects when the engine fails or outlives its limit. */
export type PlaceRun = (job: PlaceJob, control: Parameters<JobHandler["run"]>[1]) => Promise<unknown>;

type Deps = {
  store: PlacementStore;
  queue: JobQueue;
  scenarios: ScenarioService;
  engines: EngineService;
  runPlace: PlaceRun;
};
type RunInput = { question: PlacementQuestion; engine: string; timeLimitS: number; by: string | null };

/** Placements: an engine's answer to a question, computed by a job. Immutable once they are done. */
export function createPlacementService({ store, queue, scenarios, engines, runPlace }: Deps) {
  const get = async (id: string): Promise<PlacementRecord> => found(await store.get(id), "placement", id);

  /**
   * What is asked, checked against the device profiles and functions that there are; saved what-if changes are in it.
   */
  const problemOf = async (question: PlacementQuestion): Promise<Problem> => {
    const checked = engines.checkedProblem;
    if ("problem" in question) return checked(question.problem);
    const { problem: stated, changes } = await scenarios.problemOf(question.scenarioVersionId);
    const problem = await checked(stated);
    const catalogue = await engines.catalogue();
    const { state, refused } = applyChanges(startWhatIf(problem, { chains: [] }), changes, catalogue);
    if (refused.length > 0) {
      const reasons = refused.map(({ message }) => message).join("; ");
      throw new DomainError("bad_input", `A saved change of this scenario cannot be made: ${reasons}.`);
    }
    return checked(liveProblem(state));
  };

  /** Names the first constraint that an answer breaks; the checker shares no code with the engines. */
  const brokenBy = (
    problem: Problem,
    profiles: PlaceJob["profiles"],
    placement: Placement,
  ): string | null => {
    const wrong = verifyPlacement(problem, engines.catalogueOf(profiles), placement);
    return wrong[0] ? `breaks ${wrong.length} constraints: ${wrong[0].message}` : null;
  };

  /** The `place` job, for the job runner. */
  const handler: JobHandler = {
    async run(job, control) {
      await store.start(job.id);
      const payload = placeJobSchema.parse(job.payload);
      const placement = placementResultSchema.parse(await runPlace(payload, control));
      const broken = brokenBy(payload.problem, payload.profiles, placement);
      if (broken) throw new Error(`Engine ${payload.engine} gave an answer that ${broken}`);
      return placement;
    },
    async settle(job, worker, outcome) {
      await store.transaction(async (tx) => {
        if ("result" in outcome) {
          const result = placementResultSchema.parse(outcome.result);
          if (await queue.finish(tx, job.id, worker, { state: "done", result })) {
            await store.settle(tx, job.id, { status: "done", result });
          }
        } else if (await queue.finish(tx, job.id, worker, { state: "failed", message: outcome.failure })) {
          await store.settle(tx, job.id, { status: "failed", failure: outcome.failure });
        }
      });
    },
  };

  return {
    handler,
    get,
    problemOf,
    list: (limit: number) => store.list(limit),

    /** Queues a run and answers at once; `get` tells how it goes. */
    async run({ question, engine, timeLimitS, by }: RunInput): Promise<PlacementRecord> {
      await engines.requirePlacement(engine);
      const problem = await problemOf(question);
      const payload: PlaceJob = { problem, engine, timeLimitS, profiles: await engines.profilesOf(problem) };
      const scenarioVersionId = "scenarioVersionId" in question ? question.scenarioVersionId : null;
      const id = await store.transaction(async (tx) => {
        const jobId = await queue.add(tx, { kind: "place", payload, createdBy: by });
        return store.create(tx, { problem, engine, timeLimitS, scenarioVersionId, jobId, createdBy: by });
      });
      return get(id);
    },

    /** Stores an answer that was found elsewhere (by hand, in a browser) after checking it. */
    async keep(input: {
      versionId: string;
      placement: Placement;
      by: string | null;
    }): Promise<PlacementRecord> {
      const { versionId, placement, by } = input;
      const problem = await problemOf({ scenarioVersionId: versionId });
      const broken = brokenBy(problem, await engines.profilesOf(problem), placement);
      if (broken) throw new DomainError("bad_input", `This placement ${broken}`);
      // that constraints hold was checked; that nothing is better was only claimed
      const status = placement.status === "optimal" ? "feasible" : placement.status;
      const result: Placement = { ...placement, status, bound: null, gap: null };
      const row = { problem, engine: placement.engine, scenarioVersionId: versionId, createdBy: by };
      return get(await store.keep({ ...row, result }));
    },

    /** Cancelling what has ended changes nothing. */
    async cancel(id: string): Promise<PlacementRecord> {
      await get(id);
      const jobId = await store.jobOf(id);
      if (jobId) {
        await store.transaction(async (tx) => {
          if (await queue.cancel(tx, jobId)) await store.settle(tx, jobId, { status: "cancelled" });
        });
      }
      return get(id);
    },
  };
}

export type PlacementService = ReturnType<typeof createPlacementService>;
