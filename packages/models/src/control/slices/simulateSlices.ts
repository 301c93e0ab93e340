import { createRandom } from "../../core/index.ts";
import { FloatFifo } from "../../queueing/index.ts";
import { type BoundedSlice, residualBps, strictDelaysUs, worstCaseDelaysUs } from "./sliceBounds.ts";
import type { SliceScenario } from "./sliceScenario.ts";
import { TrTcm } from "./trTcm.ts";
import { VQueue } from "./vQueue.ts";

export type SliceSummary = {
  sliceId: string;
  sent: number;
  delivered: number;
  controlDrops: number;
  tailDrops: number;
  marked: number;
  loss: number;
  throughputMbps: number;
  /** wait in the port's queue and transmission; null when nothing was delivered */
  meanUs: number | null;
  maxUs: number | null;
};

type Slice = SliceScenario["slices"][number];

/** The limits of a scenario's slices as the bounds of Eqs. 6.1-6.4 take them. */
export const boundedSlices = (slices: readonly Slice[]): BoundedSlice[] =>
  slices.map(({ id, priority, rateMbps, burstMs }) => ({
    id,
    priority,
    rateBps: rateMbps * 1e6,
    burstBits: rateMbps * burstMs * 1e3,
  }));

/**
 * Packets of the slices through their virtual queues or meters onto one link with strict priorities and no
 * pre-emption. A virtual queue judges by the greater of its own and the real delay (thesis Sec. 6.4.1, Exp.
 * 3), the real one taken as what waits at its priority or above, served at the rate that higher limits leave
 * (our choice). A meter drops red packets only.
 */
export function simulateSlices(
  scenario: SliceScenario,
  { seconds, seed }: { seconds: number; seed: number },
): SliceSummary[] {
  const random = createRandom(seed);
  const bounded = boundedSlices(scenario.slices);
  const linkBps = scenario.link.mbps * 1e6;
  const untilUs = seconds * 1e6;
  /** when the link ends the packet that it sends */
  let freeUs = 0;
  const lanes = scenario.slices.map((slice) => {
    const bits = slice.packetBytes * 8;
    const gapUs = bits / slice.offeredMbps;
    const burstBytes = (slice.rateMbps * slice.burstMs * 1e3) / 8;
    const rateBps = slice.rateMbps * 1e6;
    return {
      slice,
      bits,
      gapUs,
      nextUs: slice.offeredMbps > 0 ? random.next() * gapUs : Number.POSITIVE_INFINITY,
      vQueue: new VQueue({
        packetTime: bits / slice.rateMbps,
        dropAbove: slice.burstMs * 1000,
        markAbove: slice.markMs === undefined ? null : slice.markMs * 1000,
      }),
      meter: new TrTcm({ cirBps: rateBps, cbsBytes: burstBytes, pirBps: rateBps, pbsBytes: burstBytes }),
      leftBps: residualBps(bounded, slice.priority, linkBps),
      waiting: new FloatFifo(),
      sent: 0,
      delivered: 0,
      controlDrops: 0,
      tailDrops: 0,
      marked: 0,
      sumUs: 0,
      maxUs: 0,
    };
  });
  type Lane = (typeof lanes)[number];
  // packets of one priority leave in the order in which they came
  const byPriority = [...lanes].sort((a, b) => b.slice.priority - a.slice.priority);

  const realDelayUs = (lane: Lane, nowUs: number): number => {
    if (lane.leftBps <= 0) return Number.POSITIVE_INFINITY;
    let bits = lane.bits;
    for (const other of lanes)
      if (other.slice.priority >= lane.slice.priority) bits += other.waiting.length * other.bits;
    return Math.max(0, freeUs - nowUs) + (bits / lane.leftBps) * 1e6;
  };

  const arrive = (lane: Lane, nowUs: number): void => {
    const { slice } = lane;
    lane.sent++;
    if (scenario.control === "meter") {
      if (lane.meter.offer(nowUs, slice.packetBytes) === "red") {
        lane.controlDrops++;
        return;
      }
    } else {
      const decision = lane.vQueue.offer(nowUs, slice.markMs !== undefined, realDelayUs(lane, nowUs));
      if (decision === "drop") {
        lane.controlDrops++;
        return;
      }
      if (decision === "mark") lane.marked++;
    }
    if (lane.waiting.length >= scenario.link.queuePackets) {
      lane.tailDrops++;
      return;
    }
    lane.waiting.push(nowUs);
  };

  /** Of the highest priority that waits, the lane whose head came first. */
  const nextToServe = (): Lane | null => {
    let best: Lane | null = null;
    for (const lane of byPriority) {
      if (lane.waiting.length === 0) continue;
      if (best === null) best = lane;
      else if (lane.slice.priority < best.slice.priority) break;
      else if (lane.waiting.first() < best.waiting.first()) best = lane;
    }
    return best;
  };

  for (;;) {
    let arriving = lanes[0];
    for (const lane of lanes) if (lane.nextUs < arriving.nextUs) arriving = lane;
    const serving = nextToServe();
    if (serving !== null && freeUs <= arriving.nextUs) {
      const sinceUs = serving.waiting.shift();
      freeUs = Math.max(freeUs, sinceUs) + (serving.bits / linkBps) * 1e6;
      serving.delivered++;
      serving.sumUs += freeUs - sinceUs;
      serving.maxUs = Math.max(serving.maxUs, freeUs - sinceUs);
      continue;
    }
    if (arriving.nextUs >= untilUs) break;
    const nowUs = arriving.nextUs;
    // an idle link starts with the packet that comes now
    if (serving === null && freeUs < nowUs) freeUs = nowUs;
    arrive(arriving, nowUs);
    arriving.nextUs = nowUs + arriving.gapUs * (1 + arriving.slice.jitter * (2 * random.next() - 1));
  }
  return lanes.map(({ slice, bits, sent, delivered, controlDrops, tailDrops, marked, sumUs, maxUs }) => ({
    sliceId: slice.id,
    sent,
    delivered,
    controlDrops,
    tailDrops,
    marked,
    loss: sent === 0 ? 0 : (controlDrops + tailDrops) / sent,
    throughputMbps: (delivered * bits) / untilUs,
    meanUs: delivered === 0 ? null : sumUs / delivered,
    maxUs: delivered === 0 ? null : maxUs,
  }));
}

