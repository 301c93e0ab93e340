import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { solveExact } from "../exact/solveExact.ts";
import { catalogue, highsModule, nowMs, ownFunction, problemOf } from "../fixtures/clouds.ts";
import { leastBranching } from "../fixtures/leastBranching.ts";
import { randomBranching } from "../fixtures/randomBranching.ts";
import { greedyEngine } from "../greedyEngine.ts";
import { createInstance } from "../instance.ts";
import { checkProblem } from "../parseProblem.ts";
import type { Problem } from "../problem.ts";
import { isProof, type Placement } from "../result.ts";
import { verifyPlacement } from "../verify.ts";
import { applyChange, applyChanges } from "../whatIf/applyChange.ts";
import { evaluatePlacement } from "../whatIf/evaluatePlacement.ts";
import { failureSweep } from "../whatIf/failureSweep.ts";
import { placementOf } from "../whatIf/placementOf.ts";
import { liveProblem, startWhatIf } from "../whatIf/state.ts";
import { createIlpEngine } from "../worker/ilpEngine.ts";
import { ilpHere } from "../worker/ilpHere.ts";
import { unfoldBranches } from "./unfold.ts";
import { withoutBranches } from "./withBranches.ts";

const highs = await highsModule();
const ilp = createIlpEngine(ilpHere(async () => highs, nowMs));
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);

const place = async (value: unknown, online = false): Promise<{ problem: Problem; placement: Placement }> => {
  const problem = problemOf(value);
  const placement = await ilp.place(problem, { catalogue, nowMs, online });
  expect(verifyPlacement(problem, catalogue, placement)).toEqual([]);
  return { problem, placement };
};

/** Three CPUs between two hosts; 30 % of the packets go from the firewall to the load balancer and end there. */
const row = {
  devices: ["cpu1", "cpu2", "cpu3"].map((id) => ({ id, profile: "cpu" })),
  hosts: [{ id: "clients" }, { id: "servers" }],
  links: [
    { a: "clients", b: "cpu1", gbps: 10 },
    { a: "cpu1", b: "cpu2", gbps: 10 },
    { a: "cpu2", b: "cpu3", gbps: 10 },
    { a: "cpu3", b: "servers", gbps: 10, delayUs: 2 },
  ],
  chains: [
    {
      ...{ id: "web", from: "clients", to: "servers", gbps: 1, functions: ["fw", "lb", "nat", "l3fwd"] },
      branches: [
        { from: 0, to: 1, share: 0.3 },
        { from: 0, to: 2, share: 0.7 },
        { from: 1, to: null },
      ],
    },
  ],
};

