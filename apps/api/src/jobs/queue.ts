import { z } from "zod";
import type { Db, Tx } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { DomainError } from "../errors.ts";

export const jobStateSchema = z.enum(["queued", "running", "done", "failed", "cancelled"]);

/** What a solver knows while it works. Null: not known yet. */
export const jobProgressSchema = z.object({
  incumbent: z.number().nullable(),
  bound: z.number().nullable(),
  fraction: z.number().nullable(),
});
export type JobProgress = z.infer<typeof jobProgressSchema>;

export type TakenJob = { id: string; kind: string; payload: unknown };
export type JobOutcome = { state: "done"; result: unknown } | { state: "failed"; message: string };

// a worker that did not beat for this long is dead (kill -9, lost machine): its job is taken again
const DEAD_AFTER_S = 30;

/** Jobs of one user that wait or run, and of all (our choices). */
export const MAX_OPEN_PER_USER = 50;
const MAX_OPEN = 1_000;

/**
 * Jobs are rows: any worker of any process takes the next one, no two take the same. Users take turns: next
 * is the oldest job of the one who was served longest ago.
 */
export function createJobQueue(db: Db) {
  return {
    /** Rejects with `too_many` when the user, or all together, have too many jobs open. */
    async add(tx: Tx, job: { kind: string; payload: unknown; createdBy: string | null }): Promise<string> {
      const open = { state: { in: ["queued", "running"] } };
      if ((await tx.job.count({ where: { ...open, createdBy: job.createdBy } })) >= MAX_OPEN_PER_USER)
        throw new DomainError(
          "too_many",
          `You have ${MAX_OPEN_PER_USER} jobs that wait or run. Cancel some, or wait until they have ended.`,
        );
      if ((await tx.job.count({ where: open })) >= MAX_OPEN)
        throw new DomainError("too_many", "Too many jobs wait. Try again when some have ended.");
      const data = { kind: job.kind, payload: toJson(job.payload), createdBy: job.createdBy };
      return (await tx.job.create({ data, select: { id: true } })).id;
    },

    async take(worker: string): Promise<TakenJob | null> {
      const rows = await db.$queryRaw<TakenJob[]>`
        UPDATE job SET state = 'running', taken_by = ${worker}, started_at = now(), beat_at = now()
        WHERE id = (
          SELECT id FROM job AS open
          WHERE state = 'queued'
             OR (state = 'running' AND beat_at < now() - make_interval(secs => ${DEAD_AFTER_S}))
          ORDER BY (
            SELECT max(started_at) FROM job AS served
            WHERE served.created_by IS NOT DISTINCT FROM open.created_by AND served.id <> open.id
          ) NULLS FIRST, created_at
          LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        RETURNING id::text, kind, payload`;
      return rows[0] ?? null;
    },

    /**
     * Stores progress and says that the worker lives. False when the job is no longer this worker's (cancelled, taken).
     */
    async beat(id: string, worker: string, progress: JobProgress | null): Promise<boolean> {
      // the database's clock, by which a worker is taken for dead: ours may stand anywhere
      const count = await db.$executeRaw`
        UPDATE job SET beat_at = now(), progress = coalesce(${progress && JSON.stringify(progress)}::jsonb, progress)
        WHERE id = ${id}::uuid AND state = 'running' AND taken_by = ${worker}`;
      return count > 0;
    },

    /** False when the job was cancelled meanwhile: its outcome is thrown away. */
    async finish(tx: Tx, id: string, worker: string, outcome: JobOutcome): Promise<boolean> {
      const { count } = await tx.job.updateMany({
        where: { id, state: "running", takenBy: worker },
        data: {
          state: outcome.state,
          finishedAt: new Date(),
          ...(outcome.state === "done"
            ? { result: toJson(outcome.result) }
            : { error: toJson({ message: outcome.message }) }),
        },
      });
      return count > 0;
    },

    /** Gives a job back, for a worker that stops before it has finished. */
    async putBack(id: string, worker: string): Promise<void> {
      await db.job.updateMany({
        where: { id, state: "running", takenBy: worker },
        data: { state: "queued", takenBy: null },
      });
    },

    async cancel(tx: Tx, id: string): Promise<boolean> {
      const { count } = await tx.job.updateMany({
        where: { id, state: { in: ["queued", "running"] } },
        data: { state: "cancelled", finishedAt: new Date() },
      });
      return count > 0;
    },
  };
}

export type JobQueue = ReturnType<typeof createJobQueue>;
