import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { statementOf } from "../../testing/statement.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { createIncidentBoard } from "../cluster/incidentBoard.ts";
import { createLifecycle } from "../components.ts";
import { createDatabaseWatch, type DatabaseLook } from "../database/watch.ts";
import { createDeliveryStore } from "../notifications/deliveryStore.ts";
import { createDispatcher, defaultDispatcherConfig } from "../notifications/dispatcher.ts";
import { createDirectSender } from "./direct.ts";
import { createIncidentOutbox } from "./incidentOutbox.ts";
import { createIncidentJournal } from "./journal.ts";
import { createIncidentStore } from "./store.ts";
import { createIncidentWatch } from "./watch.ts";

const fine: DatabaseLook = {
  ...{ state: "ok", reason: null, cuts: 0, lastCut: null, version: "17", latencyMs: 1 },
  ...{ connections: { used: 1, max: 60 }, sizeBytes: 1, serverStartedMs: 1 },
};
const away: DatabaseLook = { ...fine, state: "unreachable", reason: "connect ECONNREFUSED 127.0.0.1:5432" };

let world: World;
let owner: Awaited<ReturnType<World["as"]>>;
let receiver: Server;
let got: { type: string; id: string; subject: string; incident: { title: string } }[] = [];

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as("owner");
  receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => {
      body += part.toString();
    });
    request.on("end", () => {
      got.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  await owner.engines.setHosts({ hosts: ["127.0.0.1"] });
  await owner.system.updateSettings({ incidentQuietS: 0 });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await owner.notifications.channels.create({ name: "Hook", target: { kind: "webhook", url } });
});
beforeEach(() => {
  got = [];
});
afterAll(async () => {
  receiver.close();
  await world.dispose();
});

/** The judge with what a test says of the database, its own store, and the dispatcher of alerts. */
async function start({ save = true } = {}) {
  const { db } = world.database;
  const scope = { db, workspaceId: (await db.workspace.findFirstOrThrow()).id };
  const clock = () => new Date();
  const { log, services } = world;
  let look = fine;
  let saves = save;
  const real = createIncidentStore(scope);
  const store: typeof real = {
    ...real,
    save: (...args) => (saves ? real.save(...args) : Promise.reject(new Error("the database is away"))),
  };
  const direct = createDirectSender({ notifications: services.notifications, clock, log });
  const journal = createIncidentJournal(
    { store, log, sendDirect: direct.send, notify: createIncidentOutbox(scope) },
    { maxWaiting: 10, directAfterMs: 50, saveWithinMs: 5_000 },
  );
  const board = createIncidentBoard();
  const watch = createIncidentWatch(
    {
      ...{ processId: "a", roles: ["jobs"] },
      // it goes on speaking: one that says the same for five seconds counts as silent
      statements: () => [statementOf("a", { roles: ["jobs"], atMs: Date.now() })],
      ...{ database: () => look, brokerConnected: () => null, supervision: () => null, disk: () => null },
      ...{ store, journal, board, quietMs: async () => 0, clock, log },
    },
    { everyMs: 20, keepDays: 400 },
  );
  const deliveries = createDeliveryStore(scope);
  const dispatcher = createDispatcher(
    { ...defaultDispatcherConfig, idleMs: 20 },
    { deliveries, send: services.notifications.sendDue, clock, random: () => 0, log },
  );
  const lifecycle = createLifecycle(log);
  for (const component of [direct, watch, dispatcher]) await lifecycle.start(component);
  // what the process before had open, and the quiet time of the tests, are known before something happens
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    board,
    journal,
    see: (next: DatabaseLook) => {
      look = next;
    },
    setSaves: (on: boolean) => {
      saves = on;
    },
    stop: lifecycle.stop,
  };
}
const list = async () => (await owner.system.incidents({})).incidents;
const open = async () => (await owner.system.incidents({ open: true })).incidents;

