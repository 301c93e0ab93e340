import { expect, it } from "vitest";
import { sortRows } from "./sortRows.ts";

const rows = [
  { n: 3, s: "b10" },
  { n: null, s: "b9" },
  { n: 1, s: "a" },
];
const valueAt = (row: (typeof rows)[number], id: string) => (id === "n" ? row.n : row.s);

it.each([
  ["n", false, [1, 3, null]],
  ["n", true, [3, 1, null]],
  ["s", false, [1, null, 3]],
])("sorts by %s (descending %s), unknown last", (columnId, descending, expected) => {
  expect(sortRows(rows, { columnId, descending }, valueAt).map((row) => row.n)).toEqual(expected);
});

it("keeps the order when nothing is chosen", () => {
  expect(sortRows(rows, null, valueAt)).toEqual(rows);
});
