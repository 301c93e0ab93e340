import { afterEach, expect, test } from "vitest";
import { type GnmiPlan, openConfigOf, startGnmiServer } from "../../../testing/cli/switches/gnmiServer.ts";
import { lookByGnmi } from "../../cli/switches/gnmiChannel.ts";

import { gnmiQuirks } from "./readDevice.ts";

const started: { stop(): void }[] = [];
afterEach(() => {
  for (const each of started.splice(0)) each.stop();
});
async function look(plan: GnmiPlan) {
  const server = await startGnmiServer(plan);
  started.push(server);
  const seen = await lookByGnmi({ address: server.address, tls: null, serverName: null });
  return { seen, ...server };
}

const leaf = openConfigOf("leaf1.lab", "02:aa", 7, [
  { name: "Ethernet0", id: 1, to: { system: "spine1", chassis: "02:bb", port: "Ethernet4" } },
  { name: "Ethernet4", id: 2 },
]);
const leafDevice = {
  hostname: "leaf1.lab",
  chassisId: "02:aa",
  serial: "S7",
  nodeIds: ["7"],
  interfaces: [
    { name: "Ethernet0", ifindex: 101, p4Port: 1, mac: "02:00:00:00:07:01", isUp: true, gbps: 25 },
    { name: "Ethernet4", ifindex: 102, p4Port: 2, mac: "02:00:00:00:07:02", isUp: true, gbps: 25 },
  ],
  neighbours: [
    {
      ...{ interface: "Ethernet0", systemName: "spine1", chassisId: "02:bb", portId: "Ethernet4" },
      ...{ portDescription: null, managementAddress: null, kind: null },
    },
  ],
};

test.each([
  ["JSON of whole parts", { encoding: "JSON_IETF" }, "JSON_IETF"],
  ["leaves one by one", { encoding: "PROTO" }, "PROTO"],
  ["a server without Capabilities", { hasCapabilities: false }, "JSON_IETF"],
] as const)("%s: names, chassis, ports and neighbours are read the same", async (_, more, encoding) => {
  const { seen, asked } = await look({ data: leaf, ...more });
  expect(seen).toEqual({ kind: "read", device: leafDevice, unread: [] });
  expect(asked).toEqual(["interfaces", "lldp", "components", "system"].map((part) => `${part} ${encoding}`));
});

test("leaves whatever was asked for, empty answers for what is not there, a prefix that is refused: as fabric-sim", async () => {
  const { seen, prefixes } = await look({
    data: { ...leaf, system: {} },
    encoding: "PROTO",
    claims: "JSON_IETF",
  });
  expect(seen).toEqual({
    ...{ kind: "read", device: leafDevice },
    unread: [{ what: "system", why: "the answer is empty" }],
  });
  expect(prefixes).toEqual([null, null, null, null]);
});

test("a switch without LLDP and system, as Stratum: the others are read, and what is not there is said", async () => {
  const { interfaces, components } = leaf;
  const { seen } = await look({ data: { interfaces: interfaces!, components: components! } });
  expect(seen).toMatchObject({
    device: { hostname: null, chassisId: null, nodeIds: ["7"], neighbours: [] },
    unread: [
      { what: "lldp", why: "no lldp here" },
      { what: "system", why: "no system here" },
    ],
  });
});

test("nothing of it, or nobody there: why, and what to check", async () => {
  const { seen, address } = await look({ data: {} });
  expect(seen).toEqual({
    kind: "failed",
    message: `${address} refused to be read by gNMI: no interfaces here.`,
  });
  const gone = await lookByGnmi({ address: "127.0.0.1:1", tls: null, serverName: null });
  expect(gone).toMatchObject({
    kind: "failed",
    message: expect.stringMatching(/^No gNMI answers at 127.0.0.1:1 /),
  });
});

test("each deviation of a server that is listed has a test here", () => {
  const proven = [
    "encoding-ignored",
    "empty-prefix-refused",
    "part-empty",
    "part-refused",
    "no-capabilities",
  ];
  expect(gnmiQuirks.map(({ id }) => id).sort()).toEqual(proven.sort());
});

test("values of other kinds, deep and hostile ones are left out, and pollute nothing", async () => {
  let deep: unknown = "x";
  for (let level = 0; level < 500; level++) deep = { a: deep };
  const data = {
    interfaces: JSON.parse(
      '{"__proto__":{"polluted":true},"interface":[{"name":"e0","__proto__":{"state":{}},"state":{"id":"12","oper-status":"DOWN"}},7,null,{"state":{"id":3}}]}',
    ),
    lldp: { state: { "chassis-id": ["a"], "system-name": 5 }, deep },
    components: {},
  };
  const { seen } = await look({ data });
  expect(seen).toMatchObject({
    device: {
      ...{ hostname: "5", chassisId: null, serial: null, nodeIds: [], neighbours: [] },
      interfaces: [{ name: "e0", p4Port: 12, isUp: false, gbps: null, mac: null, ifindex: null }],
    },
  });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
