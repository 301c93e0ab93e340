import { beforeEach, expect, it } from "vitest";
import { createIncidentBook, type IncidentBook } from "./book.ts";
import type { Condition } from "./schema.ts";

const QUIET_MS = 60_000;
const away: Condition = {
  key: "database",
  kind: "database",
  severity: "critical",
  title: "The database cannot be reached",
  cause: "connection refused",
  evidence: [],
};
const cut: Condition = { ...away, severity: "warning", title: "The database ended connections" };

let book: IncidentBook;
let s = 0;
/** One look at second `s`: the changes as `what` or `what (silent)`. */
const look = (conditions: Condition[], atS = s + 1): string[] => {
  s = atS;
  const at = new Date(Date.UTC(2026, 0, 1) + 1_000 * s);
  return book
    .step(conditions, { monotonicMs: 1_000 * s, at, quietMs: QUIET_MS })
    .map(({ what, tell }) => (tell ? what : `${what} (silent)`));
};
beforeEach(() => {
  let ids = 0;
  s = 0;
  book = createIncidentBook(() => `id${++ids}`);
});

it("opens once however long it lasts, and closes once it has stayed away", () => {
  expect(look([away])).toEqual(["opened"]);
  expect(look([away])).toEqual([]);
  expect(look([])).toEqual([]);
  expect(look([away])).toEqual([]);
  expect([look([]), look([]), look([])]).toEqual([[], [], ["closed"]]);
  expect(look([])).toEqual([]);
  expect(book.open()).toEqual([]);
});

it("what flaps is one incident: silent within the quiet time, told again when it stays", () => {
  look([away]);
  look([], 2);
  expect(look([], 4)).toEqual(["closed"]);
  expect(look([away], 10)).toEqual(["opened (silent)"]);
  expect(book.open()).toMatchObject([{ id: "id1", times: 2 }]);
  expect([look([], 11), look([], 13)]).toEqual([[], ["closed (silent)"]]);
  expect(look([away], 20)).toEqual(["opened (silent)"]);
  expect(look([away], 79)).toEqual([]);
  expect(look([away], 80)).toEqual(["opened"]);
  expect([look([], 81), look([], 83)]).toEqual([[], ["closed"]]);
  expect(look([away], 143)).toEqual(["opened"]);
  expect(book.open()).toMatchObject([{ id: "id2", times: 1 }]);
});

it("says so when it becomes worse, and keeps the first cause when it does not", () => {
  expect(look([cut])).toEqual(["opened"]);
  expect(look([away])).toEqual(["changed"]);
  expect(look([{ ...cut, cause: "something later" }])).toEqual([]);
  expect(book.open()).toMatchObject([{ title: away.title, cause: "connection refused" }]);
});

it("goes on with what the process before had open, without saying it again", () => {
  look([away]);
  const left = book.open();
  book = createIncidentBook(() => "other");
  book.resume(left);
  expect(look([away])).toEqual([]);
  expect([look([], 10), look([], 12)]).toEqual([[], ["closed"]]);
});
