import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { libraryFiles, libraryNames } from "../../library/index.ts";
import { arbitraryProgram } from "../../testing/run/arbitraryProgram.ts";
import { agreementOf } from "../../testing/run/listedPaths.ts";
import { onceWrong } from "../../testing/run/onceWrong.ts";
import { smallP4 } from "../../testing/run/smallSwitch.ts";
import { libraryDevice } from "../device/index.ts";
import { checkP4 } from "../p4/index.ts";
import { analyseProgram } from "../program/index.ts";
import { findWitnesses } from "./witness/findWitnesses.ts";

/** Its profile has thresholds for added and removed headers. */
const device = libraryDevice("agilio-cx");
/** More than any program of the library has. */
const MOST_PATHS = 10_000;
const programs = libraryNames("programs", ".p4");

describe("the executed packet takes a listed path, with the same counts, outcome and time", () => {
  it.each(programs)("%s", (name) => {
    const source = { file: `${name}.p4`, text: libraryFiles[`programs/${name}.p4`]! };
    const { report } = analyseProgram(source, { maxPaths: MOST_PATHS });
    expect(report.truncated).toBe(false);
    const { taken, unlisted, mistimed } = agreementOf(checkP4(source), report, 1500, device);
    expect(unlisted).toEqual([]);
    // so it is between the fastest and the slowest path too
    expect(mistimed).toEqual([]);
    expect(taken.size).toBeGreaterThan(1);
  });

  it("a member of a union that is copied into another one ends itself", () => {
    const text = smallP4({
      types: "header a_t { bit<8> v; } header_union u_t { a_t a; a_t b; }",
      headers: "u_t u;",
      parser: "state start { p.extract(hdr.h); p.extract(hdr.u.b); transition accept; }",
      ingress: "hdr.u.a = hdr.u.b; hdr.u.b.v = 1;",
    });
    const source = { file: "union.p4", text };
    const { taken, unlisted } = agreementOf(checkP4(source), analyseProgram(source, {}).report, 40);
    expect([taken.size, unlisted]).toEqual([1, []]);
  });

  it("a header that is assigned an invalid one, also by a cast", () => {
    const ingress =
      "if (hdr.h.a == 1) hdr.h = (h_t){#}; else if (hdr.h.a == 2) hdr.h = {#}; else hdr.h.b = 3;";
    const source = { file: "invalid.p4", text: smallP4({ ingress }) };
    const { report } = analyseProgram(source, {});
    expect(report.paths.map(({ features }) => [features.remove, features.modify])).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
    expect(agreementOf(checkP4(source), report, 60).unlisted).toEqual([]);
  });

  it("an action that is for the default alone is in no entry that the packets get", () => {
    const ingress = "if (t.apply().hit) mark_to_drop(s); if (u.apply().hit) hdr.h.setInvalid();";
    const locals = `action set() { hdr.h.b = 3; } action lone() { hdr.h.a = 3; }
      table t { key = { hdr.h.a : exact; } actions = { @defaultonly lone; @tableonly set; } default_action = lone; }
      table u { key = { hdr.h.b : exact; } actions = { set; } }`;
    const source = { file: "default.p4", text: smallP4({ locals, ingress }) };
    const { taken, unlisted } = agreementOf(checkP4(source), analyseProgram(source, {}).report, 200);
    expect([taken.size, unlisted]).toEqual([4, []]);
  });

  it.each(onceWrong)("what was once wrong: $name; and each listed path is taken", ({ text }) => {
    const source = { file: "small.p4", text };
    const checked = checkP4(source);
    expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const { report } = analyseProgram(source, {});
    expect(agreementOf(checked, report, 60).unlisted).toEqual([]);
    expect(findWitnesses(checked).filter(({ witness }) => witness === null)).toEqual([]);
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
