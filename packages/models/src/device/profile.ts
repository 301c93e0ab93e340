import { z } from "zod";
import { capabilityNames, constructs } from "../core/index.ts";
import { p8FormSchema } from "./p8Profile.ts";
import {
  sourcedCountSchema,
  sourcedNonNegativeSchema,
  sourcedPositiveSchema,
  sourcedSchema,
  sourceSchema,
} from "./sourced.ts";

const constructSchema = z.enum(constructs);

/** Thesis Eq. 4.2 and 4.6: base of one parsed header and one table, and one cost per further construct. */
const linearFormSchema = z.strictObject({
  baseUs: sourcedPositiveSchema,
  slopesUs: z.strictObject({
    parse: sourcedSchema,
    modify: sourcedSchema,
    copy: sourcedSchema,
    remove: sourcedSchema,
    add: sourcedSchema,
    table: sourcedSchema,
  }),
});

/**
 * Where the line bends. `slope`: every header beyond the threshold costs `us` instead of the slope.
 * `once`: `us` is added once when the threshold is passed. Header sizes decide when they are known (`overBytes`).
 */
const correctionSchema = z.strictObject({
  construct: constructSchema,
  kind: z.enum(["slope", "once"]),
  overCount: sourcedCountSchema,
  overBytes: sourcedCountSchema.nullable(),
  us: sourcedSchema,
  reason: z.string().min(1),
});

/** From `fromCount` constructs on, the fit is known to lie this much above the measurement. */
const biasSchema = z.strictObject({
  construct: constructSchema,
  fromCount: z.number().int().positive(),
  overestimateUs: sourcedPositiveSchema,
});

/** Conditions under which the profile's latency no longer describes the device (drops, saturation). */
const regimeSchema = z.strictObject({
  construct: constructSchema,
  overCount: z.number().int().nonnegative().describe("after the minus one of parse and table"),
  packetBytesAtMost: z.number().int().positive(),
  text: z.string().min(1),
  lossless: z
    .strictObject({
      count: z.number().int().positive(),
      packetBytes: z.number().int().positive(),
      gbps: sourcedPositiveSchema,
    })
    .optional(),
  source: sourceSchema,
});

const packetSizeSchema = z.strictObject({
  referenceBytes: sourcedPositiveSchema,
  effect: z.string().min(1).describe("what the work says about other sizes, in words"),
  source: sourceSchema,
  offsets: z.array(z.strictObject({ packetBytes: z.number().int().positive(), offsetUs: sourcedSchema })),
});

const externSchema = z.strictObject({
  name: z.string().min(1),
  latencyUs: sourcedNonNegativeSchema,
  /** one standard deviation of that cost; left out where nobody states it: then a path with it has no interval */
  errorUs: sourcedNonNegativeSchema.optional(),
  throughputGbps: sourcedPositiveSchema.nullable(),
});

/** A profile that leaves out a capability says nothing about it. */
const capabilitySchema = z.strictObject({
  name: z.enum(capabilityNames),
  /** `weak`: it is there and does less than it says */
  support: z.enum(["yes", "weak", "no"]),
  source: sourceSchema,
});

const ruleLimitSchema = z.strictObject({
  match: z.enum(["exact", "lpm", "ternary"]),
  theoreticalMax: sourcedCountSchema,
  operableMax: sourcedCountSchema,
});

/**
 * Forwarding rate by frame size, measured at saturation. `gbps` is what arrived on the link: each frame and
 * `overheadBytes` beside it; `lossPercent` what was lost of the load offered then.
 */
const throughputSchema = z.strictObject({
  overheadBytes: sourcedCountSchema.describe("bytes per frame that the rates count beside the frame"),
  points: z
    .array(
      z.strictObject({
        frameBytes: z.number().int().positive().describe("without the checksum"),
        gbps: sourcedPositiveSchema,
        lossPercent: sourcedNonNegativeSchema,
      }),
    )
    .min(1),
  /** packet rate that the device does not exceed, where its packet rate does not depend on the frame size */
  ceiling: z
    .strictObject({ mpps: sourcedPositiveSchema, upToBytes: z.number().int().positive().nullable() })
    .nullable(),
});

/**
 * Cores of a server that run chains to completion: what they cost and carry comes from the server's own
 * profile (room `server`), the port from its NIC and the switch in front of it.
 */
