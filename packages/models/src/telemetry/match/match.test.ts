import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import type { HopInput, ReportInput } from "../encode/input.ts";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import { type FlowMatch, type NodeClock, type SegmentBinding, segmentBindingSchema } from "./binding.ts";
import { Matcher } from "./match.ts";

const FLOW = { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 43000, dstPort: 45000 };
const batch = new ReportBatch();
const buffer = new Uint8Array(4096);

/** Decodes a report with the given hops into `batch` and returns its index. */
function given(
  hops: HopInput[],
  over: Partial<ReportInput> & { instructions?: number; version?: "1.0" | "2.1" } = {},
): number {
  batch.clear();
  const { instructions = 0xfc00, version = "1.0", ...rest } = over;
  const end = encodeReport(buffer, 0, {
    format: "telemetry-report-1.0",
    nodeId: 99,
    sequence: 1,
    timestamp: 1,
    flags: { tracked: true },
    flow: FLOW,
    int: { version, instructions, remaining: 8, hops },
    ...rest,
  });
  expect(decodeDatagram(buffer, 0, end, DEFAULT_OPTIONS, batch)).toBe(0);
  return batch.reports - 1;
}

const segment = (over: Partial<SegmentBinding> = {}): SegmentBinding => ({
  id: "s",
  flows: [{}],
  from: { nodeId: 1 },
  to: { nodeId: 3 },
  plUs: 100,
  dlUs: 200,
  ...over,
});
const hop = (nodeId: number, over: HopInput = {}): HopInput => ({
  nodeId,
  ingressPort: 1,
  egressPort: 2,
  hopLatency: 1000 * nodeId,
  queueId: 0,
  queueDepth: 0,
  ingressTs: 5,
  egressTs: 6,
  ...over,
});

function samples(matcher: Matcher, r: number) {
  const matched = matcher.match(batch, r);
  const rows = Array.from({ length: matcher.sampleCount }, (_, i) => {
    const { segmentId, part } = matcher.series[matcher.sampleSeries[i]];
    const name = part === null ? segmentId : `${segmentId} ${part.kind} ${part.nodeId} #${part.occurrence}`;
    const us = matcher.sampleUs[i];
    return [name, Number.isNaN(us) ? null : Math.round(us * 1e6) / 1e6];
  });
  return { matched, rows };
}

