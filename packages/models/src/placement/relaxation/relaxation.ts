import { z } from "zod";
import { conflictSchema } from "../result.ts";
import { changeSchema } from "../whatIf/change.ts";

export const relaxationKinds = ["budget", "link", "load", "profile", "add-device", "drop-chain"] as const;

/**
 * Something that makes an infeasible problem feasible. `changes` do it (`applyChange`). `amount` is what is
 * given up, in `unit`: microseconds of budget, Gbps of link or of load, the price of devices, chains.
 * `proven`: nothing smaller of this kind does, by the proofs of the engine, among what was tried (SPEC RX3).
 */
const relaxationSchema = z.object({
  kind: z.enum(relaxationKinds),
  message: z.string(),
  changes: z.array(changeSchema).min(1),
  amount: z.number(),
  unit: z.enum(["us", "Gbps", "USD", "chains"]),
  proven: z.boolean(),
});

/**
 * Relaxations of an infeasible problem, the least of each kind; of budgets that of each chain that alone
 * suffices, least first. None when the problem is `feasible` as it is.
 */
export const relaxationsSchema = z.object({
  feasible: z.boolean(),
  engine: z.string(),
  conflicts: z.array(conflictSchema),
  relaxations: z.array(relaxationSchema),
  /** what was not looked at, in words */
  notes: z.array(z.string()),
  solves: z.int(),
  timeMs: z.number(),
});

export type RelaxationKind = (typeof relaxationKinds)[number];
export type Relaxation = z.infer<typeof relaxationSchema>;
export type Relaxations = z.infer<typeof relaxationsSchema>;
