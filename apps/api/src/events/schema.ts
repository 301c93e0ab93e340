import { causeKinds, thresholdsSchema } from "@p4twin/models/twin";
import { z } from "zod";
import { idSchema, instantSchema, severitySchema } from "../shared/schemas.ts";

export const causeSchema = z.enum(causeKinds);
const elementKindSchema = z.enum(["switch", "vnf", "link"]);

/**
 * One element while the alarm was up: what it took then and what it usually takes (us), and the shares of packets that
 * showed it.
 */
const elementReadingSchema = z.object({
  label: z.string(),
  kind: elementKindSchema,
  meanUs: z.number().nullable(),
  usualUs: z.number().nullable(),
  share: z.number().nullable().default(null),
  usualShare: z.number().nullable().default(null),
  queueDepth: z.number().nullable().default(null),
  usualQueueDepth: z.number().nullable().default(null),
});

/** The numbers that show why the event was raised. */
export const evidenceSchema = z.object({
  /** of the packets that arrived; null when none did */
  p99Us: z.number().nullable(),
  triggerUs: z.number(),
  resetUs: z.number(),
  plUs: z.number(),
  dlUs: z.number(),
  /** packets of the window that raised it, and how many of them were above PL and DL or dropped */
  count: z.number(),
  abovePl: z.number(),
  aboveDl: z.number(),
  dropped: z.number(),
  /** reports missing by their sequence numbers: telemetry that was lost, not packets */
  sequenceGaps: z.number().default(0),
  /** percentile budgets and what was observed; null without packets */
  budgets: z
    .array(z.object({ percent: z.number(), maxUs: z.number(), observedUs: z.number().nullable() }))
    .default([]),
  elements: z.array(elementReadingSchema),
  /** elements that packets no longer pass, and hops that the binding does not name and that they pass now */
  missing: z.array(z.string()).default([]),
  added: z.array(z.string()).default([]),
  blame: z
    .object({
      label: z.string(),
      kind: elementKindSchema,
      excessUs: z.number(),
      meanUs: z.number(),
      usualUs: z
        .number()
        .nullable()
        .describe("null: nothing was usual yet; then the share is of the whole time"),
      shareOfExcess: z.number(),
    })
    .nullable(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** What a mute or an entry of the audit is about. */
const placeShape = {
  deploymentId: idSchema.nullable().describe("null: it is about a switch"),
  deploymentName: z.string().nullable(),
  segmentId: z.string().nullable().describe("null: every segment of the deployment"),
  segmentName: z.string().nullable(),
  switchId: idSchema.nullable().describe("null: it is about a deployment"),
  switchName: z.string().nullable(),
};

export const muteSchema = z.object({
  id: idSchema,
  ...placeShape,
  reason: z.string(),
  from: instantSchema.describe("in the future for a maintenance window that was planned"),
  until: instantSchema,
  createdBy: z.string().nullable().describe("name of the user"),
  createdAt: instantSchema,
  endedAt: instantSchema.nullable(),
});
export type Mute = z.infer<typeof muteSchema>;

const anyEventShape = {
  id: idSchema,
  severity: severitySchema,
  /** in plain words: what happened, where, and who is to blame */
  message: z.string(),
  openedAt: instantSchema,
  closedAt: instantSchema.nullable(),
  acknowledgedAt: instantSchema.nullable(),
  acknowledgedBy: z.string().nullable().describe("name of the user"),
  muted: muteSchema.pick({ id: true, reason: true, until: true, createdBy: true }).nullable(),
  suppressed: z.int().describe("alarms that rose within the quiet time after it closed"),
};

/** A segment that left its budget. */
export const segmentEventSchema = z.object({
  ...anyEventShape,
  kind: z.literal("latency"),
  deploymentId: idSchema,
  deploymentName: z.string(),
  segmentId: z.string(),
  segmentName: z.string(),
  cause: causeSchema,
  hop: z.string().nullable().describe("the element that is to blame"),
  evidence: evidenceSchema,
  lastDataAt: instantSchema
    .nullable()
    // what waits to be sent from before has none
    .default(null)
    .describe("while it is open: begin of the last second that had packets. Whether it goes on is unknown"),
});
export type SegmentEvent = z.infer<typeof segmentEventSchema>;

export const driftItemSchema = z.object({
  severity: severitySchema,
  what: z.enum(["pipeline", "program", "missing", "unknown", "changed", "unread"]),
  text: z.string(),
});

/** How what a switch holds differs from its intent, when it was seen last. */
export const driftEvidenceSchema = z.object({
  text: z.string().describe("how much of what differs"),
  intendedSnapshotId: idSchema,
  items: z.array(driftItemSchema).describe("what differs, the worst first"),
  total: z.int().describe("differences, of which some are listed"),
  ending: z.string().nullable().default(null).describe("why it was closed; null: it is open"),
});
export type DriftEvidence = z.infer<typeof driftEvidenceSchema>;

/** A switch that left its intent. */
const switchEventSchema = z.object({
  ...anyEventShape,
  kind: z.literal("intent"),
  switchId: idSchema,
  switchName: z.string(),
  evidence: driftEvidenceSchema,
});

export const eventSchema = z.discriminatedUnion("kind", [segmentEventSchema, switchEventSchema]);
export type Event = z.infer<typeof eventSchema>;

export const eventFilterSchema = z.object({
  kind: z
    .enum(["latency", "intent"])
    .optional()
    .describe("segments over their budget, or switches off their intent"),
  switchId: idSchema.optional(),
  deploymentId: idSchema.optional(),
  segmentId: z.string().optional(),
  open: z.boolean().optional(),
  acknowledged: z.boolean().optional(),
  muted: z.boolean().optional(),
  severity: severitySchema.optional(),
  cause: causeSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  limit: z.int().min(1).max(1000).default(100),
});
export type EventFilter = z.infer<typeof eventFilterSchema>;

/** Everything that is kept in the audit of alerts. */
const recordKindSchema = z.enum([
  "opened",
  "changed",
  "closed",
  "suppressed",
  "acknowledged",
  "unacknowledged",
  "muted",
  "unmuted",
  "delivered",
  "deliveryFailed",
  "thresholds",
]);
export type RecordKind = z.infer<typeof recordKindSchema>;

/** What an event says, as the audit keeps it. */
export const eventStateSchema = z.object({
  severity: severitySchema,
  cause: causeSchema,
  hop: z.string().nullable(),
});
const driftStateSchema = z.object({ severity: severitySchema, text: z.string() });
const recordDetailSchema = z.union([
  thresholdsSchema,
  eventStateSchema,
  driftStateSchema,
  z.object({ reason: z.string(), until: instantSchema }),
  z.object({ channel: z.string(), what: z.string(), attempts: z.int(), answer: z.string() }),
]);

/** One entry of the audit: who did what when, and what was before and after. */
export const recordSchema = z.object({
  id: idSchema,
  what: recordKindSchema,
  ...placeShape,
  eventId: idSchema.nullable(),
  by: z.string().nullable().describe("name of the user; null: P4Twin itself"),
  at: instantSchema,
  before: recordDetailSchema.nullable(),
  after: recordDetailSchema.nullable(),
});
export type AlertRecord = z.infer<typeof recordSchema>;

export const recordFilterSchema = z.object({
  switchId: idSchema.optional(),
  deploymentId: idSchema.optional(),
  segmentId: z.string().optional(),
  eventId: idSchema.optional(),
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  limit: z.int().min(1).max(1000).default(200),
});
export type RecordFilter = z.infer<typeof recordFilterSchema>;

export const muteInputSchema = z
  .object({
    deploymentId: idSchema.optional().describe("this or a switch"),
    switchId: idSchema
      .optional()
      .describe("an attached switch: nothing is delivered of its drift from intent"),
    segmentId: z.string().min(1).nullable().default(null),
    reason: z.string().trim().min(1, "Say why, for those who wonder about the silence.").max(300),
    from: instantSchema.optional().describe("begin of a maintenance window; left out: now"),
    until: instantSchema,
  })
  .refine(
    ({ deploymentId, switchId }) => (deploymentId === undefined) !== (switchId === undefined),
    "Mute a deployment or a switch: name one of them.",
  );
export type MuteInput = z.infer<typeof muteInputSchema>;
