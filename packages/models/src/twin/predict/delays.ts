import { normalQuantile } from "../../core/index.ts";
import { finiteWaits } from "../../queueing/index.ts";

/** Delays (us) that packets have, the shortest first, with the share of the packets; the shares add up to one. */
export type Delays = readonly { us: number; share: number }[];

/** Percentiles as a multiple of the mean (`tail` of a device profile). */
export type TailShape = { p50: number; p95: number; p99: number };

/**
 * Where a distribution is cut into the delays that stand for it: finer where percentiles are asked for (our choice).
 */
const EDGES = [
  ...[0, 0.05, 0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92],
  ...[0.94, 0.95, 0.96, 0.975, 0.985, 0.99, 0.993, 0.997, 1],
];
/** Points at which a piece is looked at for its mean. */
const POINTS = 4;

/**
 * Distributions that are kept, by what they were made of (our choice): a replay asks for the same thousands of times.
 */
const KEPT = 2_000;

/** The same distribution for the same numbers, so that what is made of it is found again too. */
function kept(make: (...numbers: number[]) => Delays): (...numbers: number[]) => Delays {
  const known = new Map<string, Delays>();
  return (...numbers) => {
    const key = numbers.join();
    const found = known.get(key) ?? make(...numbers);
    if (known.size >= KEPT) known.clear();
    known.set(key, found);
    return found;
  };
}

export const fixedDelay: (us: number) => Delays = kept((us) => [{ us: us!, share: 1 }]);

/** From a quantile function, in pieces, each by its mean; drawn to `meanUs` as a whole. */
function fromQuantiles(meanUs: number, quantile: (share: number) => number): Delays {
  const pieces = piecesOf(quantile);
  const scale = meanUs / meanOf(pieces);
  return pieces.map(({ us, share }) => ({ us: us * scale, share }));
}

const piecesOf = (quantile: (share: number) => number): Delays =>
  EDGES.slice(1).map((to, i) => {
    const from = EDGES[i]!;
    let sum = 0;
    for (let k = 0; k < POINTS; k++) sum += quantile(from + ((k + 0.5) / POINTS) * (to - from));
    return { us: sum / POINTS, share: to - from };
  });

/** Lognormal: latencies are positive and skewed, and near to normal where they spread little (our choice). */
export const lognormalDelays: (meanUs: number, sigmaUs: number) => Delays = kept((meanUs, sigmaUs) =>
  lognormal(meanUs!, sigmaUs!),
);

function lognormal(meanUs: number, sigmaUs: number): Delays {
  if (meanUs <= 0 || sigmaUs <= 0) return fixedDelay(Math.max(0, meanUs));
  const variance = Math.log1p((sigmaUs / meanUs) ** 2);
  return fromQuantiles(meanUs, (share) => Math.exp(Math.sqrt(variance) * normalQuantile(share)));
}

/** Normal scores of the percentiles of a tail. */
const [Z95, Z99] = [normalQuantile(0.95), normalQuantile(0.99)];
/** A delay falls by at most this factor in one standard deviation below the median (our choice). */
const STEEPEST = Math.log(3);

/**
 * With the measured percentiles: lognormal between and beyond them, below the median as above it. The mean comes out by
 * the slowest hundredth of the packets, of which nothing is measured, and where these cannot bring it about by those
 * below the median (our choice).
 */
export const tailedDelays = (meanUs: number, { p50, p95, p99 }: TailShape): Delays =>
  tailed(meanUs, p50, p95, p99);
const tailed = kept((meanUs, p50, p95, p99) => tailedBy(meanUs!, p50!, p95!, p99!));

function tailedBy(meanUs: number, p50: number, p95: number, p99: number): Delays {
  const [a, b, c] = [Math.log(p50), Math.log(p95), Math.log(p99)];
  const upper = (z: number): number =>
    z <= Z95 ? a + ((b - a) * z) / Z95 : b + ((c - b) * (z - Z95)) / (Z99 - Z95);
  /** `slope` below the median, and by how much the slowest exceed p99, as a multiple of what the line says */
  const shape = (slope: number, excess: number): Delays =>
    EDGES.slice(1).map((to, i) => {
      const from = EDGES[i]!;
      let sum = 0;
      for (let k = 0; k < POINTS; k++) {
        const z = normalQuantile(from + ((k + 0.5) / POINTS) * (to - from));
        const ratio = Math.exp(z < 0 ? a + slope * z : upper(z));
        sum += ratio > p99 ? p99 + excess * (ratio - p99) : ratio;
      }
      return { us: sum / POINTS, share: to - from };
    });
  let slope = Math.min(STEEPEST, (b - a) / Z95);
  const [least, line] = [meanOf(shape(slope, 0)), meanOf(shape(slope, 1))];
  const wanted = line > least ? (1 - least) / (line - least) : 0;
  const excess = Math.max(0, wanted);
  if (excess !== wanted) {
    let [low, high] = [0, STEEPEST];
    for (let i = 0; i < 30; i++) {
      slope = (low + high) / 2;
      if (meanOf(shape(slope, excess)) > 1) low = slope;
      else high = slope;
    }
  }
  return shape(slope, excess).map(({ us, share }) => ({ us: meanUs * us, share }));
}

