import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../testing/world.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
let viewer: Awaited<ReturnType<World["as"]>>;
let target: Awaited<ReturnType<typeof startTestSwitch>>;
let id: string;

const routes = (count: number) => Array.from({ length: count }, (_, n) => routeEntity(n, 1 + n));
/** A minute later. */
const look = async () => {
  world.time.now = new Date(world.time.now.getTime() + 60_000);
  return operator.switches.look({ id });
};
/** The switch holds so many of the three routes that it should. */
const hold = async (count: number) => {
  target.plan.entries = routes(count);
  await look();
};
const done = async (eventId: string) =>
  (await viewer.events.audit({ eventId })).map(({ what, by }) => `${what} by ${by ?? "P4Twin"}`).reverse();
const told = async () =>
  (await (await world.as("owner")).notifications.deliveries.list({})).map(({ what }) => what).reverse();

beforeAll(async () => {
  world = await createWorld();
  [operator, viewer] = [await world.as("operator"), await world.as("viewer")];
  const url = "http://127.0.0.1:9/hook";
  await (await world.as("owner")).notifications.channels.create({
    ...{ name: "hook", target: { kind: "webhook", url }, filter: { on: ["opened", "changed", "closed"] } },
  });
});
afterAll(() => world.dispose());
beforeEach(async () => {
  await world.database.db.attachedSwitch.deleteMany();
  await world.database.db.notificationDelivery.deleteMany();
  target = await startTestSwitch({ entries: routes(3) });
  const attached = await operator.switches.attach({ name: "leaf", address: target.address, pollS: 0 });
  id = attached.id;
  await operator.switches.setIntent({ id, snapshotId: attached.snapshotId });
  return () => target.stop();
});

test("a switch that leaves its intent is an event with evidence; it changes, is acknowledged, and closes by itself", async () => {
  expect(await viewer.events.list({ switchId: id })).toEqual([]);
  await hold(4);
  const [opened] = await viewer.events.list({ open: true, kind: "intent" });
  expect(opened).toMatchObject({
    ...{ kind: "intent", switchId: id, switchName: "leaf", severity: "warning", closedAt: null },
    message: "leaf: Against the intent: 1 not intended.",
    evidence: { total: 1, ending: null, items: [{ severity: "warning", what: "unknown" }] },
  });
  const eventId = opened?.id ?? "";
  await operator.events.acknowledge({ id: eventId });
  await hold(2);
  // what is missing is another route now: the same event, newer evidence, nobody is told again
  target.plan.entries = [routeEntity(0, 1), routeEntity(2, 3)];
  await look();
  const grown = await viewer.events.get({ id: eventId });
  expect(grown).toMatchObject({ severity: "critical", acknowledgedAt: expect.any(String) });
  expect(grown.kind === "intent" && grown.evidence.items[0]?.text).toContain("10.0.0.1/32");
  await hold(3);
  expect(await viewer.events.get({ id: eventId })).toMatchObject({
    closedAt: world.time.now.toISOString(),
    evidence: { text: "Against the intent: 1 missing.", ending: "What runs runs as intended again." },
  });
  expect(await done(eventId)).toEqual([
    "opened by P4Twin",
    expect.stringMatching(/^acknowledged by (?!P4Twin)/),
    "changed by P4Twin",
    "closed by P4Twin",
  ]);
  expect(await told()).toEqual(["opened", "changed", "closed"]);
  // the next time is another event
  await hold(1);
  expect(await viewer.events.list({ switchId: id })).toMatchObject([{ closedAt: null }, { id: eventId }]);
});

test("a muted switch is kept and shown, and told when the mute ends while it has not come back", async () => {
  const until = new Date(world.time.now.getTime() + 3_600_000).toISOString();
  const mute = await operator.events.mutes.create({ switchId: id, reason: "upgrade of leaf", until });
  expect(mute).toMatchObject({ switchId: id, switchName: "leaf", deploymentId: null, segmentName: null });
  await hold(2);
  const [event] = await viewer.events.list({ muted: true });
  expect(event).toMatchObject({ kind: "intent", muted: { reason: "upgrade of leaf" } });
  expect(await told()).toEqual([]);
  await operator.events.mutes.end({ id: mute.id });
  expect(await told()).toEqual(["opened"]);
  expect(await done(event?.id ?? "")).toEqual([
    "opened by P4Twin",
    "muted by P4Twin",
    expect.stringMatching(/^unmuted by (?!P4Twin)/),
  ]);
  const audit = await viewer.events.audit({ switchId: id });
  expect(audit.map(({ what, switchName, deploymentName }) => [what, switchName, deploymentName])).toEqual([
    ["unmuted", "leaf", null],
    ["opened", "leaf", null],
    ["muted", "leaf", null],
  ]);
});

test("an intent that is withdrawn ends its event, and a removed switch has none", async () => {
  await hold(2);
  await operator.switches.setIntent({ id, snapshotId: null });
  const [event] = await viewer.events.list({});
  expect(event).toMatchObject({ evidence: { ending: "Nothing is intended of the switch any more." } });
  await operator.switches.remove({ id });
  expect(await viewer.events.list({})).toEqual([]);
  await expect(viewer.events.get({ id: event?.id ?? "" })).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test.each([
  ["both", { deploymentId: "0190a000-0000-7000-8000-000000000001" }, /one of them/],
  ["a segment", { segmentId: "a" }, /no segment/],
])("a mute of a switch that names %s is refused", async (_, more, message) => {
  const until = new Date(world.time.now.getTime() + 3_600_000).toISOString();
  const mute = { switchId: id, reason: "upgrade", until, ...more };
  await expect(operator.events.mutes.create(mute)).rejects.toThrow(message);
});
