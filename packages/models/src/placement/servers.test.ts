import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasErrors, ppsToGbps } from "../core/index.ts";
import { libraryDevice } from "../device/index.ts";
import { cycleTable, libraryServer, serverDevice, serverTerm } from "../server/index.ts";
import { createCatalogue } from "./catalogue.ts";
import { exactEngine } from "./exact/exactEngine.ts";
import { bruteForce } from "./fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, ownFunction, problemOf } from "./fixtures/clouds.ts";
import { greedyEngine } from "./greedyEngine.ts";
import { checkProblem } from "./parseProblem.ts";
import { verifyPlacement } from "./verify.ts";
import { evaluatePlacement } from "./whatIf/evaluatePlacement.ts";
import { startWhatIf } from "./whatIf/state.ts";
import { createBatchEngine, createIlpEngine } from "./worker/ilpEngine.ts";
import { ilpHere } from "./worker/ilpHere.ts";

const ilp = createIlpEngine(ilpHere(highsModule, nowMs));
const software = (type: string, cyclesPerPacket: number | null, architectures = ["server"]) =>
  ownFunction(type, { architectures, ...(cyclesPerPacket === null ? {} : { cyclesPerPacket }) });
const cloud = (chains: object[], more: object = {}) => ({
  devices: [
    { id: "tor", profile: "asic" },
    { id: "s1", profile: "server-xeon-8" },
    { id: "s2", profile: "server-xeon-8" },
  ],
  links: [
    { a: "tor", b: "s1", gbps: 40 },
    { a: "tor", b: "s2", gbps: 40 },
  ],
  functions: [software("snf", 695), software("dpi", 20_000), software("mute", null)],
  chains,
  ...more,
});

