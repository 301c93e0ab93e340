import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { statementOf } from "../../testing/statement.ts";
import { createWorld, type World } from "../../testing/world.ts";
import type { ExporterList } from "./exporterSettings.ts";
import { createExporterSettingsFeed } from "./exporterSettings.ts";
import { createTelemetryService } from "./service.ts";
import { createTelemetryStore } from "./store.ts";

let world: World;
let owner: Awaited<ReturnType<World["as"]>>;
let viewer: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.as("owner");
  viewer = await world.as("viewer");
});
afterAll(() => world.dispose());

describe("exporters as settings", () => {
  it("are listed, set as a whole and removed by the owner; viewers read", async () => {
    const set = await owner.telemetry.exporters.upsert({
      address: "10.0.0.1",
      label: "leaf 1",
      profile: { timestampUnit: "us" },
      maxDatagramsPerSecond: 1_000,
      sampleOneIn: 8,
    });
    expect(set).toMatchObject({ address: "10.0.0.1", label: "leaf 1", accepted: true, sampleOneIn: 8 });
    expect(set.profile.timestampUnit).toBe("us");
    expect(await viewer.telemetry.exporters.list()).toEqual([set]);
    // what an upsert leaves out is set to its default
    const again = await owner.telemetry.exporters.upsert({ address: "10.0.0.1" });
    expect(again).toMatchObject({ label: null, maxDatagramsPerSecond: null, sampleOneIn: 1 });
    await expect(viewer.telemetry.exporters.upsert({ address: "10.0.0.2" })).rejects.toThrow("role owner");
    await expect(viewer.telemetry.setAcceptance({ acceptOnlyListed: true })).rejects.toThrow("role owner");
    await owner.telemetry.exporters.remove({ address: "10.0.0.1" });
    await expect(owner.telemetry.exporters.remove({ address: "10.0.0.1" })).rejects.toThrow("10.0.0.1");
    expect(await viewer.telemetry.exporters.list()).toEqual([]);
  });

  it.each([
    ["10.0.0.300", "not an IP address"],
    ["leaf1", "not an IP address"],
    ["10.0.0.0/24", "not an IP address"],
  ])("an address like %s is refused with the remedy", async (address, message) => {
    await expect(owner.telemetry.exporters.upsert({ address })).rejects.toThrow(message);
  });

  it("an IPv6 address is one exporter, however it is typed", async () => {
    await owner.telemetry.exporters.upsert({ address: "2001:DB8:0:0::1", label: "a" });
    await owner.telemetry.exporters.upsert({ address: "2001:db8::1", label: "b" });
    expect(await viewer.telemetry.exporters.list()).toMatchObject([{ address: "2001:db8::1", label: "b" }]);
    await owner.telemetry.exporters.remove({ address: "2001:db8:0::1" });
  });

  it("the list of accepted exporters is off until the owner turns it on", async () => {
    expect(await viewer.telemetry.acceptance()).toEqual({ acceptOnlyListed: false });
    await owner.telemetry.setAcceptance({ acceptOnlyListed: true });
    expect(await viewer.telemetry.acceptance()).toEqual({ acceptOnlyListed: true });
    await owner.telemetry.setAcceptance({ acceptOnlyListed: false });
  });

  it("REST has them too", async () => {
    const token = (await owner.users.tokens.create({ name: "rest" })).token;
    const app = await world.http();
    const send = (method: "GET" | "PUT" | "DELETE", url: string, payload?: object) =>
      app.inject({
        method,
        url: `/api/v1/telemetry/${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload ? { payload } : {}),
      });
    const put = await send("PUT", "exporters/10.0.0.7", { label: "spine" });
    expect(put.json()).toMatchObject({ address: "10.0.0.7", label: "spine" });
    expect((await send("GET", "exporters")).json()).toHaveLength(1);
    expect((await send("DELETE", "exporters/10.0.0.7")).json()).toEqual({ done: true });
    expect((await send("DELETE", "exporters/10.0.0.7")).statusCode).toBe(404);
    expect((await send("PUT", "acceptance", { acceptOnlyListed: false })).statusCode).toBe(200);
  });

  it("a change by another process is followed, and nothing is told twice", async () => {
    const lists: ExporterList[] = [];
    const feed = createExporterSettingsFeed({
      store: createTelemetryStore({ db: world.database.db }),
      onChange: (list) => lists.push(list),
      log: world.log,
    });
    await feed.start();
    expect(lists).toEqual([{ acceptOnlyListed: false, exporters: [] }]);
    await owner.telemetry.exporters.upsert({ address: "10.0.0.9", accepted: false });
    await eventually(() => expect(lists).toHaveLength(2));
    expect(lists[1].exporters).toMatchObject([{ address: "10.0.0.9", accepted: false }]);
    await feed.refresh();
    expect(lists).toHaveLength(2);
    await feed.stop();
    await owner.telemetry.exporters.remove({ address: "10.0.0.9" });
  });
});

it("processes of an installation that has several say what they do; what a process does not do is unknown", async () => {
  expect(await viewer.telemetry.processes()).toEqual([]);
  const counters = { received: 9, stored: 4, duplicates: 0, dropped: 0, queued: 5, failures: 0, mended: 0 };
  const said = statementOf("writer-1", {
    ...{ host: "b", roles: ["writer"], startedMs: 1_000, atMs: 2_000 },
    writer: { ...counters, givenBack: 0, redelivered: 0, unreadable: 0 },
    link: { sent: 3, lost: 1, reconnects: 2 },
  });
  const { db } = world.database;
  const service = createTelemetryService({
    host: "127.0.0.1",
    collector: () => null,
    writer: () => ({ ...counters, spool: null, interruption: null }),
    watchers: () => 0,
    processes: () => [said],
    settings: { current: () => ({ acceptOnlyListed: false, exporters: [] }), refresh: async () => {} },
    store: createTelemetryStore({ db }),
    clock: () => new Date(0),
  });
  expect(service.processes()).toEqual([
    {
      id: "writer-1",
      host: "b",
      roles: ["writer"],
      startedAt: "1970-01-01T00:00:01.000Z",
      lastHeardAt: "1970-01-01T00:00:02.000Z",
      datagrams: null,
      windowsSent: null,
      windowsWaiting: null,
      windowsStored: 4,
      reconnects: 2,
      liveLost: 1,
    },
  ]);
});