describe("paths", () => {
  it("[T12] node ids that are made up do not become parts without end; those that are named always are", () => {
    const matcher = new Matcher([segment()], [], null, ({ part }) => part?.nodeId === 3);
    for (let made = 0; made < 1_000; made++) {
      const r = given([hop(1), hop(1_000 + made), hop(3)]);
      const { matched, rows } = samples(matcher, r);
      expect([matched, rows[0]]).toEqual([1, ["s", 1_004 + made]]);
      expect(rows).toContainEqual(["s hop 3 #0", 3]);
    }
    // the segment, the named part, and 64 others: node 1 is one of them
    expect(matcher.series).toHaveLength(66);
    expect(matcher.counters.partsRefused).toBe(1_000 - 63);
  });

  it("all segments together have a bounded number of parts; further ones are counted, segments go on", () => {
    const SEGMENTS = 1_600;
    const bindings = Array.from({ length: SEGMENTS }, (_, i) =>
      segment({ id: `s${i}`, flows: [{ dstPort: i + 1 }], from: { nodeId: 1 }, to: { nodeId: 64 } }),
    );
    const matcher = new Matcher(bindings);
    const path = Array.from({ length: 64 }, (_, i) => hop(i + 1));
    let refused = 0;
    for (let i = 0; i < SEGMENTS; i++) {
      // node and latency only: more words of 64 hops fill no INT header
      const r = given(path, { instructions: 0xa000, flow: { ...FLOW, dstPort: i + 1 } });
      expect(samples(matcher, r).rows[0]).toEqual([`s${i}`, 1000 * 32 * 65 * 1e-3]);
      refused = matcher.counters.partsRefused;
      if (matcher.series.length < 100_000) expect(refused).toBe(0);
    }
    expect(matcher.series).toHaveLength(100_000);
    expect(refused).toBe(SEGMENTS + SEGMENTS * 64 - 100_000);
  });

  it("[T12] a segment over three switches is the sum of its hops; links stay unknown", () => {
    const matcher = new Matcher([segment()]);
    const r = given([hop(7), hop(1), hop(2), hop(3), hop(8)]);
    expect(samples(matcher, r)).toEqual({
      matched: 1,
      rows: [
        ["s", 6],
        ["s hop 1 #0", 1],
        ["s hop 2 #0", 2],
        ["s hop 3 #0", 3],
      ],
    });
    expect(matcher.sampleIncomplete[0]).toBe(1);
  });

  it("[T12] UC1: the same switch twice also gives the time in between, across the 32-bit wrap", () => {
    const uc1 = segment({ from: { nodeId: 5, ingressPort: 1 }, to: { nodeId: 5, egressPort: 4 } });
    const matcher = new Matcher([uc1], [{ nodeId: 5, timestampUnit: "us" }]);
    const into = hop(5, {
      ingressPort: 1,
      egressPort: 2,
      hopLatency: null,
      ingressTs: 4294967290,
      egressTs: 4294967293,
    });
    const out = hop(5, { ingressPort: 3, egressPort: 4, hopLatency: null, ingressTs: 37, egressTs: 39 });
    expect(samples(matcher, given([into, out]))).toEqual({
      matched: 1,
      rows: [
        ["s", 45],
        ["s hop 5 #0", 3],
        ["s gap 5 #0", 40],
        ["s hop 5 #1", 2],
      ],
    });
    expect(matcher.sampleIncomplete[0]).toBe(0);
  });

  it("[T12] wide timestamps: exact differences, and a clock that steps back is unknown", () => {
    const uc1 = segment({ from: { nodeId: 5 }, to: { nodeId: 5 } });
    const matcher = new Matcher([uc1]);
    const base = 1_700_000_000_000_000_000n;
    const first = hop(5, { ingressTs: base, egressTs: base + 1500n });
    const second = hop(5, { ingressTs: base + 41_500n, egressTs: base + 43_500n });
    const wide = { version: "2.1" as const, instructions: 0x8c00 };
    expect(samples(matcher, given([first, second], wide)).rows).toEqual([
      ["s", 43.5],
      ["s hop 5 #0", 1.5],
      ["s gap 5 #0", 40],
      ["s hop 5 #1", 2],
    ]);
    expect(samples(matcher, given([second, first], wide)).rows).toEqual([
      ["s", 3.5],
      ["s hop 5 #0", 2],
      ["s hop 5 #1", 1.5],
    ]);
    expect(matcher.sampleIncomplete[0]).toBe(4);
  });

  it("[T12] the latency item counts before the timestamps, in its own unit", () => {
    const nodes: NodeClock[] = [{ nodeId: 1, timestampUnit: "ns", latencyUnit: "us" }];
    const matcher = new Matcher([segment({ to: { nodeId: 1 } })], nodes);
    expect(samples(matcher, given([hop(1, { hopLatency: 37, ingressTs: 0, egressTs: 1 })])).rows[0]).toEqual([
      "s",
      37,
    ]);
    expect(
      samples(matcher, given([hop(1, { hopLatency: null, ingressTs: 0, egressTs: 500 })])).rows[0],
    ).toEqual(["s", 0.5]);
  });

  it("[T12] from the first `from` to the last `to`; several segments share one report", () => {
    const matcher = new Matcher([
      segment({ id: "whole", from: { nodeId: 1 }, to: { nodeId: 1 } }),
      segment({ id: "middle", from: { nodeId: 2 }, to: { nodeId: 2 } }),
    ]);
    const { matched, rows } = samples(matcher, given([hop(1), hop(2), hop(1)]));
    expect(matched).toBe(2);
    expect(rows).toEqual([
      ["whole", 4],
      ["whole hop 1 #0", 1],
      ["whole hop 2 #0", 2],
      ["whole hop 1 #1", 1],
      ["middle", 2],
      ["middle hop 2 #0", 2],
    ]);
  });

  it("[T13] a drop report counts as dropped where its packet had entered and not left", () => {
    const matcher = new Matcher([
      segment({ id: "passed", from: { nodeId: 1 }, to: { nodeId: 2 } }),
      segment({ id: "inside", from: { nodeId: 1 }, to: { nodeId: 3 } }),
      segment({ id: "ahead", from: { nodeId: 4 }, to: { nodeId: 4 } }),
    ]);
    const r = given([hop(1), hop(2), hop(3)], { flags: { dropped: true } });
    const { matched, rows } = samples(matcher, r);
    expect(matched).toBe(2);
    expect(rows.filter(([name]) => !String(name).includes(" "))).toEqual([
      ["passed", 3],
      ["inside", null],
    ]);
  });
});

