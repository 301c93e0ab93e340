import { normalQuantile } from "../../core/index.ts";
import type { Histogram } from "../../telemetry/index.ts";
import { type Delays, lognormalDelays, spreadOf, type TailShape, tailedDelays } from "../predict/delays.ts";

/** The queue in front of or behind what is looked for, at the load that was measured. */
export type PassedQueue = {
  utilisation: number;
  /** what it takes to serve one packet */
  serviceUs: number;
  /** predicted mean wait, and by how much it may be off as arrivals are not Poisson's (us) */
  waitUs: number;
  waitErrorUs: number;
};

/** Above it too few packets meet an idle server to be told from those that wait (our choice). */
const MOST_UTILISATION = 0.9;
/**
 * By how much of it a mean is off that is found from the fast half of its packets, with and without a known tail (our
 * choice).
 */
const SHAPE_ERROR = { known: 0.03, unknown: 0.15 };
/**
 * Rounds in which the packets that waited little are taken out; the second already moves less than the buckets are
 * wide.
 */
const ROUNDS = 6;

/** What packets take without the wait: mean, variance where it is told, and how many packets say so. */
type Unqueued = {
  packets: number;
  meanUs: number;
  varianceUs2: number | null;
  /** `all`: the mean of all packets less the predicted wait; `idle`: the fast packets, which met no queue */
  by: "all" | "idle";
};

/**
 * The part of a stay that is no wait, as a mean, to be held against predicted means. Either the mean of all packets
 * less the predicted mean wait, or, from the packets that met an idle server: of a server of utilisation rho these are
 * the fastest 1 - rho (Poisson arrivals see time averages), their fast half tells median and spread, and the shape of
 * the tail tells the mean: measured percentiles (`tail`), else lognormal. The one with the smaller error counts: a wait
 * of which only the load is known, or a shape (our choice). `null` without values, or where neither is told.
 */
export function unqueued(histogram: Histogram, queue: PassedQueue, tail: TailShape | null): Unqueued | null {
  const allUs = histogram.meanUs();
  if (allUs === null || !(queue.utilisation >= 0)) return null;
  const idle = idlePackets(histogram, queue, tail);
  const shapeErrorUs = idle && idle.meanUs * (tail ? SHAPE_ERROR.known : SHAPE_ERROR.unknown);
  const lessWaitUs = allUs - queue.waitUs;
  if (lessWaitUs > 0 && queue.utilisation < 1 && (shapeErrorUs === null || queue.waitErrorUs < shapeErrorUs))
    return {
      ...{ packets: histogram.count, meanUs: lessWaitUs, by: "all" },
      varianceUs2: queue.waitUs > 0 ? (idle?.varianceUs2 ?? null) : varianceOf(histogram, allUs),
    };
  return idle;
}

function idlePackets(
  histogram: Histogram,
  { utilisation: rho, serviceUs }: PassedQueue,
  tail: TailShape | null,
): Unqueued | null {
  const packets = histogram.count * (1 - rho);
  if (rho > MOST_UTILISATION || packets < 4) return null;
  const at = (share: number): number => valueAt(histogram, share * packets);
  const [quarterUs, halfUs] = [at(0.25), at(0.5)];
  let found: { meanUs: number; body: Delays } | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    // of the packets below, so many waited a little: a busy server is nearly done for (t / service) of them
    const waited = (us: number): number =>
      found
        ? (rho / serviceUs) * found.body.reduce((sum, d) => sum + d.share * Math.max(0, us - d.us), 0)
        : 0;
    const level = (share: number, us: number): number => Math.max(share / 2, share - waited(us));
    const [quarter, half] = [level(0.25, quarterUs), level(0.5, halfUs)];
    const sigma = Math.log(halfUs / quarterUs) / (normalQuantile(half) - normalQuantile(quarter));
    const medianUs = halfUs * Math.exp(-sigma * normalQuantile(half));
    const bodyUs = medianUs * Math.exp(sigma ** 2 / 2);
    const body = lognormalDelays(bodyUs, bodyUs * Math.sqrt(Math.expm1(sigma ** 2)));
    found = { meanUs: tail ? medianUs / tail.p50 : bodyUs, body };
  }
  if (!found) return null;
  const { meanUs, body } = found;
  const spreadUs = spreadOf(tail ? tailedDelays(meanUs, tail) : body);
  return { packets: Math.round(packets), meanUs, by: "idle", varianceUs2: spreadUs ** 2 };
}

/** The value below which so many packets lie, straight between the middles of the buckets. */
function valueAt(histogram: Histogram, rank: number): number {
  let [seen, at, us] = [0, 0, 0];
  let value: number | null = null;
  histogram.forEachBucket((middleUs, count) => {
    const middle = seen + count / 2;
    if (value === null && middle >= rank)
      value = us === 0 ? middleUs : us + ((middleUs - us) * (rank - at)) / (middle - at);
    [at, us] = [middle, middleUs];
    seen += count;
  });
  return value ?? us;
}

/** Variance of a histogram around its mean, within the width of its buckets; null for fewer than two values. */
export function varianceOf(histogram: Histogram, meanUs: number): number | null {
  if (histogram.count < 2) return null;
  let sum = 0;
  histogram.forEachBucket((us, count) => {
    sum += count * (us - meanUs) ** 2;
  });
  return sum / (histogram.count - 1);
}

/** Below it a queue is as good as none for the shape of a tail (our choice). */
const CALM = 0.02;
/** Packets from which the hundredth of them says something (our choice). */
const ENOUGH = 1000;

/** The percentiles of a stay as multiples of its mean, where nothing waits and there are packets enough; else null. */
export function calmTail(histogram: Histogram, utilisation: number): TailShape | null {
  const meanUs = histogram.meanUs();
  if (!meanUs || utilisation > CALM || histogram.count < ENOUGH) return null;
  const ratio = (share: number): number => valueAt(histogram, share * histogram.count) / meanUs;
  return { p50: ratio(0.5), p95: ratio(0.95), p99: ratio(0.99) };
}
