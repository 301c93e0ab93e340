/** A cell of a map over two quantities; `null` where nothing was found. */
export type HeatCell = { x: number; y: number; value: number | null };

export type HeatMapModel<C extends HeatCell> = {
  /** values of x from left to right, of y from top (greatest) to bottom */
  xs: number[];
  ys: number[];
  /** by row of `ys`, column of `xs`; null where no cell stands */
  rows: ({ cell: C /** 0..1 within the range */; level: number | null } | null)[][];
  range: { low: number; high: number } | null;
};

const ascending = (a: number, b: number): number => a - b;

/**
 * Cells in a grid, coloured by where their value lies between `low` and `high` (by default the range of the values).
 */
export function prepareHeatMap<C extends HeatCell>(
  cells: readonly C[],
  bounds?: { low: number; high: number },
): HeatMapModel<C> {
  const xs = [...new Set(cells.map((c) => c.x))].sort(ascending);
  const ys = [...new Set(cells.map((c) => c.y))].sort(ascending).reverse();
  const values = cells.flatMap((c) => (c.value === null ? [] : [c.value]));
  const range =
    bounds ?? (values.length > 0 ? { low: Math.min(...values), high: Math.max(...values) } : null);
  const level = (value: number | null): number | null => {
    if (value === null || !range) return null;
    if (range.high <= range.low) return 0;
    return Math.min(1, Math.max(0, (value - range.low) / (range.high - range.low)));
  };
  const at = new Map(cells.map((cell) => [`${cell.x} ${cell.y}`, cell]));
  const rows = ys.map((y) =>
    xs.map((x) => {
      const cell = at.get(`${x} ${y}`);
      return cell ? { cell, level: level(cell.value) } : null;
    }),
  );
  return { xs, ys, rows, range };
}
