import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agnostic } from "./agnostic.ts";
import { solveExact } from "./exact/solveExact.ts";
import { catalogue, instanceOf, nowMs, thesisChains } from "./fixtures/clouds.ts";
import { randomCloud } from "./fixtures/randomCloud.ts";
import { placementSchema } from "./result.ts";
import { verifyPlacement } from "./verify.ts";

const solve = (value: unknown) => {
  const instance = instanceOf(value);
  const placement = agnostic(instance, { timeLimitMs: null, nowMs });
  expect(verifyPlacement(instance.problem, catalogue, placement)).toEqual([]);
  expect(placementSchema.parse(placement)).toEqual(placement);
  return placement;
};
const devices = ["cpu", "npu", "asic"].map((profile) => ({ id: `${profile}1`, profile }));

describe("performance-agnostic baseline", () => {
  it("[PA26] tries the types in the order of their power and counts what was too slow", () => {
    // chain A takes 45.9 us on the CPU and 10 us on the NPU: one deployment too many
    expect(solve({ devices, chains: [{ id: "a", ...thesisChains.A }] })).toMatchObject({
      status: "feasible",
      powerWatts: 65,
      extraTrials: 1,
      chains: [{ hosts: ["npu1", "npu1", "npu1"] }],
    });
    const strict = { ...thesisChains.A, maxDelayUs: 5 };
    expect(solve({ devices, chains: [{ id: "a", ...strict }] })).toMatchObject({
      powerWatts: 100,
      extraTrials: 2,
    });
    expect(solve({ devices, chains: [{ id: "c", ...thesisChains.C }] })).toMatchObject({
      powerWatts: 50,
      extraTrials: 0,
    });
  });

  it("[PA26] rejects a chain when no combination is left", () => {
    const chains = ["a", "b"].map((id) => ({ id, ...thesisChains.A, gbps: 6 }));
    const answer = solve({ devices: devices.slice(0, 2), chains });
    expect(answer).toMatchObject({ status: "infeasible", embedded: 1, rejected: ["b"], extraTrials: 2 });
    expect(answer.conflicts).toMatchObject([{ constraint: "agnostic", ids: ["b"] }]);
    expect(answer.conflicts[0]?.message).toMatch(/too slow were cpu;/);
    const hopeless = solve({ devices, chains: [{ id: "a", ...thesisChains.A, maxDelayUs: 1 }] });
    expect(hopeless.conflicts).toMatchObject([{ constraint: "5.31" }]);
  });

  it("[PA26] one chain: never better than exact, and its answers hold", () => {
    fc.assert(
      fc.property(randomCloud, (value) => {
        const problem = {
          ...value,
          chains: value.chains.slice(0, 1),
          options: { ...value.options, objective: {} },
        };
        const trial = solve(problem);
        const exact = solveExact(instanceOf(problem), { timeLimitMs: null, online: true, nowMs });
        if (trial.embedded === 0) return;
        expect(exact.status).toBe("optimal");
        expect(exact.powerWatts).toBeLessThanOrEqual(trial.powerWatts + 1e-6);
      }),
      { numRuns: 60 },
    );
  });
});
