import { cholesky, forward } from "./cholesky.ts";
import type { Grouping } from "./henderson.ts";
import { groupingOf, type Unit } from "./units.ts";

/** From a value of each unit to what counts as one observation, all alike and independent. */
export type Whitening = (column: readonly number[]) => number[];

/** Variances of a model of the units: between units, and of what units of a group share. */
export type Shared = { unitVariance: number; groups: readonly { of: Grouping; variance: number }[] };

/** Share of a cell's variance that is its own at least: where units are exact, cells differ by what they share. */
const LEAST_SHARE = 1e-12;

/** Units with the same counts and packet size: no column of a fit differs between them. */
export const cellsOf = (units: readonly Unit[]): Grouping =>
  groupingOf(units.map(({ counted, packetBytes }) => JSON.stringify([counted, packetBytes])));

/**
 * Means of the units of a cell, free of what cells share and of how many units they are: what a program differs by is
 * in all of its runs, so a program that runs four times is no more than one point of a curve.
 */
export function whitening(cells: Grouping, { unitVariance, groups }: Shared): Whitening {
  const members: number[][] = [];
  cells.forEach((cell, i) => {
    members[cell] = [...(members[cell] ?? []), i];
  });
  const shown = groups.filter(({ variance }) => variance > 0);
  if (members.length === cells.length && shown.length === 0) return (column) => [...column];
  const shares = shown.map(({ of }) => members.map((own) => sharesOf(own, of)));
  // the lower triangle, which is all that is asked for
  const covariance = members.map((own, a) =>
    members
      .slice(0, a + 1)
      .map((_, b) =>
        shown.reduce(
          (sum, { variance }, k) => sum + variance * overlap(shares[k]![a]!, shares[k]![b]!),
          a === b ? unitVariance / own.length : 0,
        ),
      ),
  );
  const lower = cholesky(covariance, LEAST_SHARE);
  return (column) => {
    const means = members.map((own) => own.reduce((sum, i) => sum + column[i]!, 0) / own.length);
    return [...forward(lower, means)];
  };
}

/** Which share of a cell's units each group has. */
function sharesOf(own: readonly number[], groups: Grouping): Map<number, number> {
  const shares = new Map<number, number>();
  for (const i of own) shares.set(groups[i]!, (shares.get(groups[i]!) ?? 0) + 1 / own.length);
  return shares;
}

function overlap(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [group, share] of a) sum += share * (b.get(group) ?? 0);
  return sum;
}
