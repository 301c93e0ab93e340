import { z } from "zod";
import { assert, createRandom, type Random, US_PER_S } from "../../core/index.ts";
import { DIALECT_IDS } from "../dialects/dialects.ts";
import { type DialectInput, encodeAs } from "../dialects/encodeAs.ts";
import { parseIp } from "../packet/address.ts";
import type { HopInput } from "./input.ts";

/** A latency distribution. `erlang` has `shape` stages: 1 is exponential, the more the narrower. */
const latencySchema = z.union([
  z.number().nonnegative(),
  z.strictObject({ distribution: z.literal("constant"), meanUs: z.number().nonnegative() }),
  z.strictObject({ distribution: z.literal("exponential"), meanUs: z.number().nonnegative() }),
  z.strictObject({
    distribution: z.literal("erlang"),
    meanUs: z.number().nonnegative(),
    shape: z.int().min(1).max(1000),
  }),
  z.strictObject({
    distribution: z.literal("normal"),
    meanUs: z.number().nonnegative(),
    deviationUs: z.number().nonnegative(),
  }),
]);
type Latency = z.infer<typeof latencySchema>;

const address = z.string().refine((text) => parseIp(text) !== null, "an IPv4 or IPv6 address");
const port = z.int().min(0).max(65535);

const hopSchema = z.strictObject({
  nodeId: z.int().min(0).max(0xfffffffe),
  ingressPort: z.int().min(0).max(0xfffe),
  egressPort: z.int().min(0).max(0xfffe),
  /** time in the switch, ingress to egress timestamp */
  latencyUs: latencySchema,
  /** time from leaving this switch to entering the next one: link, or VNF where the next hop is the same switch */
  nextUs: latencySchema.default(1),
  queueId: z.int().min(0).max(255).default(0),
  queueDepth: z.int().min(0).max(0xfffffe).default(0),
});

/**
 * A cloud small enough to be listed: flows, their hops and the distribution of each latency. `send` turns it
 * into report datagrams; the same seed gives the same datagrams.
 */
export const sendScenarioSchema = z
  .strictObject({
    format: z.enum(["telemetry-report-1.0", "telemetry-report-2.0"]).default("telemetry-report-1.0"),
    int: z.enum(["1.0", "2.1"]).default("1.0"),
    /** as an exporter of this dialect writes it, which may fix format and INT version */
    dialect: z.enum(DIALECT_IDS).default("auto"),
    /** of all switches: unit of timestamps and hop latency */
    timeUnit: z.enum(["ns", "us"]).default("ns"),
    seed: z.int().min(0).max(0xffffffff).default(1),
    /** reports per second; they are equally spaced in the simulated time too */
    ratePps: z.number().positive().max(1e7).default(1000),
    /** datagrams to send where the command line gives no count */
    count: z.int().min(1).default(1000),
    flows: z
      .array(
        z.strictObject({
          src: address,
          dst: address,
          proto: z.union([z.literal(6), z.literal(17)]).default(17),
          srcPort: port,
          dstPort: port,
          /** share of the reports, relative to the other flows */
          weight: z.number().positive().default(1),
          /** share of packets that the last switch drops */
          dropShare: z.number().min(0).max(1).default(0),
          hops: z.array(hopSchema).min(1).max(16),
        }),
      )
      .min(1)
      .max(10_000),
  })
  .refine((s) => s.dialect !== "ioam-linux" || s.flows.every(({ src }) => src.includes(":")), {
    path: ["flows"],
    message: "IOAM is an option of IPv6: the dialect ioam-linux writes IPv6 flows only",
  });
export type SendScenario = z.infer<typeof sendScenarioSchema>;

/** Instructions of every report: node, ports, latency, queue, both timestamps. */
const INSTRUCTIONS = 0xfc00;
/** Drop reason "ACL deny" [int-fabric-tna]: what a switch that enforces a limit reports. */
const DROP_REASON = 80;

/** Writes the next report into a buffer at an offset and returns its end. */
export type ReportSource = { next(b: Uint8Array, p: number): number };

