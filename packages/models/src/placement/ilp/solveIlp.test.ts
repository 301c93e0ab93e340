import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bruteForce } from "../fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, ownFunction, thesisChains } from "../fixtures/clouds.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { greedy } from "../greedy.ts";
import { placementSchema } from "../result.ts";
import { verifyPlacement } from "../verify.ts";
import { type IlpOptions, solveIlp } from "./solveIlp.ts";

const highs = await highsModule();
const plain: IlpOptions = { timeLimitMs: null, online: false, nowMs };
const solve = (value: unknown, options: Partial<IlpOptions> = {}) => {
  const instance = instanceOf(value);
  const placement = solveIlp(instance, { ...plain, ...options }, highs);
  expect(verifyPlacement(instance.problem, catalogue, placement)).toEqual([]);
  return placement;
};

const device = (id: string, profile: string) => ({ id, profile });
const link = (a: string, b: string, gbps = 10) => ({ a, b, gbps });

describe("integer program PA-P4SFC-E", () => {
  it.each([
    ["one chain", 1, 200],
    ["two chains", 2, 120],
  ])("[PA7] optimum equals brute force: %s", (_, chains, numRuns) => {
    fc.assert(
      fc.property(randomProblem(chains), (value) => {
        const best = bruteForce(instanceOf(value), catalogue);
        const answer = solve(value);
        expect(answer.status).toBe(best === null ? "infeasible" : "optimal");
        if (best !== null) expect(answer.objective).toBeCloseTo(best, 5);
        else expect(answer.conflicts.length).toBeGreaterThan(0);
      }),
      { numRuns },
    );
  });

  it("[PA8] never worse than greedy, and feasible wherever greedy is", () => {
    fc.assert(
      fc.property(randomProblem(3), (value) => {
        const first = greedy(instanceOf(value), { nowMs });
        if (first.status === "infeasible") return;
        const best = solve(value);
        expect(best.status).toBe("optimal");
        expect(best.objective!).toBeLessThanOrEqual(first.objective! + 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it("[PA14] begins with greedy's answer, which the solver takes as its first incumbent", () => {
    const devices = ["cpu", "cpu", "npu", "npu", "fpga", "asic"].map((p, i) => device(`d${i}`, p));
    const links = devices.slice(0, 5).map((d) => link("d5", d.id));
    const kinds = Object.values(thesisChains);
    const chains = Array.from({ length: 6 }, (_, i) => ({ id: `c${i}`, ...kinds[i % 3] }));
    const seen: (number | null)[] = [];
    const problem = { devices, links, chains };
    const best = solve(problem, { onProgress: ({ incumbent }) => void seen.push(incumbent) });
    const quick = greedy(instanceOf(problem), { nowMs });
    expect(quick.powerWatts).toBeGreaterThan(best.powerWatts);
    expect(seen[0]).toBe(quick.powerWatts);
  });

  it("[PA7] splits a chain over a plain switch when no device runs all of it", () => {
    const functions = [
      ownFunction("onCpu", { architectures: ["v1model"] }),
      ownFunction("onFpga", { architectures: ["sume"] }),
    ];
    const answer = solve({
      devices: [device("cpu1", "cpu"), device("fpga1", "fpga"), device("far", "fpga")],
      switches: [{ id: "core", delayUs: 1 }],
      links: [link("cpu1", "core"), link("core", "fpga1"), link("far", "cpu1", 0.5)],
      functions,
      chains: [{ id: "s", functions: ["onCpu", "onFpga"], gbps: 1 }],
    });
    expect(answer).toMatchObject({
      status: "optimal",
      powerWatts: 234,
      bound: 234,
      gap: 0,
      embedded: 1,
      rejected: [],
      conflicts: [],
    });
    expect(answer.chains[0]).toMatchObject({ hosts: ["cpu1", "fpga1"], route: [["cpu1", "core", "fpga1"]] });
    expect(placementSchema.parse(answer)).toEqual(answer);
  });

  it.each([
    ["no chains", [device("cpu1", "cpu")], [], { status: "optimal", powerWatts: 0, gap: 0, conflicts: [] }],
    ["nothing at all", [], [], { status: "optimal", embedded: 0 }],
    [
      "chains without devices",
      [],
      [{ id: "c", functions: ["fw"], gbps: 1 }],
      { status: "infeasible", rejected: ["c"], conflicts: [{ constraint: "5.9", ids: ["c", "fw"] }] },
    ],
  ])("[PA7] %s", (_, devices, chains, expected) => {
    expect(solve({ devices, chains })).toMatchObject(expected);
    expect(solve({ devices, chains }, { online: true }).embedded).toBe(0);
  });

  it("[PA10] sharing counts functions of one type once per device", () => {
    const half = ownFunction("half", {
      features: { parse: 600, modify: 0, copy: 0, remove: 0, add: 0, table: 1 },
    });
    const problem = {
      devices: [device("cpu1", "cpu"), device("cpu2", "cpu")],
      functions: [half],
      chains: ["x", "y"].map((id) => ({ id, functions: ["half"], gbps: 1 })),
    };
    expect(solve(problem).powerWatts).toBe(100);
    expect(solve({ ...problem, options: { sharing: true } }).powerWatts).toBe(50);
  });

  it.each([
    ["full-duplex", "optimal"],
    ["half-duplex", "infeasible"],
  ])("[PA11] a %s link of 2 Gbps with 2 Gbps each way is %s", (linkDirection, status) => {
    const functions = [
      ownFunction("onCpu", { architectures: ["v1model"] }),
      ownFunction("onFpga", { architectures: ["sume"] }),
    ];
    const answer = solve({
      devices: [device("cpu1", "cpu"), device("fpga1", "fpga")],
      links: [link("cpu1", "fpga1", 2)],
      functions,
      chains: [
        { id: "there", functions: ["onCpu", "onFpga"], gbps: 2 },
        { id: "back", functions: ["onFpga", "onCpu"], gbps: 2 },
      ],
      options: { linkDirection },
    });
    expect(answer.status).toBe(status);
  });

  it("[PA12] online keeps earlier chains: more power than all at once, each chain as good as it can be then", () => {
    const problem = {
      devices: [device("npu1", "npu"), device("cpu1", "cpu")],
      chains: [
        { id: "easy", functions: ["fw"], gbps: 2 },
        { id: "strict", ...thesisChains.A },
      ],
    };
    const online = solve(problem, { online: true });
    expect(online).toMatchObject({ status: "feasible", powerWatts: 115, bound: null, gap: null });
    expect(online.chains.map((c) => c.hosts[0])).toEqual(["cpu1", "npu1"]);
    expect(solve(problem)).toMatchObject({ status: "optimal", powerWatts: 65 });
  });

  it("[PA12] online with sharing and splits never breaks a constraint", () => {
    fc.assert(
      fc.property(randomProblem(3), (value) => {
        const answer = solve(value, { online: true });
        expect(answer.embedded + answer.rejected.length).toBe(value.chains.length);
        expect(answer.conflicts.length > 0).toBe(answer.rejected.length > 0);
      }),
      { numRuns: 40 },
    );
  });

  it("[PA14] out of time: greedy's answer with a bound below it, or the word that nothing is proven", () => {
    const devices = Array.from({ length: 6 }, (_, i) => device(`npu${i}`, "npu"));
    const links = devices.slice(1).map((d) => link("npu0", d.id));
    const chains = Array.from({ length: 9 }, (_, i) => ({
      id: `c${i}`,
      functions: ["fw", "lb", "l3fwd"],
      gbps: 2.5,
    }));
    const answer = solve({ devices, links, chains }, { timeLimitMs: 0.001 });
    expect(answer).toMatchObject({ status: "feasible", embedded: 9 });
    expect(answer.bound === null || answer.bound <= answer.powerWatts).toBe(true);
    const tight = Array.from({ length: 30 }, (_, i) => ({ ...chains[0], id: `t${i}` }));
    const unknown = solve({ devices, links, chains: tight }, { timeLimitMs: 0.001 });
    expect(unknown).toMatchObject({ status: "infeasible", conflicts: [{ constraint: "time-limit" }] });
  });

  it.each([
    ["power", {}, "cpu"],
    ["the weights of plan leave it at power", { delay: 1, cost: 0 }, "cpu"],
    ["delay", { power: 0, delay: 1 }, "asic"],
    ["cost", { power: 0, cost: 1 }, "cpu"],
    ["power and delay", { power: 1, delay: 1 }, "npu"],
  ])("[PA16] objective: %s", (_, objective, host) => {
    const answer = solve({
      devices: ["asic", "npu", "cpu"].map((p) => device(p, p)),
      chains: [{ id: "s", functions: ["fw"], gbps: 1 }],
      options: { objective },
    });
    expect(answer.chains[0]?.hosts).toEqual([host]);
    expect(answer.bound).toBe(answer.objective);
  });

  it.each([
    [1, "optimal"],
    [2, "feasible"],
  ])("[PA14] where HiGHS ends in an error it is asked without presolve; %i errors: %s", (errors, status) => {
    let left = errors;
    const failing: typeof highs = Object.create(highs, {
      createModel: {
        value: (...given: Parameters<typeof highs.createModel>) => {
          const model = highs.createModel(...given);
          const run = model.run.bind(model);
          model.run = (...asked) => {
            if (left-- > 0) throw Object.create(highs.errors.HighsError.prototype);
            return run(...asked);
          };
          return model;
        },
      },
    });
    const instance = instanceOf({
      devices: [{ id: "a", profile: "cpu" }],
      chains: [{ id: "c", functions: ["fw"], gbps: 1 }],
    });
    expect(solveIlp(instance, { timeLimitMs: null, online: false, nowMs }, failing).status).toBe(status);
  });
});
