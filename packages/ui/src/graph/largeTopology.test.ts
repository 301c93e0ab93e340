import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusterTopology, collapseTopology, MAX_DRAWN } from "./clusterTopology.ts";
import { layoutTopology, NODE_SIZE } from "./layoutTopology.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

const node = (id: string, kind: TopologyNode["kind"] = "device"): TopologyNode => ({ id, kind, label: id });
const link = (a: string, b: string, gbps = 10): TopologyLink => ({ id: `${a} ${b}`, a, b, gbps });

/** A core over racks: a switch and its servers each. */
function racks(count: number, servers: number) {
  const nodes = [node("core1", "switch")];
  const links: TopologyLink[] = [];
  for (let rack = 1; rack <= count; rack++) {
    nodes.push(node(`rack${rack}-tor`));
    links.push(link(`rack${rack}-tor`, "core1", 100));
    for (let server = 1; server <= servers; server++) {
      nodes.push(node(`rack${rack}-server${server}`));
      links.push(link(`rack${rack}-server${server}`, `rack${rack}-tor`));
    }
  }
  return { nodes, links };
}

/** Two nodes whose rooms overlap; null when there are none. */
function overlap(places: Record<string, { x: number; y: number }>): string | null {
  const sorted = Object.entries(places).sort(([, a], [, b]) => a.x - b.x);
  for (const [index, [id, a]] of sorted.entries()) {
    for (const [other, b] of sorted.slice(index + 1)) {
      if (b.x - a.x >= NODE_SIZE.width - 0.01) break;
      if (Math.abs(b.y - a.y) < NODE_SIZE.height - 0.01) return `${id} and ${other}`;
    }
  }
  return null;
}

describe("a large cloud", () => {
  const cloud = racks(100, 30);

  test("is laid out in blocks of a page's shape, nothing over anything else, servers under their switch", () => {
    const layout = layoutTopology(cloud.nodes, cloud.links);
    expect(Object.keys(layout.nodes)).toHaveLength(cloud.nodes.length);
    expect(overlap(layout.nodes)).toBeNull();
    expect(layout.width / layout.height).toBeGreaterThan(0.7);
    expect(layout.width / layout.height).toBeLessThan(4);
    expect(layout.nodes["rack7-server9"]?.y).toBeGreaterThan(layout.nodes["rack7-tor"]?.y ?? 0);
  });

  test("has a cluster for each rack, named after it; the core stays", () => {
    const clusters = clusterTopology(cloud.nodes, cloud.links);
    expect(clusters).toHaveLength(100);
    expect(clusters[6]).toMatchObject({ label: "rack7" });
    expect(clusters[6]?.memberIds).toHaveLength(31);
  });

  test("closed clusters carry the load and the rates of what is in them; routes lead over them", () => {
    const nodes = cloud.nodes.map((each) =>
      each.id === "rack2-server1" ? { ...each, utilisation: 0.9, problem: "failed" } : each,
    );
    const clusters = clusterTopology(nodes, cloud.links);
    const route = { id: "r", label: "r", nodeIds: ["rack1-server1", "rack1-tor", "core1", "rack2-tor"] };
    const shown = collapseTopology(nodes, cloud.links, [route], clusters, new Set());
    expect(shown.nodes).toHaveLength(101);
    expect(shown.links).toHaveLength(100);
    const [first, second] = clusters;
    expect(shown.routes[0]?.nodeIds).toEqual([first?.id, "core1", second?.id]);
    expect(shown.nodes.find((each) => each.id === second?.id)).toMatchObject({
      kind: "cluster",
      detail: "31 nodes",
      utilisation: 0.9,
      problem: "broken inside: rack2-server1",
    });
    const opened = collapseTopology(nodes, cloud.links, [route], clusters, new Set([first?.id ?? ""]));
    expect(opened.nodes).toHaveLength(131);
    expect(opened.routes[0]?.nodeIds).toEqual(["rack1-server1", "rack1-tor", "core1", second?.id]);
  });

  test("of more racks than can be drawn has several in one cluster", () => {
    const huge = racks(2500, 1);
    const clusters = clusterTopology(huge.nodes, huge.links);
    expect(clusters.length).toBeLessThanOrEqual(MAX_DRAWN);
    expect(clusters[0]?.label).toBe("rack1 – rack3");
  });
});

test("any cloud: clusters share no node, all nodes are drawn once, links have ends", () => {
  const graphs = fc.integer({ min: 1, max: 60 }).chain((count) =>
    fc.record({
      kinds: fc.array(fc.constantFrom("device" as const, "switch" as const, "host" as const), {
        minLength: count,
        maxLength: count,
      }),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 120 }),
    }),
  );
  fc.assert(
    fc.property(graphs, fc.integer({ min: 2, max: 12 }), ({ kinds, pairs }, atMost) => {
      const nodes = kinds.map((kind, index) => node(`n${index}`, kind));
      const links = pairs.map(([a, b], index) => ({ ...link(`n${a}`, `n${b}`), id: `l${index}` }));
      const clusters = clusterTopology(nodes, links, atMost);
      const members = clusters.flatMap((cluster) => cluster.memberIds);
      expect(new Set(members).size).toBe(members.length);
      const shown = collapseTopology(nodes, links, [], clusters, new Set());
      const drawn = new Set(shown.nodes.map((each) => each.id));
      expect(drawn.size).toBe(nodes.length - members.length + clusters.length);
      for (const each of shown.links) expect(drawn.has(each.a) && drawn.has(each.b)).toBe(true);
      for (const each of nodes) expect(drawn.has(shown.shownAs.get(each.id) ?? "")).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("blocks never overlap, whatever the graph", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(149), fc.nat(149)), { maxLength: 300 }),
      fc.constantFrom("device" as const, "host" as const, "switch" as const),
      (pairs, kind) => {
        const nodes = Array.from({ length: 150 }, (_, index) =>
          node(`n${index}`, index % 3 ? kind : "switch"),
        );
        const links = pairs.map(([a, b], index) => ({ ...link(`n${a}`, `n${b}`), id: `l${index}` }));
        const layout = layoutTopology(nodes, links);
        expect(Object.keys(layout.nodes)).toHaveLength(150);
        expect(overlap(layout.nodes)).toBeNull();
      },
    ),
    { numRuns: 50 },
  );
});

test("all cores of a clustered cloud stand above its clusters", () => {
  const nodes: TopologyNode[] = ["core1", "core2"].map((id) => node(id, "switch"));
  const links: TopologyLink[] = [];
  for (let index = 0; index < 150; index++) {
    nodes.push(node(`cluster rack${index}`, "cluster"));
    links.push(link(`cluster rack${index}`, "core1"), link(`cluster rack${index}`, "core2"));
  }
  const { nodes: at } = layoutTopology(nodes, links);
  expect(at.core1?.y).toBe(at.core2?.y);
  for (const { id } of nodes.slice(2)) expect(at[id]?.y).toBeGreaterThan(at.core1?.y ?? 0);
});
