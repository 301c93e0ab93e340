import { describe, expect, it } from "vitest";
import { congested, uc1 } from "./study/paolucci.ts";
import { bmv2Commands, tuneThresholds } from "./tuneThresholds.ts";

const settings = { seconds: 1, warmUpSeconds: 1, seed: 7 };
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
    [{ plsUs: [5000], dlsUs: [8000], p99GoalUs: 1000 }, /all packets of the segment are lost/],
    [{ plsUs: [9000], dlsUs: [8000], p99GoalUs: 1000 }, /no pair/],
  ])("[C31] says why nothing fits: %o", (change, reason) => {
    const answer = tuneThresholds(uc1(congested), { ...goal, ...change }, settings);
    expect(answer.best).toBeNull();
    expect(answer.reason).toMatch(reason);
  });

  it("[C31] writes the registers of the paper's Fig. 8", () => {
    expect(bmv2Commands({ plUs: 12_750, dlUs: 12_750.4 })).toEqual([
      "register_write bounded_latency 0 12750",
      "register_write drop_latency 0 12750",
    ]);
  });
});
