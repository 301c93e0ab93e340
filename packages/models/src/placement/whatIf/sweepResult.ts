import { z } from "zod";
import { changeSchema } from "./change.ts";

/** What one chain that an element carries becomes when the element fails, before anything is embedded anew. */
const strickenChainSchema = z.object({
  id: z.string(),
  /** host: a function of it ran there; detour: another way is left; no-way: none is */
  effect: z.enum(["host", "detour", "no-way"]),
  /** delay before, and on the detour; null when it has none */
  beforeUs: z.number(),
  afterUs: z.number().nullable(),
  budgetUs: z.number().nullable(),
  /** null without a delay or a budget */
  withinBudget: z.boolean().nullable(),
});

const sweepCaseSchema = z.object({
  kind: z.enum(["device", "switch", "link"]),
  /** id of the node, or the two ends of the link */
  ids: z.array(z.string()),
  chains: z.array(strickenChainSchema),
  /** constraints that the detours break, in words */
  violations: z.array(z.string()),
  /**
   * Chains that had to be embedded anew (no host, no way, or over a budget or a capacity by detour) and where
   * that succeeds: by `engine`, the others staying or not. `engine` null: with none that was tried; `proven`:
   * there is none for `exact` with the others staying.
   */
  reembedding: z
    .object({
      chains: z.array(z.string()),
      engine: z.string().nullable(),
      keepsOthers: z.boolean(),
      lost: z.array(z.string()),
      proven: z.boolean(),
      powerWatts: z.number(),
    })
    .nullable(),
  /**
   * largest delay that a chain takes longer after the failure, detoured or embedded anew; null when none has
   * a delay left
   */
  addedUs: z.number().nullable(),
  /** the what-if that shows it */
  changes: z.array(changeSchema),
});

/** Every single failure of a device, switch or link in use, worst first: lost for good, chains hit, delay added. */
export const failureSweepSchema = z.object({
  cases: z.array(sweepCaseSchema),
  /** elements that carry nothing, so that their failure changes nothing */
  unused: z.object({ devices: z.int(), switches: z.int(), links: z.int() }),
  /** failures that were still to be looked at when time ran out */
  left: z.int(),
});

export type StrickenChain = z.infer<typeof strickenChainSchema>;
export type SweepCase = z.infer<typeof sweepCaseSchema>;
export type FailureSweep = z.infer<typeof failureSweepSchema>;
