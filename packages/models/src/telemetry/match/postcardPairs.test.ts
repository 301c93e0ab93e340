import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReportBatch } from "../batch.ts";
import { decodeDatagram } from "../decoder.ts";
import { put16, put24, put32 } from "../packet/bytes.ts";
import { writeIp } from "../packet/packetEncode.ts";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import type { SegmentBinding } from "./binding.ts";
import { Matcher } from "./match.ts";
import { UNMATCHED_REASONS } from "./matchCounts.ts";

const batch = new ReportBatch();
const BEFORE = { src: "10.0.1.1", dst: "10.0.2.2", proto: 17, srcPort: 4000, dstPort: 5000 };
/** The same packet behind a VNF that changes its addresses and ports. */
const BEHIND = { src: "172.16.0.1", dst: "10.0.9.9", proto: 17, srcPort: 61_000, dstPort: 80 };

type Card = {
  flow?: typeof BEFORE;
  id: number;
  node: number;
  ports: [number, number];
  ns: [number, number];
  dropped?: boolean;
};

/** A postcard of report v0.5: local or drop header, then the packet with its identification. */
function given({ flow = BEFORE, id, node, ports, ns, dropped }: Card): number {
  const b = new Uint8Array(256);
  b.set(dropped ? [1, 0x80] : [2, 0x20]);
  put32(b, 8, ns[0]);
  put32(b, 12, node);
  put16(b, 16, ports[0]);
  put16(b, 18, ports[1]);
  put24(b, 21, 0);
  put32(b, 24, ns[1]);
  const ethernet = dropped ? 24 : 28;
  b.fill(0, ethernet, ethernet + 12);
  if (dropped) b.fill(0, 20, 24);
  put16(b, ethernet + 12, 0x0800);
  const l4 = writeIp(b, ethernet + 14, flow, 0, 8, id);
  put16(b, l4, flow.srcPort);
  put16(b, l4 + 2, flow.dstPort);
  batch.clear();
  expect(decodeDatagram(b, 0, l4 + 8, DEFAULT_OPTIONS, batch)).toBe(0);
  return 0;
}

/** UC1: one switch, into the VNF through port 2, back through port 3, out through port 4. */
const uc1: SegmentBinding = {
  id: "uc1",
  flows: [{ dst: "10.0.2.2" }, { dst: "10.0.9.9" }],
  from: { nodeId: 1, ingressPort: 1 },
  to: { nodeId: 1, egressPort: 4 },
  pairBy: "identification",
  plUs: 100,
  dlUs: 200,
};
const toVnf = (id: number, at: number): Card => ({ id, node: 1, ports: [1, 2], ns: [at, at + 1000] });
const fromVnf = (id: number, at: number): Card => ({
  id,
  flow: BEHIND,
  node: 1,
  ports: [3, 4],
  ns: [at, at + 2000],
});

const samplesOf = (matcher: Matcher): [string, number][] =>
  Array.from({ length: matcher.sampleCount }, (_, i) => {
    const { part } = matcher.series[matcher.sampleSeries[i]];
    return [part === null ? "all" : `${part.kind} ${part.nodeId}`, Math.round(matcher.sampleUs[i] * 1000)];
  });
const reasonOf = (matcher: Matcher): string => UNMATCHED_REASONS[matcher.unmatchedReason];