/** What a run of slices gives, and what `p4twin simulate --json` prints for them. */
export type SliceReport = {
  kind: "slices";
  name: string;
  control: SliceScenario["control"];
  seconds: number;
  seed: number;
  /**
   * `worstCaseUs` by the thesis, `strictUs` for every arrival within the limits; null where higher priorities
   * leave nothing
   */
  slices: (SliceSummary & { limitUs: number; worstCaseUs: number | null; strictUs: number | null })[];
  /**
   * no packet of a slice took longer than its burst limit and one packet of every slice, for packets are not divided
   */
  holds: boolean;
};

/** Runs a slice scenario and sets the bounds of its limits beside what was found. */
export function sliceReport(
  scenario: SliceScenario,
  settings: { seconds: number; seed: number },
): SliceReport {
  const bounded = boundedSlices(scenario.slices);
  const linkBps = scenario.link.mbps * 1e6;
  const worst = worstCaseDelaysUs(bounded, linkBps);
  const strict = strictDelaysUs(bounded, linkBps);
  const onePacketEachUs = scenario.slices.reduce(
    (sum, s) => sum + (s.packetBytes * 8) / scenario.link.mbps,
    0,
  );
  const known = (us: number): number | null => (Number.isFinite(us) ? us : null);
  const slices = simulateSlices(scenario, settings).map((summary, i) => ({
    ...summary,
    limitUs: scenario.slices[i].burstMs * 1000,
    worstCaseUs: known(worst[i]),
    strictUs: known(strict[i]),
  }));
  return {
    kind: "slices",
    name: scenario.name,
    control: scenario.control,
    ...settings,
    slices,
    holds: slices.every((s) => (s.maxUs ?? 0) <= s.limitUs + onePacketEachUs),
  };
}
