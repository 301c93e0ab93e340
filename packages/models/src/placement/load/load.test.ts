import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gbpsToPps, hasErrors, ppsToGbps } from "../../core/index.ts";
import { refinedSojourn, simpleSojourn } from "../../queueing/index.ts";
import { agnosticEngine } from "../agnostic.ts";
import { exactEngine } from "../exact/exactEngine.ts";
import { everyPlacement } from "../fixtures/bruteForce.ts";
import { catalogue, highsModule, instanceOf, nowMs, problemOf, thesisChains } from "../fixtures/clouds.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { greedyEngine } from "../greedyEngine.ts";
import { checkProblem } from "../parseProblem.ts";
import { type Problem, placeWeights } from "../problem.ts";
import { isProof, placementSchema } from "../result.ts";
import { verifyPlacement } from "../verify.ts";
import { evaluatePlacement } from "../whatIf/evaluatePlacement.ts";
import { placementOf } from "../whatIf/placementOf.ts";
import { startWhatIf } from "../whatIf/state.ts";
import { createIlpEngine } from "../worker/ilpEngine.ts";
import { ilpHere } from "../worker/ilpHere.ts";
import { loadModelOf } from "./loadTerms.ts";
import { withLoad } from "./withLoad.ts";

const ilp = createIlpEngine(ilpHere(highsModule, nowMs));
const evaluate = (problem: Problem, hosts: Record<string, string[]>, route: string[][] = []) =>
  evaluatePlacement(
    startWhatIf(problem, {
      chains: Object.entries(hosts).map(([id, h]) => ({
        id,
        hosts: h,
        route: route.length > 0 ? route : [[h[0]!]],
      })),
    }),
    { catalogue },
  );
const loaded = (load?: object) => ({ latency: "loaded", ...(load ? { load } : {}) });
const npu = [{ id: "npu1", profile: "npu" }];

