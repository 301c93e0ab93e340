import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue, highsModule, nowMs, ownFunction, problemOf } from "../fixtures/clouds.ts";
import { randomPlan } from "../fixtures/randomPlan.ts";
import { planDevices } from "./planDevices.ts";
import { type Plan, planSchema } from "./planResult.ts";
import { verifyPlan } from "./verifyPlan.ts";

const highs = await highsModule();
/** Set P4TWIN_PROPERTY_RUNS for a long run; the count below is then multiplied by it. */
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);
const solve = (value: unknown, engine = "exact", timeLimitMs: number | null = null): Plan => {
  const problem = problemOf(value);
  const plan = planDevices(problem, catalogue, engine, { timeLimitMs, nowMs }, highs);
  expect(verifyPlan(problem, catalogue, plan)).toEqual([]);
  expect(planSchema.parse(plan)).toEqual(plan);
  return plan;
};

const types = ["cpu", "npu", "fpga", "asic"].map((profile) => ({ profile }));
const cycle = ["l2fwd", "l3fwd", "fw", "vdecap", "lb", "tunneling", "nat"];
/** `total` functions of Table 5.5 in turn at 1 Gbps each (thesis Sec. 5.2.5). */
const thesis = (total: number, options: object, functions = cycle) => ({
  deviceTypes: types,
  workload: functions.flatMap((f, i) => {
    const count = Math.floor(total / functions.length) + (i < total % functions.length ? 1 : 0);
    return count > 0 ? [{ function: f, gbps: 1, count }] : [];
  }),
  options,
});
const bought = (plan: Plan): Record<string, number> =>
  Object.fromEntries(plan.types.map((t) => [t.profile, t.count]));

