import { Histogram, noCounts } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { removeOld } from "../database/housekeeping.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createLog } from "../observability/log.ts";
import { createRoller, defaultRollerConfig } from "../rollup/roller.ts";
import { createWindowStore } from "../writer/storeWindows.ts";
import { createVoidStore } from "./store.ts";

const START = Date.UTC(2025, 11, 31, 12);
const range = (fromS: number, toS: number) => ({
  from: new Date(START + 1000 * fromS).toISOString(),
  to: new Date(START + 1000 * toS).toISOString(),
});

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let deploymentId: string;
let sequence = 0;

const window = (segmentId: string, second: number, us: number): WindowRow => {
  const histogram = new Histogram();
  histogram.record(us);
  return {
    ...{ deploymentId, segmentId, part: 0, partLabel: null, startMs: START + 1000 * second, lengthS: 1 },
    ...{ count: 1, sumUs: us, minUs: us, maxUs: us, histogram: histogram.encode() },
    ...noCounts(),
    ...{ collectorId: "c", sequence: sequence++ },
  };
};
/** Roll-ups are made anew, then what the twin shows of a segment is read. */
async function shown(segmentId: string): Promise<[count: number, maxUs: number | null]> {
  const { pool } = world.database;
  const roller = createRoller(defaultRollerConfig, {
    pool,
    clock: () => new Date(START + 3_600_000),
    log: createLog("silent"),
  });
  await roller.catchUp();
  const state = await operator.twin.state({ deploymentId, range: range(0, 60) });
  const whole = state.find((s) => s.segmentId === segmentId)?.parts[0];
  return [whole?.count ?? 0, whole?.maxUs ?? null];
}

beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  const segment = (id: string) => ({
    ...{ id, name: `Segment ${id}`, kind: "uc1" as const, plUs: 100, dlUs: 200 },
    ...{ from: { nodeId: 1, port: null }, to: { nodeId: 1, port: null } },
  });
  const { id } = await operator.deployments.create({ name: "void", segments: [segment("a"), segment("b")] });
  deploymentId = id;
  const { pool } = world.database;
  const store = createWindowStore({
    pool,
    ensurePartitions: (at) => ensurePartitions(pool, at),
    log: createLog("silent"),
  });
  // ten seconds of a wrong unit in both
  await store(
    ["a", "b"].flatMap((s) =>
      Array.from({ length: 60 }, (_, i) => window(s, i, i >= 20 && i < 30 ? 50_000 : 50)),
    ),
  );
});
afterAll(() => world.dispose());

it("wrong windows leave the twin with a note, and come back when that is undone", async () => {
  expect(await shown("a")).toEqual([60, 50_000]);
  const made = await operator.voids.create({
    ...{ deploymentId, segmentId: "a", range: range(20, 29), note: " unit was us " },
  });
  expect(made).toMatchObject({ segmentId: "a", windows: 10, note: "unit was us" });
  expect(await shown("a")).toEqual([50, 50]);
  expect(await shown("b")).toEqual([60, 50_000]);

  // the note is where the windows are missing, in a frozen report, too
  expect(await operator.voids.list({ deploymentId, range: range(0, 60) })).toEqual([made]);
  expect(await operator.voids.list({ deploymentId, range: range(40, 60) })).toEqual([]);
  const report = await operator.reports.freeze({
    title: "With a hole",
    refs: { kind: "twin", deploymentId, ...range(0, 60) },
  });
  expect(JSON.stringify((await operator.reports.get({ id: report.id })).snapshot.data)).toContain(
    "unit was us",
  );

  const all = await operator.voids.create({ deploymentId, range: range(0, 60), note: "all of it" });
  expect(all.windows).toBe(110);
  expect(await shown("b")).toEqual([0, null]);
  await operator.voids.undo({ id: all.id });
  expect(await shown("b")).toEqual([60, 50_000]);
  expect(await shown("a")).toEqual([50, 50]);
  await operator.voids.undo({ id: made.id });
  expect(await shown("a")).toEqual([60, 50_000]);
  expect(await operator.voids.list({ deploymentId })).toEqual([]);
  await expect(operator.voids.undo({ id: made.id })).rejects.toThrow("no void");
});

it("a void is of a bounded number of windows", async () => {
  const { db, pool } = world.database;
  const store = createVoidStore({ db, workspaceId: world.services.workspaceId }, pool, 119);
  const whole = {
    deploymentId,
    segmentId: null,
    range: range(0, 60),
    note: "x",
    by: null,
    at: new Date(START),
  };
  expect(await store.create(whole)).toBeNull();
  expect(await shown("a")).toEqual([60, 50_000]);
  const id = await store.create({ ...whole, range: range(0, 30) });
  expect(id).not.toBeNull();
  await operator.voids.undo({ id: id ?? "" });
});

it("windows that were voided too long ago are no longer kept, and the void says so", async () => {
  const { id } = await operator.voids.create({ deploymentId, range: range(50, 60), note: "late" });
  const removed = await removeOld(world.database.pool, new Date(START + 31 * 86_400_000));
  expect(removed.voided_window).toBe(20);
  await expect(operator.voids.undo({ id })).rejects.toThrow("no longer kept");
  expect((await operator.voids.list({ deploymentId })).map((v) => v.note)).toEqual(["late"]);
  await world.database.pool.query("DELETE FROM window_void");
});

it.each([
  ["no segment of it", { segmentId: "z", range: range(0, 60) }, "no segment z"],
  [
    "a range without end",
    { range: { from: range(0, 0).from, to: "2026-06-01T00:00:00Z" } },
    "31 days at most",
  ],
  [
    "older than its windows",
    { range: { from: "2025-11-01T00:00:00Z", to: "2025-11-02T00:00:00Z" } },
    "30 days",
  ],
  ["no note", { range: range(0, 60), note: "  " }, "why the windows are wrong"],
])("%s: nothing is voided, with the reason", async (_, given, why) => {
  await expect(operator.voids.create({ deploymentId, note: "x", ...given })).rejects.toThrow(why);
  expect(await operator.voids.list({ deploymentId })).toEqual([]);
});