describe("delays under load", () => {
  it.each([
    ["simple", 0.04, 240],
    ["simple", 1, 31],
    ["refined", 0.04, 240],
    ["refined", 0.5, 31],
    ["refined", 0, 240],
  ] as const)(
    "[LD1] one chain on one device is the %s model of the thesis, P_nf %d, controller %d us",
    (model, newFlowShare, serviceUs) => {
      const pps = 20_000;
      const problem = problemOf({
        devices: npu,
        chains: [{ id: "a", ...thesisChains.A, gbps: ppsToGbps(pps, 1500), maxDelayUs: null }],
        options: loaded({ model, service: "latency", newFlowShare, controller: { serviceUs } }),
      });
      // chain A takes 10 us on the NPU; spreads of the thesis
      const system = {
        device: { serviceUs: 10, sigmaUs: 0.21 },
        controller: { serviceUs, sigmaUs: serviceUs / 10 },
        newFlowShare,
      };
      const sojourn = (model === "simple" ? simpleSojourn : refinedSojourn)(system, pps);
      if (!sojourn.stable) throw new Error(sojourn.reason);
      const { chains, load } = evaluate(problem, { a: ["npu1", "npu1", "npu1"] });
      expect(chains[0]!.delay!.delayUs).toBeCloseTo(sojourn.sojournUs, 6);
      expect(load).toMatchObject({ model, service: "latency", newFlowShare });
      expect(chains[0]!.terms.map((t) => t.kind)).toEqual(
        ["base", "wait", "function", "function", "function"].concat(newFlowShare > 0 ? ["controller"] : []),
      );
    },
  );

  it("[LD2] service at the rate of the port, or of the slowest extern", () => {
    const at = (functions: string[], gbps: number) => {
      const problem = problemOf({
        devices: npu,
        chains: [{ id: "a", functions, gbps }],
        options: loaded({ model: "simple" }),
      });
      const { chains, devices } = evaluate(problem, { a: functions.map(() => "npu1") });
      return {
        rho: devices[0]!.load!.utilisation,
        waitUs: chains[0]!.terms.find((t) => t.kind === "wait")!.us,
      };
    };
    // 1500 B at 10 Gbps: 1.2 us; M/M/1 at half load waits one service time
    expect(at(["fw"], 5)).toEqual({ rho: expect.closeTo(0.5, 9), waitUs: expect.closeTo(1.2, 9) });
    // SipHash at 7.6 Gbps
    expect(at(["lb"], 3.8)).toEqual({ rho: expect.closeTo(0.5, 9), waitUs: expect.closeTo(12 / 7.6, 9) });
  });

  it("[LD3] chains that share a device wait for each other: Pollaczek-Khinchine over the mixture", () => {
    const problem = problemOf({
      devices: npu,
      chains: [
        { id: "a", functions: ["fw"], gbps: 2, packetBytes: 1500 },
        { id: "b", functions: ["lb"], gbps: 1, packetBytes: 300 },
      ],
      options: loaded(),
    });
    const { chains, devices } = evaluate(problem, { a: ["npu1"], b: ["npu1"] });
    const [a, b] = [
      { perUs: gbpsToPps(2, 1500) / 1e6, us: 1.2, cv: 0.21 / 7.67 },
      { perUs: gbpsToPps(1, 300) / 1e6, us: 2.4 / 7.6, cv: 0.21 / 47.67 },
    ];
    const rho = a.perUs * a.us + b.perUs * b.us;
    const squares = [a, b].reduce((sum, c) => sum + c.perUs * c.us ** 2 * (1 + c.cv ** 2), 0);
    expect(devices[0]!.load!.utilisation).toBeCloseTo(rho, 9);
    for (const c of chains) expect(c.terms[1]!.us).toBeCloseTo(squares / (2 * (1 - rho)), 9);
  });

  it("[LD4] a wait at every device on the way, the controller at the first; unknown spreads are told", () => {
    const problem = problemOf({
      devices: [...npu, { id: "tor", profile: "asic" }, { id: "npu2", profile: "npu" }],
      links: [
        { a: "npu1", b: "tor", gbps: 10 },
        { a: "tor", b: "npu2", gbps: 10 },
      ],
      chains: [{ id: "a", functions: ["fw", "l3fwd"], gbps: 2 }],
      options: loaded({ newFlowShare: 0.001, controller: { serviceUs: 240 } }),
    });
    const { chains, load } = evaluate(problem, { a: ["npu1", "npu2"] }, [["npu1", "tor", "npu2"]]);
    const steps = chains[0]!.terms.map((t) => `${t.device} ${t.kind}`);
    expect(steps).toEqual([
      ...["base", "wait", "function", "controller", "forward"].map((kind) => `npu1 ${kind}`),
      ...["base", "wait", "forward"].map((kind) => `tor ${kind}`),
      ...["base", "wait", "function"].map((kind) => `npu2 ${kind}`),
    ]);
    expect(load!.notes).toEqual([expect.stringMatching(/^tor: the spread of its latency is not published/)]);
    expect(load!.controller!.pps).toBeCloseTo(0.001 * gbpsToPps(2, 1500), 6);
  });

  it("[LD5] an overloaded device or controller is infeasible in words, for the evaluation, the engines and the checker", async () => {
    const problem = problemOf({
      devices: npu,
      chains: [{ id: "a", ...thesisChains.A, maxDelayUs: null }],
      options: loaded({ service: "latency" }),
    });
    const { chains, violations } = evaluate(problem, { a: ["npu1", "npu1", "npu1"] });
    expect(chains[0]!.delay).toBeNull();
    const words =
      "npu1 is offered 166667 packets/s and serves 100000: utilisation 1.667, its queue grows without limit";
    expect(violations).toMatchObject([{ constraint: "4.13", ids: ["npu1"], message: words }]);
    const answer = await exactEngine.place(problem, { catalogue, nowMs });
    expect(answer).toMatchObject({ status: "infeasible", rejected: ["a"], embedded: 0 });
    expect(answer.conflicts.map((c) => c.constraint)).toEqual(["load", "4.13"]);
    expect(isProof(answer)).toBe(false);
    const base: Problem = { ...problem, options: { ...problem.options, latency: "base" } };
    const stated = await exactEngine.place(base, { catalogue, nowMs });
    expect(verifyPlacement(problem, catalogue, stated).map((v) => v.constraint)).toEqual(["4.13"]);

    const slow = problemOf({
      ...base,
      options: loaded({ newFlowShare: 1, controller: { serviceUs: 10_000 } }),
    });
    const controlled = await exactEngine.place(slow, { catalogue, nowMs });
    expect(controlled.conflicts).toMatchObject([{ constraint: "4.13", ids: ["controller"] }]);
    expect(controlled.conflicts[0]!.message).toMatch(
      /the controller is offered 166667 packets\/s and serves 100:/,
    );
    expect(isProof(controlled)).toBe(true);
  });

  it.each([exactEngine, ilp, greedyEngine, agnosticEngine])(
    "[LD6] $id keeps the budget under load, not only without",
    async (engine) => {
      const chains = [1, 2, 3, 4].map((i) => ({ id: `a${i}`, ...thesisChains.A, maxDelayUs: 10.5 }));
      const devices = ["npu1", "npu2", "npu3"].map((id) => ({ id, profile: "npu" }));
      const problem = problemOf({ devices, chains, options: loaded() });
      const answer = await engine.place(problem, { catalogue, nowMs });
      expect(placementSchema.parse(answer)).toEqual(answer);
      expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
      expect(answer).toMatchObject({ embedded: 4, load: { model: "refined", service: "rate" } });
      // without load all four share one NPU; under load they would wait 2.4 us
      expect(new Set(answer.chains.flatMap((c) => c.hosts)).size).toBe(2);
      for (const c of answer.chains) expect(c.delayUs).toBeLessThanOrEqual(10.5);
    },
  );

  it("[LD7] random problems: what is placed passes the checker and equals the evaluation; optimal is the optimum of brute force", async () => {
    let placed = 0;
    await fc.assert(
      fc.asyncProperty(
        randomProblem(2),
        fc.constantFrom("simple", "refined"),
        fc.constantFrom(0, 0.0005),
        async (random, model, newFlowShare) => {
          const base = instanceOf(random);
          const load = { model, newFlowShare, controller: { serviceUs: 240 } };
          const problem = problemOf({ ...random, options: { ...random.options, latency: "loaded", load } });
          const answer = await ilp.place(problem, { catalogue, nowMs });
          expect(verifyPlacement(problem, catalogue, answer)).toEqual([]);
          const every = everyPlacement(base, catalogue)
            .map((p) => withLoad(problem, catalogue, loadModelOf(problem)!, p))
            .filter((p) => p.broken.length === 0);
          const best = Math.min(...every.map((p) => p.placement.objective!));
          if (answer.status === "infeasible") {
            if (every.length > 0) expect(isProof(answer)).toBe(false);
            return;
          }
          placed++;
          if (answer.status === "optimal") expect(answer.objective).toBeCloseTo(best, 5);
          else expect(answer.bound!).toBeLessThanOrEqual(best + 1e-6);
          const state = startWhatIf(problem, answer);
          expect(evaluatePlacement(state, { catalogue }).violations).toEqual([]);
          const again = placementOf(state, { catalogue });
          expect(again.chains.map((c) => c.delayUs)).toEqual(
            answer.chains.map((c) => expect.closeTo(c.delayUs, 6)),
          );
        },
      ),
      { numRuns: 80 },
    );
    expect(placed).toBeGreaterThan(20);
  });

  it("[LD8] a problem says its load in the file; new flows need a controller", () => {
    const { diagnostics } = checkProblem(
      {
        devices: npu,
        chains: [{ id: "a", functions: ["fw"], gbps: 1 }],
        options: loaded({ newFlowShare: 0.1 }),
      },
      catalogue,
    );
    expect(hasErrors(diagnostics)).toBe(true);
    expect(diagnostics[0]!.message).toMatch(/new flows visit a controller: give its serviceUs/);
    const plain = problemOf({ devices: npu, chains: [{ id: "a", functions: ["fw"], gbps: 1 }] });
    expect(loadModelOf(plain)).toBeNull();
    expect(placeWeights(plain.options.objective)).toEqual({ power: 1, delay: 0, cost: 0 });
  });
});
