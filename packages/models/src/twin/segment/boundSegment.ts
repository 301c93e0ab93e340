import { z } from "zod";
import { statedExternSchema } from "../../device/index.ts";
import { DEFAULT_ESTIMATOR } from "../../latency/index.ts";
import { drivers } from "../../server/index.ts";
import { normalAddress, pairings, parseIp } from "../../telemetry/index.ts";
import { AlarmRule } from "../alarm.ts";
import { branchesSchema } from "./branches.ts";

const nameSchema = z.string().trim().min(1, "Give it a name.").max(120);
const addressSchema = z
  .string()
  .min(1)
  .max(64)
  .describe("IPv4 or IPv6 address, or a prefix like 10.0.1.0/24");
const portSchema = z.int().min(0).max(65_535);

/** Which packets belong to a segment; null leaves a field open. */
const flowMatchSchema = z.object({
  src: addressSchema.nullable().default(null),
  dst: addressSchema.nullable().default(null),
  proto: z.int().min(0).max(255).nullable().default(null),
  srcPort: portSchema.nullable().default(null),
  dstPort: portSchema.nullable().default(null),
});
const portIdSchema = z.int().min(0).max(0xffff_ffff);

/** An interface of a switch as INT metadata names it; a null port means any. */
const interfaceSchema = z.object({
  nodeId: z.int().min(0).max(0xffff_ffff),
  port: portIdSchema.nullable().default(null),
});

const labelSchema = z.string().min(1).max(200);

/** Cores of a server that run a VNF; cycles come from synthesis or from counters. */
const vnfServerSchema = z.object({
  profile: z.string().min(1).max(100).describe("server profile of the library"),
  cores: z.int().min(1).max(1024),
  driver: z.enum(drivers).default("dpdk"),
  transfers: z.number().min(0).max(16).default(0).describe("of a packet between cores"),
  functions: z
    .array(
      z.object({
        type: labelSchema,
        cyclesPerPacket: z.number().positive().max(1e9),
        cyclesPerBatch: z.number().nonnegative().max(1e9).optional(),
      }),
    )
    .min(1)
    .max(64),
  offeredPps: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe("null: as measured at the switch in front"),
});

/**
 * An element of a segment in the order in which a packet meets it, with what its prediction is made from. Elements
 * alternate: switch, then VNF or link, then switch, ... as INT shows them: hop, gap, hop.
 */
export const elementSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("switch"),
    label: labelSchema,
    /** INT id that its metadata carries */
    nodeId: z.int().min(0).max(0xffff_ffff),
    /** unit of its timestamps and hop latency: the wire does not say [int-items] */
    timeUnit: z.enum(["ns", "us"]).default("ns"),
    /** `lib:NAME` or the id of a program version; null: not known, so not predicted */
    program: z.string().nullable().default(null),
    /** id of a device profile */
    device: z.string().nullable().default(null),
    /** id of a path of the program, its slowest (`max`) or fastest (`min`), or the mean over packets by `branches` */
    path: z.string().default("max"),
    branches: branchesSchema.nullish().describe("how often its packets go each way, for the path `mean`"),
    engine: z.string().default(DEFAULT_ESTIMATOR),
    /** queue that a packet of the segment meets, and the load offered to it */
    queue: z
      .object({
        ratePps: z.number().positive(),
        offeredPps: z.number().min(0),
        backgroundPps: z
          .number()
          .min(0)
          .nullish()
          .describe("part of the load that no segment reports: what is measured adds to it"),
        capacity: z
          .int()
          .positive()
          .max(1e6)
          .nullish()
          .describe("packets that a port's queue holds; left out, the 64 of BMv2"),
        depthIn: z
          .enum(["packets"])
          .nullish()
          .describe(
            "what the queue depth in reports counts; left out, it is not known: shown, and nothing is predicted from it",
          ),
        server: z
          .enum(["port", "device"])
          .nullish()
          .describe(
            "device: it serves one packet at a time, in the time that its program takes; the rate is not used",
          ),
        arrivals: z
          .object({
            sources: z.int().min(1).max(1e6),
            variation: z.number().min(0).max(10),
          })
          .nullish()
          .describe(
            "how packets come, where it is known: from so many alike sources, whose gaps have this coefficient of variation (0: a clock, 1: chance); left out, by chance",
          ),
        priority: z
          .object({
            higherPps: z.number().min(0),
            lowerPps: z.number().min(0).default(0),
            rates: z.enum(["shared", "each"]).default("shared"),
          })
          .nullish()
          .describe(
            "packets/s of the port's load that are served before those of the segment, and after them; shared: one line for all, each: every priority has the stated rate and room, as on BMv2. Left out, one queue for all",
          ),
      })
      .nullable()
      .default(null),
    /**
     * egress port of that queue; left out, the last switch has that of `to`. Segments of one node and port share its
     * queue
     */
    port: portIdSchema.nullish(),
    externs: z
      .array(statedExternSchema)
      .max(100)
      .nullish()
      .describe("costs of externs that its profile does not publish"),
    flows: z.int().min(1).max(1e9).nullish().describe("flows that its tables see at a time"),
    controller: z
      .object({
        newFlowShare: z.number().min(0).max(1),
        serviceUs: z.number().positive(),
        sigmaUs: z.number().min(0).nullish(),
        installs: z
          .enum(["register", "exact", "wildcard"])
          .nullish()
          .describe("the packet waits until the device's control agent has made this update"),
      })
      .nullish()
      .describe("share of the packets that go to the controller (P_nf), and its service time"),
  }),
  z.object({
    kind: z.literal("vnf"),
    label: labelSchema,
    meanUs: z.number().min(0).nullable().default(null),
    sigmaUs: z.number().min(0).nullable().default(null),
    distribution: z
      .array(z.object({ us: z.number().min(0), share: z.number().min(0) }))
      .max(1000)
      .nullish()
      .describe("measured latencies with their shares: decide before mean and spread"),
    source: z.string().default("declared"),
    server: vnfServerSchema
      .nullish()
      .describe("the server that runs it: adds its input and output, cycles and wait to what is declared"),
  }),
  z.object({
    kind: z.literal("link"),
    label: labelSchema,
    delayUs: z.number().min(0).nullable().default(null),
    gbps: z.number().positive().nullish(),
    packetBytes: z.int().positive().nullish(),
  }),
]);
export type Element = z.infer<typeof elementSchema>;

