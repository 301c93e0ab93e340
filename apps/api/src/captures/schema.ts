import { DEFAULT_REPORT_PORTS, DIALECT_IDS, heardPathSchema } from "@p4twin/models/telemetry";
import { z } from "zod";
import { idSchema, instantSchema, nameSchema } from "../shared/schemas.ts";
import { unmatchedReportSchema } from "../telemetry/schema.ts";

/**
 * How the bytes of a capture are read: which UDP ports carry reports, and what the wire does not say about
 * its exporters.
 */
export const captureSettingsSchema = z.strictObject({
  ports: z
    .array(z.int().min(1).max(65_535))
    .min(1, "Name at least one UDP port that carries reports.")
    .max(32)
    .default([...DEFAULT_REPORT_PORTS]),
  /** auto: what the bytes tell, and in a run what is set for the exporter */
  dialect: z.enum(DIALECT_IDS).default("auto"),
});
export type CaptureSettings = z.infer<typeof captureSettingsSchema>;

const barSchema = z.object({ fromUs: z.number(), toUs: z.number(), count: z.number() });

const flowSchema = z.object({
  src: z.string(),
  dst: z.string(),
  proto: z.number(),
  srcPort: z.number().nullable(),
  dstPort: z.number().nullable(),
});

/** What stands in a capture. frames = datagrams + skipped, datagrams = decoded + undecodable, always. */
export const captureSummarySchema = z.object({
  frames: z.number(),
  skipped: z.number(),
  datagrams: z.number(),
  decoded: z.number(),
  undecodable: z.number(),
  reports: z.number(),
  /** reports that say that the packet was dropped */
  droppedPackets: z.number(),
  /** reports missing by their sequence numbers */
  sequenceGaps: z.number(),
  undecodableByReason: z.array(
    z.object({ reason: z.string(), count: z.number(), frames: z.array(z.number()) }),
  ),
  /** what is wrong with the file itself, and in what its exporters deviate from the specification */
  problems: z.array(
    z.object({ severity: z.enum(["warning", "error"]), code: z.string(), message: z.string() }),
  ),
  /** datagrams to ports that are no report ports, and how many of them read as INT reports all the same */
  otherPorts: z.array(z.object({ port: z.number(), count: z.number(), reports: z.number().default(0) })),
  formats: z.array(z.object({ format: z.string(), int: z.string().nullable(), reports: z.number() })),
  exporters: z.array(
    z.object({
      address: z.string(),
      datagrams: z.number(),
      undecodable: z.number(),
      reports: z.number(),
      /** of its reports, missing by their sequence numbers */
      sequenceGaps: z.number().default(0),
    }),
  ),
  exporterCount: z.number(),
  flows: z.array(flowSchema.extend({ reports: z.number(), path: z.array(z.number().nullable()) })),
  flowCount: z.number(),
  /** true when there are more flows than are told apart */
  flowsCut: z.boolean(),
  nodes: z.array(
    z.object({
      nodeId: z.number(),
      /** address of the exporter whose reports tell of it: node ids are not unique beyond */
      exporter: z.string().optional(),
      hops: z.number(),
      p50Us: z.number().nullable(),
      p95Us: z.number().nullable(),
      p99Us: z.number().nullable(),
    }),
  ),
  nodeCount: z.number(),
  /** the hop of each path that made its packets slow, by the capture alone; a path without one is not listed */
  standOuts: z
    .array(
      z.object({
        exporter: z.string(),
        path: z.array(z.number().nullable()),
        nodeId: z.number(),
        /** that all but one packet in a hundred exceed */
        fastestUs: z.number(),
        /** that a quarter of its packets exceed, of a node whose reports show a queue a twentieth */
        slowUs: z.number(),
        byQueue: z.boolean(),
        /** of what the hops of the path took longer than their fastest */
        share: z.number(),
        /** most packets in its queue; null where its reports do not tell */
        deepest: z.number().nullable(),
      }),
    )
    .default([]),
  paths: z.array(heardPathSchema).default([]).describe("by exporter, nodes and ports, the busiest first"),
  /**
   * What the times of the nodes count, and who says it: the dialect, the reports, or nobody (then nanoseconds are
   * assumed, and the dialect must be asked for)
   */
  units: z
    .array(
      z.object({
        exporter: z.string(),
        nodeIds: z.array(z.number()),
        timestamp: z.enum(["ns", "us"]),
        latency: z.enum(["ns", "us"]),
        basis: z.enum(["dialect", "evidence", "assumed"]),
        evidence: z.string(),
      }),
    )
    .default([]),
  /** latency of single hops, all nodes together */
  distribution: z.array(barSchema),
  firstNs: z.string().nullable(),
  lastNs: z.string().nullable(),
});
export type CaptureSummary = z.infer<typeof captureSummarySchema>;

