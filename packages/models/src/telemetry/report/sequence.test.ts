import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { SequenceTracker } from "./sequence.ts";

const run = (numbers: readonly number[], bits = 32) => {
  const tracker = new SequenceTracker();
  for (const n of numbers) tracker.advance(1, n, bits);
  return tracker.counters;
};
const NONE = { lost: 0, late: 0, duplicates: 0, restarts: 0, untracked: 0 };

describe("SequenceTracker", () => {
  it.each<[string, number[], number, object]>([
    ["in order, from 0", [0, 1, 2, 3], 32, {}],
    ["in order, from 1", [1, 2, 3], 32, {}],
    ["a gap", [1, 2, 6], 32, { lost: 3 }],
    ["a gap closed late", [1, 2, 5, 3, 4], 32, { late: 2 }],
    ["late after a gap of its own", [10, 12, 11, 13], 32, { late: 1 }],
    ["before the first is late, but was never lost", [10, 9, 11], 32, { late: 1 }],
    ["a duplicate", [1, 2, 2, 3], 32, { duplicates: 1 }],
    ["a late duplicate", [1, 2, 3, 2, 4], 32, { duplicates: 1 }],
    ["the 22-bit wrap", [4194302, 4194303, 0, 1], 22, {}],
    ["the 16-bit wrap of a number that leaves out six of its 22 bits", [65534, 65535, 0, 1], 16, {}],
    ["a loss across the 32-bit wrap", [4294967294, 1], 32, { lost: 2 }],
    ["a restart", [5000, 5001, 0, 1, 2], 32, { restarts: 1 }],
    ["a jump ahead that no outage explains", [1, 2, 2_000_000_000, 2_000_000_001], 32, { restarts: 1 }],
    ["the largest gap", [1, 2 ** 20 + 2], 32, { lost: 2 ** 20 }],
    ["one more than the largest gap", [1, 2 ** 20 + 3], 32, { restarts: 1 }],
    ["always 0", [0, 0, 0, 0, 0], 32, { duplicates: 1, untracked: 3 }],
    ["stood still, then moves", [0, 0, 0, 7, 8], 32, { duplicates: 1, untracked: 1 }],
  ])("[T11] %s", (_, numbers, bits, expected) => {
    expect(run(numbers, bits)).toEqual({ ...NONE, ...expected });
  });

  it("[T11] numbers of several streams in turn are kept apart", () => {
    const tracker = new SequenceTracker();
    for (let n = 0; n < 300; n++)
      for (const key of [1, 2, 3]) if ((n + key) % 10 !== 0) tracker.advance(key, n, 32);
    expect(tracker.counters).toEqual({ ...NONE, lost: 90 - 1 });
  });

  it("[T11] random numbers are no billions of lost reports: four a second once overflowed INTEGER", () => {
    const random = createRandom(7);
    const numbers = Array.from({ length: 100_000 }, () => Math.floor(random.next() * 2 ** 32));
    const { lost, restarts } = run(numbers);
    expect(restarts).toBeGreaterThan(99_000);
    expect(lost).toBeLessThan(100 * 2 ** 20);
  });

  it("[T11] any reordering within 128 numbers loses nothing", () => {
    const order = fc.array(fc.nat(1000), { minLength: 40, maxLength: 120 }).map((keys) =>
      keys
        .map((key, i) => [key, i] as const)
        .toSorted((a, b) => a[0] - b[0])
        .map(([, i]) => i + 500),
    );
    fc.assert(
      fc.property(order, (numbers) => {
        const first = Math.min(...numbers);
        const counters = run([first, ...numbers.filter((n) => n !== first)]);
        expect([counters.lost, counters.duplicates, counters.restarts]).toEqual([0, 0, 0]);
      }),
    );
  });

  it("[T11] what never arrives is lost, exactly", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 998 }), { maxLength: 300 }), (missing) => {
        const gone = new Set(missing);
        const numbers = Array.from({ length: 1000 }, (_, i) => i).filter((n) => !gone.has(n));
        expect(run(numbers)).toEqual({ ...NONE, lost: missing.length });
      }),
    );
  });
});
