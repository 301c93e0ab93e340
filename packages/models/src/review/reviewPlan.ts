import { z } from "zod";
import { checkShape, readDocument } from "../core/index.ts";

const name = z.string().min(1).max(300);
const change = z.enum(["allow", "forbid"]).default("allow");

/** What a change may do. Limits that are left out are not held. */
const reviewRulesSchema = z.strictObject({
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

/** What a change of a cloud may do. */
const cloudRulesSchema = z.strictObject({
  /** budget of a chain in us, beside the one that its file states */
  maxChainUs: z.record(name, z.number().positive()).default({}),
  /** by how much a chain may become slower, in percent; the same limit as for programs */
  maxSlowdownPercent: reviewRulesSchema.shape.maxSlowdownPercent,
  /** whether a chain may lose its place, its capacity or its budget */
  chains: z.enum(["allow", "forbid"]).default("forbid"),
  /** whether functions may move to other devices */
  moves: change,
  /** whether nodes, links, chains and profiles may come, go or change */
  topology: change,
});
export type CloudRules = z.infer<typeof cloudRulesSchema>;

export const planRulesSchema = z.strictObject({ ...reviewRulesSchema.shape, ...cloudRulesSchema.shape });
export type PlanRules = z.infer<typeof planRulesSchema>;

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

const cloudSchema = z.strictObject({
  /** a problem of `p4twin place`, or a topology of any known format */
  file: name,
  /** where its chains run: what `p4twin place --json` printed; left out, each side is solved */
  placement: name.optional(),
  /** files of device profiles that it names */
  profiles: z.array(name).max(50).default([]),
  /** what the tables of a function's program hold on its switch, by the function's type: files of both sides */
  entries: z.record(name, name).default({}),
  /** solves what has no placement */
  engine: name.default("ilp"),
});
export type ReviewedCloud = z.infer<typeof cloudSchema>;

/** `p4twin.yaml`: which programs and clouds a review reads on both sides, and which rules hold. */
const reviewPlanSchema = z.strictObject({
  version: z.literal(1),
  /** without both, what lies in the folders is found */
  programs: z.array(programSchema).max(200).default([]),
  clouds: z.array(cloudSchema).max(50).default([]),
  rules: planRulesSchema.default(() => planRulesSchema.parse({})),
});
export type ReviewPlan = z.infer<typeof reviewPlanSchema>;

/** The text of a `p4twin.yaml`; `file` is what its diagnostics name. */
export const readReviewPlan = (text: string, file: string) =>
  checkShape<ReviewPlan>(readDocument(text, file), reviewPlanSchema, "a plan of a review");
