import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Catalogue, DeviceFacts } from "../catalogue.ts";
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
import { randomProblem } from "../fixtures/randomProblem.ts";
import { createInstance } from "../instance.ts";
import type { Problem } from "../problem.ts";
import type { Conflict } from "../result.ts";
import { solveIlp } from "./solveIlp.ts";

const highs = await highsModule();
const conflictsOf = (value: unknown): Conflict[] =>
  solveIlp(instanceOf(value), { timeLimitMs: null, online: false, nowMs }, highs).conflicts;

const device = (id: string, profile: string) => ({ id, profile });
const npuAndCpu = [device("npu1", "npu"), device("cpu1", "cpu")];

describe("reasons why nothing fits", () => {
  it.each<[string, string, string[], RegExp, unknown]>([
    [
      "budget",
      "5.31",
      ["a", "npu1"],
      /chain \S+ needs 9 us; fw->nat->l3fwd takes 10 us on the fastest allowed device npu1/,
      { devices: npuAndCpu, chains: [{ id: "a", ...thesisChains.A, maxDelayUs: 9 }] },
    ],
    [
      "extern",
      "5.10",
      ["a", "aes"],
      /needs the extern AES-128, which no device/,
      {
        devices: npuAndCpu,
        functions: [ownFunction("aes", { externs: ["AES-128"] })],
        chains: [{ id: "a", functions: ["aes"], gbps: 1 }],
      },
    ],
    [
      "architecture",
      "5.9",
      ["a", "sumeOnly"],
      /the devices are of architecture v1model/,
      {
        devices: npuAndCpu,
        functions: [ownFunction("sumeOnly", { architectures: ["sume"] })],
        chains: [{ id: "a", functions: ["sumeOnly"], gbps: 1 }],
      },
    ],
    [
      "extern rate",
      "5.14",
      ["a", "lb"],
      /npu1: SipHash-2-4 at 7.6 Gbps, cpu1: SipHash-2-4 at 3.3 Gbps/,
      { devices: npuAndCpu, chains: [{ id: "a", functions: ["lb"], gbps: 8 }] },
    ],
    [
      "port rate",
      "5.26",
      ["a"],
      /needs 11 Gbps to enter a device that can run fw \(npu1: 10 Gbps, cpu1: 9 Gbps\)/,
      { devices: npuAndCpu, chains: [{ id: "a", functions: ["fw"], gbps: 11 }] },
    ],
    [
      "no route",
      "5.28",
      ["a"],
      /no route with 2 Gbps on each link joins devices/,
      {
        devices: [...npuAndCpu, device("fpga1", "fpga")],
        links: [{ a: "cpu1", b: "fpga1", gbps: 1 }],
        functions: [
          ownFunction("sumeOnly", { architectures: ["sume"] }),
          ownFunction("v1Only", { architectures: ["v1model"] }),
        ],
        chains: [{ id: "a", functions: ["v1Only", "sumeOnly"], gbps: 2 }],
      },
    ],
  ])("[PA13] a chain that fits nowhere even alone: %s", (_, constraint, ids, message, value) => {
    const conflicts = conflictsOf(value);
    expect(conflicts).toMatchObject([{ constraint, ids }]);
    expect(conflicts[0]?.message).toMatch(message);
  });

  it("[PA13] chains that fit alone but not together: only those of the conflict are named", () => {
    const hash = { functions: ["lb", "l3fwd"], gbps: 3, maxDelayUs: 100 };
    const chains = [
      { id: "other", functions: ["fw"], gbps: 1 },
      ...["x", "y", "z"].map((id) => ({ id, ...hash })),
    ];
    expect(conflictsOf({ devices: npuAndCpu, chains }).map((c) => [c.constraint, ...c.ids])).toEqual([
      ["5.6", "x", "y", "z"],
      ["5.14", "npu1", "cpu1"],
      ["5.31", "x"],
      ["5.31", "y"],
      ["5.31", "z"],
    ]);
  });

  it("[PA13] a conflict set is infeasible, and feasible without any one of its constraints", () => {
    fc.assert(
      fc.property(randomProblem(2), (value) => {
        const [placeAll, ...others] = conflictsOf(value);
        if (placeAll?.constraint !== "5.6") return;
        const problem = problemOf(value);
        problem.chains = problem.chains.filter((c) => placeAll.ids.includes(c.id));
        expect(bruteForce(createInstance(problem, catalogue), catalogue)).toBeNull();
        // constraints outside the set may conflict among themselves
        const outside = relaxable(problem).filter((r) => !others.some((c) => isSame(c, r)));
        for (const conflict of others) {
          const relaxed = relax(problem, [...outside, conflict]);
          expect(
            bruteForce(createInstance(relaxed.problem, relaxed.catalogue), relaxed.catalogue),
          ).not.toBeNull();
        }
      }),
      { numRuns: 250 },
    );
  });
});

type Relaxable = Pick<Conflict, "constraint" | "ids">;

/** All that a conflict set may name beside the chains themselves; budgets one by one. */
const relaxable = (problem: Problem): Relaxable[] => [
  ...["5.11", "5.12", "5.14", "5.26", "5.27", "5.30"].map((constraint) => ({ constraint, ids: [] })),
  ...problem.chains.map((c) => ({ constraint: "5.31", ids: [c.id] })),
];

const isSame = (a: Relaxable, b: Relaxable): boolean =>
  a.constraint === b.constraint && (a.constraint !== "5.31" || a.ids[0] === b.ids[0]);

/** The problem without some constraints. */
function relax(problem: Problem, without: readonly Relaxable[]): { problem: Problem; catalogue: Catalogue } {
  const edited = structuredClone(problem);
  const dropped = (constraint: string): boolean => without.some((w) => w.constraint === constraint);
  for (const c of edited.chains) {
    if (without.some((w) => w.constraint === "5.31" && w.ids.includes(c.id))) c.maxDelayUs = null;
  }
  if (dropped("5.30")) for (const l of edited.links) l.gbps = 1e9;
  const change = (facts: DeviceFacts): DeviceFacts => ({
    ...facts,
    ...(dropped("5.11") ? { maxConstructs: null } : {}),
    ...(dropped("5.12") ? { maxRules: null } : {}),
    ...(dropped("5.26") || dropped("5.27") ? { gbps: null } : {}),
    ...(dropped("5.14") ? { externs: new Map([...facts.externs.keys()].map((e) => [e, null])) } : {}),
  });
  const facts = new Map<string, DeviceFacts | null>();
  const device = (profile: string): DeviceFacts | null => {
    if (!facts.has(profile)) {
      const known = catalogue.device(profile);
      facts.set(profile, known && change(known));
    }
    return facts.get(profile) ?? null;
  };
  return { problem: edited, catalogue: { ...catalogue, device } };
}
