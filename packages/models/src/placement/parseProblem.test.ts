import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDiagnostic } from "../core/index.ts";
import { libraryDevices } from "../device/index.ts";
import { catalogue } from "./fixtures/clouds.ts";
import { checkProblem, parseProblem } from "./parseProblem.ts";
import { requiredTypes } from "./problem.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const bad = readFileSync(join(fixtures, "bad-problem.yaml"), "utf8");

describe("problem files", () => {
  it("[PA15] a problem with every part is read; plan's part may stand beside place's", () => {
    const { problem, diagnostics } = checkProblem(
      {
        devices: [{ id: "cpu1", profile: "cpu" }],
        switches: [{ id: "core1", delayUs: 1 }],
        deviceTypes: [{ profile: "npu", available: 40 }],
        links: [{ a: "cpu1", b: "core1", gbps: 10 }],
        functions: [
          {
            type: "fw",
            features: { parse: 3, modify: 0, copy: 0, remove: 0, add: 0, table: 1 },
            externs: [],
            architectures: ["v1model"],
            rules: 0,
          },
        ],
        required: ["l2fwd"],
        workload: [{ function: "fw", gbps: 1, count: 20 }],
        chains: [{ id: "a1", functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 }],
        options: {
          sharing: false,
          objective: { delay: 1, cost: 0 },
          maxCost: 100000,
          linkDirection: "full-duplex",
        },
      },
      catalogue,
    );
    expect(diagnostics).toEqual([]);
    expect(problem?.chains[0]).toMatchObject({ id: "a1", maxDelayUs: 10, segments: [] });
  });

  it("[PA15] options, functions and required functions have defaults", () => {
    const { problem } = checkProblem({ devices: [], chains: [] }, catalogue);
    expect(problem && requiredTypes(problem, catalogue.functions, "place")).toEqual(["l2fwd"]);
    expect(problem && requiredTypes(problem, catalogue.functions, "plan")).toEqual(["l3fwd"]);
    expect(problem).toMatchObject({
      functions: [],
      options: { sharing: false, objective: {}, linkDirection: "full-duplex" },
    });
  });

  it("[PA15] all errors are told with line, column and remedy", async () => {
    const { problem, diagnostics } = parseProblem(bad, "bad-problem.yaml", catalogue);
    expect(problem).toBeNull();
    // the profiles are those of the library: one more of them changes no test
    const known = libraryDevices().map(({ id }) => id);
    const text = diagnostics
      .map((d) => `${formatDiagnostic(d)}\n`.replace(known.sort().join(", "), "..."))
      .join("");
    await expect(text).toMatchFileSnapshot(join(fixtures, "bad-problem.expected"));
  });

  it("[PA15] never throws, whatever the text", () => {
    const mutated = fc
      .tuple(fc.nat(bad.length), fc.nat(12), fc.string({ maxLength: 8 }))
      .map(([at, cut, insert]) => bad.slice(0, at) + insert + bad.slice(at + cut));
    fc.assert(
      fc.property(fc.oneof(fc.string(), mutated, fc.json()), (text) => {
        const { problem, diagnostics } = parseProblem(text, "f", catalogue);
        expect(problem === null).toBe(diagnostics.length > 0);
      }),
      { numRuns: 200 },
    );
  });
});
