import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactEngine } from "../exact/exactEngine.ts";
import { solveExact } from "../exact/solveExact.ts";
import { catalogue, nowMs, problemOf } from "../fixtures/clouds.ts";
import { randomHosts } from "../fixtures/randomHosts.ts";
import { createInstance } from "../instance.ts";
import { verifyPlacement } from "../verify.ts";
import { applyChange, applyChanges } from "./applyChange.ts";
import type { Change } from "./change.ts";
import { decodeChanges, encodeChanges } from "./encodeChanges.ts";
import { evaluatePlacement } from "./evaluatePlacement.ts";
import { failureSweep } from "./failureSweep.ts";
import { placementOf } from "./placementOf.ts";
import { liveProblem, startWhatIf, type WhatIf } from "./state.ts";

/** h1 - cpu1 - core - h2, with cpu2 between the core and both hosts as a longer way. */
const problem = problemOf({
  devices: [
    { id: "cpu1", profile: "cpu" },
    { id: "cpu2", profile: "cpu" },
  ],
  switches: [{ id: "core", delayUs: 1 }],
  hosts: [{ id: "h1" }, { id: "h2" }],
  links: [
    { a: "h1", b: "cpu1", gbps: 10 },
    { a: "h1", b: "cpu2", gbps: 10 },
    { a: "cpu1", b: "core", gbps: 10 },
    { a: "cpu2", b: "core", gbps: 10 },
    { a: "core", b: "h2", gbps: 10 },
  ],
  chains: [{ id: "c", functions: ["fw", "lb"], gbps: 1, from: "h1", to: "h2" }],
});
const placed = (asked: typeof problem) =>
  solveExact(createInstance(asked, catalogue), { timeLimitMs: null, online: false, nowMs });
const state = startWhatIf(problem, {
  chains: [
    {
      id: "c",
      hosts: ["cpu1", "cpu1"],
      route: [["cpu1"]],
      entry: ["h1", "cpu1"],
      exit: ["cpu1", "core", "h2"],
    },
  ],
});
const after = (change: Change, before: WhatIf = state): WhatIf => {
  const next = applyChange(before, change, catalogue);
  if (!next.ok) throw new Error(next.error);
  return next.value;
};

describe("what-if of chains between hosts", () => {
  it("[HO7] evaluates the whole way as the placement and the checker do", () => {
    fc.assert(
      fc.property(randomHosts(2), (value) => {
        const asked = problemOf(value);
        const placement = placed(asked);
        if (placement.status === "infeasible") return;
        const laid = startWhatIf(asked, placement);
        const { chains, violations, powerWatts } = evaluatePlacement(laid, { catalogue });
        expect(violations).toEqual([]);
        expect(powerWatts).toBeCloseTo(placement.powerWatts, 6);
        for (const chain of placement.chains)
          expect(chains.find((c) => c.id === chain.id)!.delay!.delayUs).toBeCloseTo(chain.delayUs, 6);
        expect(verifyPlacement(asked, catalogue, placementOf(laid, { catalogue }))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it("[WI15] a placed chain states the interval that its what-if gives, with and without load", async () => {
    for (const options of [problem.options, { ...problem.options, latency: "loaded" as const }]) {
      const asked = { ...problem, options };
      const placement = await exactEngine.place(asked, { catalogue, nowMs });
      const { delay } = evaluatePlacement(startWhatIf(asked, placement), { catalogue }).chains[0]!;
      const { delayUs, lowUs, highUs } = placement.chains[0]!;
      expect(delay!.lowUs).toBeLessThan(delayUs);
      expect(lowUs).toBeCloseTo(delay!.lowUs!, 6);
      expect(highUs).toBeCloseTo(delay!.highUs!, 6);
    }
  });

  it("[HO7] a chain that moves gets new ways to its hosts; ways around what has failed come by a reroute", () => {
    const moved = after({ kind: "move", chain: "c", position: 1, to: "cpu2" });
    expect(moved.layout.chains[0]).toEqual({
      id: "c",
      hosts: ["cpu1", "cpu2"],
      route: [["cpu1", "core", "cpu2"]],
      entry: ["h1", "cpu1"],
      exit: ["cpu2", "core", "h2"],
    });
    const cut = after({ kind: "fail-link", a: "h1", b: "cpu1" });
    expect(evaluatePlacement(cut, { catalogue }).violations.map((v) => v.message)).toEqual([
      "chain c: the link h1 - cpu1 on its way has failed",
    ]);
    const around = after({ kind: "reroute", chain: "c" }, cut);
    expect(around.layout.chains[0]).toMatchObject({ entry: ["h1", "cpu2", "core", "cpu1"] });
    const placement = placementOf(around, { catalogue });
    expect(verifyPlacement(liveProblem(around), catalogue, placement)).toEqual([]);
  });

  it("[HO7] a failure sweep tells of the ways to the hosts, and its changes hold", async () => {
    const sweep = await failureSweep(state, { catalogue, nowMs });
    expect(sweep.cases.map((c) => c.ids.join(" - ")).sort()).toEqual(
      ["core", "core - h2", "cpu1", "cpu1 - core", "h1 - cpu1"].sort(),
    );
    expect(sweep.unused).toEqual({ devices: 1, switches: 0, links: 2 });
    const lost = sweep.cases.filter((c) => c.reembedding && c.reembedding.lost.length > 0);
    expect(lost.map((c) => c.ids.join(" - ")).sort()).toEqual(["core", "core - h2"]);
    for (const { changes, reembedding } of sweep.cases) {
      if (reembedding && reembedding.lost.length > 0) continue;
      const read = decodeChanges(encodeChanges(changes));
      if (!read.ok) throw new Error(read.error);
      const { state: then, refused } = applyChanges(state, read.value, catalogue);
      expect(refused).toEqual([]);
      expect(verifyPlacement(liveProblem(then), catalogue, placementOf(then, { catalogue }))).toEqual([]);
    }
  });

  it("[HO7] a chain to a host that is not there is refused in words", () => {
    const chain = { ...problem.chains[0]!, id: "d", to: "h9" };
    expect(applyChange(state, { kind: "add-chain", chain }, catalogue)).toEqual({
      ok: false,
      error: "there is no host h9",
    });
  });

  it("[HO7] a layout without the ways is told in words", () => {
    const [{ id, hosts, route }] = state.layout.chains as [WhatIf["layout"]["chains"][number]];
    const bare: WhatIf = { ...state, layout: { chains: [{ id, hosts, route }] } };
    expect(evaluatePlacement(bare, { catalogue }).violations.map((v) => v.message)).toEqual([
      "chain c: has no way from host h1",
      "chain c: has no way to host h2",
    ]);
  });
});
