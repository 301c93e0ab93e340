import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactEngine } from "../exact/exactEngine.ts";
import { solveExact } from "../exact/solveExact.ts";
import { bruteForce } from "../fixtures/bruteForce.ts";
import { catalogue, instanceOf, nowMs, problemOf } from "../fixtures/clouds.ts";
import { randomCloud } from "../fixtures/randomCloud.ts";
import { randomProblem } from "../fixtures/randomProblem.ts";
import { createInstance } from "../instance.ts";
import { verifyPlacement } from "../verify.ts";
import { applyChanges } from "./applyChange.ts";
import { decodeChanges, encodeChanges } from "./encodeChanges.ts";
import { evaluatePlacement } from "./evaluatePlacement.ts";
import { failureSweep } from "./failureSweep.ts";
import { placementOf } from "./placementOf.ts";
import { liveProblem, startWhatIf, type WhatIf } from "./state.ts";
import { failureSweepSchema } from "./sweepResult.ts";

const options = { catalogue, nowMs };
const cloud = problemOf({
  devices: [
    { id: "npu1", profile: "npu" },
    { id: "npu2", profile: "npu" },
    { id: "fpga1", profile: "fpga" },
    { id: "spare", profile: "npu" },
  ],
  switches: [
    { id: "fast", delayUs: 1 },
    { id: "slow", delayUs: 5 },
  ],
  links: ["npu1", "npu2", "fpga1"].flatMap((a) => [
    { a, b: "fast", gbps: 10 },
    { a, b: "slow", gbps: 10 },
  ]),
  chains: [
    { id: "split", functions: ["fw", "l3fwd"], gbps: 2, maxDelayUs: 20 },
    { id: "whole", functions: ["lb"], gbps: 3, maxDelayUs: 10 },
  ],
});
const state = startWhatIf(cloud, {
  chains: [
    { id: "split", hosts: ["npu1", "npu2"], route: [["npu1", "fast", "npu2"]] },
    { id: "whole", hosts: ["fpga1"], route: [["fpga1"]] },
  ],
});

