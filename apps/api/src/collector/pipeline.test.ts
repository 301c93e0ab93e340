import { createRandom } from "@p4twin/models/core";
import { encodeReport, exporterProfileSchema } from "@p4twin/models/telemetry";
import { describe, expect, it } from "vitest";
import { reportOf, segmentsOf } from "../../testing/intReports.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import { noBindings } from "./bindings.ts";
import { createPipeline } from "./pipeline.ts";
import type { CollectorSettings } from "./settings.ts";

const A = { address: "10.0.0.1" };
const B = { address: "10.0.0.2" };

function pipelineWith(exporters: CollectorSettings["exporters"]) {
  const pipeline = createPipeline({ collectorId: "c", maxExporters: 10, mergeable: false });
  pipeline.configure({ acceptOnlyListed: false, exporters }, 0);
  pipeline.rebind(segmentsOf("d", 3), 0);
  const take = (sender: typeof A, datagram: Uint8Array, nowMs = 0): void =>
    pipeline.take(datagram, 0, datagram.length, sender, nowMs);
  return { pipeline, take };
}
const listed = (address: string, profile: object) => ({
  address,
  accepted: true,
  profile: exporterProfileSchema.parse(profile),
  maxDatagramsPerSecond: null,
  sampleOneIn: 1,
});
const wholeOf = (rows: WindowRow[], segment: number): WindowRow | undefined =>
  rows.find((r) => r.part === 0 && r.segmentId === `s${segment}`);

type Stay = { nodeId: number; hopLatency: number; ingressTs: number; egressTs: number };

/** A report v1.0 with INT v1.0 of these hops; the last one is the sink. */
function reportOver(sequence: number, hops: readonly Stay[]): Uint8Array {
  const bytes = new Uint8Array(300);
  const end = encodeReport(bytes, 0, {
    ...{
      format: "telemetry-report-1.0",
      nodeId: hops.at(-1)?.nodeId ?? 0,
      sequence,
      flags: { tracked: true },
    },
    flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 4_000, dstPort: 5_000 },
    int: {
      ...{ version: "1.0", instructions: 0xec00, remaining: 8 },
      hops: hops.map((hop) => ({ ...hop, ingressPort: 1, egressPort: 2 })),
    },
  });
  return bytes.slice(0, end);
}

describe("packets of a mirror port", () => {
  it("that carry INT are reports of no exporter; the others leave no trace", () => {
    const { pipeline } = pipelineWith([listed("0.0.0.0", { dialect: "standard" })]);
    // what a report of another kind holds: the packet as it was before the sink
    const report = reportOf(0);
    const text = Buffer.from(report).toString("hex");
    const packet = report.slice(text.indexOf("080045") / 2 + 2);
    for (let i = 0; i < 3; i++) expect(pipeline.takeMirrored(packet, 0, packet.length, i)).toBe(true);
    const unmarked = packet.map((byte, i) => (i === 1 ? 0 : byte));
    expect(pipeline.takeMirrored(unmarked, 0, unmarked.length, 4)).toBe(false);
    const { exporters } = pipeline.account();
    expect(exporters).toMatchObject([
      { address: "0.0.0.0", arrived: 3, reports: 3, matched: 3, undecodable: 0 },
    ]);
  });
});

describe("a sink that writes its uptime in place of its latency", () => {
  it("gives no latency of a segment, from its first report on", () => {
    const { pipeline, take } = pipelineWith([listed("10.0.0.1", { dialect: "bmv2" })]);
    const buffer = new Uint8Array(512);
    const report = (i: number, sink: number): Uint8Array => {
      const end = encodeReport(buffer, 0, {
        ...{ format: "telemetry-report-2.0", nodeId: 2, sequence: i, flags: { tracked: true } },
        flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
        int: {
          ...{ version: "2.1", instructions: 0xa000, remaining: 3 },
          hops: [
            { nodeId: 1, hopLatency: 300 },
            { nodeId: 2, hopLatency: sink },
          ],
        },
      });
      return buffer.slice(0, end);
    };
    for (let i = 0; i < 40; i++) take(A, report(i, 2_900_000 + 25_000 * i), 25 * i);
    const [exporter] = pipeline.account().exporters;
    expect(exporter).toMatchObject({ reports: 40, matched: 0 });
    // three steps and a tenth of a second settle it; until then nothing is said, and nothing measured
    expect(exporter.deviations["sink-clone-latency"]).toBeGreaterThan(30);
  });
});

