import { beforeEach, expect, it } from "vitest";
import { statementOf } from "../../testing/statement.ts";
import type { Part, Supervision } from "../cluster/supervision.ts";
import type { CollectorState } from "../collector/state.ts";
import type { DatabaseLook } from "../database/watch.ts";
import type { DiskState } from "../disk/guard.ts";
import type { Facts } from "./facts.ts";
import { createJudge } from "./judge.ts";

const fine: DatabaseLook = {
  ...{ state: "ok", reason: null, cuts: 0, lastCut: null, version: "17", latencyMs: 1 },
  ...{ connections: { used: 1, max: 60 }, sizeBytes: 1, serverStartedMs: 1 },
};
const START = Date.UTC(2026, 0, 1);
let judge: ReturnType<typeof createJudge>;
/** What is wrong at second `s`, as `severity title`. */
const at = (s: number, change: Partial<Facts> = {}): string[] =>
  judge({
    ...{ monotonicMs: 1_000 * s, nowMs: START + 1_000 * s, database: fine, statements: [] },
    ...{ host: "h", judge: "jobs", disk: null, supervision: null, brokerConnected: null, ...change },
  }).map(({ severity, title }) => `${severity} ${title}`);
/** The same, with a look each second from `from` on, as whoever judges does. */
const upTo = (from: number, s: number, change: Partial<Facts> = {}): string[] => {
  for (let each = from; each < s; each++) at(each, change);
  return at(s, change);
};
const said = (id: string, s: number, change: Parameters<typeof statementOf>[1] = {}) =>
  statementOf(id, { startedMs: START, atMs: START + 1_000 * s, ...change });
beforeEach(() => {
  judge = createJudge();
});

it("nothing is wrong when all speak and the database answers", () => {
  for (let s = 0; s < 20; s++) expect(at(s, { statements: [said("a", s)] })).toEqual([]);
});

it("says of a database whether it is away, silent, full, read-only, or has cut connections", () => {
  const look = (state: DatabaseLook["state"]) => at(1, { database: { ...fine, state, reason: "why" } });
  expect(look("unreachable")).toEqual(["critical The database cannot be reached"]);
  expect(look("silent")).toEqual(["critical The database does not answer"]);
  expect(look("full")).toEqual(["critical The database has no free connection"]);
  expect(look("read-only")).toEqual(["critical The database takes no writes"]);
  const database = { ...fine, cuts: 1, lastCut: { monotonicMs: 1_000, reason: "terminated" } };
  expect(at(2, { database })).toEqual(["warning The database ended connections"]);
  expect(upTo(3, 9, { database })).toEqual([]);
});

it("a process that ends without a word and comes back is told with its cause, for a few seconds", () => {
  const part = { name: "collector", roles: ["collector" as const], pid: 2, startedMs: START, restarts: 0 };
  const exit = { atMs: START + 1_000, cause: "it was ended by SIGKILL" };
  const exitAt = (s: number) => ({ ...exit, agoMs: 1_000 * s - 1_000 });
  const supervision = (s: number, change: Partial<Part>): Supervision => ({
    ...{ atMs: START + 1_000 * s, pid: 1, startedMs: START, refusedMessages: 0, database: null },
    parts: [{ ...part, state: "running", lastExit: null, ...change }],
  });
  expect(at(0, { supervision: supervision(0, {}) })).toEqual([]);
  expect(
    at(1, { supervision: supervision(1, { state: "waiting", restarts: 1, lastExit: exitAt(1) }) }),
  ).toEqual(["critical The collector process ended"]);
  const again = (s: number) => ({ restarts: 1, lastExit: exitAt(s) });
  expect(at(3, { supervision: supervision(3, again(3)) })).toEqual([
    "critical The collector process ended and was started again",
  ]);
  expect(at(7, { supervision: supervision(7, again(7)) })).toEqual([]);
  // one that begins to judge only now has missed nothing that is news
  judge = createJudge();
  expect(at(8, { supervision: supervision(8, again(8)) })).toHaveLength(1);
  judge = createJudge();
  expect(at(60, { supervision: supervision(60, again(60)) })).toEqual([]);
  // nor is it news because the clock was set back since
  judge = createJudge();
  const setBack = { ...supervision(60, again(60)), atMs: START - 3_600_000 };
  expect(at(61, { supervision: setBack })).toEqual([]);
});