describe("failure sweep", () => {
  it("[WI11] every element in use, worst first: lost hosts, detours with their delay, places anew", async () => {
    const sweep = failureSweepSchema.parse(await failureSweep(state, options));
    expect(sweep.unused).toEqual({ devices: 1, switches: 1, links: 4 });
    expect(sweep.cases.map((c) => c.ids.join(" ")).sort()).toEqual([
      "fast",
      "fpga1",
      "npu1",
      "npu1 fast",
      "npu2",
      "npu2 fast",
    ]);
    const caseOf = (id: string) => sweep.cases.find((c) => c.ids.length === 1 && c.ids[0] === id)!;
    const [npu, fast] = [caseOf("npu1"), caseOf("fast")];
    const fpga = sweep.cases[0]!;
    expect(fpga.ids).toEqual(["fpga1"]);
    // only the FPGA keeps 10 us with a load balancer
    expect(fpga).toMatchObject({
      chains: [{ id: "whole", effect: "host", afterUs: null, withinBudget: null }],
      reembedding: { engine: null, lost: ["whole"], proven: true },
    });
    expect(npu).toMatchObject({
      chains: [{ id: "split", effect: "host" }],
      reembedding: { engine: "exact", lost: [] },
    });
    expect(fast).toMatchObject({
      kind: "switch",
      chains: [{ id: "split", effect: "detour", withinBudget: false }],
      reembedding: { engine: "exact", keepsOthers: true, lost: [] },
    });
    expect(fast.chains[0]!.afterUs! - fast.chains[0]!.beforeUs).toBeCloseTo(4, 9);
  });

  it("[WI11] a detour within the budget needs no place anew; a full one does", async () => {
    const at = (changes: Parameters<typeof applyChanges>[1]): WhatIf =>
      applyChanges(state, changes, catalogue).state;
    const roomy = await failureSweep(at([{ kind: "budget", chain: "split", maxDelayUs: 25 }]), options);
    const fast = roomy.cases.find((c) => c.ids[0] === "fast");
    expect(fast).toMatchObject({ reembedding: null, violations: [], chains: [{ withinBudget: true }] });
    expect(fast!.addedUs).toBeCloseTo(4, 9);
    const full = at([
      { kind: "budget", chain: "split", maxDelayUs: null },
      { kind: "link", a: "npu1", b: "slow", gbps: 1 },
    ]);
    const crowded = (await failureSweep(full, options)).cases.find((c) => c.ids[0] === "fast");
    expect(crowded?.violations[0]).toMatch(/link npu1 - slow is asked for 2 Gbps, it has 1/);
    expect(crowded?.reembedding).toMatchObject({ engine: "exact", lost: [] });
  });

  it("[WI12] where the others stand in the way, an engine may place everything anew", async () => {
    const problem = problemOf({
      devices: [
        { id: "n1", profile: "npu" },
        { id: "n2", profile: "npu" },
        { id: "n3", profile: "npu" },
      ],
      functions: [],
      chains: [
        { id: "a", functions: ["fw"], gbps: 6 },
        { id: "b", functions: ["fw"], gbps: 4 },
        { id: "c", functions: ["fw"], gbps: 4 },
        { id: "d", functions: ["fw"], gbps: 6 },
      ],
    });
    const laid = { a: "n1", b: "n2", c: "n2", d: "n3" };
    const chains = Object.entries(laid).map(([id, host]) => ({ id, hosts: [host], route: [[host]] }));
    const start = startWhatIf(problem, { chains });
    const alone = await failureSweep(start, options);
    expect(alone.cases.filter((c) => c.reembedding?.engine === null).map((c) => c.ids)).toEqual([
      ["n1"],
      ["n3"],
    ]);
    const anew = await failureSweep(start, { ...options, engines: [exactEngine] });
    const first = anew.cases.find((c) => c.ids[0] === "n1")!;
    expect(first.reembedding).toMatchObject({ engine: "exact", keepsOthers: false, lost: [] });
    const shown = applyChanges(start, first.changes, catalogue);
    expect(shown.refused).toEqual([]);
    expect(evaluatePlacement(shown.state, { catalogue }).violations).toEqual([]);
  });

  it("[WI12] a place that does not hold under load is none, unless an engine that knows the load finds one", async () => {
    const problem = problemOf({
      devices: ["n1", "n2", "n3"].map((id) => ({ id, profile: "npu" })),
      // 7.67 us without load; 8 Gbps on one NPU wait 2.4 us
      chains: ["a", "b"].map((id) => ({ id, functions: ["fw"], gbps: 4, maxDelayUs: 8.5 })),
      options: { latency: "loaded" },
    });
    const chains = [
      { id: "a", hosts: ["n1"], route: [["n1"]] },
      { id: "b", hosts: ["n2"], route: [["n2"]] },
    ];
    const start = startWhatIf(problem, { chains });
    const [alone] = (await failureSweep(start, options)).cases;
    expect(alone).toMatchObject({ ids: ["n1"], reembedding: { engine: null, lost: ["a"], proven: false } });
    const [anew] = (await failureSweep(start, { ...options, engines: [exactEngine] })).cases;
    expect(anew).toMatchObject({ reembedding: { engine: "exact", keepsOthers: false, lost: [] } });
  });

  it("[WI13] stops with the signal's reason, or counts what time left over", async () => {
    await expect(failureSweep(state, { ...options, signal: AbortSignal.abort("enough") })).rejects.toBe(
      "enough",
    );
    let clock = 0;
    const sweep = await failureSweep(state, { catalogue, nowMs: () => (clock += 400), timeLimitS: 1 });
    expect(sweep.left).toBeGreaterThan(0);
    expect(sweep.cases.length + sweep.left).toBe(6);
    const seen: number[] = [];
    await failureSweep(state, { ...options, onProgress: ({ done, total }) => seen.push(done / total) });
    expect(seen.at(-1)).toBe(1);
    expect(seen).toHaveLength(6);
  });

  it("[WI14] what a case says holds: its changes give a layout that the checker accepts", async () => {
    await fc.assert(
      fc.asyncProperty(randomCloud, async (random) => {
        const instance = instanceOf(random);
        const placed = solveExact(instance, { timeLimitMs: null, online: true, nowMs });
        const before = startWhatIf(instance.problem, placed);
        for (const found of (await failureSweep(before, options)).cases) {
          if (found.reembedding?.engine === null) continue;
          const { state: after, refused } = applyChanges(before, found.changes, catalogue);
          expect(refused).toEqual([]);
          const violations = verifyPlacement(
            liveProblem(after),
            catalogue,
            placementOf(after, { catalogue }),
          );
          expect(violations).toEqual([]);
          const unplaced = new Set(placed.rejected);
          expect(placementOf(after, { catalogue }).rejected.filter((id) => !unplaced.has(id))).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("[WI14] a chain that is placed whole keeps no way through what has failed", () => {
    const chains = [{ id: "there-and-back", functions: ["fw", "l3fwd", "fw"], gbps: 2, maxDelayUs: 50 }];
    const layout = {
      chains: [
        {
          id: "there-and-back",
          hosts: ["npu1", "npu2", "npu1"],
          route: [
            ["npu1", "fast", "npu2"],
            ["npu2", "slow", "npu1"],
          ],
        },
      ],
    };
    const before = startWhatIf({ ...cloud, chains: problemOf({ ...cloud, chains }).chains }, layout);
    const { state: after, refused } = applyChanges(
      before,
      [
        { kind: "fail", node: "slow" },
        { kind: "place", chain: "there-and-back", hosts: ["npu2", "npu2", "npu1"] },
      ],
      catalogue,
    );
    expect(refused).toEqual([]);
    expect(after.layout.chains[0]?.route).toEqual([["npu2", "fast", "npu1"]]);
    expect(placementOf(after, { catalogue }).rejected).toEqual([]);
  });

  it("[WI14] a place may name its ways; those that do not lead along its devices are refused", () => {
    const place = { kind: "place" as const, chain: "split", hosts: ["npu2", "npu1"] };
    const slow = { ...place, route: [["npu2", "slow", "npu1"]] };
    expect(applyChanges(state, [slow], catalogue).state.layout.chains[0]).toEqual({
      id: "split",
      hosts: slow.hosts,
      route: slow.route,
    });
    for (const route of [[["npu1", "slow", "npu2"]], [["npu2"]], []])
      expect(applyChanges(state, [{ ...place, route }], catalogue).refused).toMatchObject([
        { message: expect.stringContaining("do not lead from each of its devices") },
      ]);
    const changes = [place, slow];
    expect(decodeChanges(encodeChanges(changes))).toEqual({ ok: true, value: changes });
    expect(encodeChanges([place])).toBe("p~split~%5B%22npu2%22%2C%22npu1%22%5D");
  });

  it("[WI14] a chain said to be lost for good has no place by brute force", async () => {
    await fc.assert(
      fc.asyncProperty(randomProblem(1), async (random) => {
        const instance = instanceOf(random);
        const placed = solveExact(instance, { timeLimitMs: null, online: false, nowMs });
        const before = startWhatIf(instance.problem, placed);
        for (const found of (await failureSweep(before, options)).cases) {
          const { state: after } = applyChanges(before, found.changes.slice(0, 1), catalogue);
          const best = bruteForce(createInstance(liveProblem(after), catalogue), catalogue);
          if (found.reembedding) expect(found.reembedding.engine === null).toBe(best === null);
          else expect(best).not.toBeNull();
        }
      }),
      { numRuns: 80 },
    );
  });
});