describe("servers", () => {
  it("[SV1] a chain runs its offloaded part on the switch, the rest on a server, with that server's latency", async () => {
    const problem = problemOf(cloud([{ id: "a", functions: ["tunneling", "snf"], gbps: 5, maxDelayUs: 60 }]));
    const answer = await exactEngine.place(problem, { catalogue, nowMs });
    expect(answer.status).toBe("optimal");
    const [first, host] = answer.chains[0]!.hosts;
    expect(first).toBe("tor");
    expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
    const made = serverDevice(libraryServer("xeon-e5-2667v3")!, {
      id: "s1",
      cores: 8,
      driver: "dpdk",
      transfers: 0,
    });
    if (!made.ok) throw new Error(made.error);
    const idle = serverTerm(made.value, [{ type: "snf", cyclesPerPacket: 695 }], 1e-6);
    if (!idle.stable) throw new Error(idle.reason);
    const here = answer.chains[0]!.terms.filter((t) => t.device === host);
    expect(here.reduce((sum, t) => sum + t.us, 0)).toBeCloseTo(idle.meanUs, 6);
  });

  it("[SV1] a function without cycles runs on no server: engines and checker say so", async () => {
    const problem = problemOf(cloud([{ id: "a", functions: ["mute"], gbps: 1 }]));
    expect(await exactEngine.place(problem, { catalogue, nowMs })).toMatchObject({ status: "infeasible" });
    const wrong = evaluatePlacement(
      startWhatIf(problem, { chains: [{ id: "a", hosts: ["s1"], route: [["s1"]] }] }),
      {
        catalogue,
      },
    );
    expect(wrong.violations[0]!.message).toMatch(/states no cyclesPerPacket/);
  });

  it.each([exactEngine, ilp, greedyEngine])(
    "[SV2] $id: the cores bound what a server takes, and the packet size decides",
    async (engine) => {
      // 20,000 cycles: 1.28 Mpps on 8 cores of 3.2 GHz, 15.36 Gbps of 1500 B, 7.68 of 750 B
      const chains = (packetBytes: number, gbps: number) =>
        [1, 2, 3].map((i) => ({ id: `c${i}`, functions: ["dpi"], gbps, packetBytes }));
      const large = problemOf(cloud(chains(1500, 7.6)));
      const placed = await engine.place(large, { catalogue, nowMs });
      expect(placed.embedded).toBe(3);
      expect(verifyPlacement(large, catalogue, placed)).toEqual([]);
      expect(new Set(placed.chains.flatMap((c) => c.hosts)).size).toBe(2);
      const small = problemOf(cloud(chains(750, 7.6)));
      const rest = await engine.place(small, { catalogue, nowMs });
      expect(rest.status).toBe("infeasible");
      if (engine === ilp) expect(rest.conflicts.map((c) => c.constraint)).toContain("cores");
      else expect(rest.embedded).toBe(2);
      // three of 1500 B on one server: the checker counts the cycles itself
      const crowded = {
        ...placed,
        chains: placed.chains.map((c) => ({ ...c, hosts: ["s1"], route: [["s1"]] })),
      };
      expect(verifyPlacement(large, catalogue, crowded).map((v) => v.constraint)).toContain("cores");
      const { violations, devices } = evaluatePlacement(startWhatIf(large, crowded), { catalogue });
      expect(violations.map((v) => v.constraint)).toEqual(["cores"]);
      expect(devices.find((d) => d.id === "s1")!.gigacycles!.limit).toBeCloseTo(25.6, 9);
    },
  );

  // 64 B on server-xeon-8, Gbps on the link; a router of Table 7.1 and the function that a chain of them becomes
  const share = cycleTable().batchShare.value;
  const listed = (type: string, cycles: number) =>
    ownFunction(type, {
      architectures: ["server"],
      cyclesPerPacket: cycles * (1 - share),
      cyclesPerBatch: cycles * share,
    });
  it.each([
    ["one router", ["router"], 31.5, 32.6],
    ["two routers", ["router", "router"], 31.5, 32.6],
    ["eight routers", Array(8).fill("router"), 10, 10.6],
    ["ten routers", Array(10).fill("router"), 8, 10],
    ["ten routers as one function", ["synthesised"], 31.5, 32.6],
  ])("[SV2] %s carry what they carried in the work (Figs. 4.4, 7.7)", async (_, functions, fits, not) => {
    const at = async (gbps: number) => {
      const problem = problemOf({
        ...cloud([{ id: "a", functions, gbps, packetBytes: 64 }]),
        functions: [listed("router", 463), listed("synthesised", 408)],
      });
      return (await greedyEngine.place(problem, { catalogue, nowMs })).embedded;
    };
    expect([await at(fits), await at(not)]).toEqual([1, 0]);
  });

  it("[SV3] a switch in front of the NIC bounds the port of a server, at small frames most", () => {
    const behind = (bytes: number) => catalogue.device("server-xeon-16-ovs", bytes)!.gbps!;
    expect(behind(64)).toBeCloseTo(12.5e6 * 8 * (64 + 24) * 1e-9, 6);
    expect(behind(1500)).toBeLessThan(100);
    expect(catalogue.device("server-xeon-8", 60)!.gbps).toBe(31.5);
  });

  it("[SV4] a chain on an idle server takes what a packet alone does, up to a whole batch at the end of its interval", () => {
    const problem = problemOf(cloud([{ id: "a", functions: ["snf", "dpi"], gbps: 1 }]));
    const { chains } = evaluatePlacement(
      startWhatIf(problem, { chains: [{ id: "a", hosts: ["s1", "s1"], route: [["s1"]] }] }),
      { catalogue },
    );
    const us = (20_695 / 3.2) * 1e-3;
    expect(chains[0]!.delay).toEqual({
      delayUs: expect.closeTo(5.9 + us, 6),
      meanLowUs: expect.closeTo(5.9 + us, 6),
      meanHighUs: expect.closeTo(5.9 + us * 32, 6),
      // the spread of packets on a core is not published
      ...{ lowUs: null, highUs: null },
    });
  });

  it("[SV5] random clouds with servers: the checker accepts every answer, optimal is the optimum of brute force", async () => {
    const random = fc.record({
      chains: fc.array(
        fc.record({
          functions: fc.array(fc.constantFrom("f1", "f2", "f3"), { minLength: 1, maxLength: 2 }),
          gbps: fc.constantFrom(2, 5, 9),
          packetBytes: fc.constantFrom(200, 1500),
          maxDelayUs: fc.constantFrom(null, 30, 90, 200),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      cycles: fc.tuple(...[1, 2, 3].map(() => fc.constantFrom(500, 4000, 20_000))),
      architectures: fc.array(fc.constantFrom<string[]>(["server"], ["pisa"], ["server", "pisa"]), {
        minLength: 3,
        maxLength: 3,
      }),
      sharing: fc.boolean(),
    });
    let bound = 0;
    await fc.assert(
      fc.asyncProperty(random, async ({ chains, cycles, architectures, sharing }) => {
        const value = cloud(
          chains.map((c, i) => ({ id: `c${i}`, ...c })),
          {
            functions: cycles.map((n, i) => software(`f${i + 1}`, n, architectures[i]!)),
            options: { sharing },
          },
        );
        const problem = problemOf(value);
        const best = bruteForce(instanceOf(value), catalogue);
        if (best === null) bound++;
        for (const engine of [exactEngine, ilp, greedyEngine]) {
          const answer = await engine.place(problem, { catalogue, nowMs });
          expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
          if (engine === greedyEngine) continue;
          if (engine === ilp || answer.status !== "infeasible")
            expect(answer.status === "infeasible").toBe(best === null);
          if (answer.status === "optimal") expect(answer.objective).toBeCloseTo(best!, 5);
        }
      }),
      { numRuns: 60 },
    );
    expect(bound).toBeGreaterThan(3);
  });

  it("[SV5] batch keeps the cores too", async () => {
    const chains = [1, 2, 3, 4].map((i) => ({ id: `c${i}`, functions: ["dpi"], gbps: 7.6 }));
    const problem = problemOf(cloud(chains));
    const answer = await createBatchEngine(ilpHere(highsModule, nowMs)).place(problem, { catalogue, nowMs });
    expect(answer.embedded).toBe(4);
    expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
  });

  it("[SV6] under load a packet waits for its core as room server says", () => {
    const pps = 800_000;
    const chain = { id: "a", functions: ["dpi"], gbps: ppsToGbps(pps, 1524) };
    const problem = problemOf(cloud([chain], { options: { latency: "loaded" } }));
    const { chains } = evaluatePlacement(
      startWhatIf(problem, { chains: [{ id: "a", hosts: ["s1"], route: [["s1"]] }] }),
      { catalogue },
    );
    const made = serverDevice(libraryServer("xeon-e5-2667v3")!, {
      id: "s1",
      cores: 8,
      driver: "dpdk",
      transfers: 0,
    });
    if (!made.ok) throw new Error(made.error);
    const term = serverTerm(made.value, [{ type: "dpi", cyclesPerPacket: 20_000 }], pps);
    if (!term.stable) throw new Error(term.reason);
    expect(chains[0]!.terms.find((t) => t.kind === "wait")!.us).toBeCloseTo(
      term.terms.find((t) => t.what === "wait for a core")!.us,
      6,
    );
  });

  it.each([exactEngine, ilp, greedyEngine])(
    "[SV6] $id keeps a budget under load on servers",
    async (engine) => {
      const chains = [1, 2].map((i) => ({ id: `c${i}`, functions: ["dpi"], gbps: 7, maxDelayUs: 20 }));
      const problem = problemOf(cloud(chains, { options: { latency: "loaded" } }));
      const answer = await engine.place(problem, { catalogue, nowMs });
      expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
      expect(new Set(answer.chains.flatMap((c) => c.hosts)).size).toBe(2);
    },
  );

  it("[SV7] unknown servers and servers to buy are refused with the remedy", () => {
    const odd = { ...libraryDevice("server-xeon-8")!, id: "odd" };
    const own = createCatalogue(
      [...catalogue.profiles, { ...odd, cores: { ...odd.cores!, server: "pdp-11" } }],
      catalogue.functions,
    );
    const first = checkProblem({ devices: [{ id: "s", profile: "odd" }] }, own).diagnostics;
    expect(hasErrors(first)).toBe(true);
    expect(first[0]!.message).toMatch(/8 cores of pdp-11 .* it knows xeon-e5-2667v3/);
    const second = checkProblem({ deviceTypes: [{ profile: "server-xeon-8" }] }, catalogue).diagnostics;
    expect(second[0]!.message).toMatch(/is a server; plan sizes P4 devices only/);
  });
});
