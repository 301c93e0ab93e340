import { describe, expect, it } from "vitest";
import {
  FORMAT_SFLOW,
  ITEM_INGRESS_TS,
  ITEM_NODE,
  ORIGIN_STACK,
  ORIGIN_WIDE_TS,
  ReportBatch,
} from "../batch.ts";
import { ClockRate } from "./clockRate.ts";
import { UnitEvidence } from "./unitEvidence.ts";

const WORD = 2 ** 32;
type Clock = { perUs: 1 | 1_000; wide: boolean };

/** Readings of a clock that stamps every `stampedUs`, in reports that arrive every `arrivedUs`. */
function votesOf({ perUs, wide }: Clock, stampedUs: number, arrivedUs: readonly number[]) {
  const rate = new ClockRate();
  arrivedUs.forEach((at, i) => {
    const reading = 5e9 + i * stampedUs * perUs;
    rate.note(wide ? Math.floor(reading / WORD) : -1, reading % WORD, 1e12 + at);
  });
  const { ns, us } = rate.votes();
  return { ns, us };
}
const every = (us: number): number[] => Array.from({ length: 11 }, (_, i) => i * us);
const clocks = [true, false].flatMap((wide) => [
  { perUs: 1 as const, wide },
  { perUs: 1_000 as const, wide },
]);

it.each([true, false])("[T26] a clock of milliseconds is told, and is neither: wide %s", (wide) => {
  const rate = new ClockRate();
  for (let i = 0; i < 11; i++) rate.note(wide ? 0 : -1, 7_000 + 25 * i, 1e12 + 25_000 * i);
  expect(rate.votes()).toEqual({ ns: 0, us: 0, ms: 10, tried: 10 });
});

describe("[T26] what a clock counts, by how far it moves between reports", () => {
  it.each(clocks)("steady arrivals, or a queue that slowly fills or empties behind it: %o", (clock) => {
    for (const arrivedUs of [25_000, 45_000, 18_000]) {
      const { ns, us } = votesOf(clock, 25_000, every(arrivedUs));
      expect([clock.perUs === 1 ? us : ns, clock.perUs === 1 ? ns : us]).toEqual([10, 0]);
    }
  });

  it.each(clocks)("reports that come bunched are no evidence for the other unit: %o", (clock) => {
    const bunched = every(1).map((i) => Math.floor(i / 5) * 125_000 + (i % 5) * 300);
    const { ns, us } = votesOf(clock, 25_000, bunched);
    expect(clock.perUs === 1 ? ns : us).toBe(0);
  });

  it.each(clocks)(
    "a clock that is not that of the arrivals is no evidence, however near it comes: %o",
    (clock) => {
      for (const stampedUs of [2, 20, 250, 2_500, 400_000])
        expect(votesOf(clock, stampedUs, every(100_000))).toEqual({ ns: 0, us: 0 });
    },
  );
});

describe("[T26] reports that an agent holds back", () => {
  it.each(clocks)(
    "several datagrams at once, then a pause: the long steps say what the clock counts: %o",
    (clock) => {
      const evidence = new UnitEvidence();
      const batch = new ReportBatch();
      for (let i = 0; i < 400; i++) {
        batch.clear();
        const r = batch.begin(FORMAT_SFLOW);
        const h = batch.hops++;
        const reading = 5e9 + i * 25_000 * clock.perUs;
        batch.int[r] = 3;
        batch.hopNodeId[h] = 7;
        batch.hopValid[h] = ITEM_NODE | ITEM_INGRESS_TS;
        batch.hopOrigin[h] = clock.wide ? ORIGIN_WIDE_TS : ORIGIN_STACK;
        batch.ingressTsHigh[h] = Math.floor(reading / WORD);
        batch.ingressTsLow[h] = reading % WORD;
        batch.end(r);
        // eight samples a datagram, five datagrams together a second
        evidence.note(batch, r, 1e12 + Math.floor(i / 40) * 1_000_000 + (Math.floor(i / 8) % 5) * 400);
      }
      expect(evidence.list()).toMatchObject([{ nodeId: 7, timestamp: clock.perUs === 1 ? "us" : "ns" }]);
    },
  );
});
