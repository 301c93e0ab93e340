import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Features } from "../../core/index.ts";
import { analyseProgram } from "../analyseProgram.ts";
import { arbitraryFlow, storage } from "../fixtures/arbitraryFlow.ts";
import { analyseFixture } from "../fixtures/readFixture.ts";
import { all, small } from "../fixtures/smallProgram.ts";
import { toPath } from "../toPath.ts";
import type { PathCost } from "./costGraph.ts";
import { explore } from "./explore.ts";
import { extremePaths } from "./extremePaths.ts";
import { listPaths } from "./listPaths.ts";
import { findPath, type ProgramWalks } from "./programWalks.ts";

/** Every construct adds up, beyond two tables one costs more, and the first parsed header is free. */
const bent: PathCost = {
  start: "0 0",
  step(state, event) {
    if (event.kind === "extern") return { state, cost: 0 };
    const [parsed = 0, tables = 0] = state.split(" ").map(Number);
    switch (event.construct) {
      case "parse":
        return { state: `1 ${tables}`, cost: parsed === 0 ? 0 : 1.1 };
      case "table":
        return { state: `${parsed} ${Math.min(2, tables + 1)}`, cost: tables < 2 ? 1 : 5 };
      case "remove":
        return { state, cost: -2 };
      default:
        return { state, cost: event.construct === "modify" ? 0.7 : 0.3 };
    }
  },
  end: () => 0,
};

const bentCost = ({ parse, modify, copy, remove, add, table }: Features): number =>
  Math.max(0, parse - 1) * 1.1 +
  modify * 0.7 +
  (copy + add) * 0.3 -
  remove * 2 +
  Math.min(table, 2) +
  Math.max(0, table - 2) * 5;

const walksOf = (flow: Parameters<typeof explore>[0]): ProgramWalks | null => {
  const exploration = explore(flow, { vertexLimit: 1e6, keeps: "everything" });
  return exploration && { exploration, storage, file: "x.p4", standIns: {} };
};

describe("paths that are not listed", () => {
  it("[B4] the k cheapest and dearest are those of all paths, in order, by name", () => {
    fc.assert(
      fc.property(arbitraryFlow, fc.integer({ min: 1, max: 5 }), (flow, k) => {
        const walks = walksOf(flow);
        if (!walks) return;
        const all = listPaths(walks.exploration, storage, 1e6).map((walk, index) => ({
          path: toPath(`p${index + 1}`, walk, "x.p4", {}),
          cost: Math.round(bentCost(walk.features) * 1e6) / 1e6,
        }));
        const found = extremePaths(walks, bent, k);
        const rounded = (list: typeof all | undefined) =>
          list?.map(({ path, cost }) => ({ path, cost: Math.round(cost * 1e6) / 1e6 }));
        const byCost = [...all].sort((a, b) => a.cost - b.cost);
        expect(rounded(found?.cheapest)).toEqual(byCost.slice(0, k));
        expect(rounded(found?.dearest)).toEqual([...all].sort((a, b) => b.cost - a.cost).slice(0, k));
        expect(found?.unanswered).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("[B4] a path without a cost is told and left out", () => {
    const known: PathCost = { ...bent, end: (state) => (state.endsWith("2") ? null : 0) };
    fc.assert(
      fc.property(arbitraryFlow, (flow) => {
        const walks = walksOf(flow);
        if (!walks) return;
        const all = listPaths(walks.exploration, storage, 1e6).map((walk) => walk.features);
        const costs = all.filter((features) => features.table < 2).map(bentCost);
        const found = extremePaths(walks, known, 1);
        expect(found?.unanswered).toBe(costs.length < all.length);
        if (costs.length === 0) expect(found?.dearest).toEqual([]);
        else expect(found?.dearest[0]?.cost).toBeCloseTo(Math.max(...costs), 6);
      }),
      { numRuns: 100 },
    );
  });

  it("[B4] of paths that end in a certain way, by the names that they have among all", () => {
    const { report, walks } = analyseFixture("tutorial/firewall.p4");
    if (!walks) throw new Error("no walks");
    for (const outcomes of [["forward"], ["drop"], ["drop", "forward"], ["clone"]] as const) {
      const mine = report.paths.filter((path) => outcomes.some((each) => each === path.outcome));
      const byCost = mine
        .map((path) => ({ path, cost: bentCost(path.features) }))
        .sort((a, b) => b.cost - a.cost);
      const found = extremePaths(walks, bent, 3, outcomes);
      expect(found?.dearest.map(({ path }) => path)).toEqual(byCost.slice(0, 3).map(({ path }) => path));
      expect(found?.cheapest[0]?.cost ?? 0).toBeCloseTo(byCost.at(-1)?.cost ?? 0, 6);
    }
  });

  it("[B4] every path can be found by its name, and no other", () => {
    const { report, walks } = analyseFixture("rules/validity.p4");
    if (!walks) throw new Error("no walks");
    expect(report.paths.map((path) => findPath(walks, path.id))).toEqual(report.paths);
    expect(["p0", `p${report.pathCount + 1}`, "x"].map((id) => findPath(walks, id))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("[B4] the paths of a very long program survive a structured clone", () => {
    const tables = Array.from({ length: 3000 }, (_, i) => `table t${i} { actions = { a; NoAction; } }`);
    const applied = tables.map((_, i) => `t${i}.apply();`).join(" ");
    const ingress = `action a() { hdr.a.x = 1; } ${tables.join("\n")} apply { ${applied} }`;
    const { report, walks } = analyseProgram({ file: "long.p4", text: small(all, ingress) });
    expect(report.diagnostics).toEqual([]);
    expect(report.truncated).toBe(true);
    expect(report.paths.length).toBeLessThan(200);
    const clone = structuredClone(walks);
    expect(clone && extremePaths(clone, bent, 1)?.dearest).toEqual(
      walks && extremePaths(walks, bent, 1)?.dearest,
    );
  });

  it("[B4] paths beyond the listed ones are found", () => {
    const { report, walks } = analyseFixture("rules/many_tables.p4", { maxPaths: 10 });
    expect(report.truncated).toBe(true);
    const found = walks && extremePaths(walks, bent, 3);
    expect(found?.dearest).toHaveLength(3);
    expect(found?.dearest[0]?.path.features.table).toBe(report.max?.table);
    expect(found?.cheapest[0]?.cost).toBeLessThan(found?.dearest[0]?.cost ?? 0);
  });
});