describe("many datagrams at once", () => {
  it("are counted, measured and kept as one by one, whatever the size of the turns", () => {
    const random = createRandom(5);
    const pick = (n: number): number => Math.floor(random.next() * n);
    const senders = ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"].map((address) => ({ address }));
    const arrivals = Array.from({ length: 6_000 }, (_, i) => {
      // some of no segment, some that are no reports, some numbers that are missing; of one sender units are open
      const datagram = reportOf(pick(5), i + 3 * Math.floor(i / 500));
      return {
        datagram: pick(50) === 0 ? datagram.slice(0, pick(60)) : datagram,
        sender: senders[pick(60) === 0 ? 0 : 1 + pick(3)],
      };
    });
    const [one, many] = [1, 2].map(
      () =>
        pipelineWith([
          listed("10.0.0.2", { dialect: "bmv2" }),
          { ...listed("10.0.0.3", { dialect: "bmv2" }), maxDatagramsPerSecond: 300 },
          { ...listed("10.0.0.4", { dialect: "bmv2" }), sampleOneIn: 3 },
        ]).pipeline,
    );
    const bytes = new Uint8Array(512 * 400);
    for (let i = 0, nowMs = 0; i < arrivals.length; nowMs += 7) {
      const turn = arrivals.slice(i, i + 1 + pick(400));
      i += turn.length;
      turn.forEach(({ datagram, sender }, k) => {
        one.take(datagram, 0, datagram.length, sender, nowMs);
        bytes.set(datagram, 512 * k);
        many.gather(bytes, 512 * k, datagram.length, sender, nowMs);
      });
      many.drain();
      bytes.fill(0xff);
    }
    expect(many.account()).toEqual(one.account());
    for (const { matched } of many.account().exporters) expect(matched).toBeGreaterThan(30);
    expect(many.samples()).toEqual(one.samples());
    expect(many.frames(1_000)).toEqual(one.frames(1_000));
    expect(many.advance(1e6)).toEqual(one.advance(1e6));
  });

  it("settings that change while some wait hold for the next datagram", () => {
    const { pipeline } = pipelineWith([]);
    const gather = (): void => {
      const report = reportOf(0);
      pipeline.gather(report, 0, report.length, A, 0);
    };
    gather();
    pipeline.configure({ acceptOnlyListed: true, exporters: [] }, 0);
    gather();
    pipeline.drain();
    expect(pipeline.account()).toMatchObject({ notAccepted: 1, exporters: [{ reports: 1, matched: 1 }] });
  });
});

