import { describe, expect, test } from "vitest";
import { createRandom } from "../core/index.ts";
import type { Topology } from "../topology/index.ts";
import { routeChanges } from "./routeChanges.ts";

type Link = { a: string; b: string; delayUs?: number };
function cloud(links: readonly Link[], nodes: readonly string[]): Topology {
  const named = nodes.map((id) => ({
    id,
    kind: id.startsWith("h") ? ("host" as const) : ("switch" as const),
  }));
  return {
    version: 1,
    name: "cloud",
    nodes: named,
    links: links.map((link) => ({ gbps: 10, ...link })),
  } as Topology;
}

const NODES = ["h1", "h2", "s1", "s2", "s3"];
const RING: Link[] = [
  { a: "h1", b: "s1", delayUs: 1 },
  { a: "s1", b: "s2", delayUs: 2 },
  { a: "s2", b: "h2", delayUs: 1 },
  { a: "s1", b: "s3", delayUs: 2 },
  { a: "s3", b: "s2", delayUs: 2 },
];

describe("routes of two clouds", () => {
  test("a link that goes: the way around, and how long it takes", () => {
    const cut = RING.filter(({ a, b }) => !(a === "s1" && b === "s2"));
    expect(routeChanges(cloud(RING, NODES), cloud(cut, NODES), ["h1", "h2"])).toEqual({
      texts: ["h1 reaches h2 by s1, s3, s2 (4 links, 6.00 us), was s1, s2 (3 links, 4.00 us)"],
      notCompared: [],
    });
  });

  test("without delays links are counted; another order of links, or one that no route needs, changes nothing", () => {
    const bare = RING.map(({ a, b }) => ({ a, b }));
    const before = cloud(bare, NODES);
    expect(routeChanges(before, cloud(bare.toReversed(), NODES), ["h1", "h2"]).texts).toEqual([]);
    expect(routeChanges(before, cloud(bare.slice(0, 4), NODES), ["h1", "h2"]).texts).toEqual([]);
    const cut = bare.filter(({ a, b }) => !(a === "s1" && b === "s2"));
    expect(routeChanges(before, cloud(cut, NODES), ["h1", "h2"]).texts).toEqual([
      "h1 reaches h2 by s1, s3, s2 (4 links), was s1, s2 (3 links)",
    ]);
  });

  test("random clouds: routes change where the distances of all pairs (Floyd and Warshall) do", () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed);
      const nodes = ["h0", "h1", "h2", "h3", ...Array.from({ length: 8 }, (_, i) => `s${i}`)];
      const draw = (): Link[] =>
        nodes.flatMap((a, i) =>
          nodes
            .slice(i + 1)
            .filter(() => random.next() < 0.3)
            .map((b) => ({ a, b, delayUs: 1 + random.integer(20) })),
        );
      const before = draw();
      const after = before.filter(() => random.next() < 0.9);
      const [old, now] = [distances(before, nodes), distances(after, nodes)];
      const { texts } = routeChanges(cloud(before, nodes), cloud(after, nodes), nodes.slice(0, 4));
      for (let i = 0; i < 4; i++)
        for (let j = i + 1; j < 4; j++) {
          const text = texts.find((each) => each.startsWith(`h${i} reaches h${j} by`));
          const [was, is] = [old[i]![j]!, now[i]![j]!];
          if (!Number.isFinite(is)) expect(text).toBeUndefined();
          else if (was !== is) {
            expect(text).toContain(`${is.toFixed(2)} us), was`);
            expect(text).toMatch(new RegExp(`${was.toFixed(2).replace(".", "\\.")} us\\)$`));
          }
        }
    }
  });
});

/** Least delays between all nodes; hosts forward nothing. */
function distances(links: readonly Link[], nodes: readonly string[]): number[][] {
  const far = nodes.map((_, i) => nodes.map((_, j) => (i === j ? 0 : Number.POSITIVE_INFINITY)));
  for (const { a, b, delayUs = 0 } of links) {
    const [i, j] = [nodes.indexOf(a), nodes.indexOf(b)];
    far[i]![j] = Math.min(far[i]![j]!, delayUs);
    far[j]![i] = Math.min(far[j]![i]!, delayUs);
  }
  for (const [k, name] of nodes.entries())
    if (!name.startsWith("h"))
      for (const row of far) for (const j of nodes.keys()) row[j] = Math.min(row[j]!, row[k]! + far[k]![j]!);
  return far;
}
