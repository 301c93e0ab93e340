/** One cell against another: what the reference gives (with its source) and what ours gives. */
export type Row = { what: string; reference: string; ours: string; holds: "yes" | "no" | "-" };

export const percent = (share: number | null | undefined, digits = 3): string =>
  share === null || share === undefined ? "-" : `${Number((100 * share).toPrecision(digits))} %`;

export const within = (share: number | null | undefined, most: number): Row["holds"] =>
  share === null || share === undefined ? "-" : share <= most ? "yes" : "no";

export const inRange = (share: number | null | undefined, least: number, most: number): Row["holds"] =>
  share === null || share === undefined ? "-" : share >= least && share <= most ? "yes" : "no";

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Value below which `share` of the sorted values lie. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;

const PARTS = 20;
/** Student's t, 97.5 % point for the parts. */
const T975 = 2.093;

/** Half of the 95 % interval that chance leaves: neighbours in a queue are alike, parts of the run are not. */
export function halfByParts(values: readonly number[], of: (values: readonly number[]) => number): number {
  const size = Math.floor(values.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, k) => of(values.slice(k * size, (k + 1) * size)));
  const mean = meanOf(parts);
  return T975 * Math.sqrt(meanOf(parts.map((part) => (part - mean) ** 2)) / (PARTS - 1));
}
