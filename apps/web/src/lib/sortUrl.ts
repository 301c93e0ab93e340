"use client";
import type { Sort } from "@p4twin/ui";
import { createParser, useQueryState } from "nuqs";

/** `name` or `-name` (descending) in the URL. */
const parseAsSort = createParser<Sort>({
  parse: (text) =>
    text === "" || text === "-"
      ? null
      : { columnId: text.replace(/^-/, ""), descending: text.startsWith("-") },
  serialize: (sort) => `${sort.descending ? "-" : ""}${sort.columnId}`,
  eq: (a, b) => a.columnId === b.columnId && a.descending === b.descending,
});

/** Order of a table, kept in the URL under `sort`. */
export function useSortUrl(): [Sort | null, (sort: Sort) => void] {
  const [sort, setSort] = useQueryState("sort", parseAsSort);
  return [sort, (next) => void setSort(next)];
}