/**
 * A wait that `busyShare` of the packets have, in an M/G/1 queue whose services vary by `variation` (standard deviation
 * over mean): their mean and their second moment (Takacs 1962), by a Weibull distribution (our choice), which is the
 * exponential one of M/M/1 at 1. `p99Us`, above 0: what a hundredth of all packets exceeds, instead of the second
 * moment.
 */
export const waitingDelays: (meanUs: number, busyShare: number, variation: number, p99Us: number) => Delays =
  kept((meanUs, busyShare, variation, p99Us) => waiting(meanUs!, busyShare!, variation!, p99Us!));

/** Shape of a Weibull distribution is about its coefficient of variation to this power (Justus et al. 1978). */
const WEIBULL_POWER = -1.086;

const SLOWEST = 0.01;
/** Shapes of Weibull distributions that are looked at: from heavy tails to nearly fixed waits. */
const SHAPES = { least: 0.4, most: 8 };

const weibull =
  (shape: number) =>
  (share: number): number =>
    (-Math.log(1 - share)) ** (1 / shape);

/** Shape whose value at `share` is `ratio` times its mean: the less, the larger the shape. */
function shapeWith(ratio: number, share: number): number {
  let [low, high] = [SHAPES.least, SHAPES.most];
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    const quantile = weibull(middle);
    if (quantile(share) / meanOf(piecesOf(quantile)) > ratio) low = middle;
    else high = middle;
  }
  return low;
}

function waiting(meanUs: number, busyShare: number, variation: number, p99Us: number): Delays {
  if (meanUs <= 0 || busyShare <= 0) return fixedDelay(0);
  const busy = Math.min(1, busyShare);
  const shape =
    p99Us > 0 && busy > 2 * SLOWEST
      ? shapeWith((p99Us * busy) / meanUs, 1 - SLOWEST / busy)
      : waitVariation(busy, variation ** 2) ** WEIBULL_POWER;
  return waits(meanUs, busy, shape);
}

const waits = (meanUs: number, busy: number, shape: number): Delays =>
  mixedDelays([
    [1 - busy, fixedDelay(0)],
    [busy, fromQuantiles(meanUs / busy, weibull(shape))],
  ]);

/** The same where the waits that are not zero are known to vary by `variation`. */
export const variedWaits: (meanUs: number, busyShare: number, variation: number) => Delays = kept(
  (meanUs, busyShare, variation) =>
    meanUs! <= 0 || busyShare! <= 0
      ? fixedDelay(0)
      : waits(meanUs!, Math.min(1, busyShare!), Math.max(0.1, variation!) ** WEIBULL_POWER),
);

/**
 * Waits in a queue that loses packets, behind arrivals by chance, drawn to `meanUs`: a service of one with a standard
 * deviation of `variation`. Far beyond its rate each packet waits for a full one.
 */
export const fullDelays: (meanUs: number, load: number, variation: number, capacity: number) => Delays = kept(
  (meanUs, load, variation, capacity) => {
    const waits = finiteWaits(load! * 1e6, 1, variation!, capacity!);
    if (!waits || meanUs! <= 0) return fixedDelay(meanUs!);
    const scale = meanUs! / meanOf(waits);
    return merged(waits.map(({ us, share }) => ({ us: us * scale, share })));
  },
);

/**
 * Waits in a queue of which only the mean is known, and what a full one takes: of all distributions between 0 and
 * `fullUs` the one that says nothing else (maximum entropy; M/M/1/K has it), a cut exponential.
 */
export const standingDelays: (meanUs: number, fullUs: number) => Delays = kept((meanUs, fullUs) =>
  standing(meanUs!, fullUs!),
);

