import { constructs, significantText } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import type { ConstructCounts } from "../counted.ts";
import { type Bend, bendValue, findBends, pairValue } from "./bends.ts";
import { cellsOf, whitening } from "./cells.ts";
import { expectedCosts } from "./expectedCosts.ts";
import { dot } from "./leastSquares.ts";
import { type Percentile, percentileNames } from "./measurementColumns.ts";
import { type MixedFit, quadratic } from "./mixedModel.ts";
import type { Measurement } from "./parseMeasurements.ts";
import { mixedOf } from "./unitModel.ts";
import { isOneRun, unitsOf } from "./units.ts";
import { type CoefficientName, unseenColumns } from "./unseenColumns.ts";

type Interval = {
  /** two-sided 95 % interval in us; null when there are no more runs than coefficients, or nothing was fitted */
  lowUs: number | null;
  highUs: number | null;
};

export type Coefficient = Interval & {
  name: CoefficientName;
  /** us, of either sign; null when the data do not tell it and nothing was given for it */
  us: number | null;
  /** us: what to expect of it in another program (`expectedCosts`): nearer to 0 the less the data determine it */
  expectedUs: number | null;
  /** `fitted`; `given`: the data do not tell it, its value was handed in; `unseen`: neither */
  status: "fitted" | "given" | "unseen";
  /** why the data do not tell it alone, or with what it is mixed; null when they tell it */
  note: string | null;
};

/** What a bend adds beside the costs: for each construct beyond it (`slope`), or once (us). */
export type FittedBend = Bend & Interval & { us: number };

export type FitResult = {
  coefficients: Coefficient[];
  bends: FittedBend[];
  /** packet size of which the base speaks; null when no measurement names one */
  referenceBytes: number | null;
  measurements: number;
  /** runs of a program: each counts once, however often it was measured */
  runs: number;
  /** runs less fitted coefficients */
  freedom: number;
  /** share of the variance that is explained; null when all latencies are equal */
  r2: number | null;
  /** us: root of the mean squared residual of the runs */
  rmseUs: number;
  /** us: standard deviation between identical runs; null without freedom, and where all is of one run */
  runSpreadUs: number | null;
  /** us: what programs differ by beyond the costs and chance, as a standard deviation */
  misfitUs: number;
  /** us: root of the mean squared spread of the packets, where all measurements give it */
  spreadUs: number | null;
  /** percentiles of packets as a multiple of the mean, where measurements give them: geometric mean over runs */
  tail: Readonly<Partial<Record<Percentile, number>>>;
  /** measured less fitted, in the order of the measurements */
  residualsUs: number[];
  fittedUs: number[];
  notes: string[];
  /** Mean of a program (us) with half of the 95 % interval for one more run of it; null where the data cannot say. */
  predict(counted: ConstructCounts, packetBytes: number | null): { us: number; halfUs: number | null } | null;
};

export type FitOptions = {
  /** costs to use where the data do not tell them, e.g. those of a like device */
  given?: Readonly<Partial<Record<Construct, number>>>;
};

/** Packet sizes above this many would each cost a measurement (our choice). */
const MOST_SIZES = 16;
const ONE_RUN =
  "all measurements are of one run: what another start of the switch differs by is unknown; measure several";

/** Why a set of measurements cannot be fitted at all; null when it can. */
export function fitObstacle(measurements: readonly Measurement[]): string | null {
  if (measurements.length < 2)
    return `${measurements.length} measurement is too few; a fit needs two at least`;
  const sizes = new Set(measurements.map((each) => each.packetBytes));
  if (sizes.has(null) && sizes.size > 1)
    return "some measurements name their packet size and some do not; give it to all or to none";
  if (sizes.size > MOST_SIZES)
    return `${sizes.size} packet sizes are too many; measure at most ${MOST_SIZES}`;
  return null;
}

/**
 * Fits the linear form (thesis Eq. 4.6: base + costs times counts, parse and table less one) with costs of either
 * sign, bends where the data ask for them, and an offset for each packet size but the commonest. A run of the switch
 * is a unit: runs differ by a random shift (`fitMixed`), so measurements of one run are one. What the data cannot tell
 * is found by their null space: its cost is taken from `given` or left out. `measurements` must pass `fitObstacle`.
 */
