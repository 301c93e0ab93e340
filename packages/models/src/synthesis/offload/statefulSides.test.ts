import { describe, expect, it } from "vitest";
import { runNetwork } from "../../../testing/synthesis/offload/runNetwork.ts";
import { packetNear } from "../../../testing/synthesis/packets.ts";
import { chainText, synthesiseText } from "../../../testing/synthesis/synthesiseText.ts";
import { walkPacket } from "../../../testing/synthesis/walkPacket.ts";
import { createRandom, type Random } from "../../core/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import type { Packet } from "../header/layout.ts";
import { parseServiceChain } from "../input/parseServiceChain.ts";
import { offloadNetworkSchema } from "./network.ts";
import { planOffload } from "./planOffload.ts";

const START = "Strip(14) -> CheckIPHeader";
const LEAVE = "EtherEncap(0x0800, 2:0:0:0:5:1, 2:0:0:0:6:1)";
const bothWays = (out: string, back: string): string =>
  `FromDevice(lan) -> ${START} -> ${out}; FromDevice(wan) -> ${START} -> ${back};`;
const rewriting = (rewriter: string): string =>
  `rw :: ${rewriter}; ${bothWays("rw", "[1]rw")}
   rw[0] -> DecIPTTL -> ${LEAVE} -> ToDevice(wan); rw[1] -> DecIPTTL -> ${LEAVE} -> ToDevice(lan);`;

/** Functions with two sides, by what people call them. */
const STATEFUL: Record<string, (random: Random) => string> = {
  NAT: (random) => rewriting(`IPRewriter(pattern 11.0.0.${1 + random.integer(9)} 1024-65535 - - 0 1, drop)`),
  "constant DNAT": (random) =>
    rewriting(`IPRewriter(drop, pattern - - 10.0.0.${1 + random.integer(9)} 8080 1 0)`),
  "DNAT for flows of both sides": () =>
    rewriting("IPRewriter(pattern - - 12.0.0.7 - 0 1, pattern - - 10.0.0.9 80 1 0)"),
  "stateful firewall": () => rewriting("IPRewriter(pattern - - - - 0 1, drop)"),
  "TCP firewall": () => rewriting("TCPRewriter(pattern - - - - 0 1, drop)"),
  "rewriter of all four fields": () => rewriting("IPRewriter(pattern 11.0.0.1 2000 12.0.0.1 3000 0 1, drop)"),
};
const STATELESS: readonly ((random: Random) => string)[] = [
  (random) =>
    bothWays(
      `IPFilter(deny dst port ${20 + random.integer(9)}, allow all) -> ${LEAVE} -> ToDevice(wan)`,
      `IPFilter(allow tcp or udp) -> ${LEAVE} -> ToDevice(lan)`,
    ),
  () =>
    bothWays(
      `DecIPTTL -> ${LEAVE} -> ToDevice(wan)`,
      `SetIPDSCP(10) -> DecIPTTL -> ${LEAVE} -> ToDevice(lan)`,
    ),
];

/** Null where packets that a rewriter turns round could go in circles: such a chain is refused. */
const synthesisOf = (texts: readonly string[]): Synthesis | null => {
  const functions = Object.fromEntries(texts.map((text, i) => [`f${i}`, text]));
  const links = texts
    .slice(1)
    .flatMap((_, i) => [`f${i}[wan] -> [lan]f${i + 1}`, `f${i + 1}[lan] -> [wan]f${i}`]);
  const text = chainText(functions, links, ["[lan]f0", `[wan]f${texts.length - 1}`]);
  const { diagnostics } = parseServiceChain(text, "chain.json", () => null);
  return diagnostics.some((d) => d.code === "graph-cycle") ? null : synthesiseText(text);
};

/** Packets of each side that a rewriter of the functions sees, by the core that they meet. */
function coresMet(synthesis: Synthesis, random: Random): Map<string, (number | null)[]> {
  const { graph } = synthesis;
  const entries = graph.entries.map((e) => e.name);
  const network = offloadNetworkSchema.parse({
    switches: ["s1", "s2"].map((id) => ({ id, target: random.next() < 0.5 ? "ovs" : "p4" })),
    servers: [{ id: "srv", cores: 8, nic: { dispatch: random.next() < 0.5 ? "vlan" : "flow" } }],
    links: [
      ["s1:1", "s2:0"],
      ["s2:1", "srv:0"],
    ],
    ingress: Object.fromEntries(entries.map((e, i) => [e, `s1:${5 + i}`])),
    egress: Object.fromEntries(graph.exits.map((e, i) => [e, `s1:${7 + i}`])),
  });
  const plan = planOffload(synthesis, network, { cores: 1 + random.integer(4) });
  if (plan.status !== "placed") throw new Error(plan.reasons.join("\n"));
  const isStateful = (unit: string): boolean =>
    graph.units.get(unit)!.rules.some((r) => r.flow !== undefined);
  const met = new Map<string, (number | null)[]>(entries.map((e) => [e, []]));
  const send = (at: number, packet: Packet): Packet | null => {
    // what a switch cannot know may be a packet of a flow
    const walks = [false, true].map((known) =>
      walkPacket(graph, graph.entries[at]!.target, packet, (_f, _p, w) => w.values[0]!, known),
    );
    const [first] = walks.filter((w) => w.ending.kind === "exit" && w.units.some(isStateful));
    if (first === undefined) return null;
    met.get(entries[at]!)!.push(runNetwork(synthesis, network, plan, entries[at]!, packet).core);
    return first.packet;
  };
  for (let i = 0; i < 20; i++) {
    const at = random.integer(entries.length);
    const left = send(at, { ...packetNear(synthesis, at, random), ipTtl: 64 });
    if (left === null) continue;
    const { ipSrc, ipDst, srcPort, dstPort } = left as Record<string, number>;
    send(1 - at, { ...left, ipSrc: ipDst!, ipDst: ipSrc!, srcPort: dstPort!, dstPort: srcPort!, ipTtl: 64 });
  }
  return met;
}

describe("never half of a stateful function in a switch", () => {
  it.each(Object.entries(STATEFUL))("[F4] %s: both directions go through the server", (_, make) => {
    const random = createRandom(1);
    const met = coresMet(synthesisOf([make(random)])!, random);
    for (const cores of met.values()) expect(cores.length).toBeGreaterThan(0);
    expect(new Set([...met.values()].flat())).not.toContain(null);
  });

  it("[F4] in random chains of them no packet of a flow leaves without the server, in either direction", () => {
    let [chains, packets] = [0, 0];
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const of = <T>(all: readonly T[]): T => all[random.integer(all.length)]!;
      const texts = Array.from({ length: 1 + random.integer(3) }, () =>
        (random.next() < 0.6 ? of(Object.values(STATEFUL)) : of(STATELESS))(random),
      );
      const synthesis = synthesisOf(texts);
      if (synthesis === null) continue;
      chains++;
      const cores = [...coresMet(synthesis, random).values()].flat();
      expect(cores, `seed ${seed}: ${texts.join("\n")}`).not.toContain(null);
      packets += cores.length;
    }
    expect(chains).toBeGreaterThan(30);
    expect(packets).toBeGreaterThan(200);
  });
});
