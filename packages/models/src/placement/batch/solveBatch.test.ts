import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForce } from "../fixtures/bruteForce.ts";
import {
  catalogue,
  highsModule,
  instanceOf,
  nowMs,
  ownFunction,
  problemOf,
  thesisChains,
} from "../fixtures/clouds.ts";
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
      { numRuns: 25 * factor },
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
      { numRuns: 15 * factor },
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
      { numRuns: 4 * factor },
    );
  });

  const servers = [1, 2, 3].flatMap((i) =>
    ["cpu", "npu"].map((profile) => ({ id: `${profile}${i}`, profile })),
  );
  const workload = {
    devices: [...servers, { id: "asic1", profile: "asic" }],
    links: servers.map(({ id }) => ({ a: id, b: "asic1", gbps: 10 })),
    chains: repeated(
      [
        { id: "c", ...thesisChains.C },
        { id: "a", ...thesisChains.A },
      ],
      4,
    ),
  };

  it("[PA27] tells how far it is: the incumbent falls, the bound rises, and both meet", () => {
    const told: { incumbent: number | null; bound: number | null }[] = [];
    const answer = solve(workload, { onProgress: (progress) => void told.push(progress) });
    expect(answer.status).toBe("optimal");
    const incumbents = told.flatMap((t) => t.incumbent ?? []);
    const bounds = told.flatMap((t) => t.bound ?? []);
    expect(incumbents).toEqual([...incumbents].sort((a, b) => b - a));
    expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
    expect(incumbents.at(-1)).toBe(answer.powerWatts);
  });

  it("[PA27] out of time: greedy's answer with what is known of the bound; without one, nothing is claimed", () => {
    const stopped = solve(workload, { timeLimitMs: 0 });
    expect(stopped).toMatchObject({ status: "feasible", embedded: 8 });
    expect(stopped.bound === null || stopped.bound <= stopped.powerWatts).toBe(true);
    // greedy splits no chain
    const tight = {
      devices: ["cpu", "fpga"].map((profile) => ({ id: profile, profile })),
      links: [{ a: "cpu", b: "fpga", gbps: 10 }],
      functions: [
        ownFunction("onCpu", { architectures: ["v1model"] }),
        ownFunction("onFpga", { architectures: ["sume"] }),
      ],
      chains: repeated([{ id: "s", functions: ["onCpu", "onFpga"], gbps: 1 }], 3),
    };
    expect(solve(tight)).toMatchObject({ status: "optimal", embedded: 3, powerWatts: 234 });
    expect(solve(tight, { timeLimitMs: 0 })).toMatchObject({
      status: "infeasible",
      embedded: 0,
      conflicts: [{ constraint: "time-limit" }],
    });
  });
});
