import { assert } from "../../../src/core/index.ts";
import { DEFAULT_OPTIONS, decodeDatagram, ReportBatch, reportAt } from "../../../src/telemetry/index.ts";
import { predictSegment } from "../../../src/twin/predict/predictSegment.ts";
import { predictSwitch } from "../../../src/twin/predict/predictSwitch.ts";
import { predictVnf } from "../../../src/twin/predict/predictVnf.ts";
import type { QueueLoad } from "../../../src/twin/predict/queueWait.ts";
import { halfByParts, meanOf, percent, quantile, type Row, within } from "../row.ts";
import { LiveSwitch, type TrafficJob } from "./liveSwitch.ts";

/** Packets/s that the port behind the VNF serves, and of the critical flow: waits beside which the machine is small. */
const RATE_PPS = 200;
const CRITICAL_PPS = 20;
const CAPACITY = 64;
const VNF_S = 0.003;
const LOADS = [0.25, 0.75];
const CALM_S = 40;
const LOADED_S = Number(process.env.P4TWIN_LIVE_S ?? 240);
/** Ethernet, IPv4 and UDP in front of a report. */
const HEAD_BYTES = 42;
const RANGE = 2 ** 32;

/**
 * The critical flow of UC1 through a real switch, beside the twin's prediction: passes and VNF as the same start of the
 * switch shows them without other traffic, the queue by its stated rate and load. None without the tools.
 */
export async function liveRows(): Promise<Row[]> {
  const { P4TWIN_BMV2: tool, P4TWIN_P4C: compiler } = process.env;
  if (!tool || !compiler || process.getuid?.() !== 0) {
    console.log(
      "the live row is left out: it needs root, P4TWIN_BMV2 (simple_switch) and P4TWIN_P4C (p4c-bm2-ss)",
    );
    return [];
  }
  const live = new LiveSwitch(tool);
  try {
    await live.start(compiler);
    // thresholds that none reaches: what is predicted is the segment, not who is dropped
    live.command("register_write bounded_latency 0 5000000\nregister_write drop_latency 0 10000000\n");
    const calm = stays(live.send(jobOf(0, CALM_S, 1)).reports);
    live.command(`set_queue_rate ${RATE_PPS} 3\nset_queue_depth ${CAPACITY} 3\n`);
    return LOADS.flatMap((load, i) => {
      const { reports } = live.send(jobOf(load * RATE_PPS - CRITICAL_PPS, LOADED_S, 2 + i));
      const ran = stays(reports).map(({ first, vnf, second }) => first + vnf + second);
      const { meanUs, packet } = predict(calm, load * RATE_PPS);
      assert(packet && meanUs !== null, "the chain is predicted");
      const cells: [string, (values: readonly number[]) => number, number, number][] = [
        ["mean", meanOf, meanUs, 0.1],
        ["p50", quantileOf(0.5), packet.p50Us, 0.1],
        ["p99", quantileOf(0.99), packet.p99Us, 0.2],
      ];
      return cells.map(([name, of, us, most]) => {
        const measured = of(ran);
        return {
          what: `latency-controlled chain, live on BMv2, its port ${percent(load)} loaded by chance: ${name}`,
          reference: `${Math.round(measured)} +- ${Math.round(halfByParts(ran, of))} us of ${ran.length} reports`,
          ours: `${Math.round(us)} us predicted (${percent(us / measured - 1, 2)})`,
          holds: within(Math.abs(us / measured - 1), most),
        };
      });
    });
  } finally {
    await live.stop();
  }
}

const quantileOf =
  (share: number) =>
  (values: readonly number[]): number =>
    quantile(
      [...values].sort((a, b) => a - b),
      share,
    );

type Stay = { first: number; vnf: number; second: number };

/** What each report of the flow says: the pass to the VNF, the time there, the pass from it, us. */
function stays(frames: readonly Uint8Array[]): Stay[] {
  const batch = new ReportBatch();
  return frames.flatMap((frame): Stay[] => {
    batch.clear();
    if (decodeDatagram(frame, HEAD_BYTES, frame.length - HEAD_BYTES, DEFAULT_OPTIONS, batch) !== 0) return [];
    const [a, b] = reportAt(batch, 0).hops;
    if (a?.hopLatency == null || b?.hopLatency == null || a.egressTs == null || b.egressTs == null) return [];
    const between = (Number(b.egressTs) - Number(a.egressTs) + RANGE) % RANGE;
    return [{ first: a.hopLatency, vnf: between - b.hopLatency, second: b.hopLatency }];
  });
}

function predict(calm: readonly Stay[], offeredPps: number) {
  const pass = (key: "first" | "second", queue: QueueLoad | null) => {
    const us = calm.map((stay) => stay[key]);
    const meanUs = meanOf(us);
    return predictSwitch({
      label: "s1",
      estimate: {
        ...{ meanUs, meanLowUs: meanUs, meanHighUs: meanUs, notes: [] },
        terms: [{ construct: "base", totalUs: meanUs }],
      },
      noise: { device: "bmv2", spreadUs: sigmaOf(us), runSpreadUs: 0, tail: null },
      queue,
    });
  };
  const vnf = calm.map((stay) => stay.vnf);
  return predictSegment([
    pass("first", null),
    predictVnf({ label: "vnf", meanUs: meanOf(vnf), sigmaUs: sigmaOf(vnf) }),
    pass("second", { ratePps: RATE_PPS, offeredPps, capacity: CAPACITY, arrivals: null }),
  ]);
}

function sigmaOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

const jobOf = (transitPps: number, seconds: number, seed: number): TrafficJob => ({
  flows: [
    {
      frame: frameOf("0004aa000001", "0004aa000000", [10, 10, 10, 1], [10, 10, 10, 2], 43000, 45000),
      pps: CRITICAL_PPS,
    },
    {
      frame: frameOf("000400000003", "000400000010", [10, 0, 0, 1], [10, 0, 0, 2], 1000, 2000),
      pps: transitPps,
    },
  ],
  behindVnf: frameOf("0004aa000003", "0004aa000001", [10, 10, 10, 2], [10, 10, 10, 3], 45000, 47000),
  ...{ vnfS: VNF_S, seconds, seed },
});

/** Ethernet, IPv4 with its checksum and UDP with 100 bytes of zeros, as hex. */
function frameOf(
  to: string,
  from: string,
  src: number[],
  dst: number[],
  srcPort: number,
  dstPort: number,
): string {
  const frame = Buffer.alloc(142);
  frame.write(`${to}${from}0800`, "hex");
  frame.set([0x45, 0, 0, 128, 0, 0, 0, 0, 64, 17, 0, 0, ...src, ...dst], 14);
  let sum = 0;
  for (let at = 14; at < 34; at += 2) sum += frame.readUInt16BE(at);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  frame.writeUInt16BE(~sum & 0xffff, 24);
  frame.writeUInt16BE(srcPort, 34);
  frame.writeUInt16BE(dstPort, 36);
  frame.writeUInt16BE(108, 38);
  return frame.toString("hex");
}
