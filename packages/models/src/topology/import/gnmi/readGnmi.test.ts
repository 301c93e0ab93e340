import fc from "fast-check";
import { expect, test } from "vitest";
import { importTopology } from "../importTopology.ts";
import type { GnmiDevice, GnmiSwitch } from "./switchFile.ts";

type Seen = Partial<GnmiDevice["neighbours"][number]>;
const switchOf = (
  name: string,
  neighbours: Record<string, Seen>,
  more: Partial<GnmiDevice> = {},
): GnmiSwitch => ({
  name,
  isProgrammable: true,
  device: {
    ...{ hostname: `${name}.lab`, chassisId: `02:${name}`, serial: null, nodeIds: [] },
    interfaces: ["e1", "e2", "e3"].map((port, index) => ({
      ...{ name: port, ifindex: null, p4Port: index + 1, mac: `${name}:${port}`, isUp: true, gbps: 25 },
    })),
    neighbours: Object.entries(neighbours).map(([port, seen]) => ({
      ...{ interface: port, systemName: null, chassisId: null, portId: null },
      ...{ portDescription: null, managementAddress: null, kind: null },
      ...seen,
    })),
    ...more,
  },
});
const read = (...gnmi: GnmiSwitch[]) => {
  const { format, topology, diagnostics } = importTopology(
    JSON.stringify({ version: 1, gnmi }),
    "switches.json",
  );
  return {
    format,
    nodes: topology?.nodes.map(({ id, kind }) => `${kind} ${id}`),
    links: topology?.links.map(({ a, aPort, b, bPort, gbps }) => `${a}:${aPort} ${b}:${bPort} ${gbps}`),
    notes: diagnostics
      .filter(({ code }) => code !== "no-profile")
      .map(({ code, message }) => `${code}: ${message}`),
  };
};
const to = (name: string, portId: string | null, more: Seen = {}): Seen => ({
  ...{ systemName: `${name}.lab`, chassisId: `02:${name}`, portId },
  ...more,
});

test("a link that both sides see is one link, with the ports of P4Runtime and the slower rate", () => {
  const slow = switchOf("b", { e2: to("a", "e1") });
  slow.device.interfaces[1]!.gbps = 10;
  expect(read(switchOf("a", { e1: to("b", "e2") }), slow)).toEqual({
    ...{ format: "gnmi", nodes: ["device a", "device b"], links: ["a:1 b:2 10"], notes: [] },
  });
});

test.each([
  ["by its name in another spelling and without domain", { systemName: "B", chassisId: null, portId: "e2" }],
  ["its port by MAC", to("b", "B:E2")],
  ["its port by the description", to("b", "local 7", { portDescription: "e2" })],
])("a neighbour is known %s", (_, seen) => {
  expect(read(switchOf("a", { e1: seen }), switchOf("b", { e2: to("a", "e1") })).links).toEqual([
    "a:1 b:2 25",
  ]);
});

test("a port that one side does not name is found by what the other side says", () => {
  expect(read(switchOf("a", { e1: to("b", "7") }), switchOf("b", { e2: to("a", "e1") }))).toMatchObject({
    ...{ links: ["a:1 b:2 25"], notes: [] },
  });
});

test("a link that one side only sees is kept, and said", () => {
  expect(read(switchOf("a", { e1: to("b", "e2") }), switchOf("b", {}))).toMatchObject({
    links: ["a:1 b:2 25"],
    notes: [
      "no-neighbours: without LLDP neighbours: b; draw their links",
      "seen-by-one-side: links that one side only tells of: a e1 to b",
    ],
  });
});

test("[T20] sides that disagree: the link that both see stays, the other is left out with what contradicts it", () => {
  const [a, b, c] = [
    switchOf("a", { e1: to("b", "e2") }),
    switchOf("b", { e2: to("c", "e3") }),
    switchOf("c", { e3: to("b", "e2") }),
  ];
  expect(read(a, b, c)).toMatchObject({
    links: ["b:2 c:3 25"],
    notes: ["neighbours-disagree: a e1 sees b e2, but b e2 - c e3 is a link; left out"],
  });
});

test("neighbours that were not read are nodes: hosts unless they forward", () => {
  const outside = { e1: { systemName: "server", chassisId: "x", portId: "eth0" } };
  const bridge: Seen = { systemName: "tor", chassisId: "y", portId: "1", kind: "switch" };
  expect(read(switchOf("a", { ...outside, e2: bridge }))).toMatchObject({
    nodes: ["device a", "host server", "switch tor"],
    links: ["a:1 server:eth0 25", "a:2 tor:1 25"],
    notes: ["assumed-host: 1 of the neighbours do not say what they are: taken as hosts"],
  });
});

test.each([
  ["itself", { e1: to("a", "e2") }, "a e1: its neighbour is a itself"],
  ["nobody", { e1: {} }, "a e1: its neighbour has neither a chassis id nor a name"],
  ["one of two with its chassis id", { e1: { chassisId: "twin" } }, "a e1: its neighbour twin fits b, c"],
])("a neighbour that is %s is left out, and said", (_, neighbours, conflict) => {
  const twin = { chassisId: "twin", hostname: null };
  const { links, notes } = read(switchOf("a", neighbours), switchOf("b", {}, twin), switchOf("c", {}, twin));
  expect(links).toEqual([]);
  expect(notes).toContain(`neighbours-disagree: ${conflict}; left out`);
});

test("a file of another shape is refused with its place", () => {
  expect(importTopology('{"version": 1, "gnmi": [{"name": ""}]}', "x.json").diagnostics[0]).toMatchObject({
    severity: "error",
    message: expect.stringContaining("gnmi[0]"),
  });
});

test("[T20] whatever switches say of each other, each port has one link and every switch is a node", () => {
  const names = fc.constantFrom("a", "b", "c", "d");
  const ports = fc.constantFrom("e1", "e2", "e3", "7");
  const seen = fc.record({
    systemName: fc.option(names),
    chassisId: fc.option(names.map((name) => `02:${name}`)),
    portId: fc.option(ports),
  });
  const neighbours = fc.dictionary(fc.constantFrom("e1", "e2", "e3"), seen);
  fc.assert(
    fc.property(fc.array(neighbours, { minLength: 1, maxLength: 4 }), (all) => {
      const switches = all.map((each, index) => switchOf("abcd"[index]!, each));
      const { topology, diagnostics } = importTopology(
        JSON.stringify({ version: 1, gnmi: switches }),
        "x.json",
      );
      expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(topology?.nodes.slice(0, switches.length).map(({ id }) => id)).toEqual(
        switches.map(({ name }) => name),
      );
      const ends = topology!.links.flatMap(({ a, aPort, b, bPort }) =>
        [aPort === undefined ? null : `${a} ${aPort}`, bPort === undefined ? null : `${b} ${bPort}`].filter(
          Boolean,
        ),
      );
      expect(new Set(ends).size).toBe(ends.length);
    }),
    { numRuns: 100 },
  );
});
