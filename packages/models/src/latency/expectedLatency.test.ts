import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseProgram, type Probabilities } from "../program/index.ts";
import { estimateProgram } from "./estimateProgram.ts";
import { expectedLatency, expectedLatencySchema } from "./expectedLatency.ts";
import { generatedProgram, type TableActions } from "./fixtures/generatedProgram.ts";
import { device } from "./fixtures/tables.ts";
import { linearForm } from "./linearForm.ts";
import { p8Form } from "./p8Form.ts";
import type { LatencyProgram } from "./program.ts";

const kinds = ["add", "remove", "write", "none"];
const program = (tables: readonly TableActions[], maxPaths = 5000) => {
  const { report, walks } = analyseProgram({ file: "g.p4", text: generatedProgram(tables) }, { maxPaths });
  expect(report.diagnostics).toEqual([]);
  return { ...report, walks };
};

const tables = fc.array(
  fc.record({
    bytes: fc.constantFrom(4, 16, 40, null),
    parsed: fc.boolean(),
    actions: fc.uniqueArray(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 }),
    weights: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Weights as probabilities; all zero: nothing is said. */
const probabilitiesOf = (given: { actions: string[]; weights: number[] }[]): Probabilities => ({
  tables: Object.fromEntries(
    given.flatMap(({ actions, weights }, index) => {
      const sum = actions.reduce((total, _, at) => total + (weights[at] ?? 0), 0);
      if (sum === 0) return [];
      return [
        [
          `t${index}`,
          Object.fromEntries(actions.map((name, at) => [`${name}${index}`, (weights[at] ?? 0) / sum])),
        ],
      ];
    }),
  ),
  conditions: {},
  states: {},
});

describe("expected latency", () => {
  it("[L20] is the mean over all paths by their probability, and so is its interval", () => {
    fc.assert(
      fc.property(tables, fc.constantFrom("agilio-cx", "t4p4s", "netfpga-sume"), (given, id) => {
        const analysed = program(given);
        const probabilities = probabilitiesOf(given);
        const { estimates } = estimateProgram({ form: linearForm, program: analysed, device: device(id) });
        const shares = analysed.paths.map((path) =>
          path.tables.reduce((product, { name, action }) => {
            const known = probabilities.tables[name];
            return (
              product *
              (known ? (known[action] ?? 0) : 1 / (given[Number(name.slice(1))]?.actions.length ?? 1))
            );
          }, 1),
        );
        const mean = (value: (each: (typeof estimates)[number]) => number): number =>
          estimates.reduce((sum, each, index) => sum + value(each) * (shares[index] ?? 0), 0);
        const found = expectedLatency({
          form: linearForm,
          program: analysed,
          device: device(id),
          probabilities,
        });
        expect(expectedLatencySchema.parse(found)).toEqual(found);
        const meanUs = mean((each) => each.meanUs ?? 0);
        expect(found.meanUs).toBeCloseTo(meanUs, 5);
        expect(found.spreadUs).toBeCloseTo(Math.sqrt(mean((each) => ((each.meanUs ?? 0) - meanUs) ** 2)), 2);
        expect(found.lowUs ?? 0).toBeCloseTo(
          mean((each) => each.lowUs ?? 0),
          3,
        );
        expect(found.highUs ?? 0).toBeCloseTo(
          mean((each) => each.highUs ?? 0),
          3,
        );
        expect(found.outcomes.reduce((sum, each) => sum + each.probability, 0)).toBeCloseTo(1, 9);
      }),
      { numRuns: 60 },
    );
  });

  it("[L20] says where ways were taken to be equally likely", () => {
    const two = program([{ bytes: 4, parsed: true, actions: ["write", "none"] }], 1);
    const said = (given: Probabilities) =>
      expectedLatency({ form: linearForm, program: two, device: device("agilio-cx"), probabilities: given });
    const nothing = said({ tables: {}, conditions: {}, states: {} });
    expect(nothing.meanUs).toBeCloseTo(7.7, 9);
    expect(nothing.notes).toEqual([
      "ways taken to be equally likely, because no probability is given: table t0",
    ]);
    expect(said({ tables: { t0: { write0: 0.2 } }, conditions: {}, states: {} })).toMatchObject({
      meanUs: 7.55,
      notes: [],
    });
  });

  it("[L20] is not known when packets take a path without an answer", () => {
    const none: Probabilities = { tables: {}, conditions: {}, states: {} };
    const some = program([{ bytes: 4, parsed: true, actions: ["write", "none"] }]);
    const npu = expectedLatency({
      program: some,
      device: device("npu"),
      probabilities: none,
      form: p8Form,
    });
    expect(npu).toMatchObject({ meanUs: null, lowUs: null, spreadUs: null });
    expect(npu.notes.join()).toMatch(/p8 has no answer/);
    const away: LatencyProgram = { ...some, walks: null };
    expect(
      expectedLatency({ form: linearForm, program: away, device: device("cpu"), probabilities: none })
        .notes[0],
    ).toMatch(/too many to follow/);
  });
});
