import { z } from "zod";

const id = z.string().min(1);
const us = z.number().nonnegative();

const placeSchema = z.strictObject({ switch: id, port: z.number().int().nonnegative() });

/**
 * How the last switch of a segment reports its packets: the flow as it leaves (VNFs rewrite headers), format, exporter.
 */
const segmentReportSchema = z.strictObject({
  format: z.enum(["telemetry-report-1.0", "telemetry-report-2.0"]),
  int: z.enum(["1.0", "2.1"]),
  flow: z.strictObject({
    src: z.string(),
    dst: z.string(),
    proto: z.number().int().min(0).max(255),
    srcPort: z.number().int().min(0).max(65535),
    dstPort: z.number().int().min(0).max(65535),
  }),
  /** address that the exporter sends from; on one machine an address of 127.0.0.0/8 keeps exporters apart */
  address: z.ipv4().optional(),
});

const windowSchema = z.strictObject({
  /** elements of the register array t1 (our choice; the UC1 program has 4,096 for each flow) */
  size: z.number().int().positive().default(65_536),
  /** how t2 finds its t1: by order of arrival (the paper), or by the IPv4 identification field (its remedy) */
  pairing: z.enum(["order", "ipId"]).default("order"),
  /** by order only: a silence that long sets offset2 = offset1, so that a loss is forgotten */
  resyncIdleUs: us.optional(),
});

const queueEstimateSchema = z.strictObject({
  /** wait of the last transit packet that left, or that wait scaled by the queue depths (Paolucci et al., Sec. 3) */
  formula: z.enum(["lastTransit", "refined"]).default("lastTransit"),
  /** from this age on the register falls by 1 us per us; without it a register that nobody writes stays for ever */
  decayAfterUs: us.optional(),
});

/** A segment under latency control: where t1 is stored, where the decision falls, and by what. */
export const controlledSegmentSchema = z
  .strictObject({
    id,
    kind: z.enum(["uc1", "uc2"]),
    flow: id,
    /** UC2: where the INT domain begins; UC1 begins where t1 is stored */
    source: placeSchema.optional(),
    /** where Table Store notes t1 */
    store: placeSchema,
    /** where Table Enforce decides */
    enforce: placeSchema,
    plUs: us,
    dlUs: us,
    window: windowSchema.prefault({}),
    queueEstimate: queueEstimateSchema.prefault({}),
    /** whose wait counts against DL: the normal queue's (the paper), or that of the queue the packet would take */
    judge: z.enum(["normalQueue", "chosenQueue"]).default("normalQueue"),
    report: segmentReportSchema.optional(),
  })
  .refine((s) => s.plUs <= s.dlUs, { message: "PL must not be above DL", path: ["plUs"] });
export type ControlledSegment = z.infer<typeof controlledSegmentSchema>;
