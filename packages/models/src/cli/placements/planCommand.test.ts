import { describe, expect, it } from "vitest";
import { runInProcess } from "../../../testing/cli/testIo.ts";
import { planFrontSchema, planSchema } from "../../placement/index.ts";

const plan = (argv: readonly string[], stdin = "") => runInProcess(["plan", ...argv], { stdin });
const small = `deviceTypes: [{ profile: cpu, available: 2 }, { profile: npu, available: 2 }]
workload: [{ function: fw, gbps: 3, count: 4 }, { function: lb, gbps: 1, count: 2 }]
`;

describe("p4twin plan", () => {
  it.each(["exact", "ilp"])("says what to buy with %s", async (engine) => {
    const { code, out, err } = await plan(["-", "--engine", engine, "--json"], small);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const answer = planSchema.parse(JSON.parse(out));
    // 14 Gbps: two CPUs of 9 Gbps each at 160 $ (thesis Table 5.6); the load balancers' extern fits on one
    expect(answer).toMatchObject({ engine, status: "optimal", costUsd: 320, gap: 0, conflicts: [] });
    expect(answer.types).toEqual([{ profile: "cpu", count: 2 }]);
  });

  it("prints a table for people", async () => {
    const { code, out } = await plan(["lib:edge-workload"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^optimal \(exact, no better one exists\): .* for 220 functions, /);
    expect(out).toMatch(/npu1 +10 +/);
  });

  it("exits 3 and says why when no devices suffice", async () => {
    const { code, out, err } = await plan(["-"], `${small}options: { maxCost: 200 }\n`);
    expect({ code, err }).toEqual({ code: 3, err: "" });
    expect(out).toMatch(/Conflicting constraints:.*at most 200 \$ \[5\.15\]/s);
  });

  it.each([
    ["deviceTypes: [{ profile: cpuu }]\n", /no device profile "cpuu" \(did you mean "cpu"\?\)/],
    ["deviceTypes: [{ profile: cpu }]\n", /the file has no workload.*\[no-workload\]/],
    ["workload: [{ function: fww, gbps: 1, count: 1 }]\n", /"fww"/],
  ])("exits 1 for a bad problem: %s", async (text, message) => {
    const { code, out, err } = await plan(["-"], text);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(message);
  });

  it.each([
    [["-", "--engine", "greedy"], /unknown planning engine "greedy"; use --engine exact or ilp/],
    [["-", "--time-limit", "0"], /--time-limit takes a number greater than 0/],
    [[], /problem file is missing/],
  ])("exits 2 for %j", async (argv, message) => {
    const { code, out, err } = await plan(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(message);
  });
});

describe("p4twin plan --pareto", () => {
  it("lists what to buy from the cheapest to the fastest", async () => {
    const { code, out, err } = await plan(["-", "--pareto", "cost", "--json"], small);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const { points } = planFrontSchema.parse(JSON.parse(out));
    expect(points[0]).toMatchObject({
      value: 320,
      proven: true,
      plan: { types: [{ profile: "cpu", count: 2 }] },
    });
    expect(points.at(-1)!.plan.types).toEqual([{ profile: "npu", count: 2 }]);
    const text = await plan(["-", "--pareto", "power"], small);
    expect(text.out).toMatch(
      /^\d trade-offs of power and delay \(exact, \d+ solves.*\n\npower W +sum of delays us/,
    );
  });

  it("exits 3 with the reasons when nothing suffices, 2 for another measure", async () => {
    const none = await plan(["-", "--pareto", "cost"], small.replaceAll("available: 2", "available: 0"));
    expect(none.code).toBe(3);
    expect(none.out).toMatch(/^no plan \(exact\)\n\nConflicting constraints:\n {2}\S/);
    const wrong = await plan(["-", "--pareto", "delay"], small);
    expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 2, out: "" });
    expect(wrong.err).toMatch(/--pareto takes cost or power, not "delay"/);
  });
});
