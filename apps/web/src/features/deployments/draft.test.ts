import { describe, expect, test } from "vitest";
import {
  type BoundSegment,
  checkDrafts,
  newFunction,
  newSegment,
  newServer,
  newSwitch,
  newVnf,
  type SegmentDraft,
  toDraft,
  toSegments,
  withEnd,
} from "./draft.ts";

const good: SegmentDraft = {
  ...newSegment([]),
  key: "k",
  from: { nodeId: 1, port: 4 },
  to: { nodeId: 1, port: null },
  elements: [newSwitch("s1", 1)],
};

test("a complete draft becomes a segment; empty addresses mean any", () => {
  const flow = { src: " 10.0.1.0/24 ", dst: "", proto: 17, srcPort: null, dstPort: 80 };
  expect(toSegments([{ ...good, flows: [flow] }])).toMatchObject([
    {
      id: "segment-1",
      from: { nodeId: 1, port: 4 },
      flows: [{ src: "10.0.1.0/24", dst: null, proto: 17, srcPort: null, dstPort: 80 }],
      elements: [{ kind: "switch", nodeId: 1 }],
    },
  ]);
});

test.each([
  ["PL above DL", { plUs: 20, dlUs: 10 }, "k.plUs"],
  ["no DL", { dlUs: null }, "k.dlUs"],
  ["UC1 across two switches", { to: { nodeId: 2, port: null } }, "k.to"],
  ["no begin", { from: { nodeId: null, port: null } }, "k.from"],
  ["a bad id", { id: "-a" }, "k.id"],
  ["no name", { name: " " }, "k.name"],
  ["a switch without node id", { elements: [newSwitch("s1")] }, "k.elements.0.nodeId"],
])("%s is said at its field", (_, change, field) => {
  expect([...checkDrafts([{ ...good, ...change }]).keys()]).toEqual([field]);
  expect(toSegments([{ ...good, ...change }])).toBeNull();
});

test("two segments cannot share an id", () => {
  expect(checkDrafts([good, { ...good, key: "other" }]).get("other.id")).toContain("Another segment");
});

test("a stored segment survives the way through the form", () => {
  const stored: BoundSegment = {
    id: "a",
    name: "A",
    kind: "uc2",
    plUs: 1,
    dlUs: 2,
    alarm: null,
    flows: [{ src: null, dst: "10.0.0.1", proto: null, srcPort: null, dstPort: null }],
    from: { nodeId: 1, port: null },
    to: { nodeId: 2, port: 3 },
    pairBy: "sequence",
    elements: [],
  };
  expect(toSegments([toDraft(stored)])).toEqual([stored]);
});

describe("a VNF on known cores", () => {
  const vnf = {
    ...newVnf("chain"),
    server: { ...newServer(), functions: [{ type: "nat ", cyclesPerPacket: 695 }] },
  };
  const draft = (element: SegmentDraft["elements"][number]): SegmentDraft => ({
    ...good,
    elements: [newSwitch("a", 1), element, newSwitch("b", 1)],
  });

  test("is sent with its functions", () => {
    const [segment] = toSegments([draft(vnf)]) ?? [];
    expect(segment?.elements?.[1]).toMatchObject({
      kind: "vnf",
      server: {
        profile: "xeon-e5-2667v3",
        cores: 1,
        driver: "dpdk",
        functions: [{ type: "nat", cyclesPerPacket: 695 }],
      },
    });
  });

  test.each([
    ["no cores", { ...vnf.server, cores: null }],
    ["a function without a name", { ...vnf.server, functions: [{ type: " ", cyclesPerPacket: 5 }] }],
    ["a function without cycles", { ...vnf.server, functions: [...vnf.server.functions, newFunction()] }],
    ["no function", { ...vnf.server, functions: [] }],
  ])("with %s is told at its server", (_, server) => {
    const one = draft({ ...vnf, server });
    expect(checkDrafts([one]).get(`${one.key}.elements.1.server`)).toMatch(/A server needs its cores/);
    expect(toSegments([one])).toBeNull();
  });
});

test("UC1 is one switch: its other end and its elements follow the node id", () => {
  const next = withEnd(newSegment([]), "from", { nodeId: 7 });
  expect([next.from.nodeId, next.to.nodeId]).toEqual([7, 7]);
  expect(next.elements.map((e) => (e.kind === "switch" ? e.nodeId : null))).toEqual([7, null, 7]);
});

test("UC2 has two ends: only the switch at the changed end follows, and none that says otherwise", () => {
  const uc2: SegmentDraft = { ...newSegment([]), kind: "uc2" };
  const next = withEnd(withEnd(uc2, "from", { nodeId: 1 }), "to", { nodeId: 2 });
  expect(next.elements.map((e) => (e.kind === "switch" ? e.nodeId : null))).toEqual([1, null, 2]);
  expect(withEnd(good, "to", { nodeId: 9, port: 1 })).toMatchObject({ to: { nodeId: 9, port: 1 } });
  const other = { ...uc2, elements: [newSwitch("x", 5)] };
  expect(withEnd(other, "from", { nodeId: 1 }).elements).toEqual(other.elements);
});
