import { describe, expect, it } from "vitest";
import { answer } from "./answer.ts";
import { createCatalogue } from "./catalogue.ts";
import { catalogue, ownFunction, problemOf } from "./fixtures/clouds.ts";
import { createInstance } from "./instance.ts";
import type { Problem } from "./problem.ts";
import type { Placement } from "./result.ts";
import { verifyPlacement } from "./verify.ts";

/** Chain `s` must run on the CPU, then on the FPGA; the NPU and the plain switch join them; `whole` fits anywhere. */
const problem = problemOf({
  devices: [
    { id: "cpu1", profile: "cpu" },
    { id: "npu1", profile: "npu" },
    { id: "fpga1", profile: "fpga" },
  ],
  switches: [{ id: "core", delayUs: 1 }],
  links: [
    { a: "cpu1", b: "npu1", gbps: 10 },
    { a: "npu1", b: "core", gbps: 10 },
    { a: "core", b: "fpga1", gbps: 10, delayUs: 0.5 },
  ],
  functions: [
    ownFunction("onCpu", { architectures: ["v1model"], rules: 10 }),
    ownFunction("onFpga", { architectures: ["sume"] }),
  ],
  chains: [
    { id: "s", functions: ["onCpu", "onFpga"], gbps: 3, maxDelayUs: 100 },
    { id: "whole", functions: ["lb"], gbps: 3 },
  ],
});
const sound = answer(createInstance(problem, catalogue), {
  engine: "by hand",
  status: "feasible",
  bound: null,
  timeMs: 0,
  embeddings: [
    { chain: 0, hosts: [0, 2], arcs: [[0, 2, 4]] },
    { chain: 1, hosts: [1], arcs: [] },
  ],
  conflicts: [],
});

type Edit = { problem?: (p: Problem) => void; placement?: (p: Placement) => void };
const broken = ({ problem: editProblem, placement: editPlacement }: Edit): string[] => {
  const [p, a] = structuredClone([problem, sound] as const);
  editProblem?.(p);
  editPlacement?.(a);
  return verifyPlacement(p, catalogue, a).map((v) => v.constraint);
};
const chain = (placement: Placement, id: string) => placement.chains.find((c) => c.id === id)!;

describe("independent checker", () => {
  it("[PA9] accepts the answer that the cases below corrupt", () => {
    expect(sound).toMatchObject({ embedded: 2, powerWatts: 299 });
    expect(chain(sound, "s").route).toEqual([["cpu1", "npu1", "core", "fpga1"]]);
    expect(chain(sound, "s").delayUs).toBeCloseTo(45.9 + (7.45 + 0.5) + 1 + 0.5 + 3.54, 9);
    expect(verifyPlacement(problem, catalogue, sound)).toEqual([]);
  });

  it.each<[string, string[], Edit]>([
    ["a chain left out", ["5.6", "embedded", "powerWatts"], { placement: (p) => void p.chains.splice(0, 1) }],
    ["a chain twice", ["5.6", "embedded"], { placement: (p) => void p.chains.push(chain(p, "whole")) }],
    ["a bound above the answer", ["bound"], { placement: (p) => void Object.assign(p, { bound: 299.01 }) }],
    ["placed and rejected", ["5.6", "status"], { placement: (p) => void p.rejected.push("s") }],
    ["an unknown chain", ["chains"], { placement: (p) => void p.rejected.push("ghost") }],
    ["a host too few", ["5.6", "powerWatts"], { placement: (p) => void chain(p, "s").hosts.pop() }],
    [
      "a switch as host",
      ["5.6"],
      {
        placement: (p) => {
          chain(p, "whole").hosts[0] = "core";
        },
      },
    ],
    [
      "a wrong architecture",
      ["5.9"],
      {
        placement: (p) => {
          chain(p, "s").hosts[0] = "fpga1";
        },
      },
    ],
    ["a missing extern", ["5.10"], { problem: (p) => void p.functions[0]!.externs.push("Blowfish") }],
    [
      "no route between hosts",
      ["5.28", "powerWatts"],
      {
        placement: (p) => {
          chain(p, "s").route = [];
        },
      },
    ],
    [
      "a route over no link",
      ["5.28"],
      {
        placement: (p) => {
          chain(p, "s").route = [["cpu1", "core", "fpga1"]];
        },
      },
    ],
    ["a route that ends elsewhere", ["5.28"], { placement: (p) => void chain(p, "s").route[0]!.pop() }],
    [
      "a link there and back",
      ["5.29", "delayUs", "terms"],
      {
        placement: (p) => {
          chain(p, "s").route = [["cpu1", "npu1", "cpu1", "npu1", "core", "fpga1"]];
        },
      },
    ],
    [
      "too many constructs",
      ["5.11"],
      {
        problem: (p) => {
          p.functions[1]!.features.parse = 300;
        },
      },
    ],
    [
      "a full link",
      ["5.30"],
      {
        problem: (p) => {
          p.links[1]!.gbps = 2.9;
        },
      },
    ],
    [
      "both ways on half-duplex",
      [],
      {
        problem: (p) => {
          p.options.linkDirection = "half-duplex";
        },
      },
    ],
    [
      "a budget below the delay",
      ["5.31"],
      {
        problem: (p) => {
          p.chains[0]!.maxDelayUs = 58;
        },
      },
    ],
    [
      "a delay that is not Eq. 5.19",
      ["delayUs"],
      {
        placement: (p) => {
          chain(p, "s").delayUs += 1e-5;
        },
      },
    ],
    [
      "a delay that is no number",
      ["delayUs"],
      {
        placement: (p) => {
          chain(p, "s").delayUs = Number.NaN;
        },
      },
    ],
    ["a term that was left out", ["terms"], { placement: (p) => void chain(p, "s").terms.shift() }],
    [
      "less power than is drawn",
      ["powerWatts"],
      {
        placement: (p) => {
          p.powerWatts -= 1;
        },
      },
    ],
    [
      "too much ingress and egress",
      ["5.14", "5.26", "5.27"],
      {
        problem: (p) => {
          p.chains[1]!.gbps = 10.5;
        },
      },
    ],
    [
      "too much for the extern",
      ["5.14"],
      {
        problem: (p) => {
          p.chains[1]!.gbps = 7.7;
        },
      },
    ],
    [
      "a transit device that cannot forward",
      ["5.9", "5.9"],
      {
        problem: (p) => {
          p.required = ["onFpga"];
        },
      },
    ],
  ])("[PA9] %s breaks %j", (_, constraints, edit) => {
    const found = broken(edit);
    for (const constraint of constraints) expect(found).toContain(constraint);
    if (constraints.length === 0) expect(found).toEqual([]);
  });

  it("[PA9] more rules than a device holds break 5.12", () => {
    const few = createCatalogue(
      catalogue.profiles.map((p) => {
        const source = { work: "test", place: "none", kind: "ourChoice" } as const;
        const limit = { value: 9, source };
        return {
          ...p,
          limits: {
            ...p.limits,
            rules: [{ match: "lpm" as const, theoreticalMax: limit, operableMax: limit }],
          },
        };
      }),
      catalogue.functions,
    );
    expect(verifyPlacement(problem, few, sound).map((v) => v.constraint)).toEqual(["5.12"]);
  });
});
