import { describe, expect, it } from "vitest";
import { comparePacket } from "../../../testing/synthesis/comparePacket.ts";
import { disjointFilters } from "../../../testing/synthesis/disjointFilters.ts";
import { packetNear } from "../../../testing/synthesis/packets.ts";
import { chainText, synthesiseText } from "../../../testing/synthesis/synthesiseText.ts";
import { createRandom } from "../../core/index.ts";
import { intersect } from "../header/filter.ts";
import { generateAcl } from "../input/acl/generateAcl.ts";
import { parseServiceChain } from "../input/parseServiceChain.ts";
import { compress } from "./compress.ts";
import { offloadableRules } from "./offloadableRules.ts";
import { synthesise } from "./synthesise.ts";

const ETHER = "IPFragmenter(1500) -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const router = `FromDevice(in) -> Strip(14) -> CheckIPHeader -> routes :: RadixIPLookup(204.152.0.0/16 0, 0.0.0.0/0 1);
  routes[0] -> ttl0 :: DecIPTTL -> ${ETHER} -> ToDevice(isp); routes[1] -> DecIPTTL -> ${ETHER} -> ToDevice(up);
  FromDevice(isp) -> Strip(14) -> CheckIPHeader -> IPFilter(allow src net 204.152.0.0/16, drop all) -> DecIPTTL -> ${ETHER} -> ToDevice(customers);`;
const napt = `rw :: IPRewriter(pattern 203.0.113.1 1024-65535 198.51.100.7 - 0 1, drop);
  FromDevice(in) -> Strip(14) -> CheckIPHeader -> IPClassifier(tcp or udp) -> rw; rw[0] -> DecIPTTL -> ${ETHER} -> ToDevice(internet);
  FromDevice(replies) -> Strip(14) -> CheckIPHeader -> [1] rw; rw[1] -> ToDevice(back);`;

/** The ISP chain of the thesis in both directions: firewall, router, NAPT. */
function ispChain(rules: number) {
  const text = JSON.stringify({
    version: 1,
    functions: [
      { id: "firewall", acl: { rules: { file: "acl" } } },
      { id: "router", click: { text: router } },
      { id: "napt", click: { text: napt } },
    ],
    links: ["firewall[out] -> [in]router", "router[up] -> [in]napt"],
    entries: ["[in]firewall", "[isp]router", "[replies]napt"],
  });
  const acl = `@10.0.0.0/8 204.152.0.0/16 0 : 65535 0 : 65535 0x06/0xFF allow\n${generateAcl(createRandom(rules), rules)}`;
  const { graph, diagnostics } = parseServiceChain(text, "isp.json", (file) => ({ file, text: acl }));
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

describe("growth", () => {
  it("[R16] the ISP chain has four classes that leave, whatever the ACL; writes cost the same, filters grow with it", () => {
    const [small, large] = [ispChain(100), ispChain(700)];
    for (const synthesis of [small, large]) {
      expect(synthesis.status).toBe("whole");
      const leaving = synthesis.classes.filter((c) => c.ending.kind !== "drop");
      expect(leaving.map((c) => (c.ending.kind === "exit" ? c.ending.name : c.ending.kind)).sort()).toEqual([
        "napt[back]",
        "napt[internet]",
        "router[customers]",
        "router[isp]",
      ]);
      const random = createRandom(3);
      for (let i = 0; i < 150; i++) comparePacket(synthesis, i % 3, packetNear(synthesis, i % 3, random));
    }
    const costs = (s: typeof small) =>
      Object.fromEntries(
        s.classes
          .filter((c) => c.ending.kind === "exit")
          .map((c) => [JSON.stringify(c.ending), c.after.cycles - c.after.searchCycles]),
      );
    expect(costs(large)).toEqual(costs(small));
    const search = (s: typeof small) => Math.max(...s.classes.map((c) => c.after.searchCycles));
    expect(search(large)).toBeGreaterThan(search(small));
    expect(large.counted.compressed).toBeGreaterThan(small.counted.compressed);
    expect(large.counted.compressed).toBeLessThan(large.counted.traversed);
  });

  it("[R17] the cost of a chain of routers is that of one, however long it is; before it grows with every router", () => {
    const one =
      "FromDevice(in) -> Strip(14) -> CheckIPHeader -> RadixIPLookup(10.0.0.0/8 0, 0.0.0.0/0 0) -> DecIPTTL -> EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2) -> ToDevice(out);";
    const chains = [1, 2, 5, 10].map((n) => {
      const ids = Array.from({ length: n }, (_, i) => `r${i}`);
      const links = ids.slice(1).map((id, i) => `${ids[i]}[out] -> [in]${id}`);
      return {
        n,
        synthesis: synthesiseText(
          chainText(Object.fromEntries(ids.map((id) => [id, one])), links, ["[in]r0"]),
        ),
      };
    });
    for (const { n, synthesis } of chains) {
      const out = synthesis.classes.find((c) => c.ending.kind === "exit")!;
      expect(out.writes.ipTtl).toEqual({ kind: "add", by: -n });
      expect(out.before.cycles).toBe(n * 360);
      expect(out.after.cycles).toBe(59 + 150 + 81 + 70);
      // with and without the default route, expired or not
      expect(synthesis.counted.compressed).toBe(4);
    }
  });

  it("[S7] compression keeps every decision and is never longer", () => {
    const { classifiers, graph } = ispChain(60);
    const { rules } = classifiers[0]!;
    expect(compress(rules).length).toBeLessThanOrEqual(rules.length);
    const disjoint = disjointFilters(rules, graph.layout, 100_000)!;
    disjoint.forEach(({ filter }, i) => {
      for (const other of disjoint.slice(i + 1, i + 60)) expect(intersect(filter, other.filter)).toBeNull();
    });
    expect(disjointFilters(rules, graph.layout, rules.length - 5)).toBeNull();
  });

  it("[R19] of rules 1 to 4 with an unsupported third, equal priorities offload 1, 2 and 4, decreasing ones 1 and 2", () => {
    const rules = (priorities: number[]) =>
      priorities.map((priority, i) => ({
        filter: { dstPort: [0, 100 + i] },
        priority,
        isSupported: i !== 2,
      }));
    expect(offloadableRules(rules([1, 1, 1, 1]))).toEqual([true, true, false, true]);
    expect(offloadableRules(rules([4, 3, 2, 1]))).toEqual([true, true, false, false]);
    // a later rule for other packets is not held back
    const apart = rules([4, 3, 2, 1]).map((r, i) =>
      i === 3 ? { ...r, filter: { dstPort: [5000, 5001] } } : r,
    );
    expect(offloadableRules(apart)).toEqual([true, true, false, true]);
  });
});
