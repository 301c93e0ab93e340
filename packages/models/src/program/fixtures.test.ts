import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { constructs } from "../core/index.ts";
import type { Analysis } from "./analyseProgram.ts";
import { analyseFixture, expectedPath, fixtureNames, summary } from "./fixtures/readFixture.ts";
import { featuresReportSchema } from "./report.ts";

/** `UPDATE_EXPECTED=1 vitest run src/program` writes the expectations anew; read the difference before committing. */
const update = process.env.UPDATE_EXPECTED === "1";

const analysed = new Map<string, Analysis>();
/** With every path listed; analysed once for all tests. */
function analyseAll(name: string): Analysis {
  const analysis = analysed.get(name) ?? analyseFixture(name, { maxPaths: 50_000 });
  analysed.set(name, analysis);
  return analysis;
}

describe.each(["tutorial", "rules", "architectures"] as const)("%s programs", (kind) => {
  it.each(fixtureNames(kind))("[F0] %s has the expected paths", (name) => {
    const { report } = analyseAll(name);
    const file = expectedPath(name);
    if (update) writeFileSync(file, summary(report));
    expect(existsSync(file), `${file} is missing`).toBe(true);
    expect(summary(report)).toBe(readFileSync(file, "utf8"));
  });

  it.each(fixtureNames(kind))("[G13] %s cites one place for each count", (name) => {
    const { report } = analyseAll(name);
    const wrong = report.paths.slice(0, 2000).flatMap(({ id, source, features }) =>
      constructs.flatMap((construct) => {
        const cited = source.filter((each) => each.construct === construct).length;
        return cited === features[construct] ? [] : [{ id, construct, cited, counted: features[construct] }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it.each(fixtureNames(kind))("[B1] %s lies between its min and max and reaches both", (name) => {
    const { report } = analyseAll(name);
    expect(report.paths).toHaveLength(report.pathCount);
    for (const construct of constructs) {
      const counts = report.paths.map((path) => path.features[construct]);
      expect(report.min?.[construct]).toBe(counts.reduce((a, b) => Math.min(a, b)));
      expect(report.max?.[construct]).toBe(counts.reduce((a, b) => Math.max(a, b)));
    }
  });

  it.each(fixtureNames(kind))("[P1] %s gives the same report twice, and it is valid", (name) => {
    const first = analyseFixture(name, { maxPaths: 100 }).report;
    expect(analyseFixture(name, { maxPaths: 100 }).report).toEqual(first);
    expect(featuresReportSchema.parse(JSON.parse(JSON.stringify(first)))).toEqual(first);
    expect(first.paths.map((path) => path.id)).toEqual(first.paths.map((_, index) => `p${index + 1}`));
  });

  it.each(fixtureNames(kind))("[D1] the drawing of %s holds every node and edge of every path", (name) => {
    const { report, graph } = analyseFixture(name, { maxPaths: 500 });
    const nodes = new Set(graph?.nodes.map((node) => node.id));
    const edges = new Map(graph?.edges.map((edge) => [edge.id, edge]));
    expect(graph?.paths.map((path) => path.id)).toEqual(report.paths.map((path) => path.id));
    const wrong = (graph?.paths ?? []).flatMap((path) => [
      ...path.nodes.filter((id) => !nodes.has(id)).map((id) => `${path.id}: no node ${id}`),
      ...path.edges.flatMap((id, index) => {
        const { from, to, feasible } = edges.get(id) ?? {};
        const is = from === path.nodes[index] && to === path.nodes[index + 1] && feasible === true;
        return is ? [] : [`${path.id}: edge ${id} goes from ${from} to ${to}, feasible: ${feasible}`];
      }),
    ]);
    expect(wrong).toEqual([]);
  });
});
