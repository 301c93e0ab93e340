import { beforeEach, expect, it } from "vitest";
import type { Condition, Incident } from "../cluster/incident.ts";
import { createIncidentBook, type IncidentBook } from "./book.ts";

const QUIET_MS = 60_000;
const START = Date.UTC(2026, 0, 1);
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
const step = (conditions: Condition[], atS: number) => {
  s = atS;
  const at = new Date(START + 1_000 * s);
  return book.step(conditions, { monotonicMs: 1_000 * s, at, quietMs: QUIET_MS });
};
/** One look at second `s`: the changes as `what` or `what (silent)`. */
const look = (conditions: Condition[], atS = s + 1): string[] =>
  step(conditions, atS).map(({ what, tell }) => (tell ? what : `${what} (silent)`));
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

/** Another process goes on at second `atS` with what this one knew. */
const resumeAt = (atS: number, known: Incident[]): string[] => {
  book = createIncidentBook(() => "other");
  const at = new Date(START + 1_000 * atS);
  return book.resume(known, { monotonicMs: 1_000 * atS, at }).map(({ what }) => what);
};

it("goes on with what the process before had open, without saying it again", () => {
  look([away]);
  expect(resumeAt(2, book.open())).toEqual([]);
  expect(look([away])).toEqual([]);
  expect([look([], 10), look([], 12)]).toEqual([[], ["closed"]]);
});

it("what the process before has told and closed keeps its quiet time, and what happened before that is not told again", () => {
  const ended: Condition = { ...away, key: "process:writer:h", happenedMs: START + 1_500 };
  const [opened] = step([ended], 2);
  const over = { ...opened.incident, clearedAt: new Date(START + 7_000).toISOString() };
  resumeAt(9, [over]);
  expect(look([ended], 10)).toEqual([]);
  expect(look([{ ...ended, happenedMs: START + 11_000 }], 12)).toEqual(["opened (silent)"]);
  expect(book.open()).toMatchObject([{ id: opened.incident.id, times: 2 }]);
});

it("an incident that was opened anew before the older one was known ends the older one", () => {
  look([away]);
  const left = book.open();
  book = createIncidentBook(() => "other");
  look([away], 2);
  const at = new Date(START + 3_000);
  const changes = book.resume([...book.open(), ...left], { monotonicMs: 3_000, at });
  expect(changes).toMatchObject([{ what: "closed", incident: { id: "id1", clearedAt: at.toISOString() } }]);
  expect(book.open()).toMatchObject([{ id: "other" }]);
});
