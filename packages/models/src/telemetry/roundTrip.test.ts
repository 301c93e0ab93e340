import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "./batch.ts";
import { type DecodedHop, decodedReportSchema } from "./decodeLine.ts";
import { countDatagram, createDecodeCounters, decodeDatagram } from "./decoder.ts";
import { encodeReport } from "./encode/encoder.ts";
import type { HopInput, IntInput, ReportInput } from "./encode/input.ts";
import { reportAt } from "./json.ts";
import { compileProfile, DEFAULT_OPTIONS, exporterProfileSchema } from "./profile/profile.ts";
import { BATCH_FULL, OK, REASONS } from "./reasons.ts";
import { encodeGroupV20, encodeIndividualV20 } from "./report/v20.ts";

const u8 = fc.nat(0xff);
const u16 = fc.nat(0xffff);
const u24 = fc.nat(0xffffff - 1);
const u32 = fc.nat({ max: 0xfffffffe });
const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.option(value, { freq: 5, nil: null });

/** A hop whose items are either all there or null as a whole; `wide` timestamps reach 2^53. */
const hopArbitrary = (wide: boolean): fc.Arbitrary<HopInput> => {
  const ts = wide ? fc.nat({ max: Number.MAX_SAFE_INTEGER }) : u32;
  return fc
    .record({
      nodeId: perhaps(u32),
      ports: perhaps(fc.tuple(fc.nat(0xfffe), u16)),
      hopLatency: perhaps(u32),
      queue: perhaps(fc.tuple(u8, u24)),
      ingressTs: perhaps(ts),
      egressTs: perhaps(ts),
      level2: perhaps(fc.tuple(u32, u32)),
      txUtilization: perhaps(u32),
      buffer: perhaps(fc.tuple(u8, u24)),
      checksum: u32,
    })
    .map(({ ports, queue, level2, buffer, ...hop }) => ({
      ...hop,
      ingressPort: ports?.[0] ?? null,
      egressPort: ports?.[1] ?? null,
      queueId: queue?.[0] ?? null,
      queueDepth: queue?.[1] ?? null,
      level2IngressPort: level2?.[0] ?? null,
      level2EgressPort: level2?.[1] ?? null,
      bufferId: buffer?.[0] ?? null,
      bufferDepth: buffer?.[1] ?? null,
    }));
};

const address = fc.oneof(
  fc.tuple(fc.ipV4(), fc.ipV4()),
  fc.constantFrom<[string, string]>(["2001:db8::1", "2001:db8:0:1::2"], ["fe80::1:0:0:1", "ff02::1"]),
);
const flow = fc
  .record({
    address,
    proto: fc.constantFrom(6, 17),
    srcPort: u16,
    dstPort: fc.integer({ min: 1, max: 0xffff }),
  })
  .map(({ address: [src, dst], ...rest }) => ({ src, dst, ...rest }));

const VERSION_BITS = { "1.0": 0xff01, "2.1": 0xff81 } as const;

const int = (version: "1.0" | "2.1"): fc.Arbitrary<IntInput> =>
  fc.record({
    version: fc.constant(version),
    instructions: fc.nat(0xffff).map((bits) => bits & VERSION_BITS[version] || 0x8000),
    remaining: u8,
    hops: fc.array(hopArbitrary(version === "2.1"), { maxLength: 6 }),
    hopLimitExceeded: fc.boolean(),
    mtuExceeded: fc.boolean(),
  });

const report = (format: ReportInput["format"], version: "1.0" | "2.1"): fc.Arbitrary<ReportInput> =>
  fc.record({
    format: fc.constant(format),
    nodeId: u32,
    hwId: fc.nat(63),
    sequence: format === "telemetry-report-2.0" ? fc.nat(0x3fffff) : fc.nat({ max: 0xffffffff }),
    timestamp: u32,
    flags: fc.record({ dropped: fc.boolean(), congested: fc.boolean(), tracked: fc.boolean() }),
    flow,
    innerLayer: fc.constantFrom<"ethernet" | "ip">("ethernet", "ip"),
    dscp: fc.nat(63),
    int: int(version),
  });

