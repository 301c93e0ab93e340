import { z } from "zod";
import { FORMATS, INT_VERSIONS, MODES } from "./batch.ts";
import { MARK_NAMES } from "./marks.ts";
import { REASON_CODES } from "./reasons.ts";

const u8 = z.int().min(0).max(0xff);
const u16 = z.int().min(0).max(0xffff);
const u24 = z.int().min(0).max(0xffffff);
const u32 = z.int().min(0).max(0xffffffff);
/** Beyond 2^53 a timestamp is a decimal string, because JSON numbers would lose digits. */
const timestamp = z.union([z.int().min(0), z.string().regex(/^\d{16,20}$/)]);

/** The inner packet's flow; ports are null where the protocol has none or the packet was cut before them. */
export const decodedFlowSchema = z.object({
  src: z.union([z.ipv4(), z.ipv6()]),
  dst: z.union([z.ipv4(), z.ipv6()]),
  proto: u8,
  srcPort: u16.nullable(),
  dstPort: u16.nullable(),
});
export type DecodedFlow = z.infer<typeof decodedFlowSchema>;

/** One hop, in the units of its switch. Null: not asked for, or the switch could not supply it. */
const decodedHopSchema = z.object({
  nodeId: u32.nullable(),
  ingressPort: u32.nullable(),
  egressPort: u32.nullable(),
  hopLatency: u32.nullable(),
  queueId: u8.nullable(),
  queueDepth: u32.nullable(),
  ingressTs: timestamp.nullable(),
  egressTs: timestamp.nullable(),
  level2IngressPort: u32.optional(),
  level2EgressPort: u32.optional(),
  txUtilization: u32.optional(),
  bufferId: u8.optional(),
  bufferDepth: u24.optional(),
  queueCongestion: u24.optional(),
  checksum: u32.optional(),
  /** the first domain-specific word of the hop (INT v2.x) */
  domainWord: u32.optional(),
});
export type DecodedHop = z.infer<typeof decodedHopSchema>;

const reportTypes = ["drop", "flow", "queue", "intermediate", "none"] as const;
export type ReportType = (typeof reportTypes)[number];

const [noVersion, ...versions] = INT_VERSIONS;
const [noMode, ...modes] = MODES;

/** The most loaded link: free bandwidth (0 to 127) or queue, and the link's speed. */
const tcpIntLoad = {
  linkGbps: u16.nullable(),
  available: u8.nullable(),
  queueBytes: u24.nullable(),
};

/** A report without the frame that it came in. Optional keys stand only where the report carries them. */
export const decodedReportSchema = z.object({
  format: z.enum(FORMATS),
  int: z.union([z.literal(noVersion), z.enum(versions)]),
  mode: z.union([z.literal(noMode), z.enum(modes)]),
  reportType: z.enum(reportTypes),
  nodeId: u32.nullable(),
  hwId: u8,
  sequence: u32,
  timestamp: u32.optional(),
  flow: decodedFlowSchema.nullable(),
  hops: z.array(decodedHopSchema),
  remainingHopCount: u8.optional(),
  drop: z.object({ queueId: u8, reason: u16 }).optional(),
  /** Host-INT: packets of the flow that did not arrive, by their sequence numbers */
  lostPackets: z.object({ first: u32, count: u32, gapTs: u32 }).optional(),
  /** queue delays in whole milliseconds from the IPv4 identification; null = not told */
  virtualQueue: z
    .object({ virtualMs: u16.nullable(), realMs: u16.nullable(), drops: u8.nullable() })
    .optional(),
  tcpInt: z
    .object({
      tag: u8,
      forward: z.object({ ...tcpIntLoad, hopTtl: u8, latencyNs: z.int().min(0) }),
      echo: z.object({ ...tcpIntLoad, hop: u8, latencyNs: z.int().min(0) }),
    })
    .optional(),
  /** domain-specific words of the report or of the INT source (INT v2.x), the first four */
  domain: z.object({ id: u16, words: z.array(u32) }).optional(),
  /** sFlow: one packet in `oneIn` is sampled, of a pool of so many; `drops` samples were not sent */
  sample: z.object({ oneIn: u32, pool: u32, drops: u32 }).optional(),
  /** IPFIX: delay since the first node over `packets` packets, in the unit of the latency; null = not told */
  pathDelay: z
    .object({ packets: u32.nullable(), mean: u32.nullable(), min: u32.nullable(), max: u32.nullable() })
    .optional(),
  flags: z.object({ dropped: z.boolean(), congested: z.boolean(), tracked: z.boolean() }),
  warnings: z.array(z.enum(MARK_NAMES)),
});
export type DecodedReport = z.infer<typeof decodedReportSchema>;

const frame = z.int().min(1);

const unit = z.enum(["ns", "us"]).nullable();
/** What the times of a report count, and who says it; null where nobody does. */
const reportUnitSchema = z.object({
  timestamp: unit,
  latency: unit,
  basis: z.enum(["profile", "evidence", "unknown"]),
  /** the dialect that says it, or what the reports show */
  why: z.string(),
});
export type ReportUnit = z.infer<typeof reportUnitSchema>;

/** One line of `p4twin decode`: a report, or the reason why a frame could not be decoded. */
export const decodeLineSchema = z.union([
  z.object({
    frame,
    timeNs: z
      .string()
      .regex(/^-?\d+$/)
      .nullable(),
    unit: reportUnitSchema.optional(),
    /** those of the warnings that are deviations of the exporter from the specification, which were read around */
    quirks: z.array(z.enum(MARK_NAMES)),
    ...decodedReportSchema.shape,
  }),
  z.object({ frame, error: z.enum(REASON_CODES), message: z.string() }),
]);
export type DecodeLine = z.infer<typeof decodeLineSchema>;
