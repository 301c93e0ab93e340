import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agnostic, agnosticEngine } from "./agnostic.ts";
import { solveBatch } from "./batch/solveBatch.ts";
import { placedChain } from "./embedding.ts";
import { completeEnds } from "./endWays.ts";
import { exactEngine } from "./exact/exactEngine.ts";
import { solveExact } from "./exact/solveExact.ts";
import { bruteForce } from "./fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, ownFunction, problemOf } from "./fixtures/clouds.ts";
import { randomHosts } from "./fixtures/randomHosts.ts";
import { greedy } from "./greedy.ts";
import { greedyEngine } from "./greedyEngine.ts";
import { solveIlp } from "./ilp/solveIlp.ts";
import { createInstance, type Instance } from "./instance.ts";
import { checkProblem } from "./parseProblem.ts";
import { isProof, type Placement } from "./result.ts";
import { verifyPlacement } from "./verify.ts";

const highs = await highsModule();
/** Set P4TWIN_PROPERTY_RUNS for a long run; the counts below are then multiplied by it. */
const factor = Number(process.env.P4TWIN_PROPERTY_RUNS ?? 1);
const limits = { timeLimitMs: null, nowMs, online: false };
const engines: Record<string, (instance: Instance) => Placement> = {
  exact: (instance) => solveExact(instance, limits),
  ilp: (instance) => solveIlp(instance, limits, highs),
  batch: (instance) => solveBatch(instance, limits, highs),
  greedy: (instance) => greedy(instance, { nowMs }),
  agnostic: (instance) => agnostic(instance, limits),
};
const solve = (engine: string, value: unknown): Placement => {
  const problem = problemOf(value);
  const placement = engines[engine]!(createInstance(problem, catalogue));
  expect(verifyPlacement(problem, catalogue, placement)).toEqual([]);
  return placement;
};

/** h1 on cpu1, h2 on the plain switch between cpu1 and cpu2; h3 on both devices. */
const line = {
  devices: [
    { id: "cpu1", profile: "cpu" },
    { id: "cpu2", profile: "cpu" },
  ],
  switches: [{ id: "core", delayUs: 1 }],
  hosts: [{ id: "h1" }, { id: "h2" }, { id: "h3" }],
  links: [
    { a: "h1", b: "cpu1", gbps: 10 },
    { a: "cpu1", b: "core", gbps: 10 },
    { a: "core", b: "cpu2", gbps: 10 },
    { a: "core", b: "h2", gbps: 10, delayUs: 0.5 },
    { a: "h3", b: "cpu1", gbps: 10 },
    { a: "h3", b: "cpu2", gbps: 10 },
  ],
  chains: [{ id: "c", functions: ["fw", "lb"], gbps: 1, from: "h1", to: "h2" }],
};
const base = 45.9;