it("a process that is started again without a supervisor is known by the one that fell silent", () => {
  at(0, { statements: [said("a", 0)] });
  const again = (s: number) => said("b", s, { startedMs: START + 4_000 });
  expect(at(4, { statements: [said("a", 0), again(4)] })).toEqual([
    "critical The collector process ended and was started again",
  ]);
});

it("the last statement of one that was replaced is no sign of life, however long it is listed", () => {
  for (let s = 0; s < 3; s++) at(s, { statements: [said("a", s)] });
  const both = (s: number) => [said("a", 2), said("b", s, { startedMs: START + 4_000, tookOver: true })];
  expect(at(6, { statements: both(6) })).toEqual([
    "critical The collector process ended and was started again",
  ]);
  for (let s = 7; s < 10; s++) at(s, { statements: both(s) });
  for (let s = 10; s < 20; s++) expect(at(s, { statements: both(s) })).toEqual([]);
});

it("one that needs a minute to start again replaces the one that ended, and one replaces one only", () => {
  at(0, { statements: [said("a", 0), said("b", 0)] });
  expect(upTo(1, 60, { statements: [said("a", 0)] })).toHaveLength(2);
  const again = (s: number) => said("c", s, { startedMs: START + 1_000 });
  expect(at(61, { statements: [again(61)] })).toEqual([
    "critical The collector process does not answer",
    "critical The collector process ended and was started again",
  ]);
  expect(at(62, { statements: [again(62), said("b", 62)] })).toHaveLength(1);
  for (let s = 63; s < 70; s++) at(s, { statements: [again(s), said("b", s)] });
  expect(at(70, { statements: [again(70), said("b", 70)] })).toEqual([]);
});

it("one that begins to judge does not tell again what a process found when it was started", () => {
  const lastExit = { atMs: START - 30_000, agoMs: 30_000, cause: "it was ended by SIGKILL" };
  const part = { name: "collector", roles: ["collector" as const], startedMs: START, restarts: 1, lastExit };
  const supervision: Supervision = {
    ...{ atMs: START, pid: 1, startedMs: START, refusedMessages: 0, database: null },
    parts: [{ ...part, pid: 2, state: "running" }],
  };
  const outbox = {
    ...{ received: 9, stored: 9, duplicates: 0, dropped: 0, queued: 0, failures: 0, mended: 0 },
    ...{ interruption: { lastSignMs: START, rows: 3 }, spool: null },
  };
  expect(at(0, { statements: [said("a", 0, { pid: 2, outbox })], supervision })).toEqual([]);
  // the whole product was killed: its supervisor began anew and knows of nothing
  judge = createJudge();
  const anew = {
    ...supervision,
    parts: [{ ...part, pid: 2, restarts: 0, lastExit: null, state: "running" as const }],
  };
  expect(at(0, { statements: [said("a", 0, { pid: 2, outbox })], supervision: anew })).toHaveLength(1);
});

it("a process that its supervisor knows to have gone is not waited for", () => {
  const part = { name: "collector", roles: ["collector" as const], startedMs: START, restarts: 0 };
  const supervision: Supervision = {
    ...{ atMs: START, pid: 1, startedMs: START, refusedMessages: 0, database: null },
    parts: [{ ...part, pid: 2, state: "running", lastExit: null }],
  };
  at(0, { statements: [said("a", 0, { pid: 7 })], supervision });
  expect(upTo(1, 9, { statements: [said("b", 1, { pid: 2 })], supervision })).toEqual([
    "critical The collector process does not answer",
  ]);
});

it("a process that hangs is told until it speaks; one that was asked to end is not", () => {
  at(0, { statements: [said("a", 0), said("b", 0, { roles: ["writer"] })] });
  const ended = said("b", 1, { roles: ["writer"], ending: true });
  expect(at(1, { statements: [said("a", 0), ended] })).toEqual([]);
  at(4);
  expect(at(6, { statements: [said("a", 0)] })).toEqual(["critical The collector process does not answer"]);
  expect(at(9)).toEqual(["critical The collector process does not answer"]);
  expect(at(10, { statements: [said("a", 10)] })).toEqual([]);
});