describe("reports without a segment", () => {
  const none = { nodeId: null, hopLatency: null, ingressTs: null };
  it.each<[string, SegmentBinding, HopInput[], string]>([
    ["no flow", segment({ flows: [{ dstPort: 1 }] }), [hop(1), hop(3)], "no-flow"],
    ["from is missing", segment(), [hop(2), hop(3)], "from-not-on-path"],
    [
      "from at another port",
      segment({ from: { nodeId: 1, ingressPort: 9 } }),
      [hop(1), hop(3)],
      "from-not-on-path",
    ],
    ["to is missing", segment(), [hop(1), hop(2)], "to-not-on-path"],
    ["to lies before from", segment(), [hop(3), hop(1)], "to-not-on-path"],
    ["to at another port", segment({ to: { nodeId: 3, egressPort: 9 } }), [hop(1), hop(3)], "to-not-on-path"],
    [
      "no time",
      segment({ to: { nodeId: 1 } }),
      [hop(1, { hopLatency: null, ingressTs: null })],
      "latency-unknown",
    ],
    ["no node id", segment(), [none, none], "from-not-on-path"],
    ["no hops", segment(), [], "from-not-on-path"],
  ])("[T14] %s", (_, binding, hops, reason) => {
    const matcher = new Matcher([binding]);
    expect(samples(matcher, given(hops))).toEqual({ matched: 0, rows: [] });
    const unmatched = {
      "no-flow": 0,
      "from-not-on-path": 0,
      "to-not-on-path": 0,
      "latency-unknown": 0,
      "pair-missing": 0,
      [reason]: 1,
    };
    expect(matcher.counters).toEqual({ reports: 1, matched: 0, clockSkew: 0, unmatched, partsRefused: 0 });
  });
});

