import { beforeEach, describe, expect, it } from "vitest";
import { Collector } from "./switch/collector.ts";
import { critical, deployed, segment } from "./switch/deployed.ts";
import type { DeployedSwitch, Passing, Sent } from "./switch/deployedSwitch.ts";
import { ipv4Check, type UdpPacket, udpFrame } from "./switch/packets.ts";

describe("vQueue", () => {
  let s1: DeployedSwitch;
  const given: UdpPacket = { ...critical, dst: "10.0.1.2", ecn: 1 };
  const identificationOf = ({ bytes }: Sent): number => (bytes[18] << 8) | bytes[19];
  const at = (us: number, queuedUs = 0): Passing => ({
    ingressUs: us,
    egressUs: us + queuedUs + 50,
    queuedUs,
  });
  beforeEach(() => {
    s1 = deployed("vqueue", "vqueue", "s1");
  });

  it.each([
    ["10.0.1.2", 80],
    ["10.0.2.2", 10],
    ["10.0.3.2", 600],
  ])("lets through to %s as many back to back as Table 6.3 says: %i", (dst, packets) => {
    const frame = udpFrame({ ...given, dst });
    let sent = 0;
    for (let i = 0; i < packets + 20; i++) if (s1.receive(1, frame, at(1000)).length > 0) sent++;
    expect(sent).toBe(packets);
  });

  it("tells delays in whole milliseconds and, in portions, the drops before the packet", () => {
    const frame = udpFrame({ ...given, dst: "10.0.2.2" });
    const sent = Array.from({ length: 30 }, () => s1.receive(1, frame, at(1000, 4700))[0]);
    // ten packets that would wait 1 to 10 ms, behind a queue of 4 ms, and twenty drops
    expect(sent.slice(0, 10).map(identificationOf)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((ms) => (4 << 6) | ms),
    );
    expect(sent.slice(10)).toEqual(Array(20).fill(undefined));
    const later = [3000, 5000].map((us) => identificationOf(s1.receive(1, frame, at(us))[0]));
    expect(later.map((word) => [word >> 12, (word >> 6) & 63, word & 63])).toEqual([
      [15, 0, 9],
      [5, 0, 8],
    ]);
  });

  it("marks above M_DELAY and only what knows ECN", () => {
    const ecnOf = (ecn: number): number[] => {
      const fresh = deployed("vqueue", "vqueue", "s1");
      return Array.from(
        { length: 21 },
        () => fresh.receive(1, udpFrame({ ...given, ecn }), at(1000))[0].bytes[15] & 3,
      );
    };
    expect(ecnOf(1).slice(19)).toEqual([1, 3]);
    expect(ecnOf(0)[20]).toBe(0);
  });

  it("saturates what it tells and keeps the checksum right", () => {
    const [packet] = s1.receive(1, udpFrame(given), at(1000, 999_999));
    expect((identificationOf(packet) >> 6) & 63).toBe(63);
    expect(ipv4Check(packet.bytes)).toBe(0n);
  });

  it("drops while the real queue is longer than the limit, until as much time has passed (Exp. 3)", () => {
    const frame = udpFrame({ ...given, dst: "10.0.2.2" });
    const passes = (us: number, queuedUs = 0): boolean => s1.receive(1, frame, at(us, queuedUs)).length > 0;
    expect(passes(1000, 800_000)).toBe(true);
    // it left at 801,050 us after 800 ms; the limit is 10 ms, a packet takes 1 ms
    expect(passes(810_000)).toBe(false);
    expect(passes(801_050 + 790_999)).toBe(false);
    expect(passes(801_050 + 791_000)).toBe(true);
  });

  it("marks while the real queue is above M_DELAY", () => {
    const frame = udpFrame(given);
    const ecnAt = (us: number, queuedUs = 0): number =>
      s1.receive(1, frame, at(us, queuedUs))[0].bytes[15] & 3;
    expect(ecnAt(1000, 8000)).toBe(1);
    expect([ecnAt(9500), ecnAt(14_000)]).toEqual([3, 1]);
  });

  it("a destination without an entry is dropped and charges no slice", () => {
    s1.command(
      "table_add slices queue_manage 0 => 1000 10000 10000 7\ntable_add ipv4_lpm drop 10.0.8.0/24 =>",
    );
    for (const dst of ["10.0.9.9", "10.0.8.1"])
      expect(s1.receive(1, udpFrame({ ...given, dst }), at(1000))).toEqual([]);
    expect([s1.register("slice_delay"), s1.register("slice_ts")]).toEqual([0n, 0n]);
  });

  it("reports one packet in report_mask + 1, with both delays", () => {
    s1.command("register_write report_mask 0 3");
    const sent = Array.from({ length: 8 }, (_, i) => s1.receive(1, udpFrame(given), at(1000 + i, 2300)));
    expect(sent.map((all) => all.length)).toEqual([2, 1, 1, 1, 2, 1, 1, 1]);
    const collector = new Collector(segment("vqueue"), { ipIdentification: "vqueue-bmv2" });
    const { report, samples } = collector.take(sent[4][1]);
    expect(report).toMatchObject({
      nodeId: 1,
      sequence: 1,
      virtualQueue: { virtualMs: 1, realMs: 2, drops: 0 },
    });
    expect(samples).toEqual([
      ["all", 2350],
      ["hop 1", 2350],
    ]);
  });
});
