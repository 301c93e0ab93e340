import {
  decodedFlowSchema,
  exporterProfileSchema,
  formatIpv4,
  formatIpv6,
  heardPathSchema,
  parseIp,
} from "@p4twin/models/telemetry";
import { z } from "zod";
import { processRoles } from "../roles.ts";
import { instantSchema } from "../shared/schemas.ts";

/** An address as sockets write it, however it was typed. */
const addressSchema = z
  .string()
  .trim()
  .transform((text, context) => {
    const ip = parseIp(text);
    if (!ip) {
      context.addIssue({
        code: "custom",
        message: `${text} is not an IP address; write the exporter's own, e.g. 10.0.0.1`,
      });
      return z.NEVER;
    }
    return ip.family === 4 ? formatIpv4(ip.words[0]) : formatIpv6(ip.words, 0);
  });
export const exporterAddressSchema = z.object({ address: addressSchema });

/** What the owner sets for one exporter; an upsert sets all of it, what is left out to its default. */
export const exporterInputSchema = z.object({
  address: addressSchema,
  label: z.string().trim().max(120).nullable().default(null),
  accepted: z.boolean().default(true).describe("false refuses its datagrams"),
  profile: exporterProfileSchema.prefault({}),
  maxDatagramsPerSecond: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .default(null)
    .describe("more are dropped and counted as limited; null: no limit"),
  sampleOneIn: z
    .int()
    .min(1)
    .max(65_536)
    .default(1)
    .describe("reads one of so many datagrams; the others are counted as sampled out"),
});
export type ExporterInput = z.infer<typeof exporterInputSchema>;

export const listedExporterSchema = z.object({
  address: z.string(),
  label: z.string().nullable(),
  accepted: z.boolean(),
  profile: exporterProfileSchema,
  maxDatagramsPerSecond: z.int().nullable(),
  sampleOneIn: z.int(),
  updatedAt: instantSchema,
});
export type ListedExporter = z.infer<typeof listedExporterSchema>;