/** Exponents beyond which a cut exponential is as good as one that is not cut, or as a full queue. */
const STEEPEST_CUT = 50;

function standing(meanUs: number, fullUs: number): Delays {
  if (meanUs <= 0) return fixedDelay(0);
  if (meanUs >= fullUs) return fixedDelay(fullUs);
  // mean of the cut exponential with density e^(slope x) over 0..1
  const meanAt = (slope: number): number =>
    Math.abs(slope) < 1e-6 ? 0.5 + slope / 12 : 1 / (1 - Math.exp(-slope)) - 1 / slope;
  let [low, high] = [-STEEPEST_CUT, STEEPEST_CUT];
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2;
    if (meanAt(middle) < meanUs / fullUs) low = middle;
    else high = middle;
  }
  const slope = (low + high) / 2;
  return fromQuantiles(meanUs, (share) =>
    Math.abs(slope) < 1e-6 ? share : Math.log1p(share * Math.expm1(slope)) / slope,
  );
}

/**
 * Coefficient of variation of the waits that are not zero, for gamma-distributed services of this squared variation.
 */
function waitVariation(busy: number, square: number): number {
  // in services of mean one
  const mean = (busy * (1 + square)) / 2 / (1 - busy);
  const second = 2 * mean ** 2 + (busy * (1 + square) * (1 + 2 * square)) / 3 / (1 - busy);
  return busy < 1 ? Math.sqrt((second * busy) / mean ** 2 - 1) : 1;
}

/** Packets that go one way or another, by share. */
export const mixedDelays = (ways: readonly (readonly [number, Delays])[]): Delays =>
  merged(ways.flatMap(([part, delays]) => delays.map(({ us, share }) => ({ us, share: part * share }))));

const sums = new WeakMap<Delays, WeakMap<Delays, Delays>>();

/** One delay after another, independent of it. */
export function plusDelays(one: Delays, other: Delays): Delays {
  const ofOne = sums.get(one) ?? new WeakMap<Delays, Delays>();
  sums.set(one, ofOne);
  const found = ofOne.get(other) ?? sum(one, other);
  ofOne.set(other, found);
  return found;
}

function sum(one: Delays, other: Delays): Delays {
  if (one.length === 1) return other.map(({ us, share }) => ({ us: us + one[0]!.us, share }));
  if (other.length === 1) return sum(other, one);
  return merged(one.flatMap((a) => other.map((b) => ({ us: a.us + b.us, share: a.share * b.share }))));
}

/** Put together again into as many pieces as a distribution has, each by its mean. */
export function merged(all: readonly { us: number; share: number }[]): Delays {
  const sorted = all.filter(({ share }) => share > 0).sort((a, b) => a.us - b.us);
  const total = sorted.reduce((sum, { share }) => sum + share, 0);
  if (sorted.length < EDGES.length) return sorted.map(({ us, share }) => ({ us, share: share / total }));
  const pieces = EDGES.slice(1).map((to, i) => ({ sum: 0, share: to - EDGES[i]! }));
  let [seen, piece] = [0, 0];
  for (const { us, share } of sorted) {
    let left = share / total;
    while (left > 0) {
      const isLast = piece === pieces.length - 1;
      const room = isLast ? left : EDGES[piece + 1]! - seen;
      const taken = Math.min(left, Math.max(0, room));
      pieces[piece]!.sum += taken * us;
      seen += taken;
      left -= taken;
      if (!isLast && taken >= room) piece++;
    }
  }
  return pieces.map(({ sum, share }) => ({ us: sum / share, share }));
}

const meanOf = (delays: Delays): number => delays.reduce((sum, { us, share }) => sum + us * share, 0);

/** Standard deviation (us). */
export function spreadOf(delays: Delays): number {
  const mean = meanOf(delays);
  return Math.sqrt(delays.reduce((sum, { us, share }) => sum + share * (us - mean) ** 2, 0));
}

/** The delay that a share of the packets does not exceed (us), by its logarithm between the middles of the pieces. */
export function quantileOf(delays: Delays, wanted: number): number {
  let [seen, before] = [0, { at: 0, us: delays[0]!.us }];
  for (const { us, share } of delays) {
    const at = seen + share / 2;
    if (at >= wanted) {
      const part = at === before.at ? 1 : (wanted - before.at) / (at - before.at);
      return before.us > 0 ? before.us * (us / before.us) ** part : before.us + (us - before.us) * part;
    }
    before = { at, us };
    seen += share;
  }
  return before.us;
}
