import { describe, expect, it } from "vitest";
import { congested, uc1, uc2 } from "./study/paolucci.ts";
import { bmv2Commands, tuneThresholds } from "./tuneThresholds.ts";

const settings = { seconds: 1, warmUpSeconds: 1, seed: 7, runs: 2 };
const goal = { segmentId: "uc1", plsUs: [5000, 8000, 12_000], dlsUs: [8000, 15_000] };

describe("tuner", () => {
  it("[C31] finds test 2 of the paper: PL below and DL above the full queue", () => {
    const { cells, best, reason } = tuneThresholds(uc1(congested), { ...goal, p99GoalUs: 1000 }, settings);
    expect(cells.map((c) => [c.plUs, c.dlUs])).toEqual([
      [5000, 8000],
      [5000, 15_000],
      [8000, 8000],
      [8000, 15_000],
      [12_000, 15_000],
    ]);
    expect(best).toMatchObject({ plUs: 8000, dlUs: 15_000, loss: 0, prioritised: 1 });
    expect(reason).toBeNull();
    // test 1 keeps everybody in the full queue
    expect(cells[4]).toMatchObject({ meetsGoal: false });
    expect(cells[0]).toMatchObject({ loss: 1, p99Us: null, meetsGoal: false });
  });

  it.each([
    [
      { plsUs: [8000], dlsUs: [15_000], p99GoalUs: 100 },
      /least 99th percentile is \d+\.\d us, the goal 100 us/,
    ],
    [{ plsUs: [5000], dlsUs: [8000], p99GoalUs: 1000 }, /more than 1 % of the segment's packets are lost/],
    [{ plsUs: [9000], dlsUs: [8000], p99GoalUs: 1000 }, /no pair/],
  ])("[C31] says why nothing fits: %o", (change, reason) => {
    const answer = tuneThresholds(uc1(congested), { ...goal, ...change }, settings);
    expect(answer.best).toBeNull();
    expect(answer.reason).toMatch(reason);
  });

  it("[C31] a lost packet counts as above the goal: what is left of a flow does not meet its goal by being few", () => {
    // between all and nothing lies a DL that the VNF's spread straddles
    const { cells } = tuneThresholds(
      uc2(),
      { segmentId: uc2().segments[0].id, plsUs: [350], dlsUs: [450, 900], p99GoalUs: 1000 },
      settings,
    );
    expect(cells[0].loss).toBeGreaterThan(0.2);
    expect(cells[0].loss).toBeLessThan(0.98);
    expect(cells[0]).toMatchObject({ p99Us: null, meetsGoal: false });
    expect(cells[1]).toMatchObject({ loss: 0, meetsGoal: true });
  });

  it("[C31] of pairs that are alike takes the one in the middle, and tells how far the cliff is", () => {
    const grid = {
      segmentId: "uc1",
      plsUs: [1000, 4000, 7000, 10_000, 13_000],
      dlsUs: [10_000, 13_000, 16_000, 19_000],
    };
    const { cells, best } = tuneThresholds(
      uc1(congested),
      { ...grid, p99GoalUs: 1000 },
      { ...settings, runs: 1 },
    );
    // flat below the full queue in PL and above it in DL: 11.0 and 11.5 ms (rules C7, C8)
    expect(best).toMatchObject({ plUs: 7000, dlUs: 16_000, loss: 0, prioritised: 1 });
    const failing = cells.filter((c) => !c.meetsGoal);
    const cliffUs = Math.min(
      ...failing.map((c) => Math.max(Math.abs(c.plUs - best!.plUs), Math.abs(c.dlUs - best!.dlUs))),
    );
    expect(best?.cliffUs).toBe(cliffUs);
    expect(failing.every((c) => c.cliffUs === 0)).toBe(true);
  });

  it("[C31] shows the worst of its runs", () => {
    const pair = { segmentId: uc2().segments[0].id, plsUs: [350], dlsUs: [450], p99GoalUs: 1000 };
    const lossAt = (seed: number, runs: number): number =>
      tuneThresholds(uc2(), pair, { ...settings, seed, runs }).cells[0].loss;
    expect(lossAt(7, 3)).toBe(Math.max(lossAt(7, 1), lossAt(8, 1), lossAt(9, 1)));
  });

  it("[C31] writes the registers of the paper's Fig. 8", () => {
    expect(bmv2Commands({ plUs: 12_750, dlUs: 12_750.4 })).toEqual([
      "register_write bounded_latency 0 12750",
      "register_write drop_latency 0 12750",
    ]);
  });
});
