import { beforeEach, describe, expect, it } from "vitest";
import { Collector } from "./switch/collector.ts";
import { critical, deployed, empty, library, rewritten, segment } from "./switch/deployed.ts";
import type { DeployedSwitch, Passing, Sent } from "./switch/deployedSwitch.ts";
import { ipv4Check, type UdpPacket, udpFrame } from "./switch/packets.ts";

const transit: UdpPacket = {
  ...critical,
  srcMac: "00:04:00:00:00:10",
  dstMac: "00:04:00:00:00:03",
  dst: "10.10.10.9",
};

const portsOf = (sent: readonly Sent[]): number[] => sent.map(({ port }) => port);
describe("latency control around one switch (UC1)", () => {
  let s1: DeployedSwitch;
  let collector: Collector;
  const [first, second]: Passing[] = [
    { ingressUs: 1000, egressUs: 1040, queueDepth: 3 },
    { ingressUs: 1340, egressUs: 1400, queueDepth: 5 },
  ];
  beforeEach(() => {
    s1 = deployed("latency_control_uc1", "latency-control-uc1", "s1");
    collector = new Collector(segment("latency-control-uc1"));
  });

  it("reports both passes and the time in between in one datagram", () => {
    expect(portsOf(s1.receive(1, udpFrame(critical), first))).toEqual([2]);
    const [packet, clone] = s1.receive(2, udpFrame(rewritten), second);
    expect([packet.port, clone.port]).toEqual([3, 4]);
    expect(packet.bytes).toEqual(udpFrame(rewritten));
    const { report, samples } = collector.take(clone);
    expect(report).toMatchObject({
      format: "telemetry-report-1.0",
      nodeId: 1,
      sequence: 0,
      timestamp: 1340,
      flow: { src: "10.10.10.2", dst: "10.10.10.3", proto: 17, srcPort: 45000, dstPort: 47000 },
      flags: { dropped: false, tracked: true },
    });
    const hop = { nodeId: 1, queueId: 0 };
    const toVnf = {
      ingressPort: 1,
      egressPort: 2,
      hopLatency: 40,
      queueDepth: 3,
      ingressTs: 1000,
      egressTs: 1040,
    };
    const onward = {
      ingressPort: 2,
      egressPort: 3,
      hopLatency: 60,
      queueDepth: 5,
      ingressTs: 1340,
      egressTs: 1400,
    };
    expect(report.hops).toEqual([
      { ...hop, ...toVnf },
      { ...hop, ...onward },
    ]);
    expect(samples).toEqual([
      ["all", 400],
      ["hop 1", 40],
      ["gap 1", 300],
      ["hop 1", 60],
    ]);
  });

  it("sends sound headers and leaves the payload behind", () => {
    s1.receive(1, udpFrame({ ...critical, payloadBytes: 1400 }), first);
    const { bytes } = s1.receive(2, udpFrame({ ...rewritten, payloadBytes: 1400 }), second)[1];
    expect(bytes).toHaveLength(152);
    expect([ipv4Check(bytes), ipv4Check(bytes, 88)]).toEqual([0n, 0n]);
    expect(collector.take({ port: 4, bytes }).samples[0]).toEqual(["all", 400]);
  });

  it("counts reports and pairs packets in the order in which they came", () => {
    for (const at of [0, 100, 200])
      s1.receive(1, udpFrame(critical), { ingressUs: 1000 + at, egressUs: 1010 + at });
    const seen = [0, 100, 200].map((at) =>
      collector.take(
        s1.receive(2, udpFrame(rewritten), { ingressUs: 1500 + 2 * at, egressUs: 1520 + 2 * at })[1],
      ),
    );
    expect(seen.map(({ report }) => report.sequence)).toEqual([0, 1, 2]);
    expect(seen.map(({ samples }) => samples[0][1])).toEqual([520, 620, 720]);
  });

  it("measures across the wrap of 32-bit microseconds", () => {
    const near = 2 ** 32 - 100;
    s1.receive(1, udpFrame(critical), { ingressUs: near, egressUs: near + 40 });
    const [, clone] = s1.receive(2, udpFrame(rewritten), { ingressUs: near + 340, egressUs: near + 400 });
    expect(collector.take(clone).samples[0]).toEqual(["all", 400]);
  });

  it("gives the top priority above PL, which is written while it runs", () => {
    const queueOf = (): number | null => {
      s1.receive(1, udpFrame(critical), first);
      return collector.take(s1.receive(2, udpFrame(rewritten), second)[1]).report.hops[1].queueId;
    };
    expect(queueOf()).toBe(0);
    s1.command("register_write bounded_latency 0 340");
    expect(queueOf()).toBe(0);
    s1.command("register_write bounded_latency 0 339");
    expect(queueOf()).toBe(7);
  });

  it("drops above DL with the wait of transit packets, and reports the drop", () => {
    s1.command("register_write drop_latency 0 5000");
    s1.receive(1, udpFrame(transit), { ingressUs: 900, egressUs: 5560, queuedUs: 4661 });
    expect(s1.register("T_queue")).toBe(4661n);
    s1.receive(1, udpFrame(critical), first);
    const sent = s1.receive(2, udpFrame(rewritten), second);
    expect(portsOf(sent)).toEqual([4]);
    const { report, samples } = collector.take(sent[0]);
    expect(report).toMatchObject({ flags: { dropped: true }, drop: { queueId: 0, reason: 80 } });
    expect(report.hops.map((h) => [h.ingressPort, h.egressPort])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect(samples).toEqual([["all", null]]);
    s1.command("register_write drop_latency 0 5001");
    s1.receive(1, udpFrame(critical), first);
    expect(portsOf(s1.receive(2, udpFrame(rewritten), second))).toEqual([3, 4]);
  });

  it("reports nothing of other packets", () => {
    const other = { ...critical, srcMac: "00:04:00:00:00:00", dstMac: "00:04:00:00:00:01", srcPort: 1 };
    expect(portsOf(s1.receive(1, udpFrame(other), first))).toEqual([2]);
    expect(portsOf(s1.receive(1, udpFrame({ ...other, dstMac: "00:04:00:00:00:99" }), first))).toEqual([]);
  });
});

describe("latency control across an INT domain (UC2)", () => {
  const source = () => deployed("latency_control_uc2", "latency-control-uc2", "s10");
  /** A switch between source and sink, made of the source's entries: it inserts nothing of its own but a block. */
  const between = (nodeId: number): DeployedSwitch => {
    const made = empty("latency_control_uc2");
    const kept = library("deployments/latency-control-uc2/s10-commands.txt")
      .split("\n")
      .filter((line) => !/tb_set_source|tb_int_source|int_transit/.test(line));
    made.command([...kept, `table_set_default tb_int_insert int_transit ${nodeId}`].join("\n"));
    return made;
  };
  let sink: DeployedSwitch;
  let collector: Collector;
  beforeEach(() => {
    sink = deployed("latency_control_uc2", "latency-control-uc2", "s13");
    collector = new Collector(segment("latency-control-uc2"));
  });

  /** Through switches whose clocks differ; each holds the packet for its id in microseconds. */
  function toSink(...upstream: [DeployedSwitch, number][]): Sent {
    let frame = udpFrame(critical);
    for (const [each, us] of upstream) {
      const [sent] = each.receive(1, frame, { ingressUs: 1e6 * us, egressUs: 1e6 * us + us });
      frame = sent.bytes;
    }
    return sink.receive(1, frame, { ingressUs: 5000, egressUs: 5025 })[0];
  }

  it("inserts the 24 bytes of Fig. 21 at the source, which the sink takes out again before the VNF", () => {
    const [sent] = source().receive(1, udpFrame(critical), { ingressUs: 420_775_546, egressUs: 420_775_583 });
    expect(sent.bytes).toHaveLength(udpFrame(critical).length + 24);
    // the block of Fig. 21: switch 10, 37 us, 420,775,583 us
    expect(Buffer.from(sent.bytes.subarray(42, 66)).toString("hex")).toBe(
      "0100060010000307a40000000000000a000000251914869f",
    );
    expect(ipv4Check(sent.bytes)).toBe(0n);
    expect(toSink([source(), 37])).toEqual({ port: 2, bytes: udpFrame(critical) });
  });

  it("reports the source, both passes of the sink and the time at the VNF", () => {
    toSink([source(), 37]);
    expect(sink.register("t1")).toBe(5000n - 37n);
    const [packet, clone] = sink.receive(2, udpFrame(rewritten), {
      ingressUs: 5325,
      egressUs: 5365,
      queueDepth: 2,
    });
    expect([packet.port, clone.port]).toEqual([3, 4]);
    const { report, samples } = collector.take(clone);
    expect(report.nodeId).toBe(13);
    expect(report.hops.map((h) => [h.nodeId, h.hopLatency, h.egressTs])).toEqual([
      [10, 37, 37_000_037],
      [13, 25, 5025],
      [13, 40, 5365],
    ]);
    expect(report.hops[2]).toMatchObject({ ingressPort: 2, egressPort: 3, queueDepth: 2, ingressTs: 5325 });
    expect(samples).toEqual([
      ["all", 37 + 25 + 300 + 40],
      ["hop 10", 37],
      ["hop 13", 25],
      ["gap 13", 300],
      ["hop 13", 40],
    ]);
    expect([ipv4Check(clone.bytes), ipv4Check(clone.bytes, 88)]).toEqual([0n, 0n]);
  });

  it.each([0, 1, 2, 3])("keeps the blocks of the source and %i switches behind it", (behind) => {
    const others = Array.from({ length: behind }, (_, i): [DeployedSwitch, number] => [
      between(20 + i),
      20 + i,
    ]);
    toSink([source(), 37], ...others);
    const [, clone] = sink.receive(2, udpFrame(rewritten), { ingressUs: 5325, egressUs: 5365 });
    const { report, samples } = collector.take(clone);
    const upstream = [37, ...others.map(([, us]) => us)];
    expect(report.hops.slice(0, -2).map((h) => h.hopLatency)).toEqual(upstream);
    expect(samples[0]).toEqual(["all", 365 + upstream.reduce((a, b) => a + b)]);
  });

  it("drops by the latency since the source, and reports where from", () => {
    sink.command("register_write drop_latency 0 361\nregister_write bounded_latency 0 361");
    toSink([source(), 37]);
    const sent = sink.receive(2, udpFrame(rewritten), { ingressUs: 5325, egressUs: 5365 });
    expect(portsOf(sent)).toEqual([4]);
    const { report, samples } = collector.take(sent[0]);
    expect(report.flags.dropped).toBe(true);
    expect(report.hops.map((h) => h.nodeId)).toEqual([10, 13, 13]);
    expect(samples).toEqual([["all", null]]);
  });
});
