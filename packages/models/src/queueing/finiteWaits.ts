import { finiteWait } from "./finiteWait.ts";

/** A wait that a share of the packets has that are taken. */
type WaitPoint = { us: number; share: number };

/** Steps of a service, and waits that are told apart (our choice). */
const STEPS = 40;
const BINS = 400;
/** Where the rest of a service is cut behind each step: finer where it is long (our choice). */
const CUTS = [0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 1];
/** Gauss and Hermite's seven points of a standard normal variable (Abramowitz and Stegun 25.4.46). */
const NORMAL = [
  { z: -3.75044, share: 0.000548 },
  { z: -2.36676, share: 0.030757 },
  { z: -1.154405, share: 0.240123 },
  { z: 0, share: 0.457144 },
  { z: 1.154405, share: 0.240123 },
  { z: 2.36676, share: 0.030757 },
  { z: 3.75044, share: 0.000548 },
];
/** Points of the density of services. */
const DENSITY = 240;
/** A service that varies less is as good as fixed (our choice). */
const FIXED = 0.05;
/** Beyond this load a queue is full whenever a packet is taken. */
const MOST_LOAD = 20;

/**
 * How waits of an M/G/1/K queue are distributed, among the packets that are taken: a packet waits for the rest of the
 * service in progress and for those that it finds waiting. What a service begins with is known from the chain at
 * departures (`finiteWait`), how many more come during it is Poisson's, and each is taken as long as there is room.
 * Null far beyond what the queue serves, where all wait for a full queue.
 */
export function finiteWaits(
  arrivalPps: number,
  serviceUs: number,
  sigmaUs: number,
  capacity: number,
): readonly WaitPoint[] | null {
  const { waitUs, utilisation, found } = finiteWait(arrivalPps, serviceUs, sigmaUs, capacity);
  if (utilisation > MOST_LOAD) return null;
  const perUs = arrivalPps / 1e6;
  const variation = sigmaUs / serviceUs;
  const services = variation < FIXED ? [{ us: serviceUs, share: 1 }] : gammaDensity(serviceUs, variation);
  const longest = services.at(-1)!.us;
  // a service begins with what the one before left, or with the packet that ends an idle time
  const begun = [0, (found[0] ?? 0) + (found[1] ?? 0), ...found.slice(2)];
  const behind = found.map((_, n) => sumsOf(Math.max(0, n - 1), serviceUs, variation));
  const binUs = (longest + Math.max(...behind.flat().map(({ us }) => us))) / BINS;
  const bins = Array.from({ length: BINS + 1 }, () => ({ sum: 0, share: 0 }));
  const add = (us: number, share: number): void => {
    const bin = bins[Math.min(BINS, Math.floor(us / binUs))]!;
    bin.sum += share * us;
    bin.share += share;
  };
  add(0, found[0] ?? 0);
  for (let step = 0; step < STEPS; step++) {
    // finer at the beginning of a service, where most are
    const edge = (k: number): number => longest * (k / STEPS) ** (services.length > 1 ? 2 : 1);
    const atUs = (edge(step) + edge(step + 1)) / 2;
    const rests = restsOf(services, atUs);
    const come = poisson(perUs * atUs, found.length);
    const often = perUs * (edge(step + 1) - edge(step));
    for (let n = 1; n < found.length; n++) {
      let share = 0;
      for (let j = Math.max(1, n + 1 - come.length); j <= n; j++) share += (begun[j] ?? 0) * come[n - j]!;
      if (share < 1e-12) continue;
      for (const rest of rests)
        for (const sum of behind[n]!) add(rest.us + sum.us, often * share * rest.share * sum.share);
    }
  }
  const total = bins.reduce((all, { share }) => all + share, 0);
  const mean = bins.reduce((all, { sum }) => all + sum, 0) / total;
  return bins
    .filter(({ share }) => share > 0)
    .map(({ sum, share }) => ({ us: ((sum / share) * waitUs) / (mean || 1), share: share / total }));
}

/** What is left after `atUs` of the services that take longer, in few pieces of about the same share. */
function restsOf(services: readonly WaitPoint[], atUs: number): WaitPoint[] {
  const longer = services.filter(({ us }) => us > atUs);
  const total = longer.reduce((sum, { share }) => sum + share, 0);
  const pieces: WaitPoint[] = [];
  let [sum, share, seen] = [0, 0, 0];
  longer.forEach((each, i) => {
    sum += each.share * (each.us - atUs);
    share += each.share;
    if (i + 1 < longer.length && seen + share < CUTS[pieces.length]! * total) return;
    pieces.push({ us: sum / share, share });
    seen += share;
    [sum, share] = [0, 0];
  });
  return pieces;
}

/** So many gamma-distributed services one after another (Wilson and Hilferty 1931). */
function sumsOf(count: number, serviceUs: number, variation: number): WaitPoint[] {
  if (count === 0 || variation < FIXED) return [{ us: count * serviceUs, share: 1 }];
  const shape = count / variation ** 2;
  const times = NORMAL.map(({ z, share }) => ({
    us: Math.max(0, 1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape))) ** 3,
    share,
  }));
  const mean = times.reduce((sum, { us, share }) => sum + us * share, 0);
  return times.map(({ us, share }) => ({ us: (us * count * serviceUs) / mean, share }));
}

/** Gamma-distributed services of mean and variation, the shortest first. */
function gammaDensity(serviceUs: number, variation: number): WaitPoint[] {
  const shape = 1 / variation ** 2;
  const most = 1 + 8 * variation + 15 * variation ** 2;
  const points = Array.from({ length: DENSITY }, (_, i) => {
    const part = (i + 0.5) / DENSITY;
    const service = most * part ** 2;
    // by its logarithm at the mean, so that a narrow one does not vanish
    const density = Math.exp((shape - 1) * Math.log(service) - shape * (service - 1));
    return { us: service * serviceUs, share: density * part };
  });
  const total = points.reduce((sum, { share }) => sum + share, 0);
  const mean = points.reduce((sum, { us, share }) => sum + us * share, 0) / total;
  return points.map(({ us, share }) => ({ us: (us * serviceUs) / mean, share: share / total }));
}

/** Probabilities of 0, 1, 2 ... where `expected` come, up to the last that is worth counting. */
function poisson(expected: number, most: number): number[] {
  const shares = [Math.exp(-expected)];
  while (shares.length < most && (shares.length <= expected || shares.at(-1)! > 1e-12))
    shares.push((shares.at(-1)! * expected) / shares.length);
  return shares;
}
