import { describe, expect, it } from "vitest";
import { libraryChain } from "../../../testing/synthesis/offload/fixtures.ts";
import { chainText, synthesiseText } from "../../../testing/synthesis/synthesiseText.ts";
import {
  cycleTable,
  fullLoadCycles,
  libraryNic,
  libraryServer,
  nicBound,
  serverCapacity,
  serverDevice,
} from "../../server/index.ts";
import { ELEMENT_CYCLES, listCycles, treeCycles } from "../element/cycles.ts";
import { chainThroughput, coresForLoad } from "../output/throughput.ts";
import { softwareCycles } from "./cost.ts";

const { chain, filters } = cycleTable();
const profile = libraryServer("xeon-e5-2667v3")!;
const intel = libraryNic("intel-82599-4x10g")!;
const library = libraryChain("thesis-example");
const made = serverDevice(profile, {
  id: "s",
  cores: chain.cores,
  driver: "dpdk",
  transfers: 0,
});
if (!made.ok) throw new Error(made.error);
const server = made.value;
const port = nicBound(intel, chain.frameBytes, null);
const sum = (elements: readonly string[]): number => elements.reduce((n, e) => n + ELEMENT_CYCLES[e]!, 0);
const ROUTER = ["Strip", "GetIPAddress", "RadixIPLookup", "DecIPTTL", "IPFragmenter", "EtherEncap"];
const FIREWALL = ["Strip", "IPFilter", "GetIPAddress", "DecIPTTL", "IPFragmenter", "EtherEncap"];
const NAPT = ["Strip", "IPClassifier", "IPRewriter", "DecIPTTL", "IPFragmenter", "EtherEncap"];
const SNF = ["Strip", "IPClassifier", "IPFragmenter", "EtherEncap"];
/** Cycles of one packet of the chain under full load. */
const loaded = (cycles: number, searchCycles: number): number =>
  fullLoadCycles(server, [
    { type: "chain", ...softwareCycles({ cycles: cycles + searchCycles, searchCycles }) },
  ]);

describe("what a server carries of a synthesised chain", () => {
  it("[C1] the share of a batch follows from eight routers at 10 Gbps on 8 cores (Fig. 4.4)", () => {
    const { gbps, routers } = chain.points.find((p) => p.boundBy === "cores")!;
    const pps = (gbps * 1e9) / (8 * (chain.frameBytes + 24));
    const each = ((server.ghz * 1e9 * chain.cores) / pps - server.ioCycles) / routers;
    const share = (1 - each / sum(ROUTER)) / (1 - 1 / chain.batch);
    expect(cycleTable().batchShare.value).toBeCloseTo(share, 3);
  });

  it.each([1, 2, 5, 10])(
    "[R17] %d routers as one function carry 31.5 Gbps of 64 B on 8 cores (Fig. 7.7)",
    (n) => {
      const router =
        "FromDevice(in) -> Strip(14) -> CheckIPHeader -> GetIPAddress(16) -> RadixIPLookup(10.0.0.0/8 0, 0.0.0.0/0 0) -> DecIPTTL -> IPFragmenter(1500) -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2) -> ToDevice(out);";
      const ids = Array.from({ length: n }, (_, i) => `r${i}`);
      const links = ids.slice(1).map((id, i) => `${ids[i]}[out] -> [in]${id}`);
      const text = chainText(Object.fromEntries(ids.map((id) => [id, router])), links, ["[in]r0"]);
      const leaving = synthesiseText(text).classes.find((c) => c.ending.kind === "exit")!;
      const carried = (cost: typeof leaving.before) =>
        serverCapacity(server, [{ type: "chain", ...softwareCycles(cost) }], chain.frameBytes, port);
      expect(carried(leaving.after)).toMatchObject({ gbps: 31.5, boundBy: "port" });
      expect(carried(leaving.before).boundBy).toBe(n <= 2 ? "port" : "cores");
    },
  );

  it("[C2] a list of 713 and of 8550 rules costs the ISP chain a factor of 1.5 and of 10 (Fig. 7.12)", () => {
    const at = (rules: number): number =>
      loaded(sum([...FIREWALL, ...ROUTER, ...NAPT]), listCycles("IPFilter", rules));
    for (const { rules, times } of filters.slower)
      expect(at(rules) / at(filters.fromRules) / times).toBeCloseTo(1, 1.5);
  });

  it("[C2] a synthesised classifier of 8550 rules gives 8.5 times the throughput of that list (Fig. 7.12)", () => {
    const at = (rules: number): number => loaded(sum(SNF) + 368, treeCycles(rules));
    const slower = at(8550) / at(filters.fromRules);
    expect(filters.slower.at(-1)!.times / slower / filters.synthesisedTimes).toBeCloseTo(1, 1.5);
  });

  it("[C2] 215 rules and 8733 no longer cost the same, and the few of the worked example nothing more", () => {
    expect(listCycles("IPFilter", 215)).toBeGreaterThan(100);
    expect(listCycles("IPFilter", 8733)).toBeGreaterThan(10 * listCycles("IPFilter", 215));
    expect(treeCycles(8733)).toBeGreaterThan(treeCycles(215));
    for (const element of ["IPFilter", "IPClassifier"]) expect(listCycles(element, 3)).toBe(0);
    // a trie of prefixes does not grow with them
    expect(listCycles("RadixIPLookup", 3117)).toBe(0);
    expect(treeCycles(4)).toBe(0);
  });

  it("[C3] over cores a chain carries less than its one function, by shares no less than all as the dearest", () => {
    const { classes } = library;
    const options = { profile, driver: "dpdk" as const, frameBytes: 60, nic: intel };
    const dearest = chainThroughput(library, options);
    expect(dearest.original).toHaveLength(16);
    const even = chainThroughput(library, { ...options, shares: new Map(classes.map((c) => [c.id, 1])) });
    dearest.original.forEach((before, i) => {
      const after = dearest.synthesised[i]!;
      expect(before.gbps).toBeLessThanOrEqual(after.gbps);
      expect(after.gbps).toBeLessThanOrEqual(even.synthesised[i]!.gbps);
      expect(after.gbps).toBeLessThanOrEqual(dearest.portGbps! + 1e-9);
      for (const point of [before, after]) expect(point.lowGbps).toBeLessThanOrEqual(point.gbps);
      expect(before.boundBy === "port" || before.lowGbps < before.gbps).toBe(true);
    });
    const cores = coresForLoad(dearest, 20);
    expect(dearest.synthesised[cores.synthesised! - 1]!.gbps).toBeGreaterThanOrEqual(20);
    expect(cores.original!).toBeGreaterThan(cores.synthesised!);
    expect(coresForLoad(dearest, 32)).toEqual({ original: null, synthesised: null });
    // cycles that were measured take the place of the table's
    const measured = new Map(classes.map((c) => [c.id, 32_000]));
    const slow = chainThroughput(library, { ...options, measured });
    expect(slow.synthesised[0]!.pps).toBeCloseTo(3.2e9 / 32_100, 3);
  });
});