it("a database that goes away is one incident, one alert, and one that it is over", async () => {
  const lab = await start();
  lab.see(away);
  await eventually(() => expect(got.map((m) => m.type)).toEqual(["incident.opened"]));
  expect(got[0]).toMatchObject({
    subject: "P4Twin critical: The database cannot be reached",
    incident: { severity: "critical", clearedAt: null },
  });
  await eventually(async () => expect(await open()).toMatchObject([{ key: "database" }]));
  lab.see(fine);
  await eventually(() => expect(got.map((m) => m.type)).toEqual(["incident.opened", "incident.cleared"]));
  await lab.stop();
  expect(await list()).toMatchObject([{ key: "database", times: 1, clearedAt: expect.any(String) }]);
  expect(new Set(got.map((m) => m.id)).size).toBe(2);
});

it("while nothing can be stored people are told over the channels as they were last known, and it is stored later with its true times", async () => {
  const lab = await start();
  lab.setSaves(false);
  const beganMs = Date.now();
  lab.see(away);
  await eventually(() => expect(got.map((m) => m.type)).toEqual(["incident.opened"]));
  const toldMs = Date.now();
  expect(await open()).toEqual([]);
  expect(lab.board.list()).toMatchObject([{ key: "database", clearedAt: null }]);
  lab.see(fine);
  await eventually(() => expect(got.map((m) => m.type)).toEqual(["incident.opened", "incident.cleared"]));
  lab.setSaves(true);
  await eventually(() => expect(lab.journal.waiting()).toBe(0));
  const [stored] = await list();
  expect(Date.parse(stored?.raisedAt ?? "")).toBeGreaterThanOrEqual(beganMs);
  expect(Date.parse(stored?.raisedAt ?? "")).toBeLessThanOrEqual(toldMs);
  const deliveries = await owner.notifications.deliveries.list({ limit: 2 });
  expect(deliveries.map((d) => [d.state, d.incidentId])).toEqual([
    ["delivered", stored?.id],
    ["delivered", stored?.id],
  ]);
  await lab.stop();
  // what was sent directly is not sent again
  expect(got).toHaveLength(2);
});

it("an incident that was open when the judge ended is closed by the next one", async () => {
  const first = await start();
  first.see(away);
  await eventually(async () => expect(await open()).toHaveLength(1));
  await first.stop();
  const second = await start();
  await eventually(async () => expect(await open()).toEqual([]));
  await eventually(() => expect(got.map((m) => m.type)).toEqual(["incident.opened", "incident.cleared"]));
  await second.stop();
});

it("a channel that wants no incidents hears of none", async () => {
  const [channel] = await owner.notifications.channels.list();
  if (!channel) throw new Error("no channel");
  const filter = { ...channel.filter, incidents: false };
  await owner.notifications.channels.update({ id: channel.id, filter });
  const lab = await start();
  lab.see(away);
  await eventually(async () => expect(await open()).toHaveLength(1));
  lab.see(fine);
  await eventually(async () => expect(await open()).toEqual([]));
  await lab.stop();
  expect(got).toEqual([]);
});

it("the probe says whether a real server answers, that it cut the connection, and that no connection is left", async () => {
  const probe = createDatabaseWatch(world.database.url, {
    everyMs: 20,
    timeoutMs: 5_000,
    sizeEveryMs: 60_000,
  });
  await probe.start();
  await eventually(() => expect(probe.look()).toMatchObject({ state: "ok", cuts: 0 }));
  expect(probe.look()?.connections?.max).toBeGreaterThan(10);
  await eventually(async () => {
    const { rowCount } = await world.database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_postmaster_start_time%' AND pid <> pg_backend_pid()",
    );
    expect(rowCount).toBe(1);
  });
  await eventually(() => expect(probe.look()).toMatchObject({ state: "ok", cuts: 1 }));
  expect(probe.look()?.lastCut?.reason).toMatch(/terminat/);
  await probe.stop();

  const nobody = createDatabaseWatch("postgresql://p4twin:x@127.0.0.1:1/p4twin");
  await nobody.start();
  expect(nobody.look()).toMatchObject({ state: "unreachable", version: null });
  await nobody.stop();
});
