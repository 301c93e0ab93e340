import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { coverageOf } from "./coverage.ts";
import { stepDrift } from "./detectDrift.ts";
import { defaultDriftSettings, driftSettingsSchema } from "./driftSettings.ts";
import { type DriftState, startDrift } from "./driftState.ts";
import { noiseOf } from "./noise.ts";
import { withRunSpread } from "./runSpread.ts";

const settings = defaultDriftSettings;

/** Plays shares one second apart; returns what changed at which window, and the last state. */
function play(shares: readonly (number | null)[], state: DriftState = startDrift(), rules = settings) {
  const changes: [number, string][] = [];
  let at = state;
  shares.forEach((share, i) => {
    const next = stepDrift(at, rules, 1000 * i, share);
    at = next.state;
    if (next.change) changes.push([i, next.change]);
  });
  return { changes, state: at };
}
const noise = (n: number, seed: number, sigma = 0.01, phi = 0): number[] => {
  const random = createRandom(seed);
  let last = 0;
  return Array.from({ length: n }, () => {
    last = phi * last + Math.sqrt(1 - phi ** 2) * random.normal();
    return sigma * last;
  });
};
const shifted = (values: readonly number[], from: number, by: number): number[] =>
  values.map((v, i) => (i >= from ? v + by : v));