/** Endless report datagrams of a scenario. The sink of each flow reports; its sequence counts from 0. */
export function createScenarioSource(scenario: SendScenario): ReportSource {
  const random = createRandom(scenario.seed);
  const cumulative: number[] = [];
  for (const flow of scenario.flows) cumulative.push((cumulative.at(-1) ?? 0) + flow.weight);
  const totalWeight = cumulative.at(-1);
  assert(totalWeight !== undefined, "a scenario has at least one flow");
  const unitsPerUs = scenario.timeUnit === "ns" ? 1000 : 1;
  const stepUs = US_PER_S / scenario.ratePps;
  const sequences = new Map<number, number>();
  let nowUs = 0;

  const hopsOf = (flow: SendScenario["flows"][number]): HopInput[] => {
    let clock = nowUs;
    return flow.hops.map((hop) => {
      // each switch has its own zero point, as real ones do; the multiplier is our choice
      const offset = (hop.nodeId % 1000) * 7_919_000;
      const ingressTs = Math.round((clock + offset) * unitsPerUs);
      const latency = Math.round(sample(random, hop.latencyUs) * unitsPerUs);
      clock += latency / unitsPerUs + sample(random, hop.nextUs);
      const { nodeId, ingressPort, egressPort, queueId, queueDepth } = hop;
      return {
        nodeId,
        ingressPort,
        egressPort,
        queueId,
        queueDepth,
        hopLatency: latency,
        ingressTs,
        egressTs: ingressTs + latency,
      };
    });
  };

  return {
    next(b, p) {
      const at = random.next() * totalWeight;
      const flow = scenario.flows[cumulative.findIndex((limit) => at < limit)] ?? scenario.flows[0];
      const hops = hopsOf(flow);
      const sink = hops[hops.length - 1];
      const nodeId = sink.nodeId ?? 0;
      const sequence = sequences.get(nodeId) ?? 0;
      sequences.set(
        nodeId,
        (sequence + 1) % (scenario.format === "telemetry-report-2.0" ? 0x400000 : 0x100000000),
      );
      const dropped = random.next() < flow.dropShare;
      nowUs += stepUs;
      const report: DialectInput = {
        format: scenario.format,
        nodeId,
        sequence,
        timestamp: Number(sink.ingressTs) % 0x100000000,
        flags: { tracked: true, dropped },
        drop: dropped ? { queueId: sink.queueId ?? 0, reason: DROP_REASON } : null,
        flow,
        int: { version: scenario.int, instructions: INSTRUCTIONS, remaining: 16 - hops.length, hops },
      };
      return encodeAs(scenario.dialect, b, p, inDialect(scenario, report, hops));
    },
  };
}

const TCP_INT_LINK_GBPS = 100;
const TCP_INT_FREE = 127;
const FIRST_TTL = 64;

/** Adds what the dialect tells beside or instead of the INT stack. */
function inDialect(scenario: SendScenario, report: DialectInput, hops: readonly HopInput[]): DialectInput {
  const sumUs =
    hops.reduce((sum, hop) => sum + (hop.hopLatency ?? 0), 0) / (scenario.timeUnit === "ns" ? 1000 : 1);
  const none = { linkGbps: null, available: TCP_INT_FREE, queueBytes: null };
  switch (scenario.dialect) {
    case "fabric-tna":
    case "fabric-tna-bmv2": {
      // postcards: the header tells of the sink, whose ingress timestamp it carries
      const hop = hops[hops.length - 1];
      return { ...report, int: null, metadata: { instructions: INSTRUCTIONS, hop } };
    }
    case "vqueue-bmv2":
    case "queue-bmv2":
    case "vqueue-smartnic": {
      const ms = Math.floor(sumUs / 1000);
      return { ...report, queue: { virtualMs: ms, realMs: ms, drops: 0 } };
    }
    case "tcp-int":
      return {
        ...report,
        tcpInt: {
          tag: 0,
          forward: {
            ...none,
            linkGbps: TCP_INT_LINK_GBPS,
            hopTtl: FIRST_TTL - hops.length,
            latencyNs: sumUs * 1000,
          },
          echo: { ...none, hop: 0, latencyNs: 0 },
        },
      };
    default:
      return report;
  }
}

/** A latency of the distribution; a normal one is cut at zero. */
function sample(random: Random, latency: Latency): number {
  if (typeof latency === "number") return latency;
  switch (latency.distribution) {
    case "constant":
      return latency.meanUs;
    case "exponential":
      return random.exponential(latency.meanUs);
    case "erlang":
      return random.erlang(latency.shape, latency.meanUs);
    case "normal":
      return Math.max(0, latency.meanUs + random.normal() * latency.deviationUs);
  }
}
