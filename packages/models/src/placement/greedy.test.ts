import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { catalogue, instanceOf, nowMs, ownFunction, thesisChains } from "./fixtures/clouds.ts";
import { randomProblem } from "./fixtures/randomProblem.ts";
import { greedy } from "./greedy.ts";
import { verifyPlacement } from "./verify.ts";

const device = (id: string, profile: string) => ({ id, profile });
const hostsOf = (problem: unknown, options = {}): (string | null)[] => {
  const instance = instanceOf(problem);
  const { chains } = greedy(instance, { nowMs, ...options });
  return instance.chains.map((c) => chains.find((p) => p.id === c.chain.id)?.hosts[0] ?? null);
};

describe("greedy algorithm of the thesis", () => {
  it("[PA5] visits devices in the order of Eq. 5.32, then of the problem", () => {
    const devices = ["fpga", "asic", "npu", "cpu"].flatMap((p) => [device(`${p}2`, p), device(`${p}1`, p)]);
    const chains = Array.from({ length: 8 }, (_, i) => ({ id: `c${i}`, functions: ["lb"], gbps: 3.3 }));
    expect(hostsOf({ devices, chains })).toEqual([
      ...["cpu2", "cpu1"],
      ...["npu2", "npu2", "npu1", "npu1"],
      ...["asic2", "asic2"],
    ]);
  });

  it("[PA5] leaves out types by delay, architecture and extern", () => {
    const devices = ["cpu", "npu", "asic", "fpga"].map((p) => device(p, p));
    const functions = [
      ownFunction("sumeOnly", { architectures: ["sume"] }),
      ownFunction("odd", { externs: ["nothing"] }),
    ];
    const chains = [
      { id: "fast", ...thesisChains.A, maxDelayUs: 9.9 },
      { id: "just", ...thesisChains.A },
      { id: "port", functions: ["sumeOnly"], gbps: 1 },
      { id: "none", functions: ["odd"], gbps: 1 },
    ];
    expect(hostsOf({ devices, functions, chains })).toEqual(["asic", "npu", "fpga", null]);
  });

  it.each([
    ["ingress and egress rate", { functions: ["fw"], gbps: 4.5 }, {}, ["cpu1", "cpu1", "cpu2"]],
    ["extern rate", { functions: ["lb"], gbps: 1.1 }, {}, ["cpu1", "cpu1", "cpu1"]],
    ["extern rate, twice per chain", { functions: ["lb", "lb"], gbps: 1.1 }, {}, ["cpu1", "cpu2", null]],
    ["constructs", { functions: ["big"], gbps: 1 }, {}, ["cpu1", "cpu2", null]],
    ["constructs, shared", { functions: ["big"], gbps: 1 }, { sharing: true }, ["cpu1", "cpu1", "cpu1"]],
  ])("[PA5] keeps to the %s", (_, chain, options, hosts) => {
    const big = ownFunction("big", {
      features: { parse: 600, modify: 0, copy: 0, remove: 0, add: 0, table: 1 },
    });
    const devices = [device("cpu1", "cpu"), device("cpu2", "cpu")];
    const chains = ["x", "y", "z"].map((id) => ({ id, ...chain }));
    // the thresholds must not take a device off the list here: that is the next rule
    expect(hostsOf({ devices, functions: [big], chains, options }, { minGbps: 0, minConstructs: 0 })).toEqual(
      hosts,
    );
  });

  it("[PA5] a device with less left than the thresholds is taken off the list", () => {
    const devices = [device("cpu1", "cpu"), device("cpu2", "cpu")];
    const chains = ["x", "y"].map((id) => ({ id, functions: ["fw"], gbps: 4 }));
    expect(hostsOf({ devices, chains })).toEqual(["cpu1", "cpu1"]);
    expect(hostsOf({ devices, chains }, { minGbps: 6 })).toEqual(["cpu1", "cpu2"]);
    expect(hostsOf({ devices, chains }, { minConstructs: 997 })).toEqual(["cpu1", "cpu2"]);
  });

  it("[PA5] what it rejects makes the answer infeasible and is explained", () => {
    const devices = [device("cpu1", "cpu")];
    const chains = ["x", "y", "z"].map((id) => ({ id, functions: ["fw"], gbps: 4 }));
    const answer = greedy(instanceOf({ devices, chains }), { nowMs });
    expect(answer).toMatchObject({
      status: "infeasible",
      embedded: 2,
      rejected: ["z"],
      powerWatts: 50,
      bound: null,
      gap: null,
    });
    expect(answer.conflicts).toMatchObject([{ constraint: "greedy", ids: ["z"] }]);
  });

  it("[PA8] every answer passes the checker", () => {
    fc.assert(
      fc.property(randomProblem(4), (value) => {
        const instance = instanceOf(value);
        expect(verifyPlacement(instance.problem, catalogue, greedy(instance, { nowMs }))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
