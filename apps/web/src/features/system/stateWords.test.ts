import { expect, it } from "vitest";
import {
  clockVerdict,
  databaseVerdict,
  diskVerdict,
  freeWords,
  spoolVerdict,
  stepWords,
} from "./stateWords.ts";
import type { SystemState } from "./useSystem.ts";

const database: SystemState["database"] = {
  ...{ state: "ok", reason: null, kind: "embedded", version: "17", latencyMs: 1, connectionsUsed: 4 },
  ...{ connectionsMax: 57, sizeBytes: 1, startedAt: null, cuts: 0 },
  ...{ restarts: 0, lastLoss: null },
};
const spool: SystemState["spool"] = {
  ...{ windowsWaiting: 0, windowsDropped: 0, failures: 0, interruption: null },
  ...{ windowsHeld: 0, diskBytes: 0, damagedRecords: 0 },
};

it("says how the database is, before its connections run out too", () => {
  expect(databaseVerdict(database).tone).toBe("ok");
  expect(databaseVerdict({ ...database, connectionsUsed: 50 })).toMatchObject({ tone: "warn" });
  expect(databaseVerdict({ ...database, state: "silent" })).toEqual({ word: "does not answer", tone: "bad" });
  expect(databaseVerdict({ ...database, state: null }).tone).toBe("neutral");
});

it("unknown is not well", () => {
  expect([diskVerdict(null), clockVerdict(null)].map((v) => v.word)).toEqual(["unknown", "unknown"]);
});

it("windows that wait are ordinary, windows that were given up are not", () => {
  expect(spoolVerdict(spool).tone).toBe("ok");
  expect(spoolVerdict({ ...spool, windowsWaiting: 9 }).tone).toBe("neutral");
  expect(spoolVerdict({ ...spool, windowsDropped: 1 }).tone).toBe("bad");
});

it("says how much of the disk is free, and by how much the clock was set", () => {
  const disk = {
    step: "low" as const,
    since: "",
    freeBytes: 1e9,
    totalBytes: 1e10,
    refused: [],
    error: null,
  };
  expect(freeWords(disk)).toMatch(/of .* free \(10/);
  expect(freeWords({ ...disk, freeBytes: null })).toBeNull();
  expect(stepWords(-3_600_000)).toMatch(/^back by /);
});
