import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { pause } from "../shared/pause.ts";
import type { JobProgress, JobQueue, TakenJob } from "./queue.ts";

/**
 * Does the work of one kind of job. It must stop soon after `signal` aborts. `settle` is called once with the outcome.
 */
export type JobHandler = {
  run(
    job: TakenJob,
    control: { signal: AbortSignal; onProgress(progress: JobProgress): void },
  ): Promise<unknown>;
  /** stores the outcome; a cancelled job is not settled */
  settle(job: TakenJob, worker: string, outcome: { result: unknown } | { failure: string }): Promise<void>;
};

export const defaultRunnerConfig = {
  /** how often an idle runner looks for a job */
  idleMs: 500,
  /** how often progress is stored and cancellation noticed */
  beatMs: 400,
  /** solvers are single-threaded: our choice is one at a time a process */
  parallel: 1,
};

type Deps = {
  queue: JobQueue;
  handlers: Record<string, JobHandler>;
  log: Log;
  /** names this process among the workers */
  worker: string;
};

/** Takes jobs from the queue and runs them until stopped; what runs at the stop is put back. */
export function createJobRunner(config: typeof defaultRunnerConfig, deps: Deps): Component {
  const { queue, handlers, log, worker } = deps;
  const stopping = new AbortController();
  let loops: Promise<void>[] = [];

  const runOne = async (job: TakenJob): Promise<void> => {
    const handler = handlers[job.kind];
    if (!handler) {
      log.error({ job: job.id, kind: job.kind }, "no handler for this kind of job");
      return;
    }
    const abort = new AbortController();
    const onStop = () => abort.abort();
    stopping.signal.addEventListener("abort", onStop, { once: true });
    let latest: JobProgress | null = null;
    const beat = setInterval(() => {
      queue.beat(job.id, worker, latest).then(
        (ours) => ours || abort.abort(),
        (error: unknown) => log.warn({ error, job: job.id }, "progress could not be stored"),
      );
    }, config.beatMs);
    try {
      const onProgress = (progress: JobProgress): void => {
        latest = progress;
      };
      const result = await handler.run(job, { signal: abort.signal, onProgress });
      if (!abort.signal.aborted) await handler.settle(job, worker, { result });
    } catch (error) {
      if (!abort.signal.aborted) {
        log.warn({ error, job: job.id }, "job failed");
        await handler.settle(job, worker, {
          failure: error instanceof Error ? error.message : String(error),
        });
      }
    } finally {
      clearInterval(beat);
      stopping.signal.removeEventListener("abort", onStop);
      if (stopping.signal.aborted) await queue.putBack(job.id, worker);
    }
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const job = await queue.take(worker);
        if (job) await runOne(job);
        else await pause(config.idleMs, stopping.signal);
      } catch (error) {
        log.error({ error }, "job queue is out of reach");
        await pause(config.idleMs * 4, stopping.signal);
      }
    }
  };

  return {
    name: "jobs",
    async start() {
      loops = Array.from({ length: config.parallel }, loop);
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