const coresSchema = z.strictObject({
  server: z.string().min(1).describe("profile in library/servers/profiles"),
  cores: z.int().positive().describe("cores for chains; the rest serve others"),
  driver: z.enum(["kernel", "user", "dpdk"]),
  transfers: z.number().nonnegative().default(0).describe("transfers of a packet between cores"),
  nic: z.string().min(1).nullable().default(null).describe("NIC in library/servers/nics"),
  inFront: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe("profile of the (switch, NIC) pair in front, whose measured throughput bounds the port"),
});

const flowCaseSchema = z.strictObject({
  rules: z.enum(["one", "max"]),
  flows: z.enum(["one", "thousand", "max"]),
  medianUs: sourcedPositiveSchema.nullable(),
  addedUs: sourcedSchema.nullable(),
});

/**
 * A measured point of a construct's curve (thesis Figs. 3.3 to 3.9): the latency of a program with so many of it, or
 * what it takes more than the program with the fewest.
 */
const constructPointSchema = z.strictObject({
  construct: constructSchema,
  count: z.number().int().positive(),
  medianUs: sourcedPositiveSchema.nullable(),
  addedUs: sourcedSchema.nullable(),
});

/** From a change of a table or register at the control agent until packets meet it, and how many it takes a second. */
const controlAgentSchema = z.strictObject({
  responses: z.array(
    z.strictObject({
      update: z.enum(["register", "exact", "wildcard"]),
      leastMs: sourcedPositiveSchema,
      mostMs: sourcedPositiveSchema,
    }),
  ),
  updatesPerS: z.strictObject({ least: sourcedPositiveSchema, most: sourcedPositiveSchema }),
});

/** One immutable version of a device's latency behaviour, capacity and limits. Unknown is null, never 0. */
export const deviceProfileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "use lower-case letters, digits and dashes"),
  version: z.number().int().positive(),
  title: z.string().min(1),
  summary: z.string().min(1),
  kind: z.enum(["cpu", "npu", "fpga", "asic"]),
  vendor: z.string().nullable(),
  architectures: z.array(z.string().min(1)).min(1),
  /** null where no latency is published */
  linear: linearFormSchema.nullable(),
  p8: p8FormSchema.nullable(),
  corrections: z.array(correctionSchema),
  biases: z.array(biasSchema),
  fitRmseUs: sourcedNonNegativeSchema.nullable(),
  /** standard deviation of single packets of one run */
  spreadUs: sourcedNonNegativeSchema.nullable(),
  /** standard deviation of the mean between runs (starts of the device) */
  runSpreadUs: sourcedNonNegativeSchema.nullable().default(null),
  /** percentiles of single packets as a multiple of their mean */
  tail: z
    .strictObject({ p50: sourcedPositiveSchema, p95: sourcedPositiveSchema, p99: sourcedPositiveSchema })
    .refine(
      ({ p50, p95, p99 }) => p50.value <= p95.value && p95.value <= p99.value,
      "p50, p95 and p99 do not fall",
    )
    .nullable()
    .default(null),
  packetSize: packetSizeSchema.nullable(),
  regimes: z.array(regimeSchema),
  externs: z.array(externSchema),
  capabilities: z.array(capabilitySchema).default([]),
  capacity: z.strictObject({
    gbpsPerLink: sourcedPositiveSchema.nullable(),
    maxConstructs: sourcedCountSchema.nullable(),
    powerWatts: sourcedPositiveSchema.nullable(),
    costUsd: sourcedNonNegativeSchema.nullable(),
  }),
  limits: z.strictObject({
    addedBytes: sourcedCountSchema.nullable(),
    rules: z.array(ruleLimitSchema),
  }),
  throughput: throughputSchema.nullable().default(null),
  flowScaling: z.array(flowCaseSchema),
  constructPoints: z.array(constructPointSchema).default([]),
  controlAgent: controlAgentSchema.nullable().default(null),
  /** left out: no server, or one of which only whole programs were measured */
  cores: coresSchema.optional(),
  ratings: z
    .strictObject({
      source: sourceSchema,
      values: z.record(z.string(), z.number().int().min(1).max(4).nullable()),
    })
    .nullable(),
});

export type DeviceProfile = z.infer<typeof deviceProfileSchema>;
export type Correction = DeviceProfile["corrections"][number];
export type Throughput = z.infer<typeof throughputSchema>;
export type DeviceCores = z.infer<typeof coresSchema>;
export type DeviceExtern = DeviceProfile["externs"][number];
