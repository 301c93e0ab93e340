import { describe, expect, it } from "vitest";
import { libraryFunctionTypes, parseChains } from "../../chain/index.ts";
import { parseTopology, reviewTopology } from "../../topology/index.ts";
import { bindsPath } from "./bindsPath.ts";
import { twinOfPath, UNBUDGETED } from "./twinOfPath.ts";

const hop = (nodeId: number | null, ingressPort: number | null = 1, egressPort: number | null = 2) => ({
  ...{ nodeId, ingressPort, egressPort },
});
const CHOICES = { name: "A path", ...UNBUDGETED, linkGbps: 10 };
const of = (hops: ReturnType<typeof hop>[], more = {}) =>
  twinOfPath({ exporters: ["10.9.0.1"], hops, timeUnit: null, ...more }, CHOICES);

describe("[T20] the twin of a path that reports show", () => {
  it("three switches in a row: links between them, no VNF, one segment from end to end", () => {
    const twin = of([hop(1), hop(2, 3, 4), hop(3, 5, 6)]);
    expect(twin?.topology.links).toEqual([
      { a: "s1", b: "s2", gbps: 10, aPort: 2, bPort: 3 },
      { a: "s2", b: "s3", gbps: 10, aPort: 4, bPort: 5 },
    ]);
    const [segment] = twin?.segments ?? [];
    expect(segment).toMatchObject({
      ...{ kind: "uc2", exporters: ["10.9.0.1"], flows: [] },
      ...{ from: { nodeId: 1, port: 1 }, to: { nodeId: 3, port: 6 } },
    });
    expect(segment?.elements.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      ...["switch s1", "link s1-s2", "switch s2", "link s2-s3", "switch s3"],
    ]);
    expect(twin?.chain.functions).toHaveLength(3);
  });

  it("only where a packet leaves a node and comes back, something stands behind it", () => {
    const twin = of([hop(71, 1, 2), hop(71, 2, 3)]);
    expect(twin?.segments[0]?.elements.map(({ kind }) => kind)).toEqual(["switch", "vnf", "switch"]);
    expect([twin?.segments[0]?.kind, twin?.topology.nodes.length, twin?.topology.links]).toEqual([
      "uc1",
      1,
      [],
    ]);
  });

  it.each([
    ["a row", [hop(1), hop(2), hop(3)]],
    ["there and back over one link", [hop(1, 1, 2), hop(2, 1, 1), hop(1, 2, 3)]],
    ["ports that nobody says", [hop(1, null, null), hop(2, null, null)]],
    ["one switch", [hop(7)]],
  ])("%s: cloud and chain are files that can be read", (_, hops) => {
    const twin = of(hops);
    const topology = parseTopology(JSON.stringify(twin?.topology), "a.json");
    expect(topology.diagnostics).toEqual([]);
    expect(reviewTopology(twin!.topology, []).map(({ code }) => code)).toEqual(
      twin?.topology.nodes.map(() => "no-profile"),
    );
    const chains = parseChains(
      JSON.stringify({ version: 1, functions: [], chains: [twin?.chain] }),
      "a.json",
      libraryFunctionTypes(),
    );
    expect(chains.diagnostics).toEqual([]);
  });

  it("a hop without a node, or more hops than a segment holds, cannot be bound", () => {
    expect(of([hop(1), hop(null)])).toBeNull();
    expect(of([])).toBeNull();
    expect(of(Array.from({ length: 22 }, (_, i) => hop(i)))).toBeNull();
    expect(of(Array.from({ length: 21 }, (_, i) => hop(i)))).not.toBeNull();
  });

  it("names of the inventory become labels; two of one name stay apart", () => {
    const nodeName = (id: number) => (id === 3 ? null : id === 2 ? "edge rack 4!" : "edge rack 4!");
    const twin = of([hop(1), hop(2), hop(3)], { nodeName });
    expect(twin?.topology.nodes.map(({ id }) => id)).toEqual(["edge-rack-4-", "s2", "s3"]);
  });

  it("a segment binds the path it was made of, and none of another exporter, node or port", () => {
    const hops = [hop(1), hop(2, 3, 4)];
    const [segment] = of(hops)?.segments ?? [];
    const heard = (exporter: string, some = hops) => bindsPath(segment!, { exporter, hops: some });
    expect(heard("10.9.0.1")).toBe(true);
    expect(heard("10.9.0.2")).toBe(false);
    expect(heard("10.9.0.1", [hop(1), hop(2, 3, 5)])).toBe(false);
    expect(heard("10.9.0.1", [hop(1)])).toBe(false);
    expect(bindsPath({ ...segment!, exporters: null }, { exporter: "10.9.0.2", hops })).toBe(true);
  });
});
