import { libraryDevice } from "@p4twin/models/device";
import { boundSegmentSchema } from "@p4twin/models/twin";
import { expect, test } from "vitest";
import { compareSurroundings } from "./compareSurroundings.ts";
import type { Surroundings } from "./pieces.ts";

const profile = libraryDevice("agilio-cx") ?? null;
const nothing: Surroundings = { profile: null, topologies: [], deployments: [] };

type Topology = Surroundings["topologies"][number]["document"];
const cloud = (nodes: Topology["nodes"], links: Topology["links"]): Surroundings => ({
  ...nothing,
  topologies: [{ id: "t", name: "edge", document: { version: 1, name: "edge", nodes, links } }],
});
const a = { id: "a", kind: "device" as const, profile: "npu" };
const b = { id: "b", kind: "host" as const };
const link = { a: "a", b: "b", gbps: 10 };

const segment = (more: object, element: object = {}) =>
  boundSegmentSchema.parse({
    ...{ id: "s", name: "web", kind: "uc1", plUs: 500, dlUs: 800, from: { nodeId: 1 }, to: { nodeId: 1 } },
    elements: [{ kind: "switch", label: "leaf", nodeId: 1, program: "lib:l3fwd", ...element }],
    ...more,
  });
const deployed = (more: object, element: object = {}, maxDelayUs: number | null = 1_000): Surroundings => ({
  ...nothing,
  deployments: [
    {
      ...{ id: "d", name: "shop" },
      document: {
        chain: { name: "web", maxDelayUs },
        placementId: null,
        segments: [segment(more, element)],
        of: 1,
      },
    },
  ],
});
const alarm = { triggerUs: 500, resetUs: 400, raiseAfter: 3, outOf: 5, clearAfter: 10 };

test.each<[string, Surroundings, Surroundings, [string, string, string | null, string | null][]]>([
  ["nothing", deployed({}), deployed({}), []],
  [
    "a profile is chosen",
    nothing,
    { ...nothing, profile },
    [["profile", "profile", null, "agilio-cx, version 1"]],
  ],
  [
    "a profile of one version with other figures",
    { ...nothing, profile },
    { ...nothing, profile: profile && { ...profile, linear: null } },
    [["profile", "profile", "agilio-cx, version 1", "agilio-cx, version 1, with other figures"]],
  ],
  ["a cloud goes", cloud([a, b], [link]), nothing, [["topology", "edge", "2 nodes, 1 links", null]]],
  [
    "a node takes another profile, and is drawn elsewhere",
    cloud([a, b], [link]),
    cloud(
      [
        { ...a, profile: "cpu", position: { x: 1, y: 2 } },
        { ...b, position: { x: 0, y: 0 } },
      ],
      [link],
    ),
    [["topology", "edge: a", "device, profile npu", "device, profile cpu"]],
  ],
  [
    "the second of two links between the same nodes goes",
    cloud([a, b], [link, { ...link, delayUs: 2 }]),
    cloud([a, b], [link]),
    [["topology", "edge: a to b, link 2", "10 Gbit/s, delay 2 µs", null]],
  ],
  [
    "an alarm rule",
    deployed({}),
    deployed({ alarm }),
    [
      [
        "threshold",
        "shop: web",
        "PL 500 µs, DL 800 µs, usual alarm",
        expect.stringMatching(/^PL 500 µs, DL 800 µs, alarm triggerUs 500, resetUs 400, /),
      ],
    ],
  ],
  [
    "another program on an element, and a profile that it had not",
    deployed({}),
    deployed({}, { program: "lib:nat", device: "npu" }),
    [
      [...["binding", "shop: web: leaf", "no device, program lib:l3fwd"], "program lib:nat, device npu"] as [
        string,
        string,
        string,
        string,
      ],
    ],
  ],
  [
    "other packets",
    deployed({}),
    deployed({ from: { nodeId: 1, port: 4 } }),
    [
      [
        ...["binding", "shop: web", "node 1 port any to node 1 port any, 0 flows"],
        "node 1 port 4 to node 1 port any, 0 flows",
      ] as [string, string, string, string],
    ],
  ],
  [
    "a deployment comes",
    nothing,
    deployed({}, { device: "npu" }),
    [["placement", "shop", null, "1 segment, lib:l3fwd on leaf (npu)"]],
  ],
  ["a deployment goes", deployed({}), nothing, [["placement", "shop", "1 segment, lib:l3fwd on leaf", null]]],
  [
    "a budget",
    deployed({}),
    deployed({}, {}, null),
    [["budget", "shop", "web: at most 1000 µs", "web: best effort"]],
  ],
])("what changed around a switch: %s", (_, before, after, rows) => {
  expect(compareSurroundings(before, after).map((c) => [c.kind, c.place, c.before, c.after])).toEqual(rows);
});
