import { expect } from "vitest";
import { Timeline } from "../../src/control/index.ts";
import { createRandom } from "../../src/core/index.ts";
import { createSwitch, install, Network, readNetwork, type Target } from "../../src/run/index.ts";
import { checkedProgram, critical, library, rewritten } from "./deployed.ts";
import { type UdpPacket, udpFrame } from "./packets.ts";

/** What the blocks of these switches take (our choice; the papers' software switches take tens of us). */
const BLOCKS_US = 40;
const VNF_US = 300;

/** A deployment of the library in virtual time; `program`: of switches for which its topology names none. */
export function deployment(name: string, program: string, commands: Readonly<Record<string, string>>) {
  const { plan, diagnostics } = readNetwork(library(`deployments/${name}/topology.json`), "topology.json");
  expect(diagnostics).toEqual([]);
  const network = new Network(new Timeline());
  const targets = new Map<string, Target>();
  for (const { id, entries, program: own } of plan!.switches) {
    const made = createSwitch(checkedProgram(own ?? program), {
      timeline: network.timeline,
      processing: () => ({ ingressUs: () => BLOCKS_US, egressUs: () => 0 }),
    });
    if (!made.ok) throw new Error(made.error.message);
    const texts = [...entries.map((each) => library(`deployments/${name}/${each}`)), commands[id] ?? ""];
    for (const text of texts) expect(install(made.value, text, id)).toEqual([]);
    network.addSwitch(id, made.value);
    targets.set(id, made.value);
  }
  for (const { a, b, ...link } of plan!.links) network.connect(a, b, link);
  return { network, targets };
}

/** Flows of the papers: how often, from which host, and what a VNF makes of it (null: it meets none). */
export type Flow = {
  name: string;
  pps: number;
  packet: UdpPacket;
  behindVnf: UdpPacket | null;
  /** when it stops (s); it goes on unless it is said */
  untilS?: number;
};
export const bestEffort: Flow = {
  name: "BE",
  pps: 1000,
  packet: { ...critical, srcMac: "00:04:00:00:00:00", dstMac: "00:04:00:00:00:01", srcPort: 1 },
  behindVnf: { ...rewritten, srcMac: "00:04:00:00:00:01", dstMac: "00:04:00:00:00:03", srcPort: 1 },
};
export const transit: Flow = {
  name: "transit",
  pps: 7000,
  packet: { ...critical, srcMac: "00:04:00:00:00:10", dstMac: "00:04:00:00:00:03", dst: "10.10.10.9" },
  behindVnf: null,
};
export const latencyCritical: Flow = { name: "LC", pps: 1000, packet: critical, behindVnf: rewritten };

/** Sends the flows for `seconds`; loss and times of those that were sent after the warm-up. */
export function measure(network: Network, flows: readonly Flow[], seconds: number, warmUp = 0.03) {
  const random = createRandom(3);
  const sentUs: number[] = [];
  const flowOf: number[] = [];
  const tookUs = new Map<number, number>();
  /** each packet has its own identification */
  const frame = (packet: UdpPacket, tag: number): Uint8Array =>
    udpFrame({ ...packet, identification: tag & 0xffff });
  network.onReceipt = ({ node, atUs, tag }) => {
    if (node === "vnf") network.send("vnf", frame(flows[flowOf[tag]!]!.behindVnf!, tag), atUs + VNF_US, tag);
    else if (node === "h2") tookUs.set(tag, atUs - sentUs[tag]!);
  };
  for (const [index, { pps, packet, untilS = seconds }] of flows.entries()) {
    let atUs = (random.next() * 1e6) / pps;
    // gaps are spread by a fifth: without jitter tail drop picks its victims by phase
    for (; atUs < untilS * 1e6; atUs += (1e6 / pps) * (0.8 + 0.4 * random.next())) {
      const tag = sentUs.push(atUs) - 1;
      network.send("h1", frame(packet, tag), atUs, tag);
      flowOf.push(index);
    }
  }
  network.timeline.advance(Number.POSITIVE_INFINITY);
  const counted = sentUs.flatMap((atUs, tag) => (atUs >= warmUp * 1e6 ? [tag] : []));
  const of = (tags: readonly number[]) => {
    const times = tags.flatMap((tag) => tookUs.get(tag) ?? []);
    return {
      sent: tags.length,
      loss: 1 - times.length / tags.length,
      meanMs: times.reduce((sum, us) => sum + us, 0) / times.length / 1000,
      maxMs: Math.max(...times) / 1000,
    };
  };
  const byFlow = flows.map(
    ({ name }, index) => [name, of(counted.filter((tag) => flowOf[tag] === index))] as const,
  );
  return { all: of(counted), ...Object.fromEntries(byFlow) } as Record<string, ReturnType<typeof of>>;
}

export const thresholds = (plMs: number, dlMs: number): string =>
  `register_write bounded_latency 0 ${plMs * 1000}\nregister_write drop_latency 0 ${dlMs * 1000}`;