export function fitProfile(measurements: readonly Measurement[], { given = {} }: FitOptions = {}): FitResult {
  const units = unitsOf(measurements);
  const oneRun = isOneRun(units, measurements);
  const y = units.map((each) => each.latencyUs);
  const sizes = sizesOf(measurements);
  const names: CoefficientName[] = [
    "base",
    ...constructs,
    ...sizes.others.map((bytes): CoefficientName => `${bytes} B`),
  ];
  const valuesOf = (counted: ConstructCounts, packetBytes: number | null): number[] => [
    1,
    ...constructs.map((construct) => counted[construct]),
    ...sizes.others.map((bytes) => (packetBytes === bytes ? 1 : 0)),
  ];
  const rows = units.map(({ counted, packetBytes }) => valuesOf(counted, packetBytes));
  const columns = names.map((_, j) => rows.map((row) => row[j]!));
  const unseen = unseenColumns(names, columns);

  // what is handed in for a cost that is not seen is taken off the latencies before the rest is fitted
  const costOf = (j: number): number => given[constructs[j - 1]!] ?? 0;
  const known = [...unseen.fixed];
  const rest = y.map((value, i) => value - known.reduce((sum, j) => sum + costOf(j) * columns[j]![i]!, 0));
  const kept = names.flatMap((_, j) => (unseen.fixed.has(j) ? [] : [j]));
  const counted = units.map((each) => each.counted);
  const plain = kept.map((j) => columns[j]!);
  const straight = mixedOf(plain, rest, units);
  const white = whitening(cellsOf(units), straight.shared);
  const { bends, pairs } = findBends({ columns: plain, y: rest, counted, white });
  const chosen = [...plain, ...bends.map((bend) => counted.map((each) => bendValue(bend, each)))];
  const { fit, misfitUs, runVariance } = bends.length === 0 ? straight : mixedOf(chosen, rest, units);
  // a profile has no place for pairs: its costs are the best ones without, and their intervals reach to those alone
  const products = pairs.map((pair) => counted.map((each) => pairValue(pair, each)));
  const alone = pairs.length === 0 ? null : mixedOf([...chosen, ...products], rest, units).fit;

  const costs = kept.flatMap((j, k) => (j >= 1 && j <= constructs.length ? [k] : []));
  const expected = expectedCosts(fit.beta, fit.covariance, costs);

  const indexOf = (j: number): number => kept.indexOf(j);
  const intervalOf = (k: number): Interval => {
    const [first, ...others] = [fit, alone]
      .flatMap((each) => each ?? [])
      .map((each) => meanInterval(each, k));
    return others.reduce(hullOf, first!);
  };
  const coefficients = names.map((name, j): Coefficient => {
    const open = oneRun && name === "base";
    const note = [unseen.notes.get(j) ?? [], open ? ONE_RUN : []].flat().join("; ") || null;
    if (!unseen.fixed.has(j))
      return {
        ...{ name, us: fit.beta[indexOf(j)]!, expectedUs: expected.beta[indexOf(j)]! },
        ...(open ? { lowUs: null, highUs: null } : intervalOf(indexOf(j))),
        ...{ status: "fitted", note },
      };
    const us = given[constructs[j - 1]!] ?? null;
    const status = us === null ? "unseen" : "given";
    return { name, us, expectedUs: us, lowUs: null, highUs: null, status, note };
  });
  const xOf = (row: readonly number[], counts: ConstructCounts): number[] => [
    ...kept.map((j) => row[j]!),
    ...bends.map((bend) => bendValue(bend, counts)),
  ];
  const valueAt = (beta: readonly number[], row: readonly number[], counts: ConstructCounts): number =>
    dot(xOf(row, counts), beta) + known.reduce((sum, j) => sum + costOf(j) * row[j]!, 0);
  const unitFits = units.map((each, i) => valueAt(fit.beta, rows[i]!, each.counted));
  const between = fit.unitVariance + fit.groupVariances.reduce((sum, each) => sum + each, 0);
  /** of one more run: Student's t of the fit, on the variance that is left where costs are drawn to 0 */
  const halfAt = (x: readonly number[]): number | null => {
    const half = oneRun ? null : fit.half(x, "unit");
    const all = between + quadratic(fit.covariance, x);
    return half === null || all <= 0
      ? half
      : half * Math.sqrt((between + quadratic(expected.covariance, x)) / all);
  };
  const widening = wideningOf(
    units.map((each, i) => Math.abs(y[i]! - valueAt(expected.beta, rows[i]!, each.counted))),
    units.map((each, i) => halfAt(xOf(rows[i]!, each.counted))),
  );
  const fittedUs = measurements.map(() => 0);
  units.forEach((unit, i) => {
    for (const row of unit.rows) fittedUs[row] = unitFits[i]!;
  });
  const squares = y.reduce((sum, value, i) => sum + (value - unitFits[i]!) ** 2, 0);
  const mean = y.reduce((sum, value) => sum + value, 0) / y.length;
  const total = y.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const spreads = measurements.flatMap((each) => each.spreadUs ?? []);
  return {
    coefficients,
    bends: bends.map((bend, i) => ({
      ...bend,
      us: fit.beta[kept.length + i]!,
      ...intervalOf(kept.length + i),
    })),
    referenceBytes: sizes.reference,
    measurements: measurements.length,
    runs: units.length,
    freedom: fit.freedom,
    r2: total > 0 ? 1 - squares / total : null,
    rmseUs: Math.sqrt(squares / y.length),
    runSpreadUs: fit.freedom > 0 && !oneRun ? Math.sqrt(runVariance) : null,
    misfitUs,
    spreadUs:
      spreads.length === measurements.length ? Math.sqrt(dot(spreads, spreads) / spreads.length) : null,
    tail: tailOf(measurements),
    residualsUs: measurements.map((each, i) => each.latencyUs - fittedUs[i]!),
    fittedUs,
    notes: pairs.map(({ constructs: both }, i) => {
      const us = significantText(alone!.beta[chosen.length + i]!, 3);
      return `${both.join(" and ")} together cost ${us} us more for each pair than alone: the profile's form has no place for it, so intervals of costs reach to those alone`;
    }),
    predict(counts, packetBytes) {
      const row = valuesOf(counts, packetBytes);
      const blind = unseen.directions.some(
        (direction) =>
          Math.abs(dot(direction, row)) > 1e-6 &&
          direction.some(
            (weight, j) =>
              Math.abs(weight) > 1e-6 && unseen.fixed.has(j) && given[constructs[j - 1]!] === undefined,
          ),
      );
      if (blind) return null;
      const half = halfAt(xOf(row, counts));
      return { us: valueAt(expected.beta, row, counts), halfUs: half === null ? null : half * widening };
    },
  };
}

