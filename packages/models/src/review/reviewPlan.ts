import { z } from "zod";

const name = z.string().min(1).max(300);
const change = z.enum(["allow", "forbid"]).default("allow");

/** What a change may do. Limits that are left out are not held. */
export const reviewRulesSchema = z.strictObject({
  /** budget of the slowest path in us, by device */
  maxUs: z.record(name, z.number().positive()).default({}),
  /** by how much the slowest path of a program may become slower, in percent */
  maxSlowdownPercent: z.number().nonnegative().optional(),
  /** tables that a packet meets on one path */
  maxTables: z.int().nonnegative().optional(),
  /** whether paths may come, go, or count something else */
  addedPaths: change,
  removedPaths: change,
  changedPaths: change,
  /** whether entries of a snapshot may come, go or change */
  entries: change,
  /** whether a packet may leave otherwise than before */
  packets: change,
});
export type ReviewRules = z.infer<typeof reviewRulesSchema>;

const programSchema = z.strictObject({
  /** paths from the folder of the plan */
  file: name,
  entries: name.optional(),
  /** what a switch held (`p4twin attach --out`), compared entry by entry */
  snapshot: name.optional(),
  include: z.array(name).max(50).default([]),
  define: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).default({}),
  devices: z.array(name).max(50).default([]),
});
export type ReviewedFile = z.infer<typeof programSchema>;

/** `p4twin.yaml`: which programs a review reads on both sides, and which rules hold. */
export const reviewPlanSchema = z.strictObject({
  version: z.literal(1),
  programs: z.array(programSchema).min(1).max(200),
  rules: reviewRulesSchema.default(() => reviewRulesSchema.parse({})),
});
export type ReviewPlan = z.infer<typeof reviewPlanSchema>;
