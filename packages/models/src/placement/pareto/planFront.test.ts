import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue, highsModule, nowMs, problemOf } from "../fixtures/clouds.ts";
import { randomPlan } from "../fixtures/randomPlan.ts";
import { planDevices } from "../plan/planDevices.ts";
import type { Plan } from "../plan/planResult.ts";
import { verifyPlan } from "../plan/verifyPlan.ts";
import type { Problem } from "../problem.ts";
import { planFront, planFrontSchema } from "./planFront.ts";

const highs = await highsModule();
const solve = async (problem: Problem): Promise<Plan> =>
  planDevices(problem, catalogue, "exact", { timeLimitMs: null, nowMs }, highs);
const options = { catalogue, solve, nowMs };

const workload = problemOf({
  deviceTypes: ["cpu", "npu", "fpga", "asic"].map((profile) => ({ profile })),
  workload: [
    { function: "fw", gbps: 1, count: 4 },
    { function: "lb", gbps: 1, count: 4 },
  ],
  required: [],
});

describe("trade-offs of what to buy", () => {
  it("[PF7] from the cheapest to the fastest, in rising price, with their plans", async () => {
    const front = await planFront(workload, { ...options, against: "cost" });
    expect(planFrontSchema.parse(front)).toEqual(front);
    expect(front).toMatchObject({ against: "cost", engine: "exact", complete: false });
    const [cheapest, fastest] = [front.points[0]!, front.points.at(-1)!];
    expect(cheapest.plan.types).toEqual([{ profile: "cpu", count: 2 }]);
    expect(fastest.plan.types).toEqual([{ profile: "asic", count: 1 }]);
    front.points.slice(1).forEach((p, i) => {
      expect(p.value).toBeGreaterThan(front.points[i]!.value);
      expect(p.delayUs).toBeLessThan(front.points[i]!.delayUs);
    });
  });

  it("[PF7] no plan, no point, but the reasons; maxCost holds; the signal ends it", async () => {
    const none = problemOf({ ...workload, deviceTypes: [{ profile: "cpu", available: 1 }] });
    const empty = await planFront(none, { ...options, against: "power" });
    expect(empty).toMatchObject({ points: [], complete: true });
    expect(empty.conflicts.length).toBeGreaterThan(0);
    const capped = problemOf({ ...workload, options: { maxCost: 3000 } });
    const front = await planFront(capped, { ...options, against: "cost" });
    expect(front.points.at(-1)!.value).toBeLessThanOrEqual(3000);
    const signal = AbortSignal.abort("no");
    await expect(planFront(workload, { ...options, against: "cost", signal })).rejects.toBe("no");
  });

  it("[PF7] random workloads: for any weighting one of the points is the best plan; all pass the checker", async () => {
    await fc.assert(
      fc.asyncProperty(
        randomPlan,
        fc.constantFrom("cost", "power"),
        fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1, maxLength: 3 }),
        async (random, against, weights) => {
          const problem = problemOf(random);
          const { points } = await planFront(problem, { ...options, against });
          for (const weight of weights) {
            const objective = { [against]: 1, delay: weight, normalise: { power: 1, cost: 1, delay: 1 } };
            const plan = await solve({ ...problem, options: { ...problem.options, objective } });
            expect(points.length === 0).toBe(plan.objective === null);
            if (plan.objective === null) continue;
            const best = Math.min(...points.map((p) => p.value + weight * p.delayUs));
            expect(Math.abs(best - plan.objective)).toBeLessThan(1e-5 * Math.max(1, plan.objective));
          }
          for (const { plan } of points) {
            const found = verifyPlan(problem, catalogue, plan).filter((v) => v.constraint !== "objective");
            expect(found).toEqual([]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
