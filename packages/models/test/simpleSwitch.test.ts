import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DecodedHop } from "../src/telemetry/index.ts";
import { Collector } from "./switch/collector.ts";
import { critical, deployed, rewritten, segment } from "./switch/deployed.ts";
import type { Passing } from "./switch/deployedSwitch.ts";
import { type UdpPacket, udpFrame } from "./switch/packets.ts";

describe("what BMv2's simple_switch sent", () => {
  const frames = readFileSync(join(import.meta.dirname, "switch", "simple_switch.txt"), "utf8")
    .split("\n")
    .flatMap((line) => (line === "" || line.startsWith("#") ? [] : [line.split(" ")]))
    .map(([name, hex]) => ({ name, bytes: Uint8Array.from(Buffer.from(hex, "hex")) }));
  const sentBy = (name: string, which = 0): Uint8Array =>
    frames.filter((frame) => frame.name === name)[which]?.bytes ?? new Uint8Array();
  /** The check sends 958 bytes without an identification. */
  const asSent = (packet: UdpPacket): Uint8Array =>
    udpFrame({ ...packet, identification: 0, payloadBytes: 958 });
  const passing = (hop: DecodedHop): Passing => {
    const egressUs = Number(hop.egressTs ?? 0);
    const ingressUs = hop.ingressTs === null ? egressUs - (hop.hopLatency ?? 0) : Number(hop.ingressTs);
    return { ingressUs, egressUs, queueDepth: hop.queueDepth ?? 0 };
  };
  const thresholds = (us: number): string =>
    `register_write bounded_latency 0 ${us}\nregister_write drop_latency 0 ${us}`;

  it.each([
    ["delivered", 0, 10_000_000],
    ["dropped", 1, 1000],
  ])("UC1, a packet that was %s: the executor sends the same bytes at the same times", (_, which, us) => {
    const bytes = sentBy("latency-control-uc1", which);
    const { report, samples } = new Collector(segment("latency-control-uc1")).take({ port: 4, bytes });
    expect(samples[0]?.[0]).toBe("all");
    const s1 = deployed("latency_control_uc1", "latency-control-uc1", "s1");
    s1.command(`${thresholds(us)}\nregister_write report_sequence 0 ${report.sequence}`);
    const [into, onward] = report.hops;
    s1.receive(1, asSent(critical), passing(into));
    const back = { ...passing(onward), ingressUs: report.timestamp ?? 0 };
    expect(s1.receive(2, asSent(rewritten), back).at(-1)).toEqual({ port: 4, bytes });
  });

  it.each([
    ["delivered", 0, 10_000_000],
    ["dropped", 1, 1000],
  ])("UC2, a packet that was %s: the executor sends the same bytes at the same times", (_, which, us) => {
    const bytes = sentBy("latency-control-uc2", which);
    const { report } = new Collector(segment("latency-control-uc2")).take({ port: 4, bytes });
    const sink = deployed("latency_control_uc2", "latency-control-uc2", "s13");
    sink.command(`${thresholds(us)}\nregister_write report_sequence 0 ${report.sequence}`);
    const [first, into, onward] = report.hops;
    const s10 = deployed("latency_control_uc2", "latency-control-uc2", "s10");
    const [between] = s10.receive(1, asSent(critical), passing(first));
    sink.receive(1, between.bytes, passing(into));
    const back = { ...passing(onward), ingressUs: report.timestamp ?? 0 };
    expect(sink.receive(2, asSent(rewritten), back).at(-1)).toEqual({ port: 4, bytes });
  });

  it("vQueue: the executor sends the same bytes at the same times", () => {
    const bytes = sentBy("vqueue");
    const collector = new Collector(segment("vqueue"), { ipIdentification: "vqueue-bmv2" });
    const { report } = collector.take({ port: 4, bytes });
    const queuedUs = 1000 * (report.virtualQueue?.realMs ?? 0) + 500;
    const s1 = deployed("vqueue", "vqueue", "s1");
    const frame = asSent({ ...critical, dst: "10.0.2.2" });
    const sent = s1.receive(1, frame, { ...passing(report.hops[0]), queuedUs });
    expect(sent.at(-1)).toEqual({ port: 4, bytes });
  });
});
