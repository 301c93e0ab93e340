import { noCounts } from "@p4twin/models/telemetry";
import { boundSegmentSchema } from "@p4twin/models/twin";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import { createBus } from "../bus/bus.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { createHistoryStore } from "./historyStore.ts";
import { createTwinMonitor, defaultMonitorConfig } from "./monitor.ts";
import { createWorkspacePredictor } from "./predictor.ts";
import { createStartsHeard, type SwitchStart, startsIn } from "./starts.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const MINUTE = 60_000;
const AT = Date.parse("2026-03-01T12:00:00.000Z");
const segment = boundSegmentSchema.parse({
  ...{ id: "edge", name: "Edge", kind: "uc1", plUs: 5_000, dlUs: 9_000 },
  ...{ from: { nodeId: 7, port: 1 }, to: { nodeId: 7, port: 3 }, exporters: ["10.0.0.7"] },
  elements: [{ kind: "switch", label: "leaf", nodeId: 7, program: "lib:l3fwd", device: "bmv2" }],
});
const start = (more: Partial<SwitchStart>): SwitchStart => ({
  ...{ afterMs: AT - MINUTE, byMs: AT, workspaceId: null, name: null, nodeId: null, exporter: null },
  ...more,
});

describe("whose start it is", () => {
  it.each<[string, Partial<SwitchStart>, boolean]>([
    ["of the element's name", { name: "leaf" }, true],
    ["of its node", { name: "other", nodeId: 7 }, true],
    ["heard from the segment's exporter", { nodeId: 7, exporter: "10.0.0.7" }, true],
    ["heard from another exporter with a node of that number", { nodeId: 7, exporter: "10.0.0.8" }, false],
    ["of another switch", { name: "other", nodeId: 8 }, false],
    ["of a switch of another name whose id is not its own", { name: "other" }, false],
  ])("%s", (_, more, expected) => {
    expect(startsIn(segment, start(more))).toBe(expected);
  });
});

/** A switch that was looked at a minute before a look noticed that its counters had begun again. */
async function restarted(name: string, deviceId: string, at: number): Promise<string> {
  const { db } = world.database;
  const { workspaceId } = world.services;
  const made = await db.attachedSwitch.create({
    data: { ...{ workspaceId, name, deviceId, address: `${name}:1`, secure: false, pollS: 60 } },
  });
  await db.switchSample.createMany({
    data: [at - MINUTE, at].map((ms) => ({ switchId: made.id, at: new Date(ms), body: new Uint8Array() })),
  });
  await db.switchOccurrence.createMany({
    data: ["restarted", "changed"].map((kind) => ({ switchId: made.id, at: new Date(at), kind, text: kind })),
  });
  return made.id;
}

test("a switch whose counters began again is told once, with the look before; ids that two have are none", async () => {
  const { pool, db } = world.database;
  const made = await Promise.all([
    restarted("s1", "41", AT),
    restarted("s2", "42", AT),
    restarted("s3", "42", AT),
  ]);
  const asks = createStartsHeard({ pool, exporters: () => [], clock: () => new Date(AT + 2_000) });
  const { workspaceId } = world.services;
  const told = (await asks()).sort((a, b) => (a.name ?? "").localeCompare(b.name ?? ""));
  expect(told).toEqual([
    start({ workspaceId, name: "s1", nodeId: 41 }),
    start({ workspaceId, name: "s2" }),
    start({ workspaceId, name: "s3" }),
  ]);
  expect(await asks()).toEqual([]);
  const later = createStartsHeard({ pool, exporters: () => [], clock: () => new Date(AT + 15 * MINUTE) });
  expect(await later()).toEqual([]);
  await db.attachedSwitch.deleteMany({ where: { id: { in: made } } });
});

test("reports numbered anew are a start of the exporter's one node, unless that happens all the time", async () => {
  let nowMs = AT;
  let exporters = [{ address: "10.0.0.7", sequenceRestarts: 3, nodeIds: [7], nodeIdsCapped: false }];
  const asks = createStartsHeard({
    pool: world.database.pool,
    exporters: () => exporters,
    clock: () => new Date(nowMs),
  });
  const after = async (ms: number, sequenceRestarts: number, nodeIds = [7]) => {
    nowMs += ms;
    exporters = [{ address: "10.0.0.7", sequenceRestarts, nodeIds, nodeIdsCapped: false }];
    return asks();
  };
  expect(await asks()).toEqual([]);
  expect(await after(5_000, 3)).toEqual([]);
  expect(await after(5_000, 4)).toEqual([
    start({ nodeId: 7, exporter: "10.0.0.7", afterMs: AT + 3_000, byMs: AT + 10_000 }),
  ]);
  expect(await after(5_000, 5)).toEqual([]);
  expect(await after(11 * MINUTE, 5)).toEqual([]);
  expect(await after(5_000, 6)).toHaveLength(1);
  expect(await after(11 * MINUTE, 7, [7, 8])).toEqual([]);
});

test("[T26] a start that is noticed begins a run of the segments through the switch, and of no others", async () => {
  const operator = await world.as("operator");
  const made = await operator.deployments.create({
    name: "Two leaves",
    segments: [
      segment,
      {
        ...segment,
        ...{ id: "far", exporters: [], from: { nodeId: 8 }, to: { nodeId: 8 } },
        elements: segment.elements.map((element) => ({ ...element, label: "far", nodeId: 8 })),
      },
    ],
  });
  const { services, log } = world;
  const bus = createBus();
  const history = createHistoryStore(world.database.pool);
  const predictor = createWorkspacePredictor({
    ...{ readProgram: services.readProgram, devices: services.devices, estimates: services.engines },
  });
  let noticed: SwitchStart[] = [];
  const monitor = createTwinMonitor(
    { ...defaultMonitorConfig, everyMs: 3_600_000 },
    {
      ...{ bus, history, predictor: () => predictor, raised: () => false, log },
      deployments: () => services.deployments.list(),
      driftSettings: services.twin.driftSettings,
      starts: async () => noticed.splice(0),
      clock: () => world.time.now,
    },
  );
  const SECONDS = 200;
  world.time.now = new Date(AT);
  await monitor.start();
  const row = (segmentId: string, second: number): WindowRow => ({
    ...{
      deploymentId: made.id,
      segmentId,
      part: 0,
      partLabel: null,
      startMs: AT + 1000 * second,
      lengthS: 1,
    },
    ...{ count: 100, sumUs: 100 * (215 + (second % 7)), minUs: 200, maxUs: 240, histogram: null },
    ...{ ...noCounts(), abovePl: 0, aboveDl: 0, dropped: 0, sequenceGaps: 0 },
    ...{ collectorId: "test", sequence: second },
  });
  for (let second = 0; second < SECONDS; second++)
    bus.windows.publish([row("edge", second), row("far", second)]);
  noticed = [start({ name: "leaf", afterMs: AT + 150_000, byMs: AT + 180_000 })];
  await monitor.follow();
  await monitor.stop();
  const kept = await history.drifts(made.id);
  const runsOf = (segmentId: string) => kept.find((each) => each.segmentId === segmentId)!.state.runs;
  expect(runsOf("far").length).toBeLessThanOrEqual(1);
  const [before, after] = runsOf("edge");
  expect([before?.sinceMs, after?.startedByMs]).toEqual([AT, AT + 180_000]);
  expect(after?.sinceMs).toBeGreaterThan(AT + 150_000);
  expect(after?.sinceMs).toBeLessThanOrEqual(AT + 180_000);
});
