import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactEngine } from "../exact/exactEngine.ts";
import { bruteForce } from "../fixtures/bruteForce.ts";
import { catalogue, highsModule, nowMs, ownFunction, problemOf, thesisChains } from "../fixtures/clouds.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { greedyEngine } from "../greedyEngine.ts";
import { createInstance } from "../instance.ts";
import type { Problem } from "../problem.ts";
import { createIlpEngine } from "../worker/ilpEngine.ts";
import { ilpHere } from "../worker/ilpHere.ts";
import { findRelaxations } from "./findRelaxations.ts";
import { changed } from "./oracle.ts";
import { type Relaxation, type RelaxationKind, relaxationsSchema } from "./relaxation.ts";

const ilp = createIlpEngine(ilpHere(highsModule, nowMs));
const relax = (problem: Problem, kinds?: readonly RelaxationKind[]) =>
  findRelaxations(problem, { catalogue, engine: ilp, nowMs, kinds });
const after = (problem: Problem, { changes }: Relaxation): Problem => changed(problem, changes, catalogue);
const device = (id: string, profile: string) => ({ id, profile });

describe("what would make it feasible", () => {
  it.each<[RelaxationKind, RegExp, Partial<Relaxation>, unknown]>([
    [
      "budget",
      /chain a: a budget of 10 us instead of 9 us \(1 us more\)/,
      { amount: 1, unit: "us", changes: [{ kind: "budget", chain: "a", maxDelayUs: 10 }] },
      {
        devices: [device("npu1", "npu"), device("cpu1", "cpu")],
        chains: [{ id: "a", ...thesisChains.A, maxDelayUs: 9 }],
      },
    ],
    [
      "profile",
      /device cpu1: profile fpga instead of cpu, 5000 \$/,
      { amount: 5000, unit: "USD" },
      { devices: [device("cpu1", "cpu")], chains: [{ id: "a", ...thesisChains.A, maxDelayUs: 9 }] },
    ],
    [
      "add-device",
      /2 more devices of profile npu linked to core at 10 Gbps, 1000 \$/,
      { amount: 1000, unit: "USD" },
      {
        devices: [device("npu1", "npu")],
        switches: [{ id: "core", delayUs: 1 }],
        links: [{ a: "npu1", b: "core", gbps: 10 }],
        chains: [1, 2, 3].map((i) => ({ id: `a${i}`, functions: ["fw"], gbps: 8, maxDelayUs: 10 })),
      },
    ],
    [
      "link",
      /link cpu1 - fpga1: 2.5 Gbps instead of 1/,
      { amount: 1.5, unit: "Gbps" },
      {
        devices: [device("cpu1", "cpu"), device("fpga1", "fpga")],
        links: [{ a: "cpu1", b: "fpga1", gbps: 1 }],
        functions: [
          ownFunction("sumeOnly", { architectures: ["sume"] }),
          ownFunction("v1Only", { architectures: ["v1model"] }),
        ],
        chains: [{ id: "a", functions: ["v1Only", "sumeOnly"], gbps: 2.5 }],
      },
    ],
    [
      "load",
      /chain c: 7.6 Gbps instead of 9/,
      { amount: 1.4, unit: "Gbps" },
      { devices: [device("npu1", "npu")], chains: [{ id: "c", functions: ["lb"], gbps: 9 }] },
    ],
    [
      "drop-chain",
      /without chain b the others fit/,
      { amount: 1, unit: "chains" },
      {
        devices: [device("npu1", "npu")],
        chains: [
          { id: "a", functions: ["fw"], gbps: 8 },
          { id: "b", functions: ["fw"], gbps: 4 },
        ],
      },
    ],
  ])("[RX1] in words, with the changes that do it: %s", async (kind, message, expected, value) => {
    const problem = problemOf(value);
    const report = await relax(problem, [kind]);
    expect(relaxationsSchema.parse(report)).toEqual(report);
    expect(report).toMatchObject({ feasible: false, engine: "ilp", notes: [] });
    const [first] = report.relaxations;
    expect(first?.message).toMatch(message);
    expect(first).toMatchObject({ kind, proven: true, ...expected });
    expect((await ilp.place(after(problem, first!), { catalogue, nowMs })).status).toBe("optimal");
  });

  it("[RX2] several budgets where no single one suffices, none more than needed", async () => {
    const problem = problemOf({
      devices: [device("npu1", "npu"), device("cpu1", "cpu")],
      chains: [
        { id: "a", ...thesisChains.A, maxDelayUs: 9 },
        { id: "b", ...thesisChains.B, maxDelayUs: 40 },
        { id: "c", functions: ["fw"], gbps: 1, maxDelayUs: 50 },
      ],
    });
    const { relaxations } = await relax(problem, ["budget"]);
    expect(relaxations).toHaveLength(1);
    expect(relaxations[0]!.changes).toEqual([
      { kind: "budget", chain: "a", maxDelayUs: 10 },
      { kind: "budget", chain: "b", maxDelayUs: 48.78 },
    ]);
  });

  it("[RX4] a feasible problem needs none; without proofs nothing is proven; time and abort end it", async () => {
    const roomy = problemOf({ devices: [device("npu1", "npu")], chains: [{ id: "a", ...thesisChains.A }] });
    expect(await relax(roomy)).toMatchObject({ feasible: true, relaxations: [], solves: 1 });
    const tight: Problem = { ...roomy, chains: roomy.chains.map((c) => ({ ...c, maxDelayUs: 9 })) };
    const options = { catalogue, nowMs };
    const unsure = await findRelaxations(tight, { ...options, engine: greedyEngine });
    expect(unsure.relaxations.some((r) => r.kind === "add-device" && r.amount === 5000)).toBe(true);
    let clock = 0;
    const late = await findRelaxations(tight, {
      catalogue,
      engine: exactEngine,
      nowMs: () => (clock += 100),
      timeLimitS: 1,
    });
    expect(late.notes.join()).toMatch(/no time was left for the kind/);
    const signal = AbortSignal.abort("enough");
    await expect(findRelaxations(tight, { ...options, engine: exactEngine, signal })).rejects.toBe("enough");
    const kinds = new Set<string | null>();
    await findRelaxations(tight, {
      ...options,
      engine: exactEngine,
      onProgress: ({ kind }) => kinds.add(kind),
    });
    expect([...kinds]).toEqual([null, "budget", "load", "profile", "add-device"]);
  });

  it("[RX3] random infeasible problems: what is told does, and nothing smaller of its kind, by brute force", async () => {
    const feasible = (problem: Problem): boolean =>
      bruteForce(createInstance(problem, catalogue), catalogue) !== null;
    let looked = 0;
    await fc.assert(
      fc.asyncProperty(randomProblem(2), async (random) => {
        const problem = problemOf(random);
        if (feasible(problem)) return;
        looked++;
        const kinds = ["budget", "link", "load", "profile", "drop-chain"] as const;
        const report = await relax(problem, kinds);
        expect(report.feasible).toBe(false);
        for (const relaxation of report.relaxations) {
          expect(relaxation.proven).toBe(true);
          expect(feasible(after(problem, relaxation)), relaxation.message).toBe(true);
          for (const less of smaller(problem, relaxation))
            expect(feasible(less), relaxation.message).toBe(false);
        }
        const told = new Set(report.relaxations.map((r) => r.kind));
        if (!told.has("budget")) expect(feasible(withoutBudgets(problem))).toBe(false);
        if (!told.has("link")) expect(feasible(withWideLinks(problem))).toBe(false);
      }),
      { numRuns: 100 },
    );
    expect(looked).toBeGreaterThan(15);
  });
});

