import type { Diagnostic } from "@p4twin/models/core";
import { DomainError } from "../../errors.ts";
import { currentCaller } from "../caller.ts";
import { createShares, type ShareLimits } from "../shares.ts";
import { createPool, type PoolLimits, TaskTooLarge } from "./pool.ts";
import type { TaskInput, TaskName, TaskResult } from "./tasks.ts";

export type ParsingLimits = PoolLimits & Omit<ShareLimits, "parallel">;

const MS_PER_S = 1_000;
/** Texts that a task reads, each within the limit of time; one where nothing stands here. */
const TEXTS: Partial<Record<TaskName, number>> = { reviewPrograms: 2, reviewSides: 2 };

/**
 * Our choices: a topology of 10,000 nodes takes a few seconds and 300 MB; one process of the two is left to
 * others. Analyses of programs take longer, so they have processes of their own.
 */
export const uploadLimits: ParsingLimits = {
  processes: 2,
  limitMs: 20_000,
  heapMb: 768,
  perUser: 1,
  waitingPerUser: 16,
  waiting: 128,
};
export const analysisLimits: ParsingLimits = {
  ...uploadLimits,
  // a review takes two (its analysis, its packets), and one is left to others
  processes: 3,
  perUser: 2,
  limitMs: 30_000,
  heapMb: 1_024,
  // one of each program version: a page may ask for many at once
  waitingPerUser: 200,
  waiting: 1_000,
};

/** Looks at switches: a million entries take a minute and the better part of a gigabyte. */
export const lookLimits: ParsingLimits = {
  ...uploadLimits,
  limitMs: 180_000,
  heapMb: 2_048,
  perUser: 2,
  waitingPerUser: 200,
  waiting: 1_000,
};

/** What a text is that was read, or why it could not be. */
type Read<T> = { ok: true; value: T } | { ok: false; diagnostics: Diagnostic[] };

export type Parsing = {
  /**
   * Runs a task apart from this process. What takes too long or too much memory is a diagnostic; `what` names
   * it there ("topology.yaml"), and `onProgress` hears what the task says on its way.
   */
  read<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    what: string,
    onProgress?: (progress: unknown) => void,
  ): Promise<Read<TaskResult<N>>>;
  /** The same, where nobody reads diagnostics: rejects with a `DomainError`. */
  must<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    what: string,
    onProgress?: (progress: unknown) => void,
  ): Promise<TaskResult<N>>;
  warmUp(): void;
  stop(): void;
};

/** Reads what users upload in processes with bounds of time and memory; users share them fairly. */
export function createParsing(limits: ParsingLimits): Parsing {
  const { processes, limitMs, heapMb } = limits;
  const pool = createPool(limits);
  const shares = createShares("files and programs", { ...limits, parallel: processes });

  const read: Parsing["read"] = (name, input, what, onProgress) =>
    shares.run(async () => {
      const texts = TEXTS[name] ?? 1;
      try {
        const result = await pool.run({ name, input }, currentCaller().signal, onProgress, texts);
        // the process runs the function of this name
        return { ok: true, value: result as TaskResult<typeof name> };
      } catch (error) {
        if (!(error instanceof TaskTooLarge)) throw error;
        const message =
          error.reason === "time"
            ? `reading ${what} took longer than ${(texts * limitMs) / MS_PER_S} s and was stopped; make it smaller or simpler`
            : `reading ${what} needs more than ${heapMb} MB and was stopped; make it smaller or simpler`;
        const code = error.reason === "time" ? "too-slow" : "too-large";
        return { ok: false, diagnostics: [{ severity: "error", code, message, span: null }] };
      }
    });

  return {
    read,
    async must(name, input, what, onProgress) {
      const outcome = await read(name, input, what, onProgress);
      if (outcome.ok) return outcome.value;
      const { message } = outcome.diagnostics[0] ?? { message: `${what} cannot be read` };
      throw new DomainError(
        "bad_input",
        `${message[0]?.toUpperCase()}${message.slice(1)}.`,
        outcome.diagnostics,
      );
    },
    warmUp: pool.warmUp,
    stop: pool.stop,
  };
}
