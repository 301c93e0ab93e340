import { expect, test } from "vitest";
import type { Entity } from "../snapshot/index.ts";
import { conflictsOf, type KnownBy, NodeIds } from "./identity.ts";

const known = (id: string, more: Partial<KnownBy> = {}): KnownBy => ({
  ...{ id, name: `switch ${id}`, deviceId: id, address: `10.0.0.${id}:9559`, intNodeIds: [], gnmi: null },
  ...more,
});
const gnmi = (more: Partial<NonNullable<KnownBy["gnmi"]>>) => ({
  ...{ hostname: null, chassisId: null, serial: null, nodeIds: [] },
  ...more,
});

test.each<[string, Partial<KnownBy>, Partial<KnownBy>, string[]]>([
  ["nothing in common", {}, {}, []],
  [
    "one device id, as the switches of a Tofino fabric have",
    { deviceId: "1" },
    { deviceId: "1" },
    [
      "device id: Device id 1 is also that of switch 8: it does not tell them apart in clouds, deployments and reports.",
    ],
  ],
  [
    "one switch attached twice",
    { deviceId: "1", address: "a:1" },
    { deviceId: "1", address: "a:1" },
    [
      "device id: Device id 1 is also that of switch 8: it does not tell them apart in clouds, deployments and reports.",
      "address: a:1 device 1 is attached as switch 8, too.",
    ],
  ],
  [
    "a device id that gNMI denies",
    { gnmi: gnmi({ nodeIds: ["3", "4"] }) },
    {},
    ["node id: Read as P4Runtime device 7, but gNMI has node id 3, 4."],
  ],
  ["a device id that is one of gNMI's", { gnmi: gnmi({ nodeIds: ["3", "7"] }) }, {}, []],
  [
    "reports that look alike",
    { intNodeIds: [5, 6] },
    { intNodeIds: [6] },
    ["INT node id: Entries of switch 8 set INT node id 6, too: reports of both look alike."],
  ],
  [
    "one chassis in two spellings, and one serial number",
    { gnmi: gnmi({ chassisId: "02:AA", serial: "S" }) },
    { gnmi: gnmi({ chassisId: "02:aa", serial: "S" }) },
    [
      "chassis id: gNMI of switch 8 has chassis id 02:aa, too: one device attached twice, or a copied configuration.",
      "serial number: gNMI of switch 8 has serial number S, too.",
    ],
  ],
])("%s", (_, one, other, conflicts) => {
  const [a, b] = [known("7", one), known("8", other)];
  expect(conflictsOf(a, [a, b]).map(({ kind, text }) => `${kind}: ${text}`)).toEqual(conflicts);
});

test("INT node ids are what entries give to reports by a parameter of that name", () => {
  const ids = new NodeIds();
  const entry = (params: Record<string, string>): Entity => ({
    ...{ kind: "entry", table: "t", match: {}, priority: 0, isDefault: true, metadata: "" },
    action: { kind: "run", run: { name: "add_swtrace", params } },
  });
  ids.add(entry({ swid: "0x2" }));
  ids.add(entry({ switch_id: "0x1", port: "0x9" }));
  ids.add(entry({ nodeId: "0x1", node_id: '"text"', sw_id: "0x100000000" }));
  ids.add({ kind: "member", profile: "p", id: 1, run: { name: "a", params: { node_id: "0xffffffff" } } });
  ids.add({ kind: "member", profile: "p", id: 2, run: null });
  expect(ids.list()).toEqual([1, 2, 0xffff_ffff]);
});

test("16 INT node ids of a switch are kept; of more the first", () => {
  const ids = new NodeIds();
  for (let id = 0; id < 17; id++)
    ids.add({
      kind: "member",
      profile: "p",
      id,
      run: { name: "a", params: { swid: `0x${id.toString(16)}` } },
    });
  expect(ids.list()).toEqual(Array.from({ length: 16 }, (_, id) => id));
});
