import { describe, expect, it } from "vitest";
import { createWallClock, STEP_MS } from "./wallClock.ts";

const HOUR = 3_600_000;

/** A machine whose clock the test sets: `pass` lets time pass, `set` changes what the wall says. */
function machine() {
  const time = { monotonic: 5_000, wall: 1_000_000_000 };
  const clock = createWallClock({ monotonicMs: () => time.monotonic, wallMs: () => time.wall });
  return {
    clock,
    time,
    pass(ms: number, wallToo = ms) {
      time.monotonic += ms;
      time.wall += wallToo;
      return clock.steadyMs();
    },
  };
}

describe("a clock that is watched", () => {
  it.each([
    ["back", -HOUR],
    ["forward", HOUR],
    ["back by a little more than the bound", -STEP_MS - 1],
  ])("set %s: time goes on evenly, the step is counted, dated and sized", (_what, stepMs) => {
    const { clock, time, pass } = machine();
    const before = pass(20);
    time.wall += stepMs;
    expect(pass(20)).toBe(before + 20);
    expect(before + 20 + clock.correctionMs()).toBe(time.wall);
    expect(clock.state()).toEqual({
      steps: 1,
      lastStepMs: stepMs,
      lastStepAtMs: time.wall,
      offsetMs: stepMs,
    });
    pass(20);
    expect(clock.state().steps).toBe(1);
  });

  it("slewed: followed smoothly and counted as no step", () => {
    const { clock, time, pass } = machine();
    let last = 0;
    // 500 ppm for an hour: what a kernel slews at most
    for (let i = 0; i < 36_000; i++) {
      const wall = pass(100, 100.05) + clock.correctionMs();
      expect(wall).toBeGreaterThan(last);
      expect(Math.abs(wall - time.wall)).toBeLessThan(1);
      last = wall;
    }
    expect(clock.state()).toMatchObject({ steps: 0, lastStepMs: null, lastStepAtMs: null, offsetMs: 1800 });
  });

  it("off by less than the bound: made up within the seconds that follow, never backwards", () => {
    const { clock, time, pass } = machine();
    time.wall -= 200;
    let last = 0;
    for (let i = 0; i < 1_100; i++) {
      const wall = pass(20) + clock.correctionMs();
      expect(wall).toBeGreaterThan(last);
      last = wall;
    }
    expect(last).toBeCloseTo(time.wall, 3);
    expect(clock.state().steps).toBe(0);
  });
});
