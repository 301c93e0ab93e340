import { describe, expect, it } from "vitest";
import { Timeline } from "../src/control/index.ts";
import { createRandom } from "../src/core/index.ts";
import { checkP4 } from "../src/p4/index.ts";
import { createSwitch, install, Network, readNetwork, type Target } from "../src/run/index.ts";
import { critical, library, rewritten } from "./switch/deployed.ts";
import { type UdpPacket, udpFrame } from "./switch/packets.ts";

/** What the blocks of these switches take (our choice; the papers' software switches take tens of us). */
const BLOCKS_US = 40;
const VNF_US = 300;

/** A deployment of the library with traffic, in virtual time. */
function deployment(name: string, program: string, commands: Readonly<Record<string, string>>) {
  const { plan, diagnostics } = readNetwork(library(`deployments/${name}/topology.json`), "topology.json");
  expect(diagnostics).toEqual([]);
  const network = new Network(new Timeline());
  const checked = checkP4({ file: `${program}.p4`, text: library(`programs/${program}.p4`) });
  const targets = new Map<string, Target>();
  for (const { id, entries } of plan!.switches) {
    const made = createSwitch(checked, {
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
type Flow = { name: string; pps: number; packet: UdpPacket; behindVnf: UdpPacket | null };
const bestEffort: Flow = {
  name: "BE",
  pps: 1000,
  packet: { ...critical, srcMac: "00:04:00:00:00:00", dstMac: "00:04:00:00:00:01", srcPort: 1 },
  behindVnf: { ...rewritten, srcMac: "00:04:00:00:00:01", dstMac: "00:04:00:00:00:03", srcPort: 1 },
};
const transit: Flow = {
  name: "transit",
  pps: 7000,
  packet: { ...critical, srcMac: "00:04:00:00:00:10", dstMac: "00:04:00:00:00:03", dst: "10.10.10.9" },
  behindVnf: null,
};
const latencyCritical: Flow = { name: "LC", pps: 1000, packet: critical, behindVnf: rewritten };

/** Sends the flows for `seconds`; loss and times of those that were sent after the warm-up. */
function measure(network: Network, flows: readonly Flow[], seconds: number, warmUp = 0.03) {
  const random = createRandom(3);
  const sentUs: number[] = [];
  const flowOf: number[] = [];
  const tookUs = new Map<number, number>();
  const frames = flows.map(({ packet, behindVnf }) => [udpFrame(packet), behindVnf && udpFrame(behindVnf)]);
  network.onReceipt = ({ node, atUs, tag }) => {
    if (node === "vnf") network.send("vnf", frames[flowOf[tag]!]![1]!, atUs + VNF_US, tag);
    else if (node === "h2") tookUs.set(tag, atUs - sentUs[tag]!);
  };
  for (const [index, { pps }] of flows.entries()) {
    let atUs = (random.next() * 1e6) / pps;
    // gaps are spread by a fifth: without jitter tail drop picks its victims by phase
    for (; atUs < seconds * 1e6; atUs += (1e6 / pps) * (0.8 + 0.4 * random.next())) {
      network.send("h1", frames[index]![0]!, atUs, sentUs.push(atUs) - 1);
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

const thresholds = (plMs: number, dlMs: number): string =>
  `register_write bounded_latency 0 ${plMs * 1000}\nregister_write drop_latency 0 ${dlMs * 1000}`;

describe("UC1 runs: congestion of Paolucci et al., 9000 packets/s at 6000/s behind interface 3", () => {
  const run = (plMs: number, dlMs: number) => {
    const { network } = deployment("latency-control-uc1", "latency_control_uc1", {
      s1: `set_queue_rate 6000 3\n${thresholds(plMs, dlMs)}`,
    });
    return measure(network, [latencyCritical, bestEffort, transit], 0.2);
  };

  it("test 1, PL 12 and DL 15 ms: everybody waits 64/6000 s, a third is lost", () => {
    const { all, LC, BE, transit: through } = run(12, 15);
    expect(all!.loss).toBeCloseTo(1 / 3, 1);
    for (const flow of [LC, BE, through]) expect(flow!.meanMs).toBeGreaterThan(10.67 * 0.95);
    for (const flow of [LC, BE, through]) expect(flow!.meanMs).toBeLessThan(11.1 * 1.05);
  });

  it("test 2, PL 8 and DL 15 ms: the critical flow gets priority, loses nothing and takes less than 1 ms", () => {
    const { LC, BE, transit: through } = run(8, 15);
    expect(LC!.loss).toBe(0);
    expect(LC!.maxMs).toBeLessThan(1);
    const low = (BE!.loss * BE!.sent + through!.loss * through!.sent) / (BE!.sent + through!.sent);
    // each priority has its own limiter on BMv2: 8000 meet 6000
    expect(low).toBeCloseTo(0.25, 1);
  });

  it("test 3, PL 5 and DL 8 ms: the program drops the critical flow", () => {
    expect(run(5, 8).LC!.loss).toBeGreaterThan(0.985);
  });
});

describe("UC2 runs: the bound counts from the INT source", () => {
  const run = (plMs: number, dlMs: number, flows: readonly Flow[]) => {
    const { network } = deployment("latency-control-uc2", "latency_control_uc2", {
      s13: `set_queue_rate 6000 3\n${thresholds(plMs, dlMs)}`,
    });
    return measure(network, flows, 0.1);
  };
  // source 40 us, first pass of the sink 40 us, VNF 300 us; the wait of the transit queue is 0
  it.each([
    [0.379, 1],
    [0.38, 0],
  ])("without congestion DL %s ms loses the share %s", (dlMs, loss) => {
    expect(run(0.1, dlMs, [latencyCritical, bestEffort]).LC!.loss).toBe(loss);
  });

  it("congestion: priority above PL", () => {
    const { LC, transit: through } = run(8, 15, [latencyCritical, bestEffort, transit]);
    expect([LC!.loss, LC!.maxMs < 1]).toEqual([0, true]);
    expect(through!.meanMs).toBeGreaterThan(10);
  });
});

describe("vQueue runs (Harkous, Tables 6.2 to 6.4, case C)", () => {
  const to = (dst: string, pps: number): Flow => ({
    name: dst,
    pps,
    packet: { ...critical, dst, payloadBytes: 1458 },
    behindVnf: null,
  });
  const [dataCentre, enterprise, peering] = [
    to("10.0.1.2", 4000),
    to("10.0.2.2", 1000),
    to("10.0.3.2", 20_000),
  ];
  const noReports = "mirroring_delete 1";

  it("a slice gets its rate, and no packet of it waits longer than its limit", () => {
    const { network } = deployment("vqueue", "vqueue", { s1: `${noReports}\nset_queue_depth 200000` });
    const result = measure(network, [to("10.0.2.2", 1500)], 0.5, 0.05);
    // 12 Mbps take 1000 of 1500 packets/s
    expect(result["10.0.2.2"]!.loss).toBeCloseTo(1 / 3, 1);
  });

  it("Exp. 3: limits of 300 Mbps on 285; the real queue of Peering stays near its 30 ms", () => {
    const run = (peeringDropUs: number) => {
      const { network, targets } = deployment("vqueue", "vqueue", {
        s1: `${noReports}\nset_queue_depth 200000`,
      });
      // the wire of 285 Mbps to h2
      network.connect({ node: "s1", port: 2 }, { node: "h2", port: null }, { mbps: 285 });
      const more = `table_clear slices
        table_add slices queue_manage 1 => 250 20000 5000 7
        table_add slices queue_manage 2 => 1000 10000 10000 7
        table_add slices queue_manage 3 => 50 ${peeringDropUs} ${peeringDropUs} 6`;
      expect(install(targets.get("s1")!, more, "more")).toEqual([]);
      return measure(network, [dataCentre, enterprise, peering], 0.54, 0.4);
    };
    const managed = run(30_000);
    // what left last tells of the queue one wait ago: meanwhile 240 Mbps came for 225 (285 less 48 and 12)
    expect(managed["10.0.3.2"]!.maxMs).toBeLessThan((30 * 240) / 225 + 0.5);
    expect(managed["10.0.3.2"]!.maxMs).toBeGreaterThan(25);
    for (const dst of ["10.0.1.2", "10.0.2.2"]) expect(managed[dst]!.maxMs).toBeLessThan(2);
    // a limit that never bites: the queue grows on
    expect(run(10_000_000)["10.0.3.2"]!.maxMs).toBeGreaterThan(32);
  });
});