describe("planning PA-P4VNF-RA", () => {
  it("[PA22] as good as the program of the thesis, function by function and device by device", () => {
    fc.assert(
      fc.property(randomPlan, (value) => {
        const exact = solve(value);
        // with the same normalisers: the largest recorded values differ where plans are equally good
        const objective = { ...value.options.objective, normalise: exact.normalise };
        const direct = solve({ ...value, options: { ...value.options, objective } }, "ilp");
        expect(exact.status).toBe(direct.status);
        if (direct.objective === null) expect(exact.conflicts.length).toBeGreaterThan(0);
        else expect(exact.objective! / direct.objective).toBeCloseTo(1, 5);
      }),
      { numRuns: 80 * factor },
    );
  });

  it("[PF8] the delay of a plan has the interval of its mean: a fit is off the same way in every function; no packet passes all", () => {
    const of = (count: number) => {
      const plan = solve({
        deviceTypes: [{ profile: "npu" }],
        workload: [{ function: "fw", gbps: 1, count }],
      });
      return { mean: plan.meanHighUs! - plan.delayUs!, packetUs: plan.highUs };
    };
    const [one, three] = [of(1), of(3)];
    expect(one.mean).toBeGreaterThan(0);
    // with the required one two and four accesses to one device
    expect(three.mean).toBeCloseTo(2 * one.mean, 9);
    expect([one.packetUs, three.packetUs]).toEqual([null, null]);
  });

  // the total is not printed: 25 CPU and 22 NPU mean 217 to 220 functions ([harkous-5.2.5], an inference)
  it.each([
    ["S1, all seven functions in turn", 217, cycle, { delay: 1 }, { asic: 14 }],
    ["S1 without L3Fwd in the turn", 217, cycle.filter((f) => f !== "l3fwd"), { delay: 1 }, { asic: 15 }],
    ["S2", 217, cycle, { cost: 1 }, { cpu: 25 }],
    ["S2 with 220", 220, cycle, { cost: 1 }, { cpu: 25 }],
    [
      "S3 with the largest recorded values as normalisers",
      217,
      cycle,
      { delay: 0.5, cost: 0.5 },
      { npu: 14, fpga: 8 },
    ],
    [
      "S3, all of it on NPUs with normalisers that weigh cost more",
      217,
      cycle,
      { delay: 0.5, cost: 0.5, normalise: { delay: 13_864.32, cost: 100_000 } },
      { npu: 22 },
    ],
  ])(
    "[PA23] C1 of the thesis (15 ASIC, 25 CPU, 22 NPU; one more or less): %s",
    (_, total, turn, objective, types) => {
      const plan = solve(thesis(total, { objective }, turn));
      expect(plan.status).toBe("optimal");
      expect(bought(plan)).toEqual(types);
    },
  );

  it.each([
    ["C2: the last with 2 ASIC and 4 FPGA", 90, { asic: 2, fpga: 4 }],
    ["C2: the next", 91, { asic: 1, fpga: 7 }],
    ["C3: 20 FPGA until 199 in the thesis", 199, { fpga: 20 }],
    ["C3: and for one more here", 200, { fpga: 20 }],
    ["C3: then NPUs come in", 201, { fpga: 19, npu: 2 }],
  ])("[PA23] S4, 100,000 $: %s (%d functions)", (_, total, types) => {
    const plan = solve(thesis(total, { objective: { delay: 1 }, maxCost: 100_000 }));
    expect(plan.status).toBe("optimal");
    expect(bought(plan)).toEqual(types);
    expect(plan.costUsd).toBeLessThanOrEqual(100_000);
  });

  it("[PA22] D and C of Eqs. 5.2 and 5.3: the base counts per function, the required one per device", () => {
    const plan = solve({
      deviceTypes: types,
      workload: [{ function: "fw", gbps: 1, count: 2 }],
      options: { objective: { cost: 1 } },
    });
    // on one CPU: 2 (45.9 + 0) and L3Fwd 45.9 + 0 with one parse and one table less (Tables 5.5, 5.6)
    expect(plan).toMatchObject({ costUsd: 160, powerWatts: 50, types: [{ profile: "cpu", count: 1 }] });
    expect(plan.delayUs).toBeCloseTo(3 * 45.9, 9);
    expect(plan.devices).toEqual([
      { id: "cpu1", profile: "cpu", functions: [{ function: "fw", gbps: 1, count: 2 }] },
    ]);
  });

  it("[PA22] sums that fit while no single device does: the program over single devices decides", () => {
    const half = ownFunction("half", {
      features: { parse: 590, modify: 0, copy: 0, remove: 0, add: 0, table: 1 },
      architectures: ["v1model"],
    });
    const problem = {
      deviceTypes: [{ profile: "cpu", available: 4 }],
      functions: [half],
      workload: [{ function: "half", gbps: 1, count: 3 }],
    };
    expect(bought(solve(problem))).toEqual({ cpu: 3 });
    expect(bought(solve({ ...problem, options: { sharing: true } }))).toEqual({ cpu: 1 });
    const tooFew = solve({ ...problem, deviceTypes: [{ profile: "cpu", available: 2 }] });
    expect(tooFew).toMatchObject({ status: "infeasible", objective: null, devices: [] });
  });

  it.each([
    ["no device types", { deviceTypes: [] }, ["5.7"], /lists no device types/],
    [
      "a function that fits nowhere",
      { workload: [{ function: "lb", gbps: 25, count: 1 }] },
      ["5.9-5.14"],
      /function lb at 25 Gbps fits on none of the device types/,
    ],
    [
      "a price that is too low",
      { options: { maxCost: 300 } },
      ["5.6", "5.13", "5.15"],
      /12 fw at 1 Gbps are all to be placed.*at most 300 \$/s,
    ],
    [
      "too few devices",
      { deviceTypes: [{ profile: "cpu", available: 1 }] },
      ["5.6", "5.13", "available"],
      /no more devices can be bought than there are \(1 cpu\)/,
    ],
  ])("[PA24] infeasible, and why: %s", (_, change, constraints, message) => {
    const plan = solve({ deviceTypes: types, workload: [{ function: "fw", gbps: 1, count: 12 }], ...change });
    expect(plan).toMatchObject({ status: "infeasible", objective: null, bound: null, gap: null });
    expect(plan.conflicts.map((c) => c.constraint)).toEqual(constraints);
    expect(plan.conflicts.map((c) => c.message).join("\n")).toMatch(message);
  });

  it("[PA25] the checker recomputes a plan and names what is broken", () => {
    const problem = problemOf(thesis(20, { objective: { cost: 1 }, maxCost: 900 }));
    const plan = solve(problem);
    const broken = (change: (plan: Plan) => void): string[] => {
      const copy = structuredClone(plan);
      change(copy);
      return verifyPlan(problem, catalogue, copy).map((v) => v.constraint);
    };
    expect(broken((p) => p.devices[0]!.functions.pop())).toContain("5.6");
    expect(broken((p) => Object.assign(p.devices[0]!, { profile: "asic" }))).toEqual(
      expect.arrayContaining(["types", "5.15", "costUsd", "delayUs", "powerWatts", "objective"]),
    );
    expect(broken((p) => p.devices[0]!.functions.push({ function: "fw", gbps: 1, count: 9 }))).toEqual(
      expect.arrayContaining(["5.6", "5.13", "delayUs"]),
    );
    expect(broken((p) => Object.assign(p.devices[0]!, { profile: "agilio-cx" }))).toContain("devices");
  });

  it("[PA24] out of time: nothing is claimed", () => {
    const plan = solve(thesis(40, { objective: { delay: 1 } }), "ilp", 1e-6);
    if (plan.status === "infeasible") expect(plan.conflicts).toMatchObject([{ constraint: "time-limit" }]);
    else expect(plan.status).toBe("feasible");
  });
});