describe("flows", () => {
  it.each<[string, FlowMatch[], Partial<typeof FLOW>, boolean]>([
    ["any of an empty list", [], {}, true],
    ["host", [{ dst: "10.0.2.2" }], {}, true],
    ["another host", [{ dst: "10.0.2.3" }], {}, false],
    ["block", [{ src: "10.0.0.0/16" }], {}, true],
    ["bits behind the prefix do not matter", [{ src: "10.0.7.7/16" }], {}, true],
    ["another block", [{ src: "10.1.0.0/16" }], {}, false],
    ["protocol", [{ proto: 6 }], {}, false],
    ["port", [{ dstPort: 45000 }], {}, true],
    ["range", [{ srcPort: [43000, 43009] }], { srcPort: 43009 }, true],
    ["beside the range", [{ srcPort: [43000, 43009] }], { srcPort: 43010 }, false],
    ["the second of two", [{ proto: 6 }, { proto: 17, src: "10.0.1.1" }], {}, true],
    [
      "every field",
      [{ src: "10.0.1.1", dst: "10.0.2.0/24", proto: 17, srcPort: 43000, dstPort: 45000 }],
      {},
      true,
    ],
    ["IPv6 host", [{ dst: "fd00::2" }], { src: "fd00::1", dst: "fd00:0::2" }, true],
    ["IPv6 block", [{ dst: "fd00::/8" }], { src: "fd00::1", dst: "fd00::2" }, true],
    ["IPv4 is not IPv6", [{ dst: "0.0.0.0/0" }], { src: "fd00::1", dst: "fd00::2" }, false],
  ])("[T15] %s", (_, flows, over, expected) => {
    const matcher = new Matcher([segment({ flows })]);
    const r = given([hop(1), hop(3)], { flow: { ...FLOW, ...over } });
    expect(samples(matcher, r).matched).toBe(expected ? 1 : 0);
    expect(samples(matcher, r).matched, "from the cache").toBe(expected ? 1 : 0);
  });

  it("[T15] many flows through the cache give the same answers as one by one", () => {
    const bindings = Array.from({ length: 200 }, (_, i) =>
      segment({ id: `s${i}`, flows: [{ dst: `10.9.0.${i}`, dstPort: 1000 + (i % 7) }] }),
    );
    const matcher = new Matcher(bindings);
    for (let i = 0; i < 20_000; i++) {
      const host = i % 256;
      const port = 1000 + (i % 11);
      const r = given([hop(1), hop(3)], {
        flow: { ...FLOW, srcPort: i, dst: `10.9.0.${host}`, dstPort: port },
      });
      const expected = host < 200 && port === 1000 + (host % 7) ? 1 : 0;
      if (matcher.match(batch, r) !== expected) expect([i, matcher.sampleCount]).toEqual([i, expected]);
      else if (expected === 1) expect(matcher.series[matcher.sampleSeries[0]].segmentId).toBe(`s${host}`);
    }
    expect(matcher.counters.matched + matcher.counters.unmatched["no-flow"]).toBe(20_000);
  });
});

describe("queues", () => {
  it("are told by any hop of the path, when it is found and when it is remembered", () => {
    const matcher = new Matcher([segment()]);
    const silent = { queueId: undefined, queueDepth: undefined };
    const told = [hop(1, silent), hop(2, { queueDepth: 7 }), hop(3, silent)];
    const untold = [hop(1, silent), hop(2, silent), hop(3, silent)];
    const found = [told, untold, told, untold].map((hops) => {
      matcher.match(batch, given(hops));
      return matcher.hasQueues;
    });
    expect(found).toEqual([true, false, true, false]);
  });
});

