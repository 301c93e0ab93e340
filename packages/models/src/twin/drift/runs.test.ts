import { describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { stepDrift } from "./detectDrift.ts";
import { defaultDriftSettings } from "./driftSettings.ts";
import { type DriftState, startDrift } from "./driftState.ts";
import { type KnownStart, noteStart } from "./noteStart.ts";

/** Windows of a run: long enough to be seen, few enough to be cheap. */
const RUN = 200;
const rules = { ...defaultDriftSettings, runShare: 0.15 };

/**
 * Plays runs of `RUN` windows, each on its level; what was called in which run, and the last state. `noticed`: so many
 * windows after a start a look at the switch notices it, and the look before was `LOOK` windows earlier.
 */
function play(
  levels: readonly number[],
  state: DriftState = startDrift(),
  seed = 4,
  noticed: number | null = null,
) {
  const random = createRandom(seed);
  const calls: { run: number; what: string; sinceMs: number | null }[] = [];
  let at = state;
  levels.forEach((level, run) => {
    for (let i = 0; i < RUN; i++) {
      const next = stepDrift(at, rules, 1000 * (run * RUN + i), level + 0.02 * random.normal());
      at = next.state;
      if (next.change) calls.push({ run, what: next.change, sinceMs: at.sinceMs });
      if (run > 0 && i === noticed) at = noteStart(at, rules, lookAt(1000 * (run * RUN + i)));
    }
  });
  return { calls, state: at };
}

const LOOK = 60;
const lookAt = (byMs: number): KnownStart => ({ afterMs: byMs - 1000 * LOOK, byMs });

/** Starts of a switch that spread by `runShare`. */
function starts(count: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => rules.runShare * random.normal());
}

