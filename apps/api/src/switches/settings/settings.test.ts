import { controllerOf, ROUTE_KEY, writeRoute } from "@p4twin/models/switches/testing/controller";
import { runningSwitch } from "@p4twin/models/switches/testing/runningSwitch";
import { startThriftServer } from "@p4twin/models/switches/testing/thriftServer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../../../testing/world.ts";
import { MOST_SETTINGS } from "./schema.ts";
import { KEPT_WRITES } from "./store.ts";

let world: World;
let owner: Awaited<ReturnType<typeof world.as>>;
let operator: typeof owner;
let running: Awaited<ReturnType<typeof runningSwitch>>;
let thrift: Awaited<ReturnType<typeof startThriftServer>>;
beforeAll(async () => {
  world = await createWorld();
  [owner, operator] = [await world.as("owner"), await world.as("operator")];
  running = await runningSwitch(true);
  thrift = await startThriftServer(new Map([["I.seen", Array.from({ length: 16 }, () => 12_000n)]]));
  const controller = controllerOf(running.address);
  await writeRoute(controller, running.device.p4Info!);
  controller.close();
});
afterAll(async () => {
  thrift.stop();
  await running.close();
  await world.dispose();
});

const attach = async (name: string) =>
  (await operator.switches.attach({ name, address: running.address, pollS: 0 })).id;
const cell = { kind: "register", register: "I.seen", index: 2 } as const;
const port = { kind: "parameter", table: "I.route", key: ROUTE_KEY, parameter: "port" } as const;
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  );

test("nothing is written until an owner allows it for this switch, and whoever writes gives its name", async () => {
  const id = await attach("edge");
  const write = { id, changes: [{ setting: cell, before: "12000", value: "8000" }], confirm: "edge" };
  expect(await operator.switches.settings.list({ id })).toMatchObject({
    writing: null,
    registers: [{ name: "I.seen", size: 16, bits: 32 }],
    parameters: [
      { setting: port, entry: "I.route hdr.ipv4.dst=10.0.1.0/24", parameter: "port", bits: 9, value: "1" },
      { parameter: "mac", bits: 48, value: "9" },
    ],
    total: 2,
  });
  expect(await refusal(operator.switches.settings.write(write))).toEqual({
    code: "FORBIDDEN",
    message: expect.stringContaining("Nothing is written to edge"),
  });
  const writing = { thrift: thrift.address, electionId: null };
  expect(await refusal(operator.switches.settings.allow({ id, writing }))).toMatchObject({
    code: "FORBIDDEN",
  });
  await owner.switches.settings.allow({ id, writing });
  expect(await refusal(operator.switches.settings.write({ ...write, confirm: "Edge" }))).toMatchObject({
    code: "BAD_REQUEST",
  });
  expect(thrift.calls).toEqual([]);

  expect(await operator.switches.settings.read({ id, settings: [cell, port] })).toEqual(["12000", "1"]);
  const written = await operator.switches.settings.write(write);
  expect(written).toMatchObject({
    state: "written",
    items: [{ text: "I.seen[2]", before: "12000", value: "8000", after: "8000", why: null }],
  });
  const [noticed] = await operator.switches.occurrences({ id });
  expect(noticed).toMatchObject({ kind: "written", text: "I.seen[2] 12000 to 8000." });
  const { entries } = await owner.audit.list({});
  expect(
    entries.find(({ action, outcome }) => action === "switches.settings.write" && outcome === "done"),
  ).toMatchObject({ objectKind: "switch", objectId: id });

  // another address is another switch: what was allowed is not
  const { address, deviceId, secure, serverName } = await operator.switches.get({ id });
  await operator.switches.update({ id, connection: { address, deviceId, secure, serverName } });
  expect((await operator.switches.settings.list({ id })).writing).toBeNull();
});

test("a write is undone where nobody has changed it since, and what was noted stays", async () => {
  const id = await attach("leaf");
  await owner.switches.settings.allow({ id, writing: { thrift: null, electionId: "50" } });
  const changes = [
    { setting: port, before: "1", value: "7" },
    { setting: { ...cell, index: 3 }, before: "0", value: "15000" },
  ];
  // what was read before the write has a time of its own
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  const first = await operator.switches.settings.write({ id, changes, confirm: "leaf" });
  expect(first.items.map(({ after }) => after)).toEqual(["7", "15000"]);
  // the entry is a change of the switch like any other
  expect((await operator.switches.snapshots({ id }))[0]?.summary.counts).toMatchObject({ changed: 1 });
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  const undone = await operator.switches.settings.undo({ id, writeId: first.id, confirm: "leaf" });
  expect(undone).toMatchObject({
    ...{ state: "written", undoOf: first.id },
    items: [
      { before: "7", value: "1", after: "1" },
      { before: "15000", value: "0", after: "0" },
    ],
  });
  // it is not what that write left any more
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  const again = await operator.switches.settings.undo({ id, writeId: first.id, confirm: "leaf" });
  expect(again).toMatchObject({
    state: "refused",
    message: "Somebody has changed it meanwhile; nothing was written. Look at it again.",
    items: [{ after: "1" }, { after: "0" }],
  });
  const writes = await operator.switches.settings.writes({ id });
  expect(writes.map(({ state, undoOf }) => [state, undoOf])).toEqual([
    ["refused", first.id],
    ["written", first.id],
    ["written", null],
  ]);
  expect(
    await refusal(operator.switches.settings.undo({ id, writeId: again.id, confirm: "leaf" })),
  ).toMatchObject({
    code: "CONFLICT",
  });
});

test("64 settings are one write, one more is refused", async () => {
  const id = await attach("spine");
  await owner.switches.settings.allow({ id, writing: { thrift: thrift.address, electionId: null } });
  const changes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ setting: { ...cell, index }, before: "1", value: "2" },
    }));
  const write = (count: number) =>
    operator.switches.settings.write({ id, changes: changes(count), confirm: "spine" });
  expect((await write(MOST_SETTINGS)).state).toBe("refused");
  expect(await refusal(write(MOST_SETTINGS + 1))).toMatchObject({ code: "BAD_REQUEST" });
});

test("500 writes of a switch are kept; of more the oldest go", async () => {
  const id = await attach("old");
  await owner.switches.settings.allow({ id, writing: { thrift: thrift.address, electionId: null } });
  const { db } = world.database;
  const at = (n: number) => new Date(world.time.now.getTime() - 1_000 * (n + 1));
  await db.switchWrite.createMany({
    data: Array.from({ length: KEPT_WRITES }, (_, n) => ({
      ...{ switchId: id, at: at(n), state: "written", items: [], message: `${n}` },
    })),
  });
  const changes = [{ setting: cell, before: "1", value: "2" }];
  await operator.switches.settings.write({ id, changes, confirm: "old" });
  const kept = await operator.switches.settings.writes({ id });
  expect(kept).toHaveLength(KEPT_WRITES);
  expect([kept[0]?.state, kept.at(-1)?.message]).toEqual(["refused", `${KEPT_WRITES - 2}`]);
});