describe("drift", () => {
  it.each([
    [15, 20],
    [60, 65],
  ])(
    "[T13] of at least %d windows a step of 5 %% in noise of 1 %% is called within %d, with its second",
    (leastWindows, within) => {
      for (const seed of [1, 2, 3, 4, 5]) {
        const steps = shifted(noise(1200, seed), 1000, 0.05);
        const { changes, state } = play(steps, startDrift(), { ...settings, leastWindows });
        expect(changes).toHaveLength(1);
        const [[called, what]] = changes as [[number, string]];
        expect(what).toBe("drifted");
        expect(called - 1000).toBeGreaterThanOrEqual(leastWindows - 3);
        expect(called - 1000).toBeLessThan(within);
        expect(Math.abs((state.sinceMs ?? 0) / 1000 - 1000)).toBeLessThanOrEqual(3);
        expect(state.shift).toBeCloseTo(0.05, 1);
      }
    },
  );

  it("[T13] no drift in six hours of noise, of neighbours that depend on each other, or of single bad seconds", () => {
    expect(play(noise(21_600, 7)).changes).toEqual([]);
    expect(play(noise(21_600, 8, 0.01, 0.8)).changes).toEqual([]);
    const spiky = noise(21_600, 9).map((v, i) => (i % 500 === 499 ? v + 3 : v));
    expect(play(spiky).changes).toEqual([]);
  });

  it("[T13] the way back ends it; windows that say nothing change nothing", () => {
    const back = shifted(shifted(noise(2000, 3), 1000, 0.05), 1400, -0.05);
    const { changes } = play(back);
    expect(changes.map(([, what]) => what)).toEqual(["drifted", "cleared"]);
    expect(changes[1]?.[0]).toBeGreaterThan(1400);
    const { state } = play(noise(300, 4));
    expect(stepDrift(state, settings, 0, null).state).toBe(state);
  });

  it("[T13] the windows of a shift do not count as usual, however long it takes to call it", () => {
    for (const seed of [31, 32, 33]) {
      const { state } = play(shifted(noise(500, seed), 400, 0.05));
      expect(state.phase).toBe("drifted");
      expect(Math.abs(state.mean)).toBeLessThan(0.002);
      // the median of fifteen windows, each of which spreads by 0.01
      expect(Math.abs((state.shift ?? 0) - 0.05)).toBeLessThan(0.01);
    }
  });

  it("[T13] nothing is called while warm, nor below the least share worth a word", () => {
    expect(play(shifted(noise(settings.warmWindows - 1, 5), 50, 0.2)).changes).toEqual([]);
    const tiny = shifted(noise(3000, 6, 0.0005), 1000, 0.004);
    expect(play(tiny).changes).toEqual([]);
  });

  it("[T13] the state is plain data: stored and read it goes on as if it had never stopped", () => {
    const values = shifted(noise(400, 11), 300, 0.05);
    const first = play(values.slice(0, 200)).state;
    const stored: DriftState = JSON.parse(JSON.stringify(first));
    const whole = play(values);
    const resumed = play(values.slice(200), stored);
    expect(resumed.state.shift).toBe(whole.state.shift);
    expect(resumed.changes.map(([i]) => i + 200)).toEqual(whole.changes.map(([i]) => i));
  });

  it("[T13] pauses in a tenth of the seconds are noise", () => {
    for (const seed of [21, 22, 23]) {
      const random = createRandom(seed);
      const paused = noise(21_600, seed).map((v) => (random.next() < 0.1 ? v + 0.3 : v));
      expect(play(paused).changes).toEqual([]);
    }
  });

  it("[T13] a swing of 1 % over the day, with neighbours that depend on each other, is no drift", () => {
    const swing = (values: readonly number[], by: number): number[] =>
      values.map((v, i) => v + by * Math.sin((2 * Math.PI * i) / 86_400));
    expect(play(swing(noise(86_400, 24, 0.002), 0.01)).changes).toEqual([]);
    expect(play(swing(noise(86_400, 25, 0.01, 0.9), 0.01)).changes).toEqual([]);
  });

  it("[T13] heavy tails are no drift", () => {
    const random = createRandom(26);
    // Student's t with two degrees of freedom: its variance is infinite
    const tailed = Array.from(
      { length: 43_200 },
      () => (0.01 * random.normal()) / Math.sqrt(-Math.log(1 - random.next())),
    );
    expect(play(tailed).changes).toEqual([]);
  });

  it("[T13] the way back to the prediction is no drift, when the usual was learnt under congestion", () => {
    const cleared = shifted(noise(2400, 27), 600, -0.2).map((v) => v + 0.2);
    expect(play(cleared).changes).toEqual([]);
    const { changes, state } = play(shifted(cleared, 1800, 0.06));
    expect(changes.map(([, what]) => what)).toEqual(["drifted"]);
    expect(Math.abs((state.sinceMs ?? 0) / 1000 - 1800)).toBeLessThanOrEqual(5);
  });

  it("[T13] a drift does not inherit the start of what an alarm cut off", () => {
    const calm = play(noise(1000, 28)).state;
    // congestion lifts some windows before its alarm is up; then nothing is judged for ten minutes
    let state = calm;
    for (let i = 1000; i < 1008; i++) state = stepDrift(state, settings, 1000 * i, 0.04).state;
    const later = shifted(noise(1000, 29), 500, 0.05);
    const called = later.flatMap((share, i) => {
      const next = stepDrift(state, settings, 1000 * (1608 + i), share);
      state = next.state;
      return next.change ? [next.state.sinceMs ?? 0] : [];
    });
    expect(called).toHaveLength(1);
    expect(Math.abs(called[0]! / 1000 - 2108)).toBeLessThanOrEqual(5);
  });

  it("[T13] a shift below the operator's floor is none, one above it is, however small the noise", () => {
    expect(play(shifted(noise(3000, 30, 0.001), 1000, 0.025)).changes).toEqual([]);
    expect(play(shifted(noise(3000, 30, 0.001), 1000, 0.035)).changes).toHaveLength(1);
  });

  it("[T13] what runs of the switches on the path differ by, in quadrature; within the floor it says nothing", () => {
    const errors = [
      { source: "fit of bmv2", belowUs: 50, aboveUs: 50 },
      { source: "run of s1", belowUs: 12, aboveUs: 12 },
      { source: "run of s2", belowUs: 16, aboveUs: 16 },
    ];
    expect(withRunSpread(settings, { meanUs: 400, errors }).runShare).toBeCloseTo(0.05, 9);
    expect(withRunSpread(settings, { meanUs: 4000, errors })).toBe(settings);
    expect(withRunSpread(settings, { meanUs: 400, errors: errors.slice(0, 1) })).toBe(settings);
    expect(withRunSpread(settings, null)).toBe(settings);
  });

  it("[T13] after congestion that cleared, a later drift has its own start, and the clearing is none", () => {
    for (const seed of [1, 2, 3]) {
      const calm = noise(4800, seed, 0.01, 0.5);
      // learnt calm; 10 minutes of queueing below the alarm; calm again; a device that is 6 % slower
      const queued = shifted(shifted(calm, 1200, 0.25), 1800, -0.25);
      const { changes, state } = play(shifted(queued, 4000, 0.06));
      expect(changes.map(([, what]) => what)).toEqual(["drifted", "cleared", "drifted"]);
      expect(changes[1]![0]).toBeLessThan(1900);
      expect(Math.abs(state.sinceMs! / 1000 - 4000)).toBeLessThanOrEqual(5);
      expect(state.shift).toBeGreaterThan(0.04);
    }
  });

  it("[T13] settings out of range are refused", () => {
    expect(driftSettingsSchema.safeParse({ warmWindows: 1 }).success).toBe(false);
    expect(driftSettingsSchema.safeParse({ unknown: 1 }).success).toBe(false);
  });

  it("[T13] the long-run spread of an autoregression is found within a third", () => {
    const phi = 0.8;
    const { scale } = noiseOf(noise(2000, 12, 0.01, phi), 4);
    const exact = 0.01 * Math.sqrt((1 + phi) / (1 - phi));
    expect(scale / exact).toBeGreaterThan(0.67);
    expect(scale / exact).toBeLessThan(1.5);
  });
});

describe("coverage", () => {
  it("[T9] Wilson's interval: 68 of 100, none, all", () => {
    expect(coverageOf(68, 100)).toMatchObject({ share: 0.68 });
    expect(coverageOf(68, 100).low).toBeCloseTo(0.5834, 4);
    expect(coverageOf(68, 100).high).toBeCloseTo(0.7633, 4);
    expect(coverageOf(0, 0)).toMatchObject({ share: null, low: null, high: null });
    expect(coverageOf(10, 10).high).toBeCloseTo(1, 12);
  });

  it("[T9] the share lies in its interval, the interval in [0, 1]", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), (a, b) => {
        const [inside, total] = [Math.min(a, b), Math.max(a, b, 1)];
        const { low, share, high } = coverageOf(inside, total);
        expect(low ?? -1).toBeGreaterThanOrEqual(0);
        expect(high ?? 2).toBeLessThanOrEqual(1);
        expect(low ?? 1).toBeLessThanOrEqual((share ?? 0) + 1e-12);
        expect(high ?? 0).toBeGreaterThanOrEqual((share ?? 1) - 1e-12);
      }),
    );
  });
});