const withoutBudgets = (problem: Problem): Problem => ({
  ...problem,
  chains: problem.chains.map((c) => ({ ...c, maxDelayUs: null })),
});
const withWideLinks = (problem: Problem): Problem => ({
  ...problem,
  links: problem.links.map((l) => ({ ...l, gbps: 1000 })),
});

/** The same changes, each a little less; cheaper profiles for the same and for other devices. */
function smaller(problem: Problem, relaxation: Relaxation): Problem[] {
  const little = 0.001;
  return relaxation.changes.flatMap((change): Problem[] => {
    const others = relaxation.changes.filter((c) => c !== change);
    const with_ = (less: typeof change): Problem => changed(problem, [...others, less], catalogue);
    if (change.kind === "budget") return [with_({ ...change, maxDelayUs: change.maxDelayUs! - little })];
    if (change.kind === "link") return [with_({ ...change, gbps: change.gbps - little })];
    if (change.kind === "load") return [with_({ ...change, gbps: change.gbps + little })];
    if (change.kind !== "profile") return [];
    const cheaper = ["cpu", "npu", "fpga", "asic"].filter(
      (p) => catalogue.device(p)!.costUsd < relaxation.amount,
    );
    return problem.devices.flatMap((d) =>
      cheaper.map((profile) => with_({ kind: "profile", device: d.id, profile })),
    );
  });
}
