import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructs } from "../../core/index.ts";
import { analyseProgram } from "../analyseProgram.ts";
import { analyseFixture, analyseLibrary, fixtureNames, libraryText } from "../fixtures/readFixture.ts";
import type { FeaturesReport } from "../report.ts";
import { comparePrograms } from "./comparePrograms.ts";
import { compareSources } from "./compareSources.ts";
import { programComparisonSchema } from "./programComparison.ts";

const l3fwd = libraryText("programs/l3fwd.p4");
const edited = (edit: (text: string) => string): FeaturesReport => {
  const text = edit(l3fwd);
  expect(text).not.toBe(l3fwd);
  const { report } = analyseProgram({ file: "l3fwd.p4", text });
  expect(report.diagnostics).toEqual([]);
  return report;
};
const old = analyseLibrary("l3fwd").report;

describe("paths of two programs", () => {
  it.each(fixtureNames("tutorial"))("[C1] %s is the same as itself, path by path", (name) => {
    const { report } = analyseFixture(name);
    const { paths, counts, min, max } = comparePrograms(report, report);
    expect(counts).toEqual({ same: report.paths.length, changed: 0, added: 0, removed: 0 });
    expect(paths.every((each) => each.before === each.after && each.differs.length === 0)).toBe(true);
    for (const construct of constructs) expect([min?.[construct], max?.[construct]]).toEqual([0, 0]);
  });

  it("[C1] a path keeps its partner when its vector changes", () => {
    const fewer = edited((text) => text.replace(/ *hdr\.ipv4\.ttl = [^;]*;\n/, ""));
    const { paths, counts, max } = comparePrograms(old, fewer);
    expect(counts).toEqual({ same: 2, changed: 1, added: 0, removed: 0 });
    expect(paths[0]).toEqual({
      change: "changed",
      before: "p1",
      after: "p1",
      delta: { parse: 0, modify: -1, copy: 0, remove: 0, add: 0, table: 0 },
      differs: ["features"],
    });
    expect(max?.modify).toBe(-1);
  });

  it("[C1] a renamed action and a new outcome are the same way, changed", () => {
    const renamed = edited((text) => text.replaceAll("ipv4_forward", "route"));
    const { paths } = comparePrograms(old, renamed);
    expect(paths.map((each) => [each.change, each.differs])).toEqual([
      ["changed", ["actions"]],
      ["same", []],
      ["same", []],
    ]);
  });

  it("[C1] paths of a new action are added, and removed the other way round", () => {
    const firewall = analyseLibrary("l3fwd_firewall").report;
    const { counts, paths } = comparePrograms(old, firewall);
    expect(counts.same + counts.changed + counts.added).toBe(firewall.paths.length);
    expect(counts.same + counts.changed + counts.removed).toBe(old.paths.length);
    const back = comparePrograms(firewall, old);
    expect(back.counts).toEqual({ ...counts, added: counts.removed, removed: counts.added });
    expect(
      paths.every((each) => (each.delta === null) === (each.before === null || each.after === null)),
    ).toBe(true);
  });

  it("[C1] every path of both stands once, in order, and the comparison is plain data", () => {
    const programs = fixtureNames("tutorial").map((name) => analyseFixture(name, { maxPaths: 60 }).report);
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.constantFrom(...programs), (before, after) => {
        const comparison = comparePrograms(before, after);
        const { paths, complete } = comparison;
        expect(paths.flatMap((each) => each.after ?? [])).toEqual(after.paths.map((path) => path.id));
        expect(paths.flatMap((each) => each.before ?? []).sort()).toEqual(
          before.paths.map((path) => path.id).sort(),
        );
        expect(complete).toBe(!before.truncated && !after.truncated);
        expect(programComparisonSchema.parse(JSON.parse(JSON.stringify(comparison)))).toEqual(comparison);
      }),
      { numRuns: 40 },
    );
  });

  it("[C1] a program with errors has nothing in common with another", () => {
    const broken = analyseProgram({ file: "x.p4", text: "control C( {" }).report;
    expect(comparePrograms(old, broken)).toMatchObject({
      counts: { same: 0, changed: 0, added: 0, removed: 3 },
      min: null,
      max: null,
    });
  });
});

describe("sources of two programs", () => {
  it("[C2] a hunk has its places and the lines around", () => {
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    const changed = lines.with(9, "another line");
    const hunks = compareSources(`${lines.join("\n")}\n`, `${changed.join("\n")}\n`);
    expect(hunks).toHaveLength(1);
    expect(hunks[0]).toMatchObject({ beforeLine: 7, afterLine: 7 });
    expect(hunks[0]?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      "same line 7",
      "same line 8",
      "same line 9",
      "removed line 10",
      "added another line",
      "same line 11",
      "same line 12",
      "same line 13",
    ]);
  });

  it("[C2] equal texts have no hunk, and applying the hunks gives the text after", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 });
    const text = (each: readonly string[]): string => each.map((line) => `${line}\n`).join("");
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const hunks = compareSources(text(before), text(after));
        if (text(before) === text(after)) expect(hunks).toEqual([]);
        expect(applied(before, hunks)).toEqual(after);
      }),
      { numRuns: 200 },
    );
  });
});

function applied(before: readonly string[], hunks: ReturnType<typeof compareSources>): string[] {
  const lines = [...before];
  for (const hunk of [...hunks].reverse()) {
    const gone = hunk.lines.filter((line) => line.kind !== "added").length;
    const next = hunk.lines.filter((line) => line.kind !== "removed").map((line) => line.text);
    lines.splice(gone === 0 ? hunk.beforeLine : hunk.beforeLine - 1, gone, ...next);
  }
  return lines;
}
