import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryProgram } from "../../testing/run/arbitraryProgram.ts";
import { agreementOf } from "../../testing/run/listedPaths.ts";
import { libraryDevice } from "../device/index.ts";
import { checkP4 } from "../p4/index.ts";
import { analyseProgram } from "../program/index.ts";

/** Its profile has thresholds for added and removed headers. */
const device = libraryDevice("agilio-cx");
const LIBRARY = join(import.meta.dirname, "../../library/programs");
const programs = readdirSync(LIBRARY).filter((name) => name.endsWith(".p4"));

describe("the executed packet takes a listed path, with the same counts, outcome and time", () => {
  it.each(programs)("%s", (file) => {
    const source = { file, text: readFileSync(join(LIBRARY, file), "utf8") };
    const { report } = analyseProgram(source, {});
    expect(report.truncated).toBe(false);
    const { taken, unlisted, mistimed } = agreementOf(checkP4(source), report, 1500, device);
    expect(unlisted).toEqual([]);
    // so it is between the fastest and the slowest path too
    expect(mistimed).toEqual([]);
    expect(taken.size).toBeGreaterThan(1);
  });

  it("of programs that a grammar makes", () => {
    fc.assert(
      fc.property(arbitraryProgram, (text) => {
        const source = { file: "any.p4", text };
        const checked = checkP4(source);
        expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const { report } = analyseProgram(source, {});
        fc.pre(!report.truncated);
        expect(agreementOf(checked, report, 60).unlisted).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