/** Of a fitted coefficient. */
function meanInterval(fit: MixedFit, k: number): Interval {
  const half = fit.half(
    fit.beta.map((_, i) => (i === k ? 1 : 0)),
    "mean",
  );
  const us = fit.beta[k]!;
  return { lowUs: half === null ? null : us - half, highUs: half === null ? null : us + half };
}

const hullOf = (a: Interval, b: Interval): Interval => ({
  lowUs: a.lowUs === null || b.lowUs === null ? null : Math.min(a.lowUs, b.lowUs),
  highUs: a.highUs === null || b.highUs === null ? null : Math.max(a.highUs, b.highUs),
});

/** Runs below which no rank is near 95 % (our choice). */
const LEAST_RANKED = 19;

/**
 * By how much intervals of runs are widened so that 95 % of the measured ones lie inside (conformal prediction, Vovk
 * et al. 2005, by the studentised residuals of the fit): 1 where the tails are normal, or with too few runs.
 */
function wideningOf(residualsUs: readonly number[], halvesUs: readonly (number | null)[]): number {
  const ratios = residualsUs.flatMap((us, i) => (halvesUs[i] ? [us / halvesUs[i]!] : []));
  if (ratios.length < LEAST_RANKED) return 1;
  return Math.max(1, ratios.sort((a, b) => a - b)[Math.ceil(0.95 * ratios.length) - 1]!);
}

function tailOf(measurements: readonly Measurement[]): FitResult["tail"] {
  const tail: Partial<Record<Percentile, number>> = {};
  for (const name of percentileNames) {
    const ratios = measurements.flatMap(({ percentilesUs, latencyUs }) => {
      const us = percentilesUs?.[name];
      return us === undefined ? [] : [Math.log(us / latencyUs)];
    });
    if (ratios.length > 0) tail[name] = Math.exp(ratios.reduce((sum, each) => sum + each, 0) / ratios.length);
  }
  return tail;
}

/** The commonest packet size, of equal ones the largest, and the others. */
function sizesOf(measurements: readonly Measurement[]): { reference: number | null; others: number[] } {
  const times = new Map<number, number>();
  for (const { packetBytes } of measurements)
    if (packetBytes !== null) times.set(packetBytes, (times.get(packetBytes) ?? 0) + 1);
  const [reference, ...others] = [...times]
    .sort((a, b) => b[1] - a[1] || b[0] - a[0])
    .map(([bytes]) => bytes);
  return { reference: reference ?? null, others: others.sort((a, b) => a - b) };
}
