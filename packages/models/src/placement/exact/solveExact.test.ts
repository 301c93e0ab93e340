import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryFunctions } from "../../chain/index.ts";
import { type DeviceProfile, libraryDevices } from "../../device/index.ts";
import { answer } from "../answer.ts";
import { createCatalogue } from "../catalogue.ts";
import { embeddingOf } from "../embedding.ts";
import { bruteForce } from "../fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, ownFunction, problemOf } from "../fixtures/clouds.ts";
import { randomCloud } from "../fixtures/randomCloud.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { solveIlp } from "../ilp/solveIlp.ts";
import { solveModel } from "../ilp/solveModel.ts";
import { createInstance } from "../instance.ts";
import { book, emptyLedger } from "../ledger.ts";
import { isProof } from "../result.ts";
import { verifyPlacement } from "../verify.ts";
import { type ExactOptions, solveExact } from "./solveExact.ts";

const highs = await highsModule();
/** Set P4TWIN_PROPERTY_RUNS for a long run; the counts below are then multiplied by it. */
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);
/** Library devices that hold no more than 1000 rules, so that Eq. 5.12 binds as well. */
const fewRules = createCatalogue(
  libraryDevices().map((profile) => ({
    ...profile,
    limits: { ...profile.limits, rules: [ruleLimit(1000)] },
  })),
  libraryFunctions(),
);
function ruleLimit(value: number): DeviceProfile["limits"]["rules"][number] {
  const sourced = { value, source: { work: "test", place: "here", kind: "assumed" as const } };
  return { match: "exact", theoreticalMax: sourced, operableMax: sourced };
}
const plain: ExactOptions = { timeLimitMs: null, online: false, nowMs };
const solve = (value: unknown, options: Partial<ExactOptions> = {}, known = catalogue) => {
  const problem = problemOf(value);
  const placement = solveExact(createInstance(problem, known), { ...plain, ...options });
  expect(verifyPlacement(problem, known, placement)).toEqual([]);
  return placement;
};
const device = (id: string, profile: string) => ({ id, profile });
const link = (a: string, b: string, gbps = 10) => ({ a, b, gbps });