const alternates = (elements: readonly Element[]): boolean =>
  elements.every((e, i) => (e.kind === "switch") === (i % 2 === 0)) &&
  (elements.length === 0 || elements.length % 2 === 1);

const limits = { plUs: z.number().positive(), dlUs: z.number().positive() };
const ordered = (limit: { plUs: number; dlUs: number }): boolean => limit.plUs <= limit.dlUs;
const orderedMessage = {
  message: "PL must be at most DL: a packet is given priority before it is dropped.",
  path: ["plUs"],
};

/**
 * A segment bound to live telemetry. uc1: `from` and `to` are interfaces of one switch. uc2: `from` is the ingress of
 * the source switch, `to` the egress of the sink. Without flows every packet between the two interfaces belongs to it.
 */
export const boundSegmentSchema = z
  .object({
    id: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/,
        "must begin with a letter or digit and go on with letters, digits, _ . : or -, 64 in all at most",
      ),
    name: nameSchema,
    kind: z.enum(["uc1", "uc2"]),
    ...limits,
    alarm: AlarmRule.nullable().default(null).describe("null: the default rule of the twin"),
    flows: z.array(flowMatchSchema).max(100).default([]),
    exporters: z
      .array(
        z
          .string()
          .refine(
            (text) => parseIp(text) !== null,
            "Write the IP address of an exporter, for example 10.0.0.1.",
          )
          .transform(normalAddress),
      )
      .max(100)
      .nullish()
      .describe(
        "exporters whose reports count, because node ids are not unique beyond one; left out, all of them",
      ),
    from: interfaceSchema,
    to: interfaceSchema,
    pairBy: z
      .enum(pairings)
      .nullish()
      .describe(
        "how postcards (INT-XD, one report a hop) are joined to a packet: by flow and IPv4 identification; by identification, where a VNF changes addresses; by the domain's sequence; left out, they are not",
      ),
    sampling: z
      .number()
      .gt(0)
      .max(1)
      .nullish()
      .describe("share of its packets that report; left out, all of them"),
    elements: z
      .array(elementSchema)
      .max(41)
      .default([])
      .refine(alternates, "Elements alternate: a switch, then a VNF or link, then a switch, and so on."),
  })
  .refine(ordered, orderedMessage);
export type BoundSegment = z.infer<typeof boundSegmentSchema>;

export const segmentsSchema = z
  .array(boundSegmentSchema)
  .max(10_000)
  .refine((list) => new Set(list.map((s) => s.id)).size === list.length, "Two segments have the same id.");

export const thresholdsSchema = z
  .object({ ...limits, alarm: AlarmRule.nullable().default(null) })
  .refine(ordered, orderedMessage);
export type Thresholds = z.infer<typeof thresholdsSchema>;