describe("postcards of one packet", () => {
  it("[T23] UC1 with a VNF that changes addresses: both passes through the switch and the time between them", () => {
    const matcher = new Matcher([uc1]);
    expect(matcher.match(batch, given(toVnf(77, 10_000)))).toBe(0);
    expect(reasonOf(matcher)).toBe("pair-missing");
    expect(matcher.match(batch, given(toVnf(78, 11_000)))).toBe(0);
    expect(matcher.match(batch, given(fromVnf(77, 61_000)))).toBe(1);
    expect(samplesOf(matcher)).toEqual([
      ["all", 53_000],
      ["hop 1", 1000],
      ["gap 1", 50_000],
      ["hop 1", 2000],
    ]);
    expect(matcher.match(batch, given(fromVnf(78, 71_000)))).toBe(1);
    expect(samplesOf(matcher)[0]).toEqual(["all", 62_000]);
    // the card that came last is a hop of the packet, too
    expect(matcher.hopUs(batch, 0, 0)).toBeCloseTo(2, 6);
    // the postcards that came first have waited, and belong to the segment like the others
    expect(matcher.counters).toMatchObject({ reports: 4, matched: 4, unmatched: { "pair-missing": 0 } });
    expect(matcher.pairs?.counters).toEqual({ joined: 2, evicted: 0, unnamed: 0 });
  });

  it("[T23] the postcard behind the VNF may come first", () => {
    const matcher = new Matcher([uc1]);
    expect(matcher.match(batch, given(fromVnf(5, 61_000)))).toBe(0);
    expect(matcher.match(batch, given(toVnf(5, 10_000)))).toBe(1);
    expect(samplesOf(matcher)[0]).toEqual(["all", 53_000]);
  });

  it("[T23] three switches of one flow: joined by flow and identification, links stay unknown", () => {
    const binding: SegmentBinding = {
      ...uc1,
      flows: [{}],
      from: { nodeId: 1 },
      to: { nodeId: 3 },
      pairBy: "flow-and-identification",
    };
    const matcher = new Matcher([binding]);
    const card = (node: number, flow = BEFORE): Card => ({
      flow,
      id: 9,
      node,
      ports: [1, 2],
      ns: [5, 5 + node],
    });
    for (const node of [1, 2]) expect(matcher.match(batch, given(card(node)))).toBe(0);
    // the same identification in another flow is another packet
    expect(matcher.match(batch, given(card(3, BEHIND)))).toBe(0);
    expect(matcher.match(batch, given(card(3)))).toBe(1);
    expect(samplesOf(matcher)).toEqual([
      ["all", 6],
      ["hop 1", 1],
      ["hop 2", 2],
      ["hop 3", 3],
    ]);
  });

  it("[T23] a drop between two postcards is a drop of the segment", () => {
    const matcher = new Matcher([uc1]);
    matcher.match(batch, given(toVnf(4, 10_000)));
    expect(matcher.match(batch, given({ ...fromVnf(4, 20_000), ports: [3, 0], dropped: true }))).toBe(1);
    expect(samplesOf(matcher)).toEqual([["all", Number.NaN]]);
  });

  it("[T23] without pairing, without identification, and too late: nothing is joined, and it is counted", () => {
    const { pairBy: _, ...unpaired } = uc1;
    const plain = new Matcher([unpaired]);
    plain.match(batch, given(toVnf(4, 1)));
    expect(plain.match(batch, given(fromVnf(4, 9)))).toBe(0);
    expect([plain.pairs, reasonOf(plain)]).toEqual([null, "from-not-on-path"]);
    const matcher = new Matcher([uc1]);
    matcher.match(batch, given(toVnf(0, 1)));
    expect(matcher.pairs?.counters).toEqual({ joined: 0, evicted: 0, unnamed: 1 });
    matcher.nowUs = 1;
    matcher.match(batch, given(toVnf(4, 1)));
    matcher.nowUs = 2_000_000;
    expect(matcher.match(batch, given(fromVnf(4, 9)))).toBe(0);
    expect(matcher.pairs?.counters).toEqual({ joined: 0, evicted: 1, unnamed: 1 });
  });

  it("[T23] a postcard that waits is counted once it is known, with its exporter, in however many segments", () => {
    const other: SegmentBinding = { ...uc1, id: "other", to: { nodeId: 1, egressPort: 9 } };
    const matcher = new Matcher([uc1, other]);
    const settled: [number, boolean][] = [];
    matcher.onSettled = (exporter, matched) => settled.push([exporter, matched]);
    const hear = (card: Card, exporter: number): number => {
      const r = given(card);
      batch.exporter[r] = exporter;
      return matcher.match(batch, r);
    };
    hear(toVnf(1, 10_000), 7);
    hear(toVnf(2, 11_000), 8);
    expect([matcher.waiting, matcher.waits, settled]).toEqual([2, true, []]);
    // it completes the packet in one of the two segments; the other never will
    expect(hear(fromVnf(1, 61_000), 9)).toBe(1);
    expect([matcher.waiting, settled]).toEqual([1, [[7, true]]]);
    matcher.expire(2_000_000);
    expect([matcher.waiting, settled]).toEqual([
      0,
      [
        [7, true],
        [8, false],
      ],
    ]);
    expect(matcher.counters).toMatchObject({ reports: 3, matched: 2, unmatched: { "pair-missing": 1 } });
  });

  it("[T23] memory is bounded: the packets that wait longest are given up and counted", () => {
    const matcher = new Matcher([uc1]);
    for (let id = 1; id <= 10_000; id++) matcher.match(batch, given(toVnf(id, id)));
    expect(matcher.pairs?.counters).toEqual({ joined: 0, evicted: 10_000 - 8192, unnamed: 0 });
    expect(matcher.match(batch, given(fromVnf(1, 20_000)))).toBe(0);
    expect(matcher.match(batch, given(fromVnf(10_000, 20_000)))).toBe(1);
  });

  it("[T23] whatever the order: reports = matched + unmatched, and every whole pair is joined once", () => {
    const card = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.boolean());
    fc.assert(
      fc.property(fc.uniqueArray(card, { selector: ([id, back]) => 2 * id + (back ? 1 : 0) }), (cards) => {
        const matcher = new Matcher([uc1]);
        for (const [id, back] of cards)
          matcher.match(batch, given(back ? fromVnf(id, 61_000) : toVnf(id, 10_000)));
        const ids = cards.map(([id]) => id);
        const whole = ids.length - new Set(ids).size;
        const { reports, matched, unmatched } = matcher.counters;
        expect({ reports, matched, joined: matcher.pairs?.counters.joined }).toEqual({
          reports: cards.length,
          matched: 2 * whole,
          joined: whole,
        });
        // what waits is neither; given up, it is unmatched
        expect([unmatched["pair-missing"], matcher.waiting]).toEqual([0, cards.length - 2 * whole]);
        matcher.expire(Number.POSITIVE_INFINITY);
        expect([unmatched["pair-missing"], matcher.waiting]).toEqual([cards.length - 2 * whole, 0]);
      }),
      { numRuns: 100 },
    );
  });
});
