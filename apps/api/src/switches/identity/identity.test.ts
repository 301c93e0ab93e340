import { routeEntity, startTestSwitch } from "@p4twin/models/switches/testing";
import { openConfigOf, startGnmiServer } from "@p4twin/models/switches/testing/gnmiServer";
import { importTopology } from "@p4twin/models/topology";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createWorld, type World } from "../../../testing/world.ts";

let world: World;
let operator: Awaited<ReturnType<World["as"]>>;
beforeAll(async () => {
  world = await createWorld();
  operator = await world.as("operator");
});
afterAll(() => world.dispose());
const started: { stop(): void }[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
beforeEach(async () => {
  for (const { id } of await operator.switches.list()) await operator.switches.remove({ id });
});

const link = (system: string, port: string) => ({ system, chassis: `02:${system}`, port });
/** A switch that speaks both, with two ports of which the first goes to `far`. */
async function start(name: string, nodeId: number, far: string) {
  const data = openConfigOf(name, `02:${name}`, nodeId, [
    { name: "Ethernet0", id: 1, to: link(far, "Ethernet0") },
    { name: "Ethernet4", id: 2 },
  ]);
  const [target, gnmi] = [
    await startTestSwitch({ entries: [routeEntity(1)] }),
    await startGnmiServer({ data }),
  ];
  started.push(target, gnmi);
  const attached = await operator.switches.attach({
    ...{ name, address: target.address, deviceId: "1", pollS: 0 },
    gnmiAddress: gnmi.address,
  });
  return { target, gnmi, attached };
}
const minuteLater = () => {
  world.time.now = new Date(world.time.now.getTime() + 60_000);
};

test("two switches of one device id: who they are by gNMI, why the id does not tell them apart, and their cloud", async () => {
  const leaf = await start("leaf", 1, "spine");
  const spine = await start("spine", 2, "leaf");
  const { id } = spine.attached;
  const identity = await operator.switches.identity.get({ id });
  expect(identity).toMatchObject({
    ...{ deviceId: "1", intNodeIds: [], clouds: [], deployments: [] },
    knownAs:
      'the node or element named "spine" only: its device id is not its own, and its entries set no INT node id',
    gnmi: { message: null, unread: [], device: { hostname: "spine", chassisId: "02:spine", nodeIds: ["2"] } },
  });
  expect(identity.conflicts).toEqual([
    {
      kind: "device id",
      text: "Device id 1 is also that of leaf: it does not tell them apart in clouds, deployments and reports.",
      others: [{ id: leaf.attached.id, name: "leaf" }],
    },
    { kind: "node id", text: "Read as P4Runtime device 1, but gNMI has node id 2.", others: [] },
  ]);
  const { text, ...found } = await operator.switches.identity.neighbours();
  expect(found).toEqual({ read: ["leaf", "spine"], links: 1, conflicts: [] });
  expect(importTopology(text, "switches.json").topology?.links).toEqual([
    { a: "leaf", aPort: 1, b: "spine", bPort: 1, gbps: 25 },
  ]);
});

test("gNMI is read once a minute at most; when it is away, what was read last stays with the reason", async () => {
  const { gnmi, attached, target } = await start("leaf", 1, "spine");
  const { id } = attached;
  expect(gnmi.asked).toHaveLength(4);
  await operator.switches.look({ id });
  expect(gnmi.asked).toHaveLength(4);
  minuteLater();
  await operator.switches.look({ id });
  expect(gnmi.asked).toHaveLength(8);
  gnmi.stop();
  minuteLater();
  expect((await operator.switches.look({ id })).state).toBe("live");
  expect((await operator.switches.identity.get({ id })).gnmi).toMatchObject({
    message: expect.stringContaining(`No gNMI answers at ${gnmi.address} `),
    device: { hostname: "leaf" },
  });
  expect(target.calls.filter((call) => /stream|write|push/.test(call))).toEqual([]);
});

test("another gNMI address forgets what was read; none stops reading; what is none is refused", async () => {
  const { attached } = await start("leaf", 1, "spine");
  const { id } = attached;
  await operator.switches.update({ id, gnmiAddress: "1" });
  expect((await operator.switches.identity.get({ id })).gnmi).toMatchObject({ device: null, readAt: null });
  expect((await operator.switches.update({ id, gnmiAddress: null })).gnmiAddress).toBeNull();
  expect((await operator.switches.identity.get({ id })).gnmi).toBeNull();
  expect((await operator.switches.identity.neighbours()).text).toBe("");
  await expect(operator.switches.update({ id, gnmiAddress: "leaf" })).rejects.toThrow(/PORT or HOST:PORT/);
});

test("a switch without gNMI is known by its name and its device id", async () => {
  const target = await startTestSwitch({ entries: [] });
  started.push(target);
  const { id } = await operator.switches.attach({
    name: "s",
    address: target.address,
    deviceId: "5",
    pollS: 0,
  });
  expect(await operator.switches.identity.get({ id })).toMatchObject({
    ...{
      knownAs: 'the node or element named "s", or that of INT node id 5, its device id',
      conflicts: [],
      gnmi: null,
    },
  });
});