export const acceptanceSchema = z.object({
  acceptOnlyListed: z
    .boolean()
    .default(false)
    .describe("true refuses every exporter that is not listed as accepted"),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** A process of an installation that has several, by its last statement. */
export const processSchema = z.object({
  id: z.string(),
  host: z.string(),
  roles: z.array(z.enum(processRoles)),
  startedAt: instantSchema,
  lastHeardAt: instantSchema,
  datagrams: z.number().nullable().describe("that its collector took from sockets; null without one"),
  windowsSent: z.number().nullable().describe("that its collector closed and handed on; null without one"),
  windowsWaiting: z.number().nullable().describe("of these, not taken over yet; null without one"),
  windowsStored: z.number().nullable().describe("that its writer stored; null without one"),
  reconnects: z.number().describe("to the message broker"),
  liveLost: z.number().describe("live messages lost while the broker was away"),
});
export type Process = z.infer<typeof processSchema>;

const byReason = z.record(z.string(), z.number());

const exporterSchema = z.object({
  address: z.string(),
  label: z.string().nullable(),
  /** the owner has set something for this address */
  listed: z.boolean(),
  arrived: z.number(),
  limited: z.number(),
  sampledOut: z.number(),
  sampleOneIn: z.number(),
  queueDropped: z.number(),
  kernelDropped: z.number(),
  received: z.number(),
  decoded: z.number(),
  undecodable: z.number(),
  undecodableByReason: byReason,
  reports: z.number(),
  matched: z.number(),
  waiting: z
    .number()
    .default(0)
    .describe("postcards that wait for others of their packet: reports = matched + unmatched + waiting"),
  unmatched: z.number(),
  unmatchedByReason: byReason,
  recorded: z.number(),
  droppedPackets: z.number(),
  deviations: byReason.default({}).describe("reports that deviate from the specification, by its name"),
  rawElements: z
    .record(z.string(), z.string())
    .default({})
    .describe("elements of IPFIX that are not read here, by enterprise.element: the last value as hex"),
  units: z
    .object({
      timestamp: z.enum(["ns", "us"]),
      latency: z.enum(["ns", "us"]),
      basis: z.enum(["settings", "evidence", "assumed", "doubtful", "mixed"]),
      evidence: z.string(),
      byNode: z
        .array(
          z.object({
            nodeIds: z.array(z.number()),
            timestamp: z.enum(["ns", "us"]).nullable(),
            latency: z.enum(["ns", "us"]).nullable(),
            evidence: z.string(),
          }),
        )
        .default([])
        .describe("with `mixed`: which of its nodes count what; null is not certain, and not measured"),
    })
    .nullable()
    .default(null)
    .describe("what its times count, who says so, and by what that shows"),
  sequenceGaps: z.number(),
  late: z.number(),
  sequenceRestarts: z.number(),
  untracked: z.number(),
  reportsPerS: z
    .number()
    .nullable()
    .default(null)
    .describe("since the statement before; null when there is none yet, or the counting began anew"),
  formats: z.array(z.string()),
  nodeIds: z.array(z.number()),
  nodeIdsCapped: z.boolean(),
  firstHeardMs: z.number(),
  lastHeardMs: z.number(),
  lastBad: z.object({ atMs: z.number(), reason: z.string(), length: z.number(), hex: z.string() }).nullable(),
});

/** What a report that belongs to no segment looked like, how often a sample met it, and why it belongs to none. */
export const unmatchedReportSchema = z.object({
  exporter: z.string(),
  reason: z.string(),
  flow: decodedFlowSchema.nullable(),
  path: z.array(
    z.object({
      nodeId: z.number().nullable(),
      ingressPort: z.number().nullable(),
      egressPort: z.number().nullable(),
    }),
  ),
  seen: z.number(),
  lastMs: z.number(),
});

/** Where windows wait, of this process or of all together. */
const spoolSchema = z.object({
  waiting: z.number(),
  diskBytes: z.number(),
  held: z.object({ rows: z.number(), bytes: z.number() }).describe("in memory, while the disk takes nothing"),
  evicted: z.number().describe("windows that had to go: the disk space or the memory was used up"),
  damaged: z
    .object({ records: z.number(), rows: z.number(), bytes: z.number() })
    .describe("set aside; `rows` as far as they are known"),
  writeErrors: z.number(),
  lastError: z.string().nullable(),
});

/**
 * Where every datagram and window went. arrived = notAccepted + tooMany + forgotten.datagrams + the
 * exporters' arrived; an exporter's arrived = limited + sampledOut + queueDropped + received; windows
 * received = stored + duplicates + dropped + queued.
 */
export const telemetryStateSchema = z.object({
  atMs: z.number(),
  startedMs: z.number(),
  /**
   * the clock of the collector's machine: how often it was set, by how much last (negative: back) and when,
   * and how far in all
   */
  clock: z.object({
    steps: z.number(),
    lastStepMs: z.number().nullable(),
    lastStepAtMs: z.number().nullable(),
    offsetMs: z.number(),
  }),
  source: z.enum(["recvmmsg", "dgram"]),
  host: z.string(),
  ports: z.array(
    z.object({
      port: z.number(),
      sockets: z.number(),
      requestedBufferBytes: z.number(),
      grantedBufferBytes: z.number(),
    }),
  ),
  arrived: z.number(),
  kernelDropped: z.number().nullable(),
  notAccepted: z.number(),
  tooMany: z.number(),
  refused: z.number(),
  refusedSenders: z.array(
    z.object({
      address: z.string(),
      reason: z.enum(["not-accepted", "too-many"]),
      datagrams: z.number(),
      lastHeardMs: z.number(),
    }),
  ),
  refusedElsewhere: z.number(),
  /** exporters that made room for others, with the datagrams that they had sent */
  forgotten: z.object({ exporters: z.number(), datagrams: z.number() }),
  frames: z
    .object({
      interface: z.string(),
      seen: z.number(),
      passedOver: z.number(),
      leftToSocket: z.number().describe("the UDP socket receives them too"),
      taken: z.number().describe("read from the frame, because no socket receives them"),
      inBand: z
        .number()
        .default(0)
        .describe("packets of users that carry telemetry themselves, as a mirror port shows them"),
      zeroChecksums: z.number(),
      wrongChecksums: z.number(),
      kernelDropped: z.number().nullable(),
    })
    .nullable()
    .default(null)
    .describe("the interface whose frames are read beside the sockets; null without one"),
  checksumDrops: z
    .number()
    .nullable()
    .default(null)
    .describe(
      "packets dropped here for a wrong checksum since the collector started: no socket receives them",
    ),
  windows: z.number(),
  cpuMs: z.number().nullable(),
  partsRefused: z.number(),
  clocks: z.array(
    z.object({
      firstNode: z.number(),
      secondNode: z.number(),
      restarts: z.number(),
      skew: z.object({
        offsetUs: z.number().nullable(),
        uncertaintyUs: z.number().nullable(),
        driftPpm: z.number().nullable(),
        offsetAtMostUs: z.number().nullable(),
        samples: z.number(),
        method: z.enum(["both-ways", "one-way", "none"]),
      }),
    }),
  ),
  clockStepsBack: z.number(),
  /** a sample of reports that belong to no segment, newest first: what arrives instead of what is bound */
  unmatchedReports: z.array(unmatchedReportSchema),
  strangers: z.array(unmatchedReportSchema).describe("as unmatchedReports; goes with the next version"),
  reportsPerS: z.number().nullable().describe("as that of an exporter, of all of them"),
  paths: z
    .array(heardPathSchema)
    .default([])
    .describe("paths that reports show, from a sample, the busiest first"),
  watchers: z.number(),
  writer: z.object({
    received: z.number(),
    stored: z.number(),
    duplicates: z.number(),
    dropped: z.number(),
    queued: z.number(),
    failures: z.number(),
    mended: z.number().describe("stored with a figure clamped or an optional column empty"),
    spool: spoolSchema.nullable(),
    /** a process before this one was killed: its last sign, and the closed windows that it left to be stored */
    interruption: z.object({ lastSignMs: z.number(), rows: z.number() }).nullable(),
  }),
  exporters: z.array(exporterSchema),
});
export type TelemetryState = z.infer<typeof telemetryStateSchema>;
