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
