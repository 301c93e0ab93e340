import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { ReportBatch } from "../batch.ts";
import { decodeDatagram } from "../decoder.ts";
import { encodeReport } from "../encode/encoder.ts";
import type { SegmentBinding } from "../match/binding.ts";
import { Matcher } from "../match/match.ts";
import { DEFAULT_OPTIONS } from "../profile/profile.ts";
import { ClockSkews } from "./clockSkews.ts";
import { PairSkew } from "./pairSkew.ts";

const WRAP_32_NS_US = 2 ** 32 / 1000;

/**
 * Two clocks and a link, packets in one or both directions; times in us, the difference as clocks of this
 * width would give it.
 */
type Link = {
  offsetUs: number;
  driftPpm: number;
  delayUs: number;
  asymmetryUs: number;
  wrapUs: number;
  seconds: number;
};

function simulate(
  link: Link,
  directions: readonly boolean[],
  seed: number,
): { pair: PairSkew; trueUs: number } {
  const random = createRandom(seed);
  const pair = new PairSkew();
  const second = (us: number): number => us + link.offsetUs + us * link.driftPpm * 1e-6;
  const wrapped = (us: number): number =>
    Number.isFinite(link.wrapUs) ? us - Math.floor(us / link.wrapUs) * link.wrapUs : us;
  let nowUs = 1e7;
  for (; nowUs < 1e7 + link.seconds * 1e6; nowUs += 20_000) {
    for (const isForward of directions) {
      const delayUs = link.delayUs + (isForward ? link.asymmetryUs : 0) + random.exponential(30);
      const [left, entered] = isForward ? [nowUs, second(nowUs + delayUs)] : [second(nowUs), nowUs + delayUs];
      pair.add(nowUs, isForward, wrapped(entered) - wrapped(left), link.wrapUs);
    }
  }
  return { pair, trueUs: link.offsetUs + nowUs * link.driftPpm * 1e-6 };
}

const link: fc.Arbitrary<Link> = fc.record({
  offsetUs: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  driftPpm: fc.double({ min: -100, max: 100, noNaN: true }),
  delayUs: fc.double({ min: 0.5, max: 2000, noNaN: true }),
  asymmetryUs: fc.double({ min: 0, max: 500, noNaN: true }),
  wrapUs: fc.constantFrom(WRAP_32_NS_US, Number.POSITIVE_INFINITY),
  seconds: fc.integer({ min: 12, max: 40 }),
});

/** Distance on a clock that wraps. */
const apart = (a: number, b: number, wrapUs: number): number =>
  Number.isFinite(wrapUs) ? Math.abs(a - b - Math.round((a - b) / wrapUs) * wrapUs) : Math.abs(a - b);

describe("skew of two clocks", () => {
  it("[T22] both directions: the offset lies within the uncertainty, which is half of the shortest round trip", () => {
    fc.assert(
      fc.property(link, fc.nat(1000), (of, seed) => {
        const { pair, trueUs } = simulate(of, [true, false], seed);
        const skew = pair.estimate();
        expect(skew.method).toBe("both-ways");
        // the drift is known within about 1 ppm: over 40 s that moves an old minimum by as many us
        const slackUs = 60;
        expect(skew.uncertaintyUs!).toBeGreaterThan(of.delayUs + of.asymmetryUs / 2 - slackUs);
        expect(skew.uncertaintyUs!).toBeLessThan(of.delayUs + of.asymmetryUs / 2 + slackUs);
        expect(apart(skew.offsetUs!, trueUs, of.wrapUs)).toBeLessThan(skew.uncertaintyUs! + slackUs);
        expect(apart(skew.offsetUs!, trueUs, of.wrapUs)).toBeLessThan(of.asymmetryUs / 2 + slackUs);
        expect(Math.abs(skew.driftPpm! - of.driftPpm)).toBeLessThan(3);
      }),
      { numRuns: 60 },
    );
  });

  it("[T22] one direction: drift and a bound, and no offset", () => {
    fc.assert(
      fc.property(link, fc.nat(1000), (of, seed) => {
        const { pair, trueUs } = simulate({ ...of, wrapUs: Number.POSITIVE_INFINITY }, [true], seed);
        const skew = pair.estimate();
        expect(skew).toMatchObject({ method: "one-way", offsetUs: null, uncertaintyUs: null });
        expect(skew.offsetAtMostUs!).toBeGreaterThan(trueUs - 60);
        expect(Math.abs(skew.driftPpm! - of.driftPpm)).toBeLessThan(3);
        expect(simulate(of, [false], seed).pair.estimate()).toMatchObject({
          method: "one-way",
          offsetUs: null,
          offsetAtMostUs: null,
        });
      }),
      { numRuns: 30 },
    );
  });

  it("[T22] a clock that is set starts the estimate anew; nothing observed is no estimate", () => {
    expect(new PairSkew().estimate()).toEqual({
      offsetUs: null,
      uncertaintyUs: null,
      driftPpm: null,
      offsetAtMostUs: null,
      samples: 0,
      method: "none",
    });
    const pair = new PairSkew();
    const both = (nowUs: number, offsetUs: number): void => {
      pair.add(nowUs, true, 10 + offsetUs, Number.POSITIVE_INFINITY);
      pair.add(nowUs, false, 10 - offsetUs, Number.POSITIVE_INFINITY);
    };
    for (let i = 0; i < 20; i++) both(i * 1e6, 100);
    expect(pair.estimate()).toMatchObject({ offsetUs: 100, uncertaintyUs: 10 });
    for (let i = 20; i < 30; i++) both(i * 1e6, 7e6);
    expect(pair.restarts).toBe(1);
    expect(pair.estimate()).toMatchObject({ offsetUs: 7e6, uncertaintyUs: 10 });
  });
});