/** What the decoder must say about one hop, given the items that were asked for. */
function expectedHop(hop: HopInput, bits: number, version: "1.0" | "2.1"): DecodedHop {
  const value = <T>(bit: number, v: T | null | undefined): T | null => (bits & bit ? (v ?? null) : null);
  return {
    nodeId: value(0x8000, hop.nodeId),
    ingressPort: value(0x4000, hop.ingressPort),
    egressPort: value(0x4000, hop.egressPort),
    hopLatency: value(0x2000, hop.hopLatency),
    queueId: value(0x1000, hop.queueId),
    queueDepth: value(0x1000, hop.queueDepth),
    ingressTs: value(0x0800, hop.ingressTs) as number | null,
    egressTs: value(0x0400, hop.egressTs) as number | null,
    ...(bits & 0x0200 &&
      hop.level2IngressPort != null && {
        level2IngressPort: hop.level2IngressPort,
        level2EgressPort: hop.level2EgressPort ?? 0,
      }),
    ...(bits & 0x0100 && hop.txUtilization != null && { txUtilization: hop.txUtilization }),
    ...(version === "2.1" &&
      bits & 0x0080 &&
      hop.bufferId != null && { bufferId: hop.bufferId, bufferDepth: hop.bufferDepth ?? 0 }),
    ...(bits & 0x0001 && { checksum: hop.checksum ?? 0 }),
  };
}

/** A width-ambiguous bitmap (one of bits 4/5 with bit 6) needs a configured profile: the tests run with it. */
const STANDARD = compileProfile(exporterProfileSchema.parse({ itemWidths: "standard" }));
const batch = new ReportBatch();
const buffer = new Uint8Array(4096);

function decode(end: number) {
  batch.clear();
  const reason = decodeDatagram(buffer, 7, end - 7, STANDARD, batch);
  return {
    reason: REASONS[reason].code,
    reports: Array.from({ length: batch.reports }, (_, r) => reportAt(batch, r)),
  };
}

