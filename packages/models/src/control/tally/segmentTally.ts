import type { PacketRecord, SwitchPass } from "../packet.ts";
import type { ControlledSegment } from "../segment/segment.ts";
import { type DelaySummary, p99OfAll, summariseDelays } from "./delaySample.ts";

/**
 * What Enforce did with the packets of one segment, and how long those that left it took: from Store to the
 * egress of the enforcing switch, UC2 with the hop latencies upstream. Links in between are constant and no
 * part of it [paolucci-policy].
 */
export type SegmentSummary = {
  segmentId: string;
  flowId: string;
  plUs: number;
  dlUs: number;
  /** packets that passed Store, and the time that 99 % of them left within; null when more than 1 % were lost */
  entered: number;
  p99OfEnteredUs: number | null;
  /** packets that reached Enforce = passed + prioritised + dropped */
  judged: number;
  passed: number;
  prioritised: number;
  dropped: number;
  /** of those that left the segment */
  abovePl: number;
  aboveDl: number;
} & DelaySummary;

export type SegmentTally = { add(packet: PacketRecord): void; summaries(): SegmentSummary[] };

/** A tally of the segments, over the packets that were sent from `fromUs` on and before `untilUs`. */
export function createSegmentTally(
  segments: readonly ControlledSegment[],
  fromUs: number,
  untilUs: number,
): SegmentTally {
  const sums = segments.map((segment) => ({
    segment,
    entered: 0,
    passed: 0,
    prioritised: 0,
    dropped: 0,
    delaysUs: [] as number[],
  }));
  return {
    add(packet) {
      if (packet.sentUs < fromUs || packet.sentUs >= untilUs) return;
      for (const sum of sums) {
        const { segment } = sum;
        if (segment.flow !== packet.flowId) continue;
        if (packet.passes.some(isAt(segment.store))) sum.entered++;
        const at = packet.passes.findIndex(isAt(segment.enforce));
        if (at < 0) continue;
        const pass = packet.passes[at];
        const endedHere = packet.outcome !== "delivered" && at === packet.passes.length - 1;
        if (endedHere && packet.outcome === "policyDrop") {
          sum.dropped++;
          continue;
        }
        if (pass.prioritised) sum.prioritised++;
        else sum.passed++;
        if (endedHere && packet.outcome === "tailDrop") continue;
        sum.delaysUs.push(delayUs(segment, packet.passes, pass));
      }
    },
    summaries: () =>
      sums.map(({ segment, entered, passed, prioritised, dropped, delaysUs }) => ({
        segmentId: segment.id,
        flowId: segment.flow,
        plUs: segment.plUs,
        dlUs: segment.dlUs,
        entered,
        p99OfEnteredUs: p99OfAll(delaysUs, entered),
        judged: passed + prioritised + dropped,
        passed,
        prioritised,
        dropped,
        abovePl: delaysUs.filter((us) => us > segment.plUs).length,
        aboveDl: delaysUs.filter((us) => us > segment.dlUs).length,
        ...summariseDelays(delaysUs),
      })),
  };
}

const isAt =
  ({ switch: id, port }: ControlledSegment["store"]) =>
  (pass: SwitchPass): boolean =>
    pass.switchId === id && pass.ingressPort === port;

function delayUs(segment: ControlledSegment, passes: readonly SwitchPass[], last: SwitchPass): number {
  const stored = passes.findIndex(isAt(segment.store));
  const storedUs = passes[stored]?.ingressUs ?? last.ingressUs;
  const begin = segment.source ? passes.findIndex(isAt(segment.source)) : -1;
  const upstream =
    begin < 0 ? [] : passes.slice(begin, stored).filter((p) => p.switchId !== segment.store.switch);
  return upstream.reduce((sum, p) => sum + p.egressUs - p.ingressUs, last.egressUs - storedUs);
}