describe("skews of a matcher", () => {
  const batch = new ReportBatch();
  const buffer = new Uint8Array(2048);
  const binding: SegmentBinding = {
    id: "s",
    flows: [],
    from: { nodeId: 1 },
    to: { nodeId: 2 },
    plUs: 1,
    dlUs: 2,
  };

  /** Node 2 is 1 ms ahead of node 1; the link takes 50 us. */
  function report(version: "1.0" | "2.1", reverse: boolean, at: number): void {
    const [a, b] = reverse ? [2, 1] : [1, 2];
    const ns = (nodeId: number, us: number): number => Math.round((us + (nodeId === 2 ? 1000 : 0)) * 1000);
    const hop = (nodeId: number, us: number) => ({
      nodeId,
      ingressTs: ns(nodeId, us),
      egressTs: ns(nodeId, us + 5),
    });
    const end = encodeReport(buffer, 0, {
      format: "telemetry-report-1.0",
      nodeId: b,
      sequence: 1,
      timestamp: 1,
      flags: { tracked: true },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
      int: { version, instructions: 0x8c00, remaining: 2, hops: [hop(a, at), hop(b, at + 55)] },
    });
    batch.clear();
    expect(decodeDatagram(buffer, 0, end, DEFAULT_OPTIONS, batch)).toBe(0);
  }

  it.each(["1.0", "2.1"] as const)(
    "[T22] reports of INT %s feed the estimate, one in sixty-four",
    (version) => {
      const skews = new ClockSkews();
      const matcher = new Matcher([binding], [], skews);
      // 32-bit nanoseconds wrap on the way
      for (let i = 0; i < 640; i++) {
        const at = 4_290_000 + i * 100_000;
        matcher.nowUs = at;
        report(version, i % 128 >= 64, at);
        matcher.match(batch, 0);
      }
      const [pair, ...others] = skews.list();
      expect(others).toEqual([]);
      expect(pair).toMatchObject({ firstNode: 1, secondNode: 2, restarts: 0 });
      expect(pair.skew).toMatchObject({ samples: 10, method: "both-ways" });
      expect(pair.skew.offsetUs).toBeCloseTo(1000, 3);
      expect(pair.skew.uncertaintyUs).toBeCloseTo(50, 3);
      expect(matcher.counters.clockSkew).toBe(0);
    },
  );

  it("[T22] a clock that steps back inside a switch is counted and gives no latency", () => {
    const matcher = new Matcher([binding]);
    const end = encodeReport(buffer, 0, {
      format: "telemetry-report-2.0",
      nodeId: 2,
      sequence: 1,
      flags: { tracked: true },
      flow: { src: "10.0.0.1", dst: "10.0.0.2", proto: 17, srcPort: 1, dstPort: 2 },
      int: {
        version: "2.1",
        instructions: 0x8c00,
        remaining: 2,
        hops: [
          { nodeId: 1, ingressTs: 9000, egressTs: 1000 },
          { nodeId: 2, ingressTs: 1, egressTs: 3001 },
        ],
      },
    });
    batch.clear();
    expect(decodeDatagram(buffer, 0, end, DEFAULT_OPTIONS, batch)).toBe(0);
    for (let i = 1; i <= 3; i++) {
      expect(matcher.match(batch, 0)).toBe(1);
      expect([...matcher.sampleUs.subarray(0, matcher.sampleCount)]).toEqual([3, 3]);
      expect(matcher.counters.clockSkew).toBe(i);
    }
  });
});
