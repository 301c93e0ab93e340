import type { Sort } from "@p4twin/ui";

/** What rows are ordered by; null stands for unknown and always comes last. */
export type SortValue = string | number | null;

/** Rows in the order of a column; a column without a value keeps the given order. */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: Sort | null,
  valueAt: (row: Row, columnId: string) => SortValue | undefined,
): Row[] {
  if (!sort) return [...rows];
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueAt(row, sort.columnId) ?? null }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      if (typeof a.value === "number" && typeof b.value === "number") return direction * (a.value - b.value);
      return direction * String(a.value).localeCompare(String(b.value), "en", { numeric: true });
    })
    .map(({ row }) => row);
}
