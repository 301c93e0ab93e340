import type { ColumnView } from "./columnBuffer.ts";

/** Columns as uPlot takes them: x, then one array per name, null for a gap. */
export type Aligned = [number[], ...(number | null)[][]];

/**
 * Copies the wanted columns into `out`, reusing its arrays. NaN becomes null. Where two rows lie further apart than
 * `gapSeconds`, an empty row is put between, so that a silent exporter leaves a hole and not a line across it.
 * @returns number of rows in `out`
 */
export function prepareAligned(
  view: ColumnView,
  names: readonly string[],
  gapSeconds: number,
  out: Aligned,
): number {
  const columns = names.map((name) => view.columns[name]);
  while (out.length < names.length + 1) out.push([]);
  out.length = names.length + 1;
  const xs = out[0];
  let row = 0;
  for (let index = 0; index < view.x.length; index += 1) {
    const x = view.x[index] ?? 0;
    const previous = index > 0 ? (view.x[index - 1] ?? x) : x;
    if (x - previous > gapSeconds) {
      xs[row] = previous + gapSeconds / 2;
      for (let column = 1; column < out.length; column += 1) (out[column] as (number | null)[])[row] = null;
      row += 1;
    }
    xs[row] = x;
    for (let column = 1; column < out.length; column += 1) {
      const value = columns[column - 1]?.[index];
      (out[column] as (number | null)[])[row] =
        value === null || value === undefined || Number.isNaN(value) ? null : value;
    }
    row += 1;
  }
  for (const column of out) column.length = row;
  return row;
}

/** Index of the x nearest to `target` in ascending `xs`; null when there is none. */
export function nearestIndex(xs: ArrayLike<number>, target: number): number | null {
  if (xs.length === 0) return null;
  let low = 0;
  let high = xs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] ?? 0) < target) low = middle;
    else high = middle;
  }
  return Math.abs((xs[low] ?? 0) - target) <= Math.abs((xs[high] ?? 0) - target) ? low : high;
}
