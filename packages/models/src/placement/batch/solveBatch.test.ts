import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForce } from "../fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, problemOf } from "../fixtures/clouds.ts";
import { randomCloud } from "../fixtures/randomCloud.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { solveIlp } from "../ilp/solveIlp.ts";
import { createInstance } from "../instance.ts";
import { verifyPlacement } from "../verify.ts";
import { type BatchOptions, solveBatch } from "./solveBatch.ts";

const highs = await highsModule();
/** Set P4TWIN_PROPERTY_RUNS for a long run; the counts below are then multiplied by it. */
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);
const plain: BatchOptions = { timeLimitMs: null, nowMs };
const solve = (value: unknown, options: Partial<BatchOptions> = {}) => {
  const problem = problemOf(value);
  const placement = solveBatch(createInstance(problem, catalogue), { ...plain, ...options }, highs);
  expect(verifyPlacement(problem, catalogue, placement)).toEqual([]);
  return placement;
};
const ilp = (value: unknown) =>
  solveIlp(instanceOf(value), { timeLimitMs: null, online: false, nowMs }, highs);

/** Chains that are alike: each of those given, several times. */
const repeated = <T extends { id: string }>(chains: readonly T[], times: number): T[] =>
  chains.flatMap((chain) => Array.from({ length: times }, (_, i) => ({ ...chain, id: `${chain.id}-${i}` })));

describe("batch engine", () => {
  it("[PA27] the optimum of brute force on tiny problems, or the proof that there is none", () => {
    fc.assert(
      fc.property(randomProblem(2), (value) => {
        const best = bruteForce(instanceOf(value), catalogue);
        const answer = solve(value);
        expect(answer.status).toBe(best === null ? "infeasible" : "optimal");
        if (best === null) expect(answer.conflicts.length).toBeGreaterThan(0);
        else expect(answer.objective).toBeCloseTo(best, 5);
      }),
      { numRuns: 60 * factor },
    );
  });

  it("[PA27] chains that are alike: the optimum of the integer program, chain by chain", () => {
    fc.assert(
      fc.property(randomProblem(2), fc.integer({ min: 2, max: 3 }), (value, times) => {
        const problem = { ...value, chains: repeated(value.chains, times) };
        const [answer, best] = [solve(problem), ilp(problem)];
        expect(answer.status).toBe(best.status);
        if (best.status === "optimal") expect(answer.objective).toBeCloseTo(best.objective!, 5);
      }),
      { numRuns: 40 * factor },
    );
  });

  it("[PA27] clouds with equal branches: the optimum of the integer program", () => {
    fc.assert(
      fc.property(randomCloud, (value) => {
        const problem = { ...value, chains: repeated(value.chains.slice(0, 1), 3) };
        const [answer, best] = [solve(problem), ilp(problem)];
        expect(answer.status).toBe(best.status);
        if (best.status === "optimal") expect(answer.objective).toBeCloseTo(best.objective!, 5);
      }),
      { numRuns: 8 * factor },
    );
  });
});
