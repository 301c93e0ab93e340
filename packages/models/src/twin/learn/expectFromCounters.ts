import type { ExpectedLatency, LatencyProgram } from "../../latency/index.ts";
import { expectedCost, type PathCost, type PlaceCounts, type Probabilities } from "../../program/index.ts";

/** What counters say about one way: posterior mean and 95 % interval (normal approximation of the Beta marginal). */
type LearntWay = { way: string; packets: number; probability: number; low: number; high: number };
export type LearntPlace = { kind: PlaceCounts["kind"]; name: string; packets: number; ways: LearntWay[] };

export type CountedLatency = {
  /** at the posterior means */
  expected: ExpectedLatency;
  places: LearntPlace[];
  /** standard deviation of the expected latency that the counters leave, us; null where a way has no estimate */
  countedSigmaUs: number | null;
  /** of the mean over packets, one standard deviation: model and counters together; null where one is unknown */
  lowUs: number | null;
  highUs: number | null;
  /** of a packet: its spread and that between the paths that packets take, with the interval of the mean */
  packet: { lowUs: number; highUs: number } | null;
  /** places that no counter tells: their ways are taken to be equally likely, and the interval does not know better */
  uncounted: string[];
};

/** Packets that every way has before the first is counted (Jeffreys). */
const PRIOR = 0.5;
const Z975 = 1.959964;

/** The posterior of each place: a Dirichlet distribution over its ways. */
export function learntPlaces(counts: readonly PlaceCounts[]): LearntPlace[] {
  return counts.map(({ kind, name, ways }) => {
    const entries = Object.entries(ways);
    const total = entries.reduce((sum, [, n]) => sum + n + PRIOR, 0);
    return {
      kind,
      name,
      packets: entries.reduce((sum, [, n]) => sum + n, 0),
      ways: entries.map(([way, n]) => {
        const probability = (n + PRIOR) / total;
        const half = Z975 * Math.sqrt((probability * (1 - probability)) / (total + 1));
        return {
          way,
          packets: n,
          probability,
          low: Math.max(0, probability - half),
          high: Math.min(1, probability + half),
        };
      }),
    };
  });
}

/** Probabilities in the form that the expected latency takes. */
export function probabilitiesOf(places: readonly LearntPlace[]): Probabilities {
  const probabilities: Probabilities = { tables: {}, conditions: {}, states: {} };
  for (const { kind, name, ways } of places) {
    const shares = Object.fromEntries(ways.map(({ way, probability }) => [way, probability]));
    if (kind === "table") probabilities.tables[name] = shares;
    else if (kind === "state") probabilities.states[name] = shares;
    else probabilities.conditions[name] = shares;
  }
  return probabilities;
}

/**
 * Standard deviation that the counts of places leave to a mean that they enter linearly, one place at a time; null
 * where the mean is not known.
 */
export function countedSigma(
  places: readonly LearntPlace[],
  meanWith: (places: readonly LearntPlace[]) => number | null,
): number | null {
  let variance = 0;
  for (const [i, place] of places.entries()) {
    const means = place.ways.map((way) =>
      meanWith(places.map((p, k) => (k === i ? { ...p, ways: forSure(p.ways, way.way) } : p))),
    );
    if (means.includes(null)) return null;
    const known = means.flatMap((m) => m ?? []);
    const middle = known.reduce((sum, m, w) => sum + m * place.ways[w]!.probability, 0);
    const spread = known.reduce((sum, m, w) => sum + place.ways[w]!.probability * (m - middle) ** 2, 0);
    variance += spread / (place.packets + PRIOR * place.ways.length + 1);
  }
  return Math.sqrt(variance);
}

/**
 * Expected latency of a program from counters. Each place has a Dirichlet posterior; as a place enters the
 * mean linearly, what its uncertainty does is found by taking each of its ways for sure: variance = sum p_w
 * (f_w - f)^2 / (alpha_0 + 1), places independent.
 */
export function expectFromCounters({
  program,
  counts,
  expect,
}: {
  program: LatencyProgram;
  counts: readonly PlaceCounts[];
  /** the estimator's expected latency of the program on a device */
  expect: (probabilities: Probabilities) => ExpectedLatency;
}): CountedLatency {
  const places = learntPlaces(counts);
  const meanWith = (all: readonly LearntPlace[]): ExpectedLatency => expect(probabilitiesOf(all));
  const expected = meanWith(places);
  const sigma = countedSigma(places, (all) => meanWith(all).meanUs);
  const bound = (side: 1 | -1, modelUs: number | null): number | null =>
    sigma === null || modelUs === null || expected.meanUs === null
      ? null
      : Math.max(0, expected.meanUs + side * Math.hypot(modelUs - expected.meanUs, sigma));
  return {
    expected,
    places,
    countedSigmaUs: sigma,
    lowUs: bound(-1, expected.meanLowUs),
    highUs: bound(1, expected.meanHighUs),
    packet: packetOf(expected, sigma),
    uncounted: program.walks
      ? (expectedCost(program.walks, noCost, probabilitiesOf(places))?.assumed ?? [])
      : [],
  };
}

/** Paths differ by `spreadUs`; a path's own interval of a packet has its spread and the error of the mean. */
function packetOf(
  { meanUs, lowUs, highUs, spreadUs }: ExpectedLatency,
  sigma: number | null,
): CountedLatency["packet"] {
  if (meanUs === null || lowUs === null || highUs === null || spreadUs === null || sigma === null)
    return null;
  const beyond = Math.hypot(spreadUs, sigma);
  return {
    lowUs: Math.max(0, meanUs - Math.hypot(meanUs - lowUs, beyond)),
    highUs: meanUs + Math.hypot(highUs - meanUs, beyond),
  };
}

/** Which ways are assumed to be equally likely rests on the probabilities alone. */
const noCost: PathCost = { start: "", step: () => ({ state: "", cost: 0 }), end: () => 0 };

const forSure = (ways: readonly LearntWay[], sure: string): LearntWay[] =>
  ways.map((w) => ({ ...w, probability: w.way === sure ? 1 : 0 }));
