import { Histogram, noCounts } from "@p4twin/models/telemetry";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { ensurePartitions } from "../database/partitions.ts";
import { createLog } from "../observability/log.ts";
import { createWindowStore } from "../writer/storeWindows.ts";
import { createEventLog, type EventLog } from "./eventLog.ts";
import { evidenceSchema } from "./schema.ts";
import type { EventContent } from "./store.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let deploymentId: string;
let log: EventLog;
let sequence = 0;
let storeWindows: ReturnType<typeof createWindowStore>;
/** what channels would hear */
let told: string[] = [];

const segment = (id: string) => ({
  id,
  name: `Segment ${id}`,
  kind: "uc1" as const,
  plUs: 5_000,
  dlUs: 8_000,
  from: { nodeId: 1 },
  to: { nodeId: 1 },
});
const content = (cause: EventContent["cause"] = "queueing"): EventContent => ({
  severity: "warning",
  cause,
  hop: "s1",
  evidence: evidenceSchema.parse({
    p99Us: 6_100,
    triggerUs: 5_000,
    resetUs: 4_000,
    plUs: 5_000,
    dlUs: 8_000,
    count: 90,
    abovePl: 50,
    aboveDl: 0,
    dropped: 0,
    elements: [],
    blame: null,
  }),
});
const place = (segmentId: string) => ({ deploymentId, segmentId });
const open = (segmentId: string) => log.open({ ...place(segmentId), ...content(), openedAt: world.time.now });
const later = (s: number): Date => {
  world.time.now = new Date(world.time.now.getTime() + 1000 * s);
  return world.time.now;
};
const window = (segmentId: string, startMs: number, count: number): WindowRow => {
  const histogram = new Histogram();
  for (let i = 0; i < count; i++) histogram.record(6_100);
  return {
    ...{ ...place(segmentId), part: 0, partLabel: null, startMs, lengthS: 1, count, sumUs: 6_100 * count },
    ...{ minUs: count ? 6_100 : null, maxUs: count ? 6_100 : null, histogram: histogram.encode() },
    ...{ ...noCounts(), collectorId: "c", sequence: sequence++ },
  };
};
const audit = async (filter: object = {}) =>
  (await operator.events.audit({ deploymentId, ...filter })).map((r) => `${r.what} by ${r.by ?? "P4Twin"}`);

beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
  const { pool } = world.database;
  storeWindows = createWindowStore({
    pool,
    ensurePartitions: (instants) => ensurePartitions(pool, instants),
    log: createLog("silent"),
  });
  const workspace = await world.database.db.workspace.findFirstOrThrow();
  log = createEventLog({ db: world.database.db, workspaceId: workspace.id }, async (_tx, event, what) => {
    if (event.kind === "latency") told.push(`${what} ${event.segmentId} ${event.cause}`);
  });
});
beforeEach(async () => {
  told = [];
  const segments = [segment("a"), segment("b")];
  deploymentId = (await operator.deployments.create({ name: "Edge", segments })).id;
});
afterAll(() => world.dispose());

describe("what happens to an event is kept", () => {
  it("from its opening to its end, with what was before and after", async () => {
    const id = (await open("a")) ?? "";
    await log.change(place("a"), content("vnf"), later(5));
    later(1);
    await operator.events.acknowledge({ id });
    await operator.events.acknowledge({ id });
    later(1);
    await operator.events.unacknowledge({ id });
    await log.close(place("a"), later(1));
    await log.suppress(place("a"), later(1));
    expect(told).toEqual(["opened a queueing", "changed a vnf", "closed a vnf"]);
    expect(await audit({ eventId: id })).toEqual([
      "suppressed by P4Twin",
      "closed by P4Twin",
      "unacknowledged by operator",
      "acknowledged by operator",
      "changed by P4Twin",
      "opened by P4Twin",
    ]);
    const [, , , , changed] = await operator.events.audit({ eventId: id });
    expect(changed).toMatchObject({
      before: { cause: "queueing", hop: "s1", severity: "warning" },
      after: { cause: "vnf" },
      segmentName: "Segment a",
    });
    expect(await operator.events.get({ id })).toMatchObject({ suppressed: 1, acknowledgedAt: null });
  });

  it("one event of a segment is open at most, whoever sees it first", async () => {
    expect(await open("a")).not.toBeNull();
    expect(await open("a")).toBeNull();
    expect(told).toEqual(["opened a queueing"]);
  });

  it("an open event says when its segment was measured last: after that it is not known to go on", async () => {
    const id = (await open("a")) ?? "";
    const openedMs = world.time.now.getTime();
    const at = (s: number) => new Date(openedMs + 1000 * s).toISOString();
    // what opened it was measured
    expect(await operator.events.get({ id })).toMatchObject({ lastDataAt: at(0) });
    await storeWindows([
      window("a", openedMs, 9),
      window("a", openedMs + 30_000, 9),
      window("b", openedMs + 90_000, 9),
    ]);
    // a second without packets tells nothing
    await storeWindows([window("a", openedMs + 31_000, 0)]);
    later(600);
    expect(await operator.events.get({ id })).toMatchObject({ closedAt: null, lastDataAt: at(30) });
    expect(await operator.events.list({ deploymentId })).toMatchObject([{ id, lastDataAt: at(30) }]);
    await log.close(place("a"), later(1));
    expect(await operator.events.list({ deploymentId })).toMatchObject([{ id, lastDataAt: null }]);
  });

  it("thresholds stand in the same list, with who changed them", async () => {
    await open("a");
    later(1);
    const alarm = { triggerUs: 6_000, resetUs: 5_000, quietS: 30, budgets: [{ percent: 50, maxUs: 900 }] };
    const thresholds = { plUs: 6_000, dlUs: 9_000, alarm };
    await operator.deployments.setThresholds({ id: deploymentId, segmentId: "a", thresholds });
    // the database's clock dates changes of thresholds
    expect((await audit({ segmentId: "a" })).sort()).toEqual(["opened by P4Twin", "thresholds by operator"]);
    const entry = (await operator.events.audit({ segmentId: "a" })).find((r) => r.what === "thresholds");
    expect(entry).toMatchObject({ before: { plUs: 5_000, alarm: null }, after: { alarm: { quietS: 30 } } });
    expect(await audit({ segmentId: "b" })).toEqual([]);
  });
});

