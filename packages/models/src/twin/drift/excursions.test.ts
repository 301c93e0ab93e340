import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { stepDrift } from "./detectDrift.ts";
import { defaultDriftSettings } from "./driftSettings.ts";
import { startDrift } from "./driftState.ts";
import { cameBack, leastOff, moved, placesOf, startExcursions, withShare } from "./excursions.ts";

const DAY = 86_400;

/** Windows at which a drift was called, one a second, and when the last one is said to have begun. */
function called(shares: Iterable<number>): { at: number[]; beganAt: number | null } {
  let state = startDrift();
  const at: number[] = [];
  let i = 0;
  for (const share of shares) {
    const next = stepDrift(state, defaultDriftSettings, 1000 * i, share);
    state = next.state;
    if (next.change === "drifted") at.push(i);
    i++;
  }
  return { at, beganAt: state.sinceMs === null ? null : state.sinceMs / 1000 };
}

/** First-order autoregression of 2 % whose neighbours hardly differ, independent seconds of 1 % beside it. */
function* wandering(windows: number, seed: number, white = 0.01): Generator<number> {
  const random = createRandom(seed);
  const phi = 0.999;
  let last = random.normal();
  for (let i = 0; i < windows; i++) {
    last = phi * last + Math.sqrt(1 - phi ** 2) * random.normal();
    yield 0.02 * last + white * random.normal();
  }
}

/** Bursts in which `part` of the seconds take 30 % more, `lengthS` long and `everyS` apart on average. */
function* bursts(windows: number, seed: number, everyS: number, lengthS: number, part: number) {
  const random = createRandom(seed);
  const drawn = (mean: number): number => Math.ceil(-mean * Math.log(1 - random.next()));
  let [left, next] = [0, drawn(everyS)];
  for (let i = 0; i < windows; i++) {
    if (left > 0) left--;
    else if (--next <= 0) [left, next] = [drawn(lengthS), drawn(everyS)];
    yield 0.01 * random.normal() + (left > 0 && random.next() < part ? 0.3 : 0);
  }
}

/** Independent seconds of 1 %, every `everyS` seconds so many of them off by `by`. */
function* stretches(windows: number, seed: number, everyS: number, lengthS: number, by: number) {
  const random = createRandom(seed);
  for (let i = 0; i < windows; i++) yield 0.01 * random.normal() + (i % everyS >= everyS - lengthS ? by : 0);
}

function* withStep(shares: Iterable<number>, from: number, by: number): Generator<number> {
  let i = 0;
  for (const share of shares) yield share + (i++ >= from ? by : 0);
}

