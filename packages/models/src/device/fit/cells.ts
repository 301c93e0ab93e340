import type { Grouping } from "./mixedModel.ts";
import { groupingOf, type Unit } from "./units.ts";

/** From a value of each unit to what counts as one observation, all alike and independent. */
export type Whitening = (column: readonly number[]) => number[];

/** Variances of a model of the units: between units, and of what units of a group share. */
export type Shared = { unitVariance: number; groups: readonly { of: Grouping; variance: number }[] };

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
  const covariance = members.map((own, a) =>
    members.map((_, b) =>
      shown.reduce(
        (sum, { variance }, k) => sum + variance * overlap(shares[k]![a]!, shares[k]![b]!),
        a === b ? unitVariance / own.length : 0,
      ),
    ),
  );
  const lower = cholesky(covariance);
  return (column) => {
    const white: number[] = [];
    members.forEach((own, a) => {
      const mean = own.reduce((sum, i) => sum + column[i]!, 0) / own.length;
      white.push((mean - white.reduce((sum, value, b) => sum + lower[a]![b]! * value, 0)) / lower[a]![a]!);
    });
    return white;
  };
}

/** Which share of a cell's units each group has. */
function sharesOf(own: readonly number[], groups: Grouping): Map<number, number> {
  const shares = new Map<number, number>();
  for (const i of own) shares.set(groups[i]!, (shares.get(groups[i]!) ?? 0) + 1 / own.length);
  return shares;
}

const overlap = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>): number =>
  [...a].reduce((sum, [group, share]) => sum + share * (b.get(group) ?? 0), 0);

/** The lower triangle whose product with its transpose is the matrix. */
function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const lower: number[][] = [];
  matrix.forEach((row, i) => {
    const own: number[] = [];
    for (let j = 0; j <= i; j++) {
      const other = j === i ? own : lower[j]!;
      const rest = row[j]! - own.reduce((sum, value, k) => (k < j ? sum + value * other[k]! : sum), 0);
      own.push(j === i ? Math.sqrt(Math.max(rest, 1e-12 * row[i]!)) : rest / other[j]!);
    }
    lower.push(own);
  });
  return lower;
}