describe("a mute", () => {
  const until = (s: number): string => new Date(world.time.now.getTime() + 1000 * s).toISOString();

  it("keeps events, marks them and delivers none; when it is ended, what is still open is told", async () => {
    const mute = await operator.events.mutes.create({
      deploymentId,
      segmentId: "a",
      reason: "maintenance of s1",
      until: until(3_600),
    });
    const id = (await open("a")) ?? "";
    await open("b");
    expect(told).toEqual(["opened b queueing"]);
    expect(await operator.events.get({ id })).toMatchObject({ muted: { reason: "maintenance of s1" } });
    expect(await operator.events.list({ deploymentId, muted: true })).toHaveLength(1);
    // the procedure tells the channels of the database: here the test listens
    await log.unmute(mute.id, (await operator.users.me())?.id ?? "", later(1));
    expect(told).toEqual(["opened b queueing", "opened a queueing"]);
    await operator.events.mutes.end({ id: mute.id });
    expect(await operator.events.get({ id })).toMatchObject({ muted: null });
    expect(await audit({ eventId: id })).toEqual([
      "unmuted by operator",
      "muted by P4Twin",
      "opened by P4Twin",
    ]);
    // one entry for the mute of the segment, not one more for each event
    expect(await audit({ segmentId: "a" })).toEqual([
      "unmuted by operator",
      "opened by P4Twin",
      "muted by operator",
    ]);
  });

  it("ends by itself when its time is over; another one that covers the event takes over", async () => {
    const whole = { deploymentId, segmentId: null, reason: "move" };
    await operator.events.mutes.create({ ...whole, until: until(10) });
    await operator.events.mutes.create({ ...whole, segmentId: "a", until: until(20) });
    await open("a");
    await open("b");
    await log.endExpired(later(11));
    await log.close(place("a"), later(1));
    await log.endExpired(later(11));
    expect(told).toEqual(["opened b queueing"]);
  });

  it("a maintenance window silences what opens within it, and is told of before it begins", async () => {
    const window = { deploymentId, segmentId: null, reason: "new switch", from: until(10), until: until(20) };
    const { id } = await operator.events.mutes.create(window);
    expect(await operator.events.mutes.list()).toMatchObject([
      { id, from: window.from, reason: "new switch" },
    ]);
    await open("a");
    later(12);
    await open("b");
    expect(told).toEqual(["opened a queueing"]);
    expect(await operator.events.list({ deploymentId, muted: true })).toMatchObject([{ segmentId: "b" }]);
    await log.endExpired(later(9));
    expect(told).toEqual(["opened a queueing", "opened b queueing"]);
    const backwards = { ...window, from: until(9), until: until(5) };
    await expect(operator.events.mutes.create(backwards)).rejects.toThrow("begin before it ends");
  });

  it("is refused without a future, a reason or a segment", async () => {
    const mute = { deploymentId, reason: "why not", until: until(10) };
    await expect(operator.events.mutes.create({ ...mute, until: until(-1) })).rejects.toThrow(
      "in the future",
    );
    await expect(operator.events.mutes.create({ ...mute, reason: " " })).rejects.toThrow("Say why");
    await expect(operator.events.mutes.create({ ...mute, segmentId: "z" })).rejects.toThrow("no segment");
  });
});