describe("chains between hosts", () => {
  it.each(Object.keys(engines))("[HO1] %s: the delay is that of the whole way, ends included", (engine) => {
    const placement = solve(engine, line);
    const [chain] = placement.chains;
    expect(chain).toMatchObject({
      hosts: ["cpu1", "cpu1"],
      route: [["cpu1"]],
      entry: ["h1", "cpu1"],
      exit: ["cpu1", "core", "h2"],
    });
    expect(chain!.terms.map((t) => [t.device, t.what])).toEqual([
      ["cpu1", "base"],
      ["cpu1", "fw"],
      ["cpu1", "lb"],
      ["cpu1", "l2fwd"],
      ["core", "switch"],
      ["h2", "link core to h2"],
    ]);
    const alone = solve(engine, { ...line, chains: [{ id: "c", functions: ["fw", "lb"], gbps: 1 }] });
    const [within] = alone.chains;
    const forward = chain!.terms.find((t) => t.what === "l2fwd")!.us;
    expect(within!.delayUs).toBeGreaterThan(base);
    expect(chain!.delayUs).toBeCloseTo(within!.delayUs + forward + 1 + 0.5, 9);
    expect(within).not.toHaveProperty("entry");
  });

  it("[HO1] a chain may have one host only", () => {
    const { from: _, ...onlyTo } = line.chains[0]!;
    const { to: __, ...onlyFrom } = line.chains[0]!;
    expect(solve("exact", { ...line, chains: [onlyTo] }).chains[0]).toMatchObject({
      hosts: ["cpu2", "cpu2"],
      exit: ["cpu2", "core", "h2"],
    });
    expect(solve("exact", { ...line, chains: [onlyFrom] }).chains[0]).toMatchObject({
      entry: ["h1", "cpu1"],
    });
  });

  it.each(Object.keys(engines))(
    "[HO2] %s: a host passes nothing on, and its links carry no more than others",
    (engine) => {
      const cut = {
        ...line,
        links: line.links
          .filter((l) => l.a !== "cpu1" && l.b !== "cpu1")
          .concat([
            { a: "h1", b: "cpu1", gbps: 10 },
            { a: "h3", b: "cpu1", gbps: 10 },
          ]),
      };
      // the only way from cpu1 to the core would be through h3
      expect(solve(engine, cut).status).toBe("infeasible");
      const thin = { ...line, links: line.links.map((l) => (l.b === "h2" ? { ...l, gbps: 0.5 } : l)) };
      expect(solve(engine, thin).status).toBe("infeasible");
    },
  );

  it.each([
    ["one chain", 1, 25],
    ["two chains", 2, 20],
  ])(
    "[HO3] every engine: the optimum of brute force over devices and simple ways: %s",
    (_, chains, numRuns) => {
      fc.assert(
        fc.property(randomHosts(chains), (value) => {
          const best = bruteForce(instanceOf(value), catalogue);
          for (const engine of Object.keys(engines)) {
            const answer = solve(engine, value);
            const proven =
              engine === "ilp" || engine === "batch" || (engine === "exact" && value.chains.length === 1);
            if (best === null) {
              expect(answer.status).toBe("infeasible");
              continue;
            }
            if (answer.status === "infeasible") expect(proven || isProof(answer)).toBe(false);
            else expect(answer.objective!).toBeGreaterThanOrEqual(best - 1e-5);
            if (proven) expect(answer.status).toBe("optimal");
            if (answer.status === "optimal") expect(answer.objective).toBeCloseTo(best, 5);
            if (answer.bound !== null) expect(answer.bound).toBeLessThanOrEqual(best + 1e-5);
          }
        }),
        { numRuns: numRuns * factor },
      );
    },
  );

  it("[HO3] ports and cores count the chain's own first and last function, not its hosts", () => {
    const server = { id: "cpu1", profile: "server-xeon-8" };
    const own = ownFunction("own", { architectures: ["server"], cyclesPerPacket: 500 });
    const value = {
      devices: [server],
      hosts: [{ id: "h1" }, { id: "h2" }],
      links: [
        { a: "h1", b: "cpu1", gbps: 100 },
        { a: "h2", b: "cpu1", gbps: 100 },
      ],
      functions: [own],
      required: [],
      chains: [{ id: "c", functions: ["own"], gbps: 1, from: "h1", to: "h2" }],
    };
    const rate = catalogue.device("server-xeon-8")!.gbps!;
    const most = { ...value, chains: [{ ...value.chains[0]!, gbps: rate }] };
    const over = { ...value, chains: [{ ...value.chains[0]!, gbps: rate + 0.01 }] };
    for (const engine of Object.keys(engines)) {
      const [fits, not] = [solve(engine, most), solve(engine, over)];
      expect([engine, fits.status === "infeasible", not.status]).toEqual([engine, false, "infeasible"]);
    }
  });

  it("[HO4] the checker names what is wrong with the ways", () => {
    const problem = problemOf(line);
    const sound = solve("exact", line);
    const faults = (edit: (chain: Placement["chains"][number]) => void): string[] => {
      const answer = structuredClone(sound);
      edit(answer.chains[0]!);
      return verifyPlacement(problem, catalogue, answer).map((v) => v.message);
    };
    expect(faults((c) => void delete c.entry)[0]).toBe(
      "chain c starts at host h1, but the answer gives no way there (entry)",
    );
    expect(faults((c) => void Object.assign(c, { exit: ["cpu1", "core"] }))[0]).toMatch(
      /does not lead from cpu1 to h2/,
    );
    expect(
      faults((c) => void Object.assign(c, { entry: ["h1", "cpu1", "h3", "cpu2", "core", "cpu1"] })),
    ).toContainEqual(expect.stringMatching(/goes through host h3, which passes nothing on/));
    expect(faults((c) => void Object.assign(c, { exit: ["cpu1", "h2"] }))[0]).toMatch(
      /a link cpu1 - h2 that does not exist/,
    );
    const { from: _, ...open } = problem.chains[0]!;
    expect(verifyPlacement({ ...problem, chains: [open] }, catalogue, sound)[0]!.message).toBe(
      "chain c starts at no host, but the answer gives it an entry",
    );
  });

  it("[HO4] a chain that names an unknown host is refused with its line", () => {
    const { diagnostics } = checkProblem({ ...line, chains: [{ ...line.chains[0], to: "h9" }] }, catalogue);
    expect(diagnostics.map((d) => [d.code, d.message])).toEqual([
      ["unknown-host", expect.stringMatching(/^chain "c" goes to host "h9", which is not under hosts/)],
    ]);
  });

  it("[HO6] every engine keeps the budgets of the whole way under load", async () => {
    const loaded = { ...line, options: { latency: "loaded", load: { model: "simple" } } };
    for (const engine of [exactEngine, greedyEngine, agnosticEngine]) {
      const problem = problemOf({ ...loaded, chains: [{ ...line.chains[0], gbps: 2 }] });
      const placement = await engine.place(problem, { catalogue, nowMs });
      expect(verifyPlacement(problem, catalogue, placement)).toEqual([]);
      expect(placement.chains[0]!.terms.filter((t) => t.kind === "wait")).toHaveLength(1);
      const tight = [{ ...problem.chains[0]!, maxDelayUs: placement.chains[0]!.delayUs - 0.01 }];
      const late = await engine.place({ ...problem, chains: tight }, { catalogue, nowMs });
      expect(late.status).toBe("infeasible");
    }
  });

  it("[HO5] greedy puts no chain to a host on a device that cannot be left", () => {
    // l2fwd does not run on a device without its architecture, so only cpu1 forwards
    const own = ownFunction("own", { architectures: ["v1model", "sume"] });
    const value = {
      ...line,
      devices: [
        { id: "cpu1", profile: "cpu" },
        { id: "cpu2", profile: "fpga" },
      ],
      functions: [own, ownFunction("forward", { architectures: ["v1model"] })],
      required: ["forward"],
      links: line.links.filter((l) => l.a !== "cpu1" && l.b !== "cpu1"),
      chains: [{ id: "c", functions: ["own"], gbps: 1, to: "h2" }],
    };
    for (const engine of ["greedy", "ilp", "exact"]) expect(solve(engine, value).status).toBe("infeasible");
  });

  it("[HO8] what gives no ways is completed beside the others, in turn, or refused in words", () => {
    const chains = ["a", "b"].map((id) => ({ ...line.chains[0], id }));
    const both = problemOf({ ...line, links: line.links.map((l) => ({ ...l, gbps: 1.5 })), chains });
    const instance = createInstance(both, catalogue);
    const [a, b] = chains.map(({ id }) => ({ id, hosts: ["cpu1", "cpu1"], route: [["cpu1"]] }));
    const one = completeEnds(instance, [a!]);
    expect(one.ok && one.value.map((e) => placedChain(instance, e).exit)).toEqual([["cpu1", "core", "h2"]]);
    // each link carries one of them
    expect(completeEnds(instance, [a!, b!])).toEqual({
      ok: false,
      error: [
        "chain b: the answer gives no entry and exit, and no way with room is left from host h1 and to host h2 where it puts the chain",
      ],
    });
    // a way that is given stands, also of a later chain
    const given = { ...b!, entry: ["h1", "cpu1"], exit: ["cpu1", "core", "h2"] };
    const second = completeEnds(instance, [a!, given]);
    expect(second.ok).toBe(false);
    expect(!second.ok && second.error[0]).toMatch(/^chain a: /);
  });

  it("[HO5] greedy takes the next device where no way is left, or none in time", () => {
    const without = {
      ...line,
      links: line.links.filter((l) => l.b !== "cpu1" || l.a === "h1").filter((l) => l.a !== "cpu1"),
    };
    const near = { ...without, links: [...without.links, { a: "h1", b: "cpu2", gbps: 10 }] };
    expect(solve("greedy", near).chains[0]).toMatchObject({ hosts: ["cpu2", "cpu2"], entry: ["h1", "cpu2"] });
    const us = solve("greedy", line).chains[0]!.delayUs;
    const late = { ...line, chains: [{ ...line.chains[0], maxDelayUs: us - 0.01 }] };
    expect(solve("greedy", late)).toMatchObject({ status: "infeasible", chains: [] });
  });
});
