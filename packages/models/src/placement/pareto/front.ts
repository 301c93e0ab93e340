import { z } from "zod";
import { intervalsSchema } from "../../latency/index.ts";
import { placementSchema } from "../result.ts";

/**
 * One point of a front: `value` W or $, `delayUs` by the front's measure. `proven`: by the engine's proofs no
 * placement is better in one of the two and as good in the other. Intervals as of a chain (SPEC WI2): of the slowest
 * chain, or of the mean of the sum, which has none of a packet.
 */
const paretoPointSchema = z.object({
  value: z.number(),
  delayUs: z.number(),
  ...intervalsSchema.partial().shape,
  proven: z.boolean(),
  placement: placementSchema,
});

/**
 * Placements of which none is better in both, in rising `value`. `measure` total: sum over the chains;
 * slowest: the slowest chain. `complete`: every such trade-off is listed; otherwise `notes` say why there may
 * be more.
 */
export const paretoFrontSchema = z.object({
  against: z.enum(["power", "cost"]),
  measure: z.enum(["total", "slowest"]),
  engine: z.string(),
  points: z.array(paretoPointSchema),
  complete: z.boolean(),
  notes: z.array(z.string()),
  /** why there is no point at all */
  conflicts: placementSchema.shape.conflicts,
  solves: z.int(),
  timeMs: z.number(),
});

export type ParetoPoint = z.infer<typeof paretoPointSchema>;
export type ParetoFront = z.infer<typeof paretoFrontSchema>;