describe("from datagram to window", () => {
  it("each exporter is read by its own profile, from the next datagram after a change", () => {
    const { pipeline, take } = pipelineWith([listed("10.0.0.2", { dialect: "bmv2" })]);
    take(A, reportOf(0));
    take(B, reportOf(1));
    const rows = pipeline.advance(1_000);
    const [ns, us] = [wholeOf(rows, 0)?.sumUs ?? 0, wholeOf(rows, 1)?.sumUs ?? 0];
    expect(ns).toBeGreaterThan(2);
    expect(ns).toBeLessThan(10);
    // the same numbers, counted in microseconds
    expect(us / ns).toBeGreaterThan(900);
    pipeline.configure({ acceptOnlyListed: false, exporters: [] }, 1_000);
    take(B, reportOf(1), 1_000);
    expect(wholeOf(pipeline.advance(2_000), 1)?.sumUs).toBeCloseTo(us / 1_000, 9);
  });

  it("microseconds that nobody has told of are seen in the reports, said with their evidence, and never mixed", () => {
    const { pipeline, take } = pipelineWith([]);
    const report = (nowMs: number): Uint8Array => {
      const us = 5_000_000 + 1_000 * nowMs;
      return reportOver(
        nowMs,
        [1, 2, 3].map((nodeId) => ({ nodeId, hopLatency: 400, ingressTs: us, egressTs: us + 400 })),
      );
    };
    const bindings = segmentsOf("d", 1);
    for (const { binding } of bindings.segments) binding.flows = [];
    pipeline.rebind(bindings, 0);
    for (let ms = 25; ms < 975; ms += 25) take(A, report(ms), ms);
    const [exporter] = pipeline.account().exporters;
    expect(exporter.units).toMatchObject({ timestamp: "us", latency: "us", basis: "evidence" });
    expect(exporter.units?.evidence).toMatch(/fit the times of arrival/);
    expect(exporter.unmatchedByReason["unit-uncertain"]).toBeGreaterThan(0);
    expect(exporter.matched + exporter.unmatched).toBe(exporter.reports);
    const whole = wholeOf(pipeline.advance(1_000), 0);
    expect(whole?.maxUs).toBe(1_200);
    expect(whole?.count).toBe(exporter.recorded);
  });

  describe("one address that reports for nodes of different units", () => {
    const COUNTS = { us: 1, ns: 1_000 };
    const report = (nowMs: number, hops: readonly (readonly [number, keyof typeof COUNTS])[]): Uint8Array =>
      reportOver(
        nowMs,
        hops.map(([nodeId, unit]) => {
          const ingressTs = (5_000_000 + 1_000 * nowMs) * COUNTS[unit];
          const hopLatency = 400 * COUNTS[unit];
          return { nodeId, hopLatency, ingressTs, egressTs: ingressTs + hopLatency };
        }),
      );
    const US = [1, 2, 3].map((nodeId) => [nodeId, "us"] as const);
    const NS = [11, 12, 13].map((nodeId) => [nodeId, "ns"] as const);
    const bindings = segmentsOf("d", 2);
    for (const [i, { binding }] of bindings.segments.entries()) {
      binding.flows = [];
      if (i === 1) Object.assign(binding, { from: { nodeId: 11 }, to: { nodeId: 13 } });
    }

    it.each([
      ["microseconds first", US, NS],
      ["nanoseconds first", NS, US],
    ])("%s: each node counts as its own reports show, also those that come later", (_, before, later) => {
      const { pipeline, take } = pipelineWith([]);
      pipeline.rebind(bindings, 0);
      for (let ms = 25; ms < 60_000; ms += 25) {
        take(A, report(ms, before), ms);
        if (ms % 1_000 === 0) pipeline.advance(ms);
      }
      pipeline.advance(60_000);
      for (let ms = 60_025; ms < 61_000; ms += 25) {
        take(A, report(ms, before), ms);
        take(A, report(ms, later), ms);
      }
      const rows = pipeline.advance(61_000);
      for (const segment of [0, 1]) {
        const whole = wholeOf(rows, segment);
        expect([whole?.minUs, whole?.maxUs]).toEqual([1_200, 1_200]);
        expect(whole?.count).toBeGreaterThan(30);
      }
      const { units, matched, unmatched, reports } = pipeline.account().exporters[0];
      expect(matched + unmatched).toBe(reports);
      expect(units).toMatchObject({ basis: "mixed" });
      expect(
        units?.byNode.map(({ nodeIds, timestamp, latency }) => ({ nodeIds, timestamp, latency })),
      ).toEqual([
        { nodeIds: [1, 2, 3], timestamp: "us", latency: "us" },
        { nodeIds: [11, 12, 13], timestamp: "ns", latency: "ns" },
      ]);
    });

    it("a sink that tells no latency differs from no node", () => {
      const { pipeline, take } = pipelineWith([]);
      pipeline.rebind(bindings, 0);
      // as GEANT's switches: timestamps in nanoseconds, latencies in microseconds, and the sink's is its uptime
      const geant = (nowMs: number): Uint8Array =>
        reportOver(
          nowMs,
          [11, 12, 13].map((nodeId) => {
            const ingressTs = 1_000_000 * nowMs;
            const hopLatency = nodeId === 13 ? 900_000_000 + 1_000 * nowMs : 400;
            return { nodeId, hopLatency, ingressTs, egressTs: ingressTs + 400_000 };
          }),
        );
      for (let ms = 25; ms < 2_000; ms += 25) {
        take(A, report(ms, US), ms);
        take(A, geant(ms), ms);
        if (ms === 1_000) pipeline.advance(ms);
      }
      const whole = wholeOf(
        pipeline.advance(2_000).filter(({ startMs }) => startMs === 1_000),
        1,
      );
      expect(whole?.count).toBeGreaterThan(30);
      expect([whole?.minUs, whole?.maxUs]).toEqual([1_200, 1_200]);
    });

    it("a path over both is measured only where its nodes agree", () => {
      const { pipeline, take } = pipelineWith([]);
      const crossing = segmentsOf("d", 1);
      Object.assign(crossing.segments[0].binding, { flows: [], from: { nodeId: 1 }, to: { nodeId: 13 } });
      pipeline.rebind(crossing, 0);
      for (let ms = 25; ms < 975; ms += 25) take(A, report(ms, [...US, ...NS]), ms);
      const [exporter] = pipeline.account().exporters;
      // nothing speaks against nanoseconds in the first one alone
      const uncertain = exporter.reports - 1;
      expect(exporter).toMatchObject({ recorded: 1, unmatchedByReason: { "unit-uncertain": uncertain } });
    });
  });

  it("says so when an exporter reports for more nodes than are listed", () => {
    const { pipeline, take } = pipelineWith([]);
    for (let node = 0; node < 70; node++) {
      const datagram = reportOf(0);
      // a stack of three hops: the last word of the first hop's node id, counted from the end
      for (const at of nodeIdsOf(datagram)) new DataView(datagram.buffer).setUint32(at, 1_000 + node, false);
      take(A, datagram);
    }
    const [exporter] = pipeline.account().exporters;
    expect(exporter.nodeIds).toHaveLength(64);
    expect(exporter.nodeIdsCapped).toBe(true);
  });

  it.each([
    ["back", -3_600_000],
    ["forward", 3_600_000],
    ["back within the second", -300],
  ])(
    "a clock that is set %s: no window holds more than a second, frames and stamps go on by the new time",
    (_what, setMs) => {
      const start = 1_000_000_000_000;
      const { pipeline, take } = pipelineWith([]);
      pipeline.rebind(segmentsOf("d", 1), start);
      const rows: WindowRow[] = [];
      let atMs = start;
      const run = (ms: number): void => {
        for (const endMs = atMs + ms; atMs < endMs; atMs += 10) {
          take(A, reportOf(0), atMs);
          rows.push(...pipeline.advance(atMs + 10));
        }
      };
      run(2_500);
      rows.push(...pipeline.clockSet(setMs, atMs));
      run(2_500);
      expect(pipeline.frames(atMs)[0].atMs).toBe(atMs + setMs);
      expect(pipeline.account().exporters[0].lastHeardMs).toBe(atMs - 10 + setMs);
      rows.push(...pipeline.rebind(noBindings, atMs));
      const whole = rows.filter((r) => r.part === 0);
      expect(Math.max(...whole.map((r) => r.count))).toBe(100);
      expect(whole.reduce((sum, r) => sum + r.count, 0)).toBe(500);
      // one more for the second that the step cut in two
      expect(whole.length).toBeLessThanOrEqual(7);
      expect(new Set(rows.map((r) => r.sequence)).size).toBe(rows.length);
      expect(whole.at(-1)?.startMs).toBe(Math.floor((atMs + setMs - 1) / 1_000) * 1_000);
    },
  );

  it("is stopped at the first half by a refusal, and counts it once", () => {
    const { pipeline, take } = pipelineWith([{ ...listed("10.0.0.2", {}), accepted: false }]);
    take(A, reportOf(0));
    take(B, reportOf(0));
    const account = pipeline.account();
    expect(account).toMatchObject({ notAccepted: 1, tooMany: 0, refused: 1 });
    expect(account.exporters).toMatchObject([{ address: "10.0.0.1", arrived: 1, received: 1, recorded: 1 }]);
  });
});

/** Where the node ids of the three hops stand: found by their values, 1 to 3, each before port ids 1 and 2. */
function nodeIdsOf(datagram: Uint8Array): number[] {
  const view = new DataView(datagram.buffer);
  const places: number[] = [];
  for (let at = 0; at + 8 <= datagram.length; at++)
    if (view.getUint32(at) >= 1 && view.getUint32(at) <= 3 && view.getUint32(at + 4) === 0x00010002)
      places.push(at);
  return places;
}
