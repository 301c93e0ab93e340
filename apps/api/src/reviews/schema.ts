import { planRulesSchema } from "@p4twin/models/review";
import { z } from "zod";
import { userRoleSchema } from "../auth/roles.ts";
import { bothIntervals, idSchema, instantSchema, nameSchema } from "../shared/schemas.ts";
import { comparisonSchema } from "../switches/schema.ts";

/** Our choices: what is drawn when nothing is said, and at most; frames of a capture that are sent. */
const PACKETS = { default: 500, most: 20_000 };
export const MOST_RECORDED = 5_000;
const MOST_RULES_CHARACTERS = 100_000;

const deviceIdSchema = z.string().min(1).max(120);

const sideSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("snapshot"), snapshotId: idSchema }),
  z.object({
    kind: z.literal("program"),
    programVersionId: idSchema,
    entries: z
      .string()
      .max(2_000_000)
      .nullable()
      .default(null)
      .describe("JSON of the p4lang tutorials, commands of BMv2's CLI, or P4Runtime text"),
  }),
  z.object({ kind: z.literal("topology"), topologyVersionId: idSchema }),
  z.object({
    kind: z.literal("scenario"),
    scenarioVersionId: idSchema,
    placementId: idSchema
      .nullable()
      .default(null)
      .describe("where its chains run; left out, before: solved, after: where they were before"),
  }),
]);
type Side = z.infer<typeof sideSchema>;
export type ProgramSide = Extract<Side, { kind: "snapshot" | "program" }>;
export type TopologySide = Extract<Side, { kind: "topology" }>;
export type ScenarioSide = Extract<Side, { kind: "scenario" }>;

/** What is compared, and what holds. */
const questionSchema = z.object({
  name: nameSchema,
  before: sideSchema,
  after: sideSchema,
  devices: z.array(deviceIdSchema).max(20).default([]).describe("ids of device profiles"),
  devicesBefore: z
    .record(deviceIdSchema, z.int().min(1))
    .default({})
    .describe("version of a profile before the change; left out: as it is now"),
  rules: planRulesSchema.default(() => planRulesSchema.parse({})),
  packets: z.int().min(0).max(PACKETS.most).default(PACKETS.default),
  captureId: idSchema
    .nullable()
    .default(null)
    .describe(`recorded traffic that is sent too, its first ${MOST_RECORDED} frames, in at port 0`),
  recentHours: z
    .int()
    .min(1)
    .max(24)
    .nullable()
    .default(null)
    .describe(
      `what reports showed in so many hours before is sent too: a packet for each of the newest ${MOST_RECORDED} flows, in at the port of its first hop; what reports do not show (MAC addresses, TTL, payload) is made up`,
    ),
});
export type ReviewQuestion = z.infer<typeof questionSchema>;

export const reviewInputSchema = questionSchema.extend({
  progressId: z
    .uuid()
    .nullable()
    .default(null)
    .describe(
      "a number of the caller's own, by which `GET /reviews/progress/{id}` tells how far the review is",
    ),
  rulesFile: z
    .string()
    .max(MOST_RULES_CHARACTERS)
    .nullable()
    .default(null)
    .describe(
      "text of a p4twin.yaml: its rules hold in place of `rules`; programs and clouds that it names are not read",
    ),
});
export type ReviewInput = z.infer<typeof reviewInputSchema>;

export const reviewProgressSchema = z
  .object({
    step: z.enum(["analysis", "packets"]).describe("both versions are analysed; packets go through both"),
    packets: z.number().describe("sent so far"),
  })
  .nullable()
  .describe("null: no review of this number is under way, or of a cloud, which takes a second");
export type ReviewProgress = NonNullable<z.infer<typeof reviewProgressSchema>>;

const findingSchema = z.object({
  id: z.string().describe("stays: a link to it is #id"),
  rule: z.string(),
  level: z.enum(["error", "warning"]),
  message: z.string(),
  place: z.object({ file: z.string(), line: z.number(), column: z.number() }).nullable(),
});
const frameSchema = z.object({ port: z.number(), hex: z.string() });
const decidedSchema = z
  .object({ table: z.string(), entry: z.string().nullable(), action: z.string() })
  .nullable();
const ranSchema = z.object({ sent: z.array(frameSchema), decided: decidedSchema });

export const reviewResultSchema = z.object({
  program: z.string(),
  failed: z.boolean().describe("a rule fails"),
  findings: z.array(findingSchema),
  counts: z
    .object({ same: z.number(), changed: z.number(), added: z.number(), removed: z.number() })
    .nullable(),
  added: z.array(z.string()).describe("paths, each as states, tables and outcome"),
  removed: z.array(z.string()),
  devices: z.array(
    z.object({
      device: z.string(),
      beforeUs: z.number().nullable(),
      afterUs: z.number().nullable(),
      ...bothIntervals,
      isLeast: z.boolean(),
    }),
  ),
  packets: z
    .object({
      packets: z.number(),
      recorded: z.number().default(0).describe("of them, those of a capture"),
      ofPaths: z.number().default(0).describe("of them, those for the listed paths of either side"),
      differing: z.number(),
      entries: z
        .object({
          changed: z.number(),
          met: z.number().describe("of them, those that a packet hit"),
          differing: z.number().describe("of them, those with which a packet leaves differently"),
        })
        .nullable()
        .default(null)
        .describe("entries and default actions that differ; null: none does, or they were not sought"),
      differences: z.array(
        z.object({
          packets: z.number(),
          witness: z.object({
            ...{ port: z.number(), hex: z.string(), text: z.string().nullable() },
            stf: z
              .string()
              .nullable()
              .default(null)
              .describe(
                "a test that one side passes and the other fails, with the entries that the packet needs",
              ),
          }),
          before: ranSchema,
          after: ranSchema,
        }),
      ),
    })
    .nullable(),
  entries: comparisonSchema.nullable(),
  chains: z
    .array(
      z.object({
        chain: z.string(),
        beforeUs: z.number().nullable().describe("null: it has no sound place"),
        afterUs: z.number().nullable(),
        ...bothIntervals,
        budgetUs: z.number().nullable(),
        before: z.array(z.string()).describe("devices of its functions; empty: nowhere"),
        after: z.array(z.string()),
      }),
    )
    .default([]),
  notCompared: z.array(z.string()),
});
export type ReviewResult = z.infer<typeof reviewResultSchema>;

export const verdictSchema = z.enum(["approved", "rejected"]);
const approvalSchema = z.object({
  id: idSchema,
  by: z.string().nullable().describe("name of the user"),
  role: userRoleSchema,
  verdict: verdictSchema,
  comment: z.string(),
  at: instantSchema,
});

export const reviewSummarySchema = z.object({
  id: idSchema,
  name: z.string(),
  failed: z.boolean(),
  findings: z.int(),
  state: z.enum(["open", "approved", "rejected"]).describe("what the last verdict says"),
  createdBy: z.string().nullable().describe("name of the user"),
  createdAt: instantSchema,
});
export type ReviewSummary = z.infer<typeof reviewSummarySchema>;

export const reviewSchema = reviewSummarySchema.extend({
  question: questionSchema.omit({ name: true }),
  result: reviewResultSchema,
  approvals: z.array(approvalSchema),
});
export type Review = z.infer<typeof reviewSchema>;

export const verdictInputSchema = z.object({
  id: idSchema,
  verdict: verdictSchema,
  comment: z.string().trim().max(2_000).default(""),
});
