import type { Highs, ModelData } from "highs";

/** A linear model under construction: columns and rows are added one by one, then handed to HiGHS as sparse rows. */
export type ModelBuilder = {
  /** adds a variable and returns its column */
  column(options: { cost?: number; lower?: number; upper?: number; integer?: boolean }): number;
  /** adds `lower <= sum(values[i] * x[columns[i]]) <= upper`; entries of the same column are summed */
  row(entries: readonly (readonly [column: number, value: number])[], lower: number, upper: number): void;
  readonly columns: number;
  readonly rows: number;
  build(highs: Highs): ModelData;
};

export function createModelBuilder(): ModelBuilder {
  const colCost: number[] = [];
  const colLower: number[] = [];
  const colUpper: number[] = [];
  const integer: boolean[] = [];
  const rowLower: number[] = [];
  const rowUpper: number[] = [];
  const starts: number[] = [0];
  const indices: number[] = [];
  const values: number[] = [];
  return {
    column({ cost = 0, lower = 0, upper = 1, integer: whole = true }) {
      colLower.push(lower);
      colUpper.push(upper);
      integer.push(whole);
      return colCost.push(cost) - 1;
    },
    row(entries, lower, upper) {
      const summed = new Map<number, number>();
      for (const [column, value] of entries) summed.set(column, (summed.get(column) ?? 0) + value);
      for (const [column, value] of summed) {
        if (value === 0) continue;
        indices.push(column);
        values.push(value);
      }
      starts.push(indices.length);
      rowLower.push(lower);
      rowUpper.push(upper);
    },
    get columns() {
      return colCost.length;
    },
    get rows() {
      return rowLower.length;
    },
    build(highs) {
      const { integer: whole, continuous } = highs.constants.variableType;
      const finite = (bound: number): number =>
        Number.isFinite(bound) ? bound : bound > 0 ? highs.infinity : -highs.infinity;
      return {
        numCols: colCost.length,
        numRows: rowLower.length,
        sense: highs.constants.objectiveSense.minimize,
        colCost,
        colLower: colLower.map(finite),
        colUpper: colUpper.map(finite),
        rowLower: rowLower.map(finite),
        rowUpper: rowUpper.map(finite),
        integrality: integer.map((w) => (w ? whole : continuous)),
        matrix: {
          format: "csr",
          numRows: rowLower.length,
          numCols: colCost.length,
          starts: Int32Array.from(starts),
          indices: Int32Array.from(indices),
          values: Float64Array.from(values),
        },
      };
    },
  };
}