describe("[T26] runs of a switch that differ", () => {
  it("starts as there are: no drift, and each is a run from its first windows on", () => {
    const levels = [0, 0.2, -0.15, 0.1, -0.2, 0.15, 0.05, -0.1];
    const { calls, state } = play(levels);
    expect(calls).toEqual([]);
    expect(state.runs).toHaveLength(levels.length);
    state.runs.forEach(({ sinceMs, mean }, i) => {
      expect(Math.abs(sinceMs / 1000 - i * RUN)).toBeLessThanOrEqual(5);
      expect(Math.abs(mean - levels[i]!)).toBeLessThan(0.02);
    });
  });

  it("one start far beyond the spread is called at once, with its second", () => {
    const { calls } = play([0, 0.1, -0.1, 0.05, 0.75]);
    expect(calls.map(({ run, what }) => [run, what])).toEqual([[4, "drifted"]]);
    expect(Math.abs(calls[0]!.sinceMs! / 1000 - 4 * RUN)).toBeLessThanOrEqual(5);
  });

  it("a shift of a third more than the spread is called after some starts, since the first seconds of one", () => {
    const found = [1, 2, 3, 4, 5].map((seed) => {
      const levels = starts(28, seed).map((level, run) => level + (run >= 12 ? 0.2 : 0));
      const call = play(levels, startDrift(), seed).calls.find(({ what }) => what === "drifted");
      if (!call) return Number.POSITIVE_INFINITY;
      const sinceWindow = call.sinceMs! / 1000;
      expect(Math.abs(sinceWindow - RUN * Math.round(sinceWindow / RUN))).toBeLessThanOrEqual(5);
      expect(call.run).toBeGreaterThanOrEqual(12);
      return call.run - 12;
    });
    expect(found.sort((a, b) => a - b)[2]).toBeLessThan(12);
  });

  it("a drift ends when starts are back where they were, or turn out to be starts as there are", () => {
    const calm = [0, 0.1, -0.1, 0.05, -0.05];
    const back = play([...calm, ...calm.map((v) => v + 0.6), ...calm]);
    expect(back.calls.map(({ what }) => what)).toEqual(["drifted", "cleared"]);
    expect(back.calls[1]!.run).toBeGreaterThanOrEqual(10);
    const chance = play([0, 0.1, -0.1, 0.55, ...calm, ...calm, ...calm]);
    expect(chance.calls.map(({ what }) => what)).toEqual(["drifted", "cleared"]);
    expect(chance.state).toMatchObject({ phase: "watching", sinceMs: null, shift: null });
  });

  it("the state is plain data: stored and read it goes on as if it had never stopped", () => {
    const levels = starts(6, 9).map((level, run) => level + (run >= 3 ? 0.6 : 0));
    const random = createRandom(1);
    const shares = levels.flatMap((level) =>
      Array.from({ length: RUN }, () => level + 0.02 * random.normal()),
    );
    let [whole, resumed] = [startDrift(), startDrift()];
    shares.forEach((share, i) => {
      whole = stepDrift(whole, rules, 1000 * i, share).state;
      resumed = stepDrift(resumed, rules, 1000 * i, share).state;
      if (i % 50 === 49) resumed = JSON.parse(JSON.stringify(resumed));
    });
    expect(resumed).toEqual(whole);
  });

  it("after a silence the runs that were seen still count", () => {
    const levels = [0, 0.1, -0.1, 0.05, -0.05];
    const { state } = play(levels);
    const next = stepDrift(state, rules, 1000 * levels.length * RUN + 600_000, 0).state;
    expect(next.runs).toHaveLength(levels.length);
    expect(next.phase).toBe("watching");
  });

  it.each([0, 5, 20, 50])(
    "a start that is noticed %d windows later is a run, whatever its level",
    (after) => {
      const levels = [0, 0.01, -0.005, 0.2, 0.005];
      expect(play(levels).state.runs.length).toBeLessThan(levels.length);
      const { state, calls } = play(levels, startDrift(), 4, after);
      expect(calls).toEqual([]);
      expect(state.runs).toHaveLength(levels.length);
      state.runs.forEach(({ sinceMs, mean, windows }, run) => {
        // where the level hardly moves, any second between two looks may be that of the start
        const spread = Math.abs(levels[run]! - (levels[run - 1] ?? 0)) > 0.1 ? 5 : LOOK;
        expect(Math.abs(sinceMs / 1000 - run * RUN)).toBeLessThanOrEqual(spread);
        expect(Math.abs(mean - levels[run]!)).toBeLessThan(0.01);
        expect(Math.abs(windows - RUN)).toBeLessThanOrEqual(2 * LOOK);
      });
    },
  );

  it("a start while nothing is heard begins a run with the next window", () => {
    const { state } = play([0, 0.1]);
    const byMs = 1000 * 2 * RUN + 600_000;
    const started = noteStart(state, rules, { afterMs: byMs - 300_000, byMs });
    const next = stepDrift(started, rules, byMs + 1000, 0.1);
    expect(next.change).toBeNull();
    expect(next.state.runs.map(({ sinceMs, windows }) => [sinceMs, windows]).at(-1)).toEqual([
      byMs + 1000,
      1,
    ]);
    expect(stepDrift(next.state, rules, byMs + 2000, 0.1).state.runs).toHaveLength(3);
  });

  it.each<[string, KnownStart]>([
    ["that was found already", lookAt(1000 * (RUN + 30))],
    ["before all that is remembered", { afterMs: -2_000_000, byMs: -1_000_000 }],
  ])("a start %s changes nothing", (_, start) => {
    const { state } = play([0, 0.4]);
    expect(state.runs).toHaveLength(2);
    expect(noteStart(state, rules, start)).toBe(state);
  });

  it("without a spread between runs, or before the noise is known, a start changes nothing", () => {
    const { state } = play([0, 0]);
    const start = lookAt(1000 * (RUN + 10));
    expect(noteStart(state, defaultDriftSettings, start)).toBe(state);
    expect(noteStart(startDrift(), rules, start)).toEqual(startDrift());
  });

  it("with every start noticed a shift of the spread itself is not called later, and calm starts not at all", () => {
    const found = (noticed: number | null) =>
      [1, 2, 3, 4, 5].map((seed) => {
        const levels = starts(40, seed).map((level, run) => 0.2 * level + (run >= 12 ? 0.15 : 0));
        return (
          play(levels, startDrift(), seed, noticed).calls.find(({ what }) => what === "drifted")?.run ?? 40
        );
      });
    const [unheard, heard] = [found(null), found(10)];
    heard.forEach((run, i) => {
      expect(run).toBeGreaterThanOrEqual(12);
      expect(run).toBeLessThanOrEqual(unheard[i]!);
    });
    expect(play(starts(25, 3), startDrift(), 3, 10).calls).toEqual([]);
  });
});
