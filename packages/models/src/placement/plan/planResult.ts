import { z } from "zod";
import { intervalsSchema } from "../../latency/index.ts";
import { conflictSchema } from "../result.ts";

const metric = z.number().nullable();

/**
 * What `plan --json` prints. `types` is what to buy; `devices` says what runs on each of them, the required
 * functions not listed. `delayUs` is Eq. 5.2: base plus function, summed over all functions, the required
 * ones of each used device too. `objective` is Eq. 5.5 with the normalisers of `normalise`. Null: there is no
 * plan, or (`bound`) nothing is proven.
 */
export const planSchema = z.object({
  status: z.enum(["optimal", "feasible", "infeasible"]),
  engine: z.string(),
  objective: metric,
  bound: metric,
  gap: metric,
  delayUs: metric,
  /** of that sum the interval of its mean (SPEC WI16), null: a profile publishes none; no packet passes them all */
  ...intervalsSchema.partial().shape,
  costUsd: metric,
  powerWatts: metric,
  normalise: z.object({ power: z.number(), delay: z.number(), cost: z.number() }),
  timeMs: z.number(),
  types: z.array(z.object({ profile: z.string(), count: z.int().min(1) })),
  devices: z.array(
    z.object({
      id: z.string(),
      profile: z.string(),
      functions: z.array(z.object({ function: z.string(), gbps: z.number(), count: z.int().min(1) })),
    }),
  ),
  conflicts: z.array(conflictSchema),
});

export type Plan = z.infer<typeof planSchema>;