describe("decode(encode(x)) = x", () => {
  it.each([4790, 6081])(
    "[T3] INT that its DSCP announces is found behind UDP port %s, which also means a tunnel",
    (dstPort) => {
      const end = encodeReport(buffer, 7, {
        format: "telemetry-report-2.0",
        nodeId: 1,
        sequence: 1,
        flags: {},
        flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort },
        int: { version: "2.1", instructions: 0x8000, remaining: 3, hops: [{ nodeId: 7 }] },
      });
      expect(decode(end).reports[0]).toMatchObject({ int: "2.1", hops: [{ nodeId: 7 }] });
    },
  );

  const pairs = [
    ["telemetry-report-1.0", "1.0"],
    ["telemetry-report-1.0", "2.1"],
    ["telemetry-report-2.0", "1.0"],
    ["telemetry-report-2.0", "2.1"],
  ] as const;
  it.each(pairs)("[T3] %s with INT-MD %s", (format, version) => {
    fc.assert(
      fc.property(report(format, version), (input) => {
        const { reason, reports } = decode(encodeReport(buffer, 7, input));
        expect(reason).toBe("ok");
        const stack = input.int!;
        expect(reports).toHaveLength(1);
        expect(reports[0]).toMatchObject({
          format,
          int: version,
          mode: "md",
          nodeId: input.nodeId,
          hwId: input.hwId,
          sequence: input.sequence,
          flow: input.flow,
          flags: input.flags,
          remainingHopCount: stack.remaining,
        });
        expect(reports[0].hops).toEqual(
          stack.hops.map((hop) => expectedHop(hop, stack.instructions, version)),
        );
        expect(reports[0].warnings.includes("hop-limit-exceeded")).toBe(stack.hopLimitExceeded);
        expect(reports[0].warnings.includes("mtu-exceeded")).toBe(stack.mtuExceeded);
      }),
      { numRuns: 300 },
    );
  });

  it("[T3] several individual reports in one v2.0 datagram", () => {
    const input = fc.array(report("telemetry-report-2.0", "2.1"), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(input, (inputs) => {
        let end = encodeGroupV20(buffer, 7, 12, 3, 99);
        for (const one of inputs) end = encodeIndividualV20(buffer, end, one);
        const { reason, reports } = decode(end);
        expect(reason).toBe("ok");
        expect(reports.map((r) => r.flow)).toEqual(inputs.map((i) => i.flow));
        expect(reports.map((r) => r.hops.length)).toEqual(inputs.map((i) => i.int!.hops.length));
        expect(reports.every((r) => r.nodeId === 12 && r.sequence === 99)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it("[T3] a v2.0 report of more than 254 words reaches to the end of the datagram", () => {
    const hops = Array.from({ length: 22 }, (_, i) => ({ nodeId: i, hopLatency: 10 * i }));
    const end = encodeReport(buffer, 7, {
      format: "telemetry-report-2.0",
      nodeId: 1,
      sequence: 1,
      flags: { tracked: true },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 6, srcPort: 1, dstPort: 2 },
      int: { version: "2.1", instructions: 0xff00, remaining: 0, hops },
    });
    expect(buffer[7 + 8 + 1]).toBe(0xff);
    expect(decode(end).reports[0].hops.map((h) => [h.nodeId, h.hopLatency])).toEqual(
      hops.map((h) => [h.nodeId, h.hopLatency]),
    );
  });

  it("[T6] the sink's own metadata follow the stack, and are not counted twice", () => {
    const sink: HopInput = { nodeId: 9, ingressPort: 1, egressPort: 2, hopLatency: 500 };
    const source: HopInput = { nodeId: 8, ingressPort: 3, egressPort: 4, hopLatency: 700 };
    const base: ReportInput = {
      format: "telemetry-report-1.0",
      nodeId: 9,
      sequence: 1,
      timestamp: null,
      flags: { tracked: true },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
      metadata: { instructions: 0x6000, hop: sink },
      int: { version: "1.0", instructions: 0xe000, remaining: 3, hops: [source] },
    };
    const nodesOf = (input: ReportInput) =>
      decode(encodeReport(buffer, 7, input)).reports[0].hops.map((h) => [h.nodeId, h.hopLatency]);
    expect(nodesOf(base)).toEqual([
      [8, 700],
      [9, 500],
    ]);
    expect(nodesOf({ ...base, int: { ...base.int!, hops: [source, sink] } })).toEqual([
      [8, 700],
      [9, 500],
    ]);
    // the same switch met twice (UC1) is two hops
    expect(nodesOf({ ...base, int: { ...base.int!, hops: [{ ...sink, ingressPort: 7 }] } })).toEqual([
      [9, 500],
      [9, 500],
    ]);
  });
});

describe("mutated datagrams", () => {
  const vectors = JSON.parse(readFileSync(new URL("./fixtures/reports.json", import.meta.url), "utf8")) as {
    hex: string;
  }[];

  it("[T5] 200,000 mutations neither throw nor read outside, and received = decoded + undecodable", () => {
    const seeds: Uint8Array[] = fc
      .sample(
        fc.oneof(
          report("telemetry-report-1.0", "1.0"),
          report("telemetry-report-1.0", "2.1"),
          report("telemetry-report-2.0", "1.0"),
          report("telemetry-report-2.0", "2.1"),
        ),
        { numRuns: 200, seed: 20261121 },
      )
      .map((input) => buffer.slice(0, encodeReport(buffer, 0, input)));
    for (const { hex } of vectors) seeds.push(new Uint8Array(Buffer.from(hex, "hex")));
    const counters = createDecodeCounters();
    let state = 1;
    const random = (n: number): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 0x100000000) * n);
    };
    const work = new Uint8Array(4096);
    // a Proxy would hide the fast path; instead everything outside the datagram differs between two decodings
    const again = new ReportBatch();
    let full = 0;
    for (let i = 0; i < 200_000; i++) {
      const seed = seeds[random(seeds.length)];
      const length = random(4) === 0 ? random(seed.length + 1) : seed.length;
      work.set(seed, 0);
      for (let n = random(5); n > 0; n--) work[random(Math.max(1, length))] = random(256);
      work.fill(0x5a, length, length + 64);
      batch.clear();
      const reason = decodeDatagram(work, 0, length, DEFAULT_OPTIONS, batch);
      if (reason === BATCH_FULL) full++;
      countDatagram(counters, reason, batch.reports, batch.hops);
      if (i % 16 === 0) {
        work.fill(0xa5, length, length + 1024);
        again.clear();
        const second = decodeDatagram(work, 0, length, DEFAULT_OPTIONS, again);
        if (second !== reason || again.hops !== batch.hops)
          expect([second, again.hops]).toEqual([reason, batch.hops]);
        if (reason === OK && i % 64 === 0) {
          for (let r = 0; r < batch.reports; r++) {
            expect(reportAt(again, r)).toEqual(reportAt(batch, r));
            if (i % 1024 === 0) decodedReportSchema.parse(reportAt(batch, r));
          }
        }
      }
    }
    expect(full).toBe(0);
    expect(counters.received).toBe(200_000);
    expect(counters.decoded + counters.undecodable).toBe(counters.received);
    expect(counters.byReason.reduce((a, b) => a + b)).toBe(counters.received);
    expect(counters.decoded).toBeGreaterThan(10_000);
    expect(counters.undecodable).toBeGreaterThan(10_000);
  });
});