describe("exact engine", () => {
  it("[PA18] one chain: the optimum of brute force, or the proof that there is none", () => {
    fc.assert(
      fc.property(randomProblem(1), (value) => {
        const best = bruteForce(instanceOf(value), catalogue);
        const answer = solve(value);
        expect(answer.status).toBe(best === null ? "infeasible" : "optimal");
        if (best === null) expect(answer.conflicts).toHaveLength(1);
        else expect(answer.objective).toBeCloseTo(best, 5);
      }),
      { numRuns: 150 * factor },
    );
  });

  it("[PA18] a chain on top of others: the optimum of the integer program on the same state", () => {
    fc.assert(
      fc.property(randomCloud, (value) => {
        const instance = createInstance(problemOf(value), fewRules);
        const last = value.chains.length - 1;
        const before = solve({ ...value, chains: value.chains.slice(0, last) }, { online: true }, fewRules);
        const exact = solve(value, { online: true }, fewRules);
        const kept = before.chains.map((c) => embeddingOf(instance, c));
        const ledger = emptyLedger(instance);
        for (const embedding of kept) book(instance, ledger, embedding);
        const scope = { chains: [last], ledger, without: new Set<never>() };
        const ilp = solveModel(instance, scope, { timeLimitMs: null }, highs);
        const best = answer(instance, {
          engine: "ilp",
          status: "feasible",
          bound: null,
          timeMs: 0,
          embeddings: [...kept, ...ilp.embeddings],
          conflicts: [],
        });
        expect(exact.embedded).toBe(best.embedded);
        expect(exact.objective).toBeCloseTo(best.objective!, 5);
      }),
      { numRuns: 60 * factor },
    );
  });

  const splitOrAsic = {
    devices: [device("asic1", "asic"), device("cpu1", "cpu"), device("fpga1", "fpga")],
    links: [link("cpu1", "fpga1")],
    functions: [
      ownFunction("cpuOrAsic", { architectures: ["v1model", "pisa"] }),
      ownFunction("fpgaOrAsic", { architectures: ["sume", "pisa"] }),
    ],
    chains: [{ id: "s", functions: ["cpuOrAsic", "fpgaOrAsic"], gbps: 1 }],
    options: { objective: { power: 0, cost: 1 } },
  };

  it("[PA18] splits a chain when that is cheaper than the one device that runs all of it", () => {
    const answer = solve(splitOrAsic);
    expect(answer).toMatchObject({ status: "optimal", objective: 5160, bound: 5160, gap: 0, conflicts: [] });
    expect(answer.chains[0]).toMatchObject({ hosts: ["cpu1", "fpga1"], route: [["cpu1", "fpga1"]] });
  });

  it("[PA19] out of labels or time: the best so far with its bound, or the word that nothing is proven", () => {
    expect(solve(splitOrAsic, { maxLabels: 0 })).toMatchObject({
      status: "feasible",
      objective: 40000,
      bound: 5000,
      gap: 0.875,
    });
    const withoutAsic = { ...splitOrAsic, devices: splitOrAsic.devices.slice(1) };
    expect(solve(withoutAsic, { maxLabels: 0 })).toMatchObject({
      status: "infeasible",
      rejected: ["s"],
      conflicts: [{ constraint: "time-limit", ids: ["s"] }],
    });
    let clock = 0;
    const late = solve(withoutAsic, { timeLimitMs: 1, nowMs: () => clock++ });
    expect(late.conflicts).toMatchObject([{ constraint: "time-limit" }]);
  });

  it("[PA20] several chains at once: never better than the integer program, and its bound never above it", () => {
    fc.assert(
      fc.property(randomProblem(3), (value) => {
        const exact = solve(value);
        const ilp = solveIlp(instanceOf(value), { online: false, nowMs, timeLimitMs: null }, highs);
        if (exact.status === "infeasible") {
          expect(exact.conflicts.length).toBeGreaterThan(0);
          return;
        }
        expect(ilp.status).toBe("optimal");
        expect(exact.objective! + 1e-5).toBeGreaterThan(ilp.objective!);
        expect(exact.bound! - 1e-5).toBeLessThan(ilp.objective!);
        if (exact.status === "optimal") expect(exact.objective).toBeCloseTo(ilp.objective!, 5);
      }),
      { numRuns: 60 * factor },
    );
  });

  it("[PA30] several chains: what brute force places is never proven infeasible", () => {
    fc.assert(
      fc.property(randomProblem(2), (value) => {
        const answer = solve(value);
        if (answer.status !== "infeasible" || !isProof(answer)) return;
        expect(bruteForce(instanceOf(value), catalogue)).toBe(null);
      }),
      { numRuns: 100 * factor },
    );
  });

  it("[PA20] a chain that finds no place goes first in another order", () => {
    const both = {
      devices: [device("cpu1", "cpu"), device("fpga1", "fpga")],
      functions: [
        ownFunction("anywhere", { architectures: ["v1model", "sume"] }),
        ownFunction("onCpu", { architectures: ["v1model"] }),
      ],
      // the first would take the cheaper device, on which alone the second can run
      chains: ["anywhere", "onCpu"].map((type) => ({ id: type, functions: [type], gbps: 6 })),
    };
    expect(solve(both)).toMatchObject({ embedded: 2, powerWatts: 234, conflicts: [] });
  });

  it.each([
    ["no chains", [device("cpu1", "cpu")], [], { status: "optimal", objective: 0, gap: 0, embedded: 0 }],
    ["nothing at all", [], [], { status: "optimal", embedded: 0 }],
    [
      "chains without devices",
      [],
      [{ id: "c", functions: ["fw"], gbps: 1 }],
      { status: "infeasible", rejected: ["c"], conflicts: [{ constraint: "5.9", ids: ["c", "fw"] }] },
    ],
  ])("[PA18] %s", (_, devices, chains, expected) => {
    expect(solve({ devices, chains })).toMatchObject(expected);
  });
});
