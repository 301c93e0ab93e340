import { fatTree, fatTreeDefaults } from "@p4twin/models/topology";
import { expect, it } from "vitest";
import { canvasLinks, canvasNodes } from "./canvasModel.ts";

const tree = fatTree({
  ...fatTreeDefaults,
  racks: 4,
  serversPerRack: 4,
  serverProfile: "cpu",
  accelerators: ["npu"],
  tors: ["asic"],
});

it("spreads a generated tree until no two nodes cover each other", () => {
  const nodes = canvasNodes(tree);
  for (const a of nodes) {
    for (const b of nodes) {
      if (a.id >= b.id) continue;
      const apart = Math.abs((a.x ?? 0) - (b.x ?? 0)) >= 92 || Math.abs((a.y ?? 0) - (b.y ?? 0)) >= 66;
      expect(apart, `${a.id} and ${b.id}`).toBe(true);
    }
  }
});

it("gives no place to a node without one", () => {
  const [node] = canvasNodes({ ...tree, nodes: [{ id: "h1", kind: "host" }], links: [] });
  expect(node).toEqual({ id: "h1", kind: "host", label: "h1" });
});

it("names links by their ends", () => {
  expect(canvasLinks(tree)[0]).toMatchObject({ id: "rack1-tor core1", a: "rack1-tor", b: "core1" });
});

it("gives a generated tree that would be a mile wide new places", () => {
  const wide = fatTree({
    ...fatTreeDefaults,
    racks: 20,
    serversPerRack: 20,
    serverProfile: "cpu",
    accelerators: [null],
    tors: ["asic"],
  });
  expect(canvasNodes(wide).every((node) => node.x === undefined)).toBe(true);
});

it("keeps a free drawing in its proportions, also when two nodes almost touch", () => {
  const nodes = Array.from({ length: 20 }, (_, index) => ({
    id: `n${index}`,
    kind: "switch" as const,
    position: { x: index * 150, y: index * 37 },
  }));
  const close = { id: "close", kind: "switch" as const, position: { x: 1, y: 0.5 } };
  const [first, second] = canvasNodes({ ...tree, nodes: [...nodes, close], links: [] });
  expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(150, 0);
});
