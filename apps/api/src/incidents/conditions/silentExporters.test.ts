import { expect, it } from "vitest";
import { statementOf } from "../../../testing/statement.ts";
import type { CollectorState, ExporterState } from "../../collector/state.ts";
import { silentExporterConditions } from "./silentExporters.ts";

const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;
type Heard = { arrived?: number; matched?: number; forMs?: number };
/** Titles of what is wrong `silentMs` after exporters were heard last. */
function titles(silentMs: number, heard: Record<string, Heard>): string[] {
  const exporters = Object.entries(heard).map(
    ([address, { arrived = 1_000, matched = 1_000, forMs = 10 * MINUTE }]) =>
      ({ address, arrived, matched, firstHeardMs: START - forMs, lastHeardMs: START }) as ExporterState,
  );
  const collector = { exporters } as CollectorState;
  return silentExporterConditions({
    ...{ monotonicMs: 0, nowMs: START + silentMs, host: "h", judge: "jobs", database: null, disk: null },
    ...{ statements: [statementOf("a", { collector })], supervision: null, brokerConnected: null },
  }).map(({ title }) => title);
}

it("an exporter that measured a segment and has been silent for five minutes is one", () => {
  expect(titles(4 * MINUTE, { "10.0.0.1": {} })).toEqual([]);
  expect(titles(6 * MINUTE, { "10.0.0.1": {} })).toEqual(["Exporter 10.0.0.1 is silent"]);
});

it("one that nobody measures, that was heard for a moment, or that speaks rarely is none", () => {
  const heard = { a: { matched: 0 }, b: { forMs: 1_000 }, c: { arrived: 11, forMs: 10 * MINUTE } };
  expect(titles(6 * MINUTE, heard)).toEqual([]);
  expect(titles(21 * MINUTE, heard)).toEqual(["Exporter c is silent"]);
});

it("many at once are one incident: it is hardly the switches", () => {
  const heard = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`10.0.0.${i}`, {}]));
  expect(titles(6 * MINUTE, heard)).toEqual(["11 exporters are silent"]);
});
