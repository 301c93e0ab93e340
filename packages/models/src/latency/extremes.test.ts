import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryDevices } from "../device/index.ts";
import { analyseProgram, type FeaturesReport } from "../program/index.ts";
import { estimateProgram } from "./estimateProgram.ts";
import { estimateReportSchema, type PathEstimate } from "./estimateReport.ts";
import { generatedProgram, type TableActions } from "./fixtures/generatedProgram.ts";
import { device } from "./fixtures/tables.ts";
import { linearForm } from "./linearForm.ts";
import { p8Form } from "./p8Form.ts";
import type { LatencyProgram } from "./program.ts";
import { programReasons } from "./programReasons.ts";

const program = (
  text: string,
  maxPaths?: number,
  standIns: Record<string, string> = {},
): LatencyProgram & FeaturesReport => {
  const { report, walks } = analyseProgram(
    { file: "g.p4", text },
    { standIns, ...(maxPaths ? { maxPaths } : {}) },
  );
  expect(report.diagnostics).toEqual([]);
  return { ...report, walks };
};

const action = fc.constantFrom("add", "remove", "write", "hash", "none");
const tables: fc.Arbitrary<TableActions[]> = fc.array(
  fc.record({
    bytes: fc.constantFrom(4, 16, 20, 40, null),
    parsed: fc.boolean(),
    actions: fc.uniqueArray(action, { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 5 },
);

const means = (estimates: readonly PathEstimate[]): number[] => estimates.map((each) => each.meanUs ?? 0);

describe("paths that are not listed", () => {
  it("[L18] fastest and slowest are those of a full list: sizes, look-ups, externs, negative slopes", () => {
    const cases = [linearForm, p8Form].flatMap((form) =>
      libraryDevices().map((profile) => ({ form, profile })),
    );
    fc.assert(
      fc.property(tables, fc.constantFrom(...cases), (actions, { form, profile }) => {
        const text = generatedProgram(actions);
        const standIns = { hash: "SipHash-2-4" };
        const full = estimateProgram({
          program: program(text, 5000, standIns),
          device: profile,
          form,
        });
        const cut = estimateProgram({
          program: program(text, 1, standIns),
          device: profile,
          form,
          extremes: 3,
        });
        expect(estimateReportSchema.parse(cut)).toEqual(cut);
        expect([cut.minUs, cut.maxUs]).toEqual([full.minUs, full.maxUs]);
        const answered = full.estimates.filter((each) => each.meanUs !== null);
        const sorted = means(answered).sort((a, b) => a - b);
        expect(means(cut.extremes?.fastest ?? [])).toEqual(sorted.slice(0, 3));
        expect(means(cut.extremes?.slowest ?? [])).toEqual(sorted.reverse().slice(0, 3));
        for (const each of [...(cut.extremes?.fastest ?? []), ...(cut.extremes?.slowest ?? [])])
          expect(answered).toContainEqual(each);
      }),
      { numRuns: 60 },
    );
  });

  it("[L18] of more paths than can be counted the slowest is the one with the dearest action of each table", () => {
    const tables = Array.from(
      { length: 30 },
      (_, index): TableActions => ({
        bytes: 16,
        parsed: index % 2 === 0,
        actions: ["none", "add", "write", "remove"],
      }),
    );
    const analysed = program(generatedProgram(tables));
    expect(analysed.pathCount).toBe(Number.MAX_SAFE_INTEGER);
    const profile = device("netfpga-sume");
    expect(profile.corrections).toEqual([]);
    const { parse, modify, remove, add, table } = profile.linear!.slopesUs;
    const dearest = { parsed: Math.max(0, modify.value, remove.value), absent: Math.max(0, add.value) };
    const fixed = profile.linear!.baseUs.value + 14 * parse.value + 29 * table.value;
    const { maxUs, extremes } = estimateProgram({ form: linearForm, program: analysed, device: profile });
    expect(maxUs).toBeCloseTo(fixed + 15 * (dearest.parsed + dearest.absent), 6);
    expect(extremes?.slowest[0]?.pathId).toMatch(/^p[0-9]{10,}$/);
  });

  it.each([["forward"], ["drop"]] as const)("[L18] of packets that end in %s only, when asked", (outcome) => {
    const text = generatedProgram(
      Array.from(
        { length: 4 },
        (): TableActions => ({ bytes: 16, parsed: true, actions: ["none", "write", "drop"] }),
      ),
    );
    const [whole, cut] = [program(text), program(text, 1)];
    const mine = whole.paths.filter((path) => path.outcome === outcome);
    const profile = device("agilio-cx");
    const all = estimateProgram({ form: linearForm, program: { ...whole, paths: mine }, device: profile });
    const asked = estimateProgram({ form: linearForm, program: whole, device: profile, outcomes: [outcome] });
    expect(asked).toEqual(all);
    const { minUs, maxUs, extremes } = estimateProgram({
      form: linearForm,
      program: cut,
      device: profile,
      outcomes: [outcome],
    });
    expect([minUs, maxUs]).toEqual([all.minUs, all.maxUs]);
    expect(mine.map(({ id }) => id)).toContain(extremes?.slowest[0]?.pathId);
  });

  it("[L8] seven headers of 20 B are beyond 96 B from the fifth on", () => {
    const seven = Array.from(
      { length: 7 },
      (): TableActions => ({ bytes: 20, parsed: false, actions: ["add"] }),
    );
    const { maxUs, extremes } = estimateProgram({
      form: linearForm,
      program: program(generatedProgram(seven), 1),
      device: device("agilio-cx"),
      extremes: 1,
    });
    const added = extremes?.slowest[0]?.terms.filter((each) => each.construct === "add");
    expect(added?.map((each) => each.count)).toEqual([4, 3]);
    expect(extremes?.slowest[0]?.meanUs).toBe(maxUs);
  });

  it("[L15] the path that adds most is judged even when it is not listed", () => {
    const four = Array.from(
      { length: 4 },
      (): TableActions => ({ bytes: 40, parsed: false, actions: ["none", "add"] }),
    );
    const cut = program(generatedProgram(four), 1);
    expect(cut.truncated).toBe(true);
    expect(programReasons(cut, device("t4p4s")).map((each) => each.code)).toContain("added-bytes");
  });
});