describe("chains that branch", () => {
  it("[BR1] each way has its share, its route and its delay; the chain takes as long as the slowest", async () => {
    const { placement } = await place(row);
    expect(placement.status).toBe("optimal");
    const [web] = placement.chains;
    expect(web!.ways!.map(({ functions, share }) => ({ functions, share }))).toEqual([
      { functions: [0, 1], share: 0.3 },
      { functions: [0, 2, 3], share: 0.7 },
    ]);
    expect(web!.delayUs).toBe(Math.max(...web!.ways!.map((way) => way.delayUs)));
    for (const way of web!.ways!) {
      expect([way.entry![0], way.exit!.at(-1)]).toEqual(["clients", "servers"]);
      expect(way.lowUs).toBeLessThan(way.delayUs);
      expect(way.highUs).toBeGreaterThan(way.delayUs);
    }
    expect(new Set(web!.hosts).size).toBe(1);
  });

  it("[BR1] functions take room once, and each stretch carries its share of the rate", async () => {
    const most = catalogue.device("cpu")!.maxConstructs!;
    const half = ownFunction("half", {
      features: { parse: Math.floor(most / 2) + 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 },
    });
    const value = {
      ...row,
      required: [],
      functions: [half],
      devices: row.devices.slice(0, 1),
      links: [
        { a: "clients", b: "cpu1", gbps: 10 },
        // all of the packets, and no more
        { a: "cpu1", b: "servers", gbps: 9 },
      ],
      chains: [{ ...row.chains[0]!, gbps: 9, functions: ["half", "lb", "l3fwd", "l3fwd"] }],
    };
    const { placement } = await place(value);
    expect(placement.embedded).toBe(1);
    const twice = { ...value, chains: [...value.chains, { ...value.chains[0]!, id: "again", gbps: 0.001 }] };
    expect((await place(twice)).placement.embedded).toBe(0);
  });

  it("[BR2] the optimum of an enumeration of hosts and simple ways that shares no code with the engine", async () => {
    await fc.assert(
      fc.asyncProperty(randomBranching, async (value) => {
        const { problem, placement } = await place(value);
        const least = leastBranching(problem, catalogue);
        if (least === null) {
          expect(placement.status).toBe("infeasible");
          expect(isProof(placement)).toBe(true);
          return;
        }
        expect(placement.status).toBe("optimal");
        expect(placement.objective).toBeCloseTo(least, 5);
      }),
      { numRuns: 12 * factor },
    );
  });

  it("[BR2] one chain at a time keeps the ways of a chain together", async () => {
    const two = { ...row, chains: [row.chains[0]!, { ...row.chains[0]!, id: "video" }] };
    const { placement } = await place(two, true);
    expect(placement.chains.map(({ id, ways }) => [id, ways!.length])).toEqual([
      ["web", 2],
      ["video", 2],
    ]);
  });

  it("[BR2] under load each way brings its share of the packets", async () => {
    const loaded = { ...row, options: { latency: "loaded" } };
    const { placement } = await place(loaded);
    const [web] = placement.chains;
    const pps = 1e9 / (8 * 1500);
    expect(placement.load!.stations.find(({ device }) => device === web!.hosts[0])!.pps).toBeCloseTo(pps, 3);
    expect(web!.ways!.every(({ terms }) => terms.some(({ kind }) => kind === "wait"))).toBe(true);
  });

  it("[BR3] an engine that follows one way a chain says so, and proves nothing", async () => {
    const answer = await withoutBranches(greedyEngine).place(problemOf(row), { catalogue, nowMs });
    expect(isProof(answer)).toBe(false);
    expect(answer.conflicts[0]!.message).toBe(
      "the engine greedy places chains of one way, and web branches; use the engine exact, ilp, batch or agnostic",
    );
  });

  it("[BR2] exact out of labels: the best on one device, with a bound", () => {
    const problem = unfoldBranches(problemOf(row));
    const instance = createInstance(problem, catalogue);
    const answer = solveExact(instance, { timeLimitMs: null, online: false, nowMs, maxLabels: 2 });
    expect(answer.status).toBe("feasible");
    expect(answer.embedded).toBe(2);
    expect(answer.bound!).toBeLessThanOrEqual(answer.objective!);
  });

  it("[BR4] the checker names what is wrong with the ways", async () => {
    const { problem, placement } = await place(row);
    const faults = (edit: (chain: Placement["chains"][number]) => void): string[] => {
      const answer = structuredClone(placement);
      edit(answer.chains[0]!);
      return verifyPlacement(problem, catalogue, answer).map((v) => v.message);
    };
    expect(faults((c) => void delete c.ways)[0]).toBe(
      "chain web has 2 ways, the answer gives 0 of them, or others",
    );
    expect(faults((c) => void Object.assign(c.ways![0]!, { share: 0.5 }))[0]).toMatch(
      /lets 0.5 of chain web take a way that 0.3 take/,
    );
    expect(faults((c) => void Object.assign(c, { delayUs: c.delayUs + 1 }))[0]).toMatch(
      /its slowest way takes/,
    );
    expect(
      faults((c) => void Object.assign(c.ways![1]!, { entry: ["clients", "cpu1", "cpu2", "cpu1"] })),
    ).toContainEqual(expect.stringMatching(/packets do not know their way yet/));
  });

  it("[BR4] a what-if gives the delay, the power and the segments of the answer", async () => {
    const segment = { id: "s", kind: "uc2", fromFunction: 0, toFunction: 3, plUs: 1000, dlUs: 2000 };
    const { problem, placement } = await place({
      ...row,
      chains: [{ ...row.chains[0]!, segments: [segment] }],
    });
    const { chains, powerWatts, devices, violations } = evaluatePlacement(startWhatIf(problem, placement), {
      catalogue,
    });
    expect(violations).toEqual([]);
    expect(powerWatts).toBe(placement.powerWatts);
    expect(chains[0]!.delay!.delayUs).toBeCloseTo(placement.chains[0]!.delayUs, 6);
    expect(chains[0]!.segments[0]!.delay!.delayUs).toBeGreaterThan(0);
    expect(devices[0]!.functions).toHaveLength(4);
  });

  it("[BR4] a moved function takes the paths of all its ways along; a shared stretch stays one path", async () => {
    const { problem, placement } = await place(row);
    const start = startWhatIf(problem, placement);
    const to = ["cpu1", "cpu2", "cpu3"].find((id) => id !== placement.chains[0]!.hosts[0])!;
    const moved = applyChange(start, { kind: "move", chain: "web", position: 0, to }, catalogue);
    if (!moved.ok) throw new Error(moved.error);
    const answer = placementOf(moved.value, { catalogue });
    expect(answer.conflicts).toEqual([]);
    expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
    expect(answer.chains[0]!.hosts[0]).toBe(to);
    expect(answer.chains[0]!.delayUs).toBeGreaterThan(placement.chains[0]!.delayUs);
    expect(
      applyChange(start, { kind: "place", chain: "web", hosts: [to], route: [] }, catalogue),
    ).toMatchObject({
      ok: false,
    });
  });

  it("[BR4] whatever is moved: what a what-if accepts the checker does, and none is below the optimum", async () => {
    const seen = { sound: 0, broken: 0 };
    await fc.assert(
      fc.asyncProperty(
        randomBranching,
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        async (value, draws) => {
          const { problem, placement } = await place(value);
          if (placement.status !== "optimal") return;
          let state = startWhatIf(problem, placement);
          for (const draw of draws) {
            const chain = problem.chains[draw % problem.chains.length]!;
            const position = (draw >> 2) % chain.functions.length;
            const { id } = problem.devices[(draw >> 5) % problem.devices.length]!;
            const next = applyChange(state, { kind: "move", chain: chain.id, position, to: id }, catalogue);
            if (next.ok) state = next.value;
          }
          const answer = placementOf(state, { catalogue });
          if (answer.status === "infeasible") return void seen.broken++;
          seen.sound++;
          expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
          expect(answer.objective).toBeGreaterThanOrEqual(placement.objective! - 1e-6);
        },
      ),
      { numRuns: 12 * factor },
    );
    expect(seen.sound).toBeGreaterThan(0);
  });

  it("[BR4] a failure on any of its ways is a detour; chains beside it are placed again", async () => {
    const links = [...row.links, { a: "cpu1", b: "cpu3", gbps: 10, delayUs: 50 }];
    const other = { id: "other", functions: ["fw"], gbps: 1 };
    const problem = problemOf({ ...row, links, chains: [...row.chains, other] });
    const entry = ["clients", "cpu1"];
    const laid = {
      ...{ id: "web", hosts: ["cpu1", "cpu2", "cpu1", "cpu1"], route: [["cpu1", "cpu2"]], entry },
      ways: [
        { functions: [0, 1], route: [["cpu1", "cpu2"]], entry, exit: ["cpu2", "cpu3", "servers"] },
        { functions: [0, 2, 3], route: [["cpu1"]], entry, exit: ["cpu1", "cpu2", "cpu3", "servers"] },
      ],
    };
    const chains = [laid, { id: "other", hosts: ["cpu2"], route: [["cpu2"]] }];
    const { cases, left } = await failureSweep(startWhatIf(problem, { chains }), { catalogue, nowMs });
    expect(left).toBe(0);
    const caseOf = (...ids: string[]) => cases.find((c) => c.ids.join() === ids.join())!;
    // both the way between functions and that to the servers go by the other link
    expect(caseOf("cpu1", "cpu2").chains).toMatchObject([{ id: "web", effect: "detour" }]);
    expect(caseOf("cpu2", "cpu3").chains).toMatchObject([{ id: "web", effect: "detour" }]);
    const lost = caseOf("cpu2");
    expect(lost.chains.map(({ id, effect }) => [id, effect])).toEqual([
      ["web", "host"],
      ["other", "host"],
    ]);
    expect(lost.reembedding).toMatchObject({ engine: "exact", keepsOthers: true, lost: [], proven: true });
    const { state, refused } = applyChanges(startWhatIf(problem, { chains }), lost.changes, catalogue);
    expect(refused).toEqual([]);
    const answer = placementOf(state, { catalogue });
    expect(verifyPlacement(liveProblem(state), catalogue, answer)).toEqual([]);
    expect(new Set(answer.chains.find(({ id }) => id === "web")?.hosts)).not.toContain("cpu2");
  });

  it("[WI14] whatever fails: a branching chain that has a place is placed, with ways that hold", async () => {
    const seen = { placed: 0, lost: 0 };
    await fc.assert(
      fc.asyncProperty(randomBranching, async (value) => {
        const { problem, placement } = await place(value);
        if (placement.status !== "optimal") return;
        const start = startWhatIf(problem, placement);
        for (const found of (await failureSweep(start, { catalogue, nowMs })).cases) {
          const { state, refused } = applyChanges(start, found.changes, catalogue);
          expect(refused).toEqual([]);
          if (found.reembedding === null) continue;
          if (found.reembedding.lost.length === 0) {
            seen.placed++;
            const answer = placementOf(state, { catalogue });
            expect(answer.rejected).toEqual([]);
            expect(verifyPlacement(liveProblem(state), catalogue, answer)).toEqual([]);
          } else if (problem.chains.length === 1 && found.reembedding.proven) {
            seen.lost++;
            expect(leastBranching(liveProblem(state), catalogue)).toBeNull();
          }
        }
      }),
      { numRuns: 25 * factor },
    );
    expect(Math.min(seen.placed, seen.lost)).toBeGreaterThan(0);
  });

  it.each([
    [[{ from: 0, to: 2, share: 0.7 }], /the shares behind function 0 add up to 0.7, not 1/],
    [[{ from: 1, to: 0 }], /packets go forward only/],
    [[{ from: 0, to: 9 }], /the chain has functions 0 to 3/],
    [[{ from: 0, to: 2 }], /no packet reaches function 1 \(lb\)/],
  ])("[BR5] branches that lead nowhere are refused with their place: %j", (branches, message) => {
    const { diagnostics } = checkProblem({ ...row, chains: [{ ...row.chains[0], branches }] }, catalogue);
    expect(diagnostics.map((d) => d.message)).toEqual([expect.stringMatching(message)]);
  });

  it("[BR5] a segment lies on a way", () => {
    const segment = { id: "s", kind: "uc2", fromFunction: 1, toFunction: 2, plUs: 1, dlUs: 2 };
    const { diagnostics } = checkProblem(
      { ...row, chains: [{ ...row.chains[0], segments: [segment] }] },
      catalogue,
    );
    expect(diagnostics[0]!.message).toMatch(/no packet passes both function 1 and function 2/);
  });
});
