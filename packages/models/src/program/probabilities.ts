import { z } from "zod";

const probability = z.number().min(0).max(1);
/** Probabilities of the ways out of one place. Ways that are not named share what is left equally. */
const sharesSchema = z.record(z.string(), probability).superRefine((shares, context) => {
  const sum = Object.values(shares).reduce((a, b) => a + b, 0);
  if (sum > 1 + 1e-9)
    context.addIssue({ code: "custom", message: `the probabilities add up to ${sum}, more than 1` });
});

/**
 * How often packets take which way, by hand or from counters. A probability is that of the way among those that packets
 * which come there can take: what a path already knows (rules F1 to F6) is not asked again.
 */
export const probabilitiesSchema = z.strictObject({
  /**
   * table -> action -> probability. `hit: a` and `miss: a` tell the two apart where the program asks for hit or miss
   */
  tables: z.record(z.string(), sharesSchema).default({}),
  /**
   * condition as the program writes it, or `line 12` -> probability that it holds; for a switch: case -> probability
   */
  conditions: z.record(z.string(), z.union([probability, sharesSchema])).default({}),
  /** parser state -> next state (`accept`, `reject`) -> probability */
  states: z.record(z.string(), sharesSchema).default({}),
});
export type Probabilities = z.infer<typeof probabilitiesSchema>;

/** How often packets took each way of one place of a program. */
export const placeCountsSchema = z.object({
  kind: z.enum(["table", "state", "condition"]),
  name: z.string().min(1).max(500),
  ways: z
    .record(z.string().min(1).max(500), z.number().nonnegative())
    .describe("way (action, next state, `true`/`false` or case) -> packets"),
});
export type PlaceCounts = z.infer<typeof placeCountsSchema>;