describe("remembered paths", () => {
  const word = fc.constantFrom(0, 5, 6, 0x7fffffff, 0xfffffffe, 0xffffffff);
  const hops = fc.array(
    fc.record({
      nodeId: fc.constantFrom(1, 2, 3),
      ingressPort: fc.constantFrom(1, 2),
      egressPort: fc.constantFrom(1, 2),
      hopLatency: word,
      queueId: fc.constant(0),
      queueDepth: fc.constant(0),
      ingressTs: word,
      egressTs: word,
    }),
    { minLength: 1, maxLength: 5 },
  );
  const report = fc.record({
    hops,
    version: fc.constantFrom<("1.0" | "2.1")[]>("1.0", "2.1"),
    instructions: fc.constantFrom(0xfc00, 0xec00, 0xcc00, 0xe000, 0xa000, 0x8c00),
    dropped: fc.boolean(),
    dst: fc.constantFrom("10.0.2.2", "10.0.2.3"),
  });
  const bindings = [
    segment({ id: "a", from: { nodeId: 1, ingressPort: 1 } }),
    segment({ id: "b", to: { nodeId: 2, egressPort: 2 } }),
    segment({ id: "c", flows: [{ dst: "10.0.2.3" }], from: { nodeId: 2 }, to: { nodeId: 2 } }),
  ];
  const nodes: NodeClock[] = [{ nodeId: 2, timestampUnit: "us" }];

  it("[T12] [T13] [T14] a matcher that has seen many reports answers as a new one", () => {
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 12 }), (reports) => {
        const warm = new Matcher(bindings, nodes);
        // twice: the second time every path is known
        for (const { hops: path, version, instructions, dropped, dst } of [...reports, ...reports]) {
          const flags = { tracked: true, dropped };
          const r = given(path, { version, instructions, flags, flow: { ...FLOW, dst } });
          const fresh = new Matcher(bindings, nodes);
          expect(samples(warm, r)).toEqual(samples(fresh, r));
          expect(warm.sampleIncomplete.slice(0, warm.sampleCount)).toEqual(
            fresh.sampleIncomplete.slice(0, fresh.sampleCount),
          );
          if (warm.sampleCount === 0) expect(warm.unmatchedReason).toBe(fresh.unmatchedReason);
        }
        const { matched, unmatched, reports: all } = warm.counters;
        expect(matched + Object.values(unmatched).reduce((a, b) => a + b)).toBe(all);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the binding's schema", () => {
  it.each<[string, object]>([
    ["PL above DL", { plUs: 300 }],
    ["a broken block", { flows: [{ src: "10.0.0.0/40" }] }],
    ["a range backwards", { flows: [{ dstPort: [9, 1] }] }],
    ["an unknown key", { flows: [{ port: 1 }] }],
  ])("[T15] refuses %s", (_, over) => {
    expect(segmentBindingSchema.safeParse(segment()).success).toBe(true);
    expect(segmentBindingSchema.safeParse({ ...segment(), ...over }).success).toBe(false);
  });
});

describe("two deployments", () => {
  const bound = (id: string, clocks?: SegmentBinding["clocks"]): SegmentBinding =>
    segment({ id, from: { nodeId: 5 }, to: { nodeId: 5 }, ...(clocks && { clocks }) });
  const first = bound("first");
  const second = bound("second", [{ nodeId: 5, timestampUnit: "us" }]);

  it.each([
    ["in this order", [first, second]],
    ["the other way round", [second, first]],
  ])("what one says of a node's clock changes nothing that the other measures, %s", (_, bindings) => {
    const matcher = new Matcher(bindings);
    // once the long way, once along the remembered path
    for (let round = 0; round < 2; round++) {
      const { rows } = samples(matcher, given([hop(5, { hopLatency: 636_000 })]));
      expect(rows).toContainEqual(["first", 636]);
      expect(rows).toContainEqual(["second", 636_000]);
    }
  });

  it("[T28] a segment that names its exporters takes the reports of no other, though nodes and flows are the same", () => {
    const ours = segment({ id: "ours", exporters: ["10.9.0.1", "10.9.0.3"] });
    const theirs = segment({ id: "theirs", exporters: ["10.9.0.2"] });
    const all = segment({ id: "all" });
    const matcher = new Matcher([ours, theirs, all]);
    const heardBy = (address: string): string[] => {
      matcher.scope = matcher.scopeOf(address);
      const { rows } = samples(matcher, given([hop(1), hop(3)]));
      return rows.flatMap(([name]) => (String(name).includes(" ") ? [] : [String(name)])).sort();
    };
    // in turns, so that remembered flows and paths are met too
    for (let turn = 0; turn < 3; turn++) {
      expect(heardBy("10.9.0.1")).toEqual(["all", "ours"]);
      expect(heardBy("10.9.0.2")).toEqual(["all", "theirs"]);
      expect(heardBy("10.9.0.3")).toEqual(["all", "ours"]);
      expect(heardBy("10.9.0.9")).toEqual(["all"]);
    }
    const alone = new Matcher([ours]);
    alone.scope = alone.scopeOf("10.9.0.2");
    expect(alone.match(batch, given([hop(1), hop(3)]))).toBe(0);
  });

  it("[T28] addresses are compared as they are, however they are written", () => {
    const { exporters } = segmentBindingSchema.parse(segment({ exporters: ["2001:DB8:0::1"] }));
    expect(exporters).toEqual(["2001:db8::1"]);
  });
});