describe("[T29] what came back before", () => {
  it("a latency that wanders by more than the floor drifts less than once a day", () => {
    expect(called(wandering(DAY, 1)).at).toEqual([]);
  });

  it("a step stands out of it all the same, with its second", () => {
    const found = [1, 2, 3, 4, 5].flatMap((seed) => {
      const { at, beganAt } = called(withStep(wandering(4800, seed), 3600, 0.1));
      return at.length === 1 && at[0]! >= 3600 ? [Math.abs(beganAt! - 3600)] : [];
    });
    expect(found.length).toBeGreaterThanOrEqual(4);
    expect(found.sort((a, b) => a - b)[found.length >> 1]).toBeLessThanOrEqual(5);
  });

  it.each([
    [3600, 120, 0.5],
    [1800, 60, 1],
  ])(
    "bursts of pauses every %d s for %d s, in %d of their seconds, drift once a day at most",
    (every, length, part) => {
      expect(called(bursts(DAY, 7, every, length, part)).at.length).toBeLessThanOrEqual(1);
    },
  );

  it("a stretch of less than a minute is not called, nor one of ten in which a fifth of the seconds stay fast", () => {
    const random = createRandom(11);
    const slow = (i: number): boolean =>
      (i >= 7200 && i < 7255) || (i >= 10_800 && i < 11_400 && random.next() < 0.8);
    const day = Array.from({ length: 14_400 }, (_, i) => 0.01 * random.normal() + (slow(i) ? 0.3 : 0));
    expect(called(day).at).toEqual([]);
  });

  it("first days of bursts drift less than once on average", () => {
    const seeds = [1, 2, 3, 4, 5, 6];
    const days = seeds.map((seed) => called(bursts(DAY / 4, seed, 900, 60, 1)).at.length);
    expect(days.reduce((a, b) => a + b, 0) / days.length).toBeLessThan(1);
  });

  it("a shift that lasts longer than bursts did is called, with its second", () => {
    const { at, beganAt } = called(withStep(bursts(14_400, 3, 1200, 20, 1), 10_800, 0.1));
    expect(at.at(-1)).toBeGreaterThanOrEqual(10_800);
    expect(Math.abs(beganAt! - 10_800)).toBeLessThanOrEqual(5);
  });

  it("a shift as large as what came and went is called after three times as long, with its second", () => {
    const { at, beganAt } = called(withStep(stretches(28_800, 4, 3600, 600, 0.05), 19_500, 0.05));
    // until then the usual does not follow it
    expect(at.at(-1)).toBeGreaterThanOrEqual(19_500 + 3 * 590);
    expect(at.at(-1)).toBeLessThan(19_500 + 3 * 720);
    expect(Math.abs(beganAt! - 19_500)).toBeLessThanOrEqual(5);
  });

  it.each([-0.05, 0.07])(
    "after congestion in the first minutes a shift of %d is called, with its second",
    (by) => {
      const random = createRandom(8);
      const congested = (i: number): boolean => (i >= 281 && i < 1500) || (i >= 5000 && i < 5500);
      const shares = Array.from(
        { length: 14_400 },
        (_, i) => 0.01 * random.normal() + (congested(i) ? 0.6 + 0.2 * random.normal() : 0),
      );
      const { at, beganAt } = called(withStep(shares, 9000, by));
      expect(at.at(-1)).toBeGreaterThanOrEqual(9000);
      expect(Math.abs(beganAt! - 9000)).toBeLessThanOrEqual(5);
    },
  );

  it("pauses leave the fast seconds where they were, a slower device does not", () => {
    const calm = placesOf(Array.from({ length: 20 }, (_, i) => i / 1000));
    const paused = placesOf(Array.from({ length: 20 }, (_, i) => i / 1000 + (i % 2 === 0 ? 0.3 : 0)));
    const slower = placesOf(Array.from({ length: 20 }, (_, i) => i / 1000 + 0.05));
    expect(moved(calm, paused)).toBeLessThan(0.01);
    expect(moved(calm, slower)).toBeCloseTo(0.05, 12);
    expect(moved(slower, calm)).toBeCloseTo(-0.05, 12);
  });

  it("the spread of spans is that of their means; what is suspicious counts when it came back", () => {
    const random = createRandom(5);
    const shares = Array.from({ length: 20_000 }, () => 0.01 * random.normal());
    let known = startExcursions();
    shares.forEach((_, i) => {
      known = withShare(
        known,
        shares.slice(Math.max(0, i - 14), i + 1),
        { memory: 3600, bound: 0.06 },
        false,
      );
    });
    // means over 4 spans of 15 windows, 4.5 standard deviations; the least of three places varies less than one
    expect(leastOff(known, 60, 1)).toBeGreaterThan((4.5 * 0.01 * 0.7) / Math.sqrt(60));
    expect(leastOff(known, 60, 1)).toBeLessThan((4.5 * 0.01 * 1.6) / Math.sqrt(60));
    const held = withShare(
      { ...known, windows: 14 },
      Array(15).fill(0.5),
      { memory: null, bound: 0.06 },
      true,
    );
    expect(leastOff(held, 15, 1)).toBe(leastOff(known, 15, 1));
    expect(leastOff(cameBack(held), 15, 1)).toBeGreaterThan(leastOff(known, 15, 1));
  });
});