it("who judges says when it could not itself, and blames nobody else for it", () => {
  at(0, { statements: [said("a", 0)] });
  expect(at(8, { statements: [said("a", 1)] })).toEqual(["critical The jobs process did not run for 8 s"]);
  expect(at(9, { statements: [said("a", 9)] })).toEqual(["critical The jobs process did not run for 8 s"]);
  expect(at(13, { statements: [said("a", 13)] })).toEqual([]);
});

it("while the broker is away nobody is heard: that is one thing, not many", () => {
  at(0, { statements: [said("a", 0)], brokerConnected: true });
  for (let s = 1; s < 20; s++) at(s, { brokerConnected: false });
  expect(at(20, { brokerConnected: false })).toEqual(["critical NATS cannot be reached"]);
  // back again, before the next statement has come
  expect(at(21, { brokerConnected: true })).toEqual([]);
  expect(upTo(22, 26, { brokerConnected: true })).toEqual(["critical The collector process does not answer"]);
});

it("a process without a supervisor says that the one before it was killed, once", () => {
  const again = (s: number) => [said("b", s, { startedMs: START, tookOver: true, roles: ["jobs"] })];
  expect(at(1, { statements: again(1) })).toEqual(["critical The jobs process ended and was started again"]);
  for (let s = 2; s < 5; s++) at(s, { statements: again(s) });
  expect(at(6, { statements: again(6) })).toEqual([]);
});

it("a clock that steps is told with its direction and length, whatever the wall clock says", () => {
  at(0);
  expect(at(1, { nowMs: START + 1_000 - 3_600_000 })).toEqual(["warning The clock stepped back by 60.0 min"]);
  expect(at(2, { nowMs: START + 2_000 - 3_600_000 })).toEqual(["warning The clock stepped back by 60.0 min"]);
  for (let s = 3; s <= 6; s++) at(s, { nowMs: START + 1_000 * s - 3_600_000 });
  expect(at(7, { nowMs: START + 7_000 - 3_600_000 })).toEqual([]);
  expect(at(8, { nowMs: START + 8_000 })).toEqual(["warning The clock stepped forward by 60.0 min"]);
});

it("a disk that runs short is told with what is not done meanwhile, and explains what follows from it", () => {
  const disk: DiskState = {
    ...{ step: "low", sinceMs: START, freeBytes: 1e9, totalBytes: 1e10, refused: ["uploads"] },
    ...{ reserve: { bytes: 0, wantedBytes: 0 }, writeErrors: 0, error: null },
  };
  expect(at(1, { disk })).toEqual(["warning The disk of the data directory is nearly full"]);
  const full: DiskState = { ...disk, step: "full", refused: ["uploads", "replays", "windows"] };
  expect(at(2, { disk: full, database: { ...fine, state: "unreachable", reason: "why" } })).toEqual([
    "critical The disk of the data directory takes nothing",
  ]);
});

it("windows that are given up are told", () => {
  const outbox = (dropped: number) => ({
    ...{ received: 9, stored: 4, duplicates: 0, dropped, queued: 5, failures: 0, mended: 0 },
    ...{ interruption: null, spool: null },
  });
  at(0, { statements: [said("a", 0, { outbox: outbox(0) })] });
  expect(at(1, { statements: [said("a", 1, { outbox: outbox(3) })] })).toEqual([
    "critical Closed windows were dropped",
  ]);
  for (let s = 2; s < 9; s++) at(s, { statements: [said("a", s, { outbox: outbox(3) })] });
  expect(at(9, { statements: [said("a", 9, { outbox: outbox(3) })] })).toEqual([]);
});

it("datagrams that the kernel drops are told, but not when the collector was away: that was told", () => {
  const collector = (arrived: number, kernelDropped: number) =>
    ({ arrived, kernelDropped, tooMany: 0, exporters: [] }) as unknown as CollectorState;
  const drops = (s: number, dropped: number) => [said("a", s, { collector: collector(1_000 * s, dropped) })];
  at(0, { statements: drops(0, 0) });
  expect(at(1, { statements: drops(1, 500) })).toEqual(["warning The kernel drops 33 % of the datagrams"]);
  judge = createJudge();
  at(0, { statements: drops(0, 0) });
  at(4, { statements: drops(0, 0) });
  expect(at(7, { statements: drops(0, 0) })).toEqual(["critical The collector process does not answer"]);
  expect(at(8, { statements: drops(8, 500) })).toEqual([]);
});
