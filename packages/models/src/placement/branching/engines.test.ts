import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agnosticEngine } from "../agnostic.ts";
import type { PlacementSolver } from "../engine.ts";
import { exactEngine } from "../exact/exactEngine.ts";
import { catalogue, highsModule, nowMs, problemOf } from "../fixtures/clouds.ts";
import { leastBranching } from "../fixtures/leastBranching.ts";
import { randomBranching, severalBranching } from "../fixtures/randomBranching.ts";
import { greedyEngine } from "../greedyEngine.ts";
import { isProof } from "../result.ts";
import { verifyPlacement } from "../verify.ts";
import { createBatchEngine } from "../worker/ilpEngine.ts";
import { ilpHere } from "../worker/ilpHere.ts";

const highs = await highsModule();
const batch = createBatchEngine(ilpHere(async () => highs, nowMs));
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);

/** What an engine answers, which the checker accepts, and the least objective by enumeration (null: none fits). */
async function answered(engine: PlacementSolver, value: unknown) {
  const problem = problemOf(value);
  const answer = await engine.place(problem, { catalogue, nowMs });
  expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
  return { problem, answer, least: leastBranching(problem, catalogue) };
}

describe("random chains that branch, by each engine", () => {
  it.each([
    ["one chain that branches", randomBranching],
    ["several", severalBranching],
  ])("[BR2] batch: the optimum of the enumeration, of %s", async (_, problems) => {
    const seen = { optimal: 0, infeasible: 0 };
    await fc.assert(
      fc.asyncProperty(problems, async (value) => {
        const { answer, least } = await answered(batch, value);
        if (least === null) {
          seen.infeasible++;
          expect(answer.status).toBe("infeasible");
          return void expect(isProof(answer)).toBe(true);
        }
        seen.optimal++;
        expect(answer.status).toBe("optimal");
        expect(answer.objective).toBeCloseTo(least, 5);
      }),
      { numRuns: 12 * factor },
    );
    expect(Math.min(seen.optimal, seen.infeasible)).toBeGreaterThan(0);
  });

  it("[BR6] agnostic: places what there is room for, by trial where it is too slow, and proves nothing", async () => {
    const seen = { placed: 0, retried: 0 };
    await fc.assert(
      fc.asyncProperty(randomBranching, async (value) => {
        const { problem, answer, least } = await answered(agnosticEngine, value);
        if (least === null) return void expect(answer.status).toBe("infeasible");
        if (answer.status === "infeasible") return void expect(isProof(answer)).toBe(false);
        seen.placed++;
        if (answer.extraTrials! > 0) seen.retried++;
        expect(answer.objective).toBeGreaterThanOrEqual(least - 1e-6);
        // alone, without a budget, and where delay does not count, its way of placing is the optimum
        const { chains } = problem;
        const { objective } = problem.options;
        if (chains.length === 1 && chains[0]!.maxDelayUs === null && !objective.delay)
          expect(answer.objective).toBeCloseTo(least, 5);
      }),
      { numRuns: 12 * factor },
    );
    expect(seen.placed).toBeGreaterThan(0);
  });

  it("[BR2] exact: one chain that branches at the optimum, several with a bound that is right", async () => {
    const seen = { optimal: 0, infeasible: 0 };
    await fc.assert(
      fc.asyncProperty(randomBranching, async (value) => {
        const { problem, answer, least } = await answered(exactEngine, value);
        if (problem.chains.length === 1) {
          expect(answer.status).toBe(least === null ? "infeasible" : "optimal");
          if (least === null) expect(isProof(answer)).toBe(true);
          seen[least === null ? "infeasible" : "optimal"]++;
        }
        if (least === null) return void expect(answer.status).toBe("infeasible");
        if (answer.status === "optimal") expect(answer.objective).toBeCloseTo(least, 5);
        if (answer.status === "feasible") {
          expect(answer.objective).toBeGreaterThanOrEqual(least - 1e-6);
          expect(answer.bound ?? 0).toBeLessThanOrEqual(least + 1e-6);
        }
      }),
      { numRuns: 12 * factor },
    );
    expect(seen.optimal).toBeGreaterThan(0);
  });

  it("[BR3] greedy puts all ways on one device: the checker accepts it, and none is below the optimum", async () => {
    let placed = 0;
    await fc.assert(
      fc.asyncProperty(randomBranching, async (value) => {
        const { answer, least } = await answered(greedyEngine, value);
        if (answer.status === "infeasible") return;
        placed++;
        expect(new Set(answer.chains[0]!.hosts).size).toBe(1);
        expect(answer.objective).toBeGreaterThanOrEqual(least! - 1e-6);
      }),
      { numRuns: 12 * factor },
    );
    expect(placed).toBeGreaterThan(0);
  });
});
