import { describe, expect, it } from "vitest";
import { quantileOf } from "./delays.ts";
import { predictSwitch } from "./predictSwitch.ts";
import { type PriorityLoad, waitOf } from "./queueWait.ts";

const estimate = { meanUs: 70, meanLowUs: 65, meanHighUs: 75, terms: [], notes: [] };
const noise = { device: "bmv2", spreadUs: 0, runSpreadUs: null, tail: null };
/** 9,000 packets/s on 6,000, as the latency-control paper congests a switch; 1,000 of them are prioritised. */
const behind = (priority: PriorityLoad | null) =>
  predictSwitch({
    ...{ label: "s1", estimate, noise },
    queue: { ratePps: 6000, offeredPps: 9000, priority },
  });

/**
 * Events simulated one by one in C, three million packets of the class: services of 1/6000 s, gamma-distributed with
 * `variation`, room for so many packets of each class. Waits in us below which 95 and 99 % of its packets stay.
 */
const simulated = [
  { load: [660, 420, 3300], variation: 0, room: 4, p95Us: 269.1, p99Us: 426 },
  { load: [2640, 300, 1020], variation: 0.5, room: 64, p95Us: 1042.8, p99Us: 1970.7 },
  { load: [180, 1140, 2820], variation: 0, room: 10, p95Us: 237.3, p99Us: 352.3 },
  { load: [1320, 6540, 1200], variation: 0.5, room: 4, p95Us: 1277, p99Us: 1733.6 },
] as const;

describe("[T30] a priority of a port", () => {
  it("prioritised packets wait for the one that is served, and none is lost", () => {
    const first = behind({ higherPps: 0, lowerPps: 8000, rates: "shared" });
    expect(first.meanUs).toBeCloseTo(70 + 100, 0);
    expect(first.lossShare).toBeUndefined();
    expect(first.notes).toEqual([]);
  });

  it("the others lose 37.5 % on a shared line, 25 % where each priority has the rate, as BMv2's limiter", () => {
    const shared = behind({ higherPps: 1000, lowerPps: 0, rates: "shared" });
    expect(shared.lossShare).toBeCloseTo(3 / 8, 3);
    // 64 turns of 1/5000 s
    expect(shared.meanUs! / 12_800).toBeCloseTo(1, 1);
    const each = behind({ higherPps: 1000, lowerPps: 0, rates: "each" });
    expect(each.lossShare).toBeCloseTo(1 / 4, 3);
    // Paolucci: 64 / 6000 s
    expect(each.meanUs! / 10_667).toBeCloseTo(1, 1);
    expect(each.notes.join()).toMatch(/8000 packets\/s are offered to the queue of its priority/);
  });

  it.each(simulated)(
    "p95 and p99 of $load packets/s are as simulated",
    ({ load, variation, room, ...of }) => {
      const [higherPps, own, lowerPps] = load;
      const { delays } = waitOf(
        {
          ...{ ratePps: 6000, offeredPps: 0, capacity: room },
          priority: { higherPps, lowerPps, rates: "shared" },
        },
        ...([higherPps + own + lowerPps, 1e6 / 6000, (variation * 1e6) / 6000] as const),
      )!;
      expect(Math.abs(quantileOf(delays, 0.95) / of.p95Us - 1)).toBeLessThan(0.15);
      expect(Math.abs(quantileOf(delays, 0.99) / of.p99Us - 1)).toBeLessThan(0.2);
    },
  );

  it("without one it is the queue of all; behind a full line nothing is known", () => {
    expect(behind(null).lossShare).toBeCloseTo(1 / 3, 3);
    const last = behind({ higherPps: 6000, lowerPps: 0, rates: "shared" });
    expect(last.meanUs).toBeNull();
    expect(last.notes.join()).toMatch(/behind 6000 that are served before, of 6000: it has no steady state/);
  });
});