const captureStateSchema = z.enum(["waiting", "receiving", "reading", "ready", "failed", "cancelled"]);
export type CaptureState = z.infer<typeof captureStateSchema>;

export const captureEntrySchema = z.object({
  id: idSchema,
  name: z.string(),
  /** waiting: no byte came yet; receiving: they come and are read at once; reading: read again with other settings */
  state: captureStateSchema,
  settings: captureSettingsSchema,
  /** bytes of the file that have come */
  bytes: z.number(),
  /** frames that were read of them */
  frames: z.number(),
  failure: z.string().nullable(),
  createdAt: instantSchema,
  createdBy: z.string().nullable().describe("name of the user"),
});
export type CaptureEntry = z.infer<typeof captureEntrySchema>;

export const captureSchema = captureEntrySchema.extend({ summary: captureSummarySchema.nullable() });
export type Capture = z.infer<typeof captureSchema>;

export const captureListSchema = z.object({
  captures: z.array(captureEntrySchema),
  /** what all files take, and the bounds (bytes) */
  usedBytes: z.number(),
  maxTotalBytes: z.number(),
  maxFileBytes: z.number(),
});
export type CaptureList = z.infer<typeof captureListSchema>;

export const beginInputSchema = z.strictObject({
  name: nameSchema,
  bytes: z.number().int().min(0).nullable().default(null).describe("size of the file, when it is known"),
  settings: captureSettingsSchema.prefault({}),
});

/**
 * replay: datagrams come when they came, at `speed` times their own pace, and their windows are of now. fill:
 * all at once, the windows keep the capture's own spacing and end now. analyse: nothing is stored.
 */
const runModeSchema = z.enum(["replay", "fill", "analyse"]);

export const runInputSchema = z
  .strictObject({
    captureId: idSchema,
    deploymentId: idSchema,
    mode: runModeSchema,
    speed: z.number().min(0.1).max(100).nullable().default(null).describe("of a replay; null: its own pace"),
  })
  .refine((run) => run.speed === null || run.mode === "replay", {
    message: "Only a replay has a speed.",
    path: ["speed"],
  });
export type RunInput = z.infer<typeof runInputSchema>;

export const runProgressSchema = z.object({
  /** of the bytes of the file */
  fraction: z.number(),
  datagrams: z.number(),
  windows: z.number(),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

const partSchema = z.object({
  part: z.int(),
  label: z.string().nullable(),
  count: z.number(),
  p50Us: z.number().nullable(),
  p95Us: z.number().nullable(),
  p99Us: z.number().nullable(),
  maxUs: z.number().nullable(),
});

/** What a run found. reports = matched + the sum of `unmatchedByReason`, always. */
export const runResultSchema = z.object({
  datagrams: z.number(),
  undecodable: z.number(),
  reports: z.number(),
  matched: z.number(),
  unmatchedByReason: z.record(z.string(), z.number()),
  /** a sample of reports that belong to no segment */
  unmatchedReports: z.array(unmatchedReportSchema).default([]),
  strangers: z
    .array(unmatchedReportSchema)
    .default([])
    .describe("as unmatchedReports; goes with the next version"),
  /** windows that were handed to the writer; of an analysis: that would have been */
  windows: z.number(),
  /** first and last instant of the windows, ms since 1970 */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  segments: z.array(
    partSchema.omit({ part: true, label: true }).extend({
      segmentId: z.string(),
      abovePl: z.number(),
      aboveDl: z.number(),
      dropped: z.number(),
      sequenceGaps: z.number(),
      distribution: z.array(barSchema),
      parts: z.array(partSchema),
    }),
  ),
});
export type RunResult = z.infer<typeof runResultSchema>;

export const runStateSchema = z.enum(["running", "done", "failed", "cancelled"]);

export const runSchema = z.object({
  id: idSchema,
  captureId: idSchema,
  captureName: z.string(),
  deploymentId: idSchema,
  deploymentName: z.string(),
  mode: runModeSchema,
  speed: z.number().nullable(),
  state: runStateSchema,
  progress: runProgressSchema,
  result: runResultSchema.nullable(),
  failure: z.string().nullable(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});
export type CaptureRun = z.infer<typeof runSchema>;
