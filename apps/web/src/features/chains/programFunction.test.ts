import { libraryFiles } from "@p4twin/models/library";
import { analyseProgram } from "@p4twin/models/program";
import { describe, expect, it } from "vitest";
import { programFunction } from "./programFunction.ts";

const { report } = analyseProgram({ file: "l3fwd.p4", text: libraryFiles["programs/l3fwd.p4"] ?? "" });
const choice = { type: "own", title: "Own", pathId: null, rules: 4, origin: "l3fwd, version 1" };

describe("programFunction", () => {
  it("takes counts that no path exceeds", () => {
    expect(programFunction(report, choice)).toMatchObject({
      type: "own",
      program: report.hash,
      features: { parse: 2, modify: 2, copy: 0, remove: 0, add: 0, table: 1 },
      architectures: ["v1model"],
      rules: 4,
      source: "l3fwd, version 1, greatest counts of all paths",
    });
  });

  it("takes the vector of one path", () => {
    const drop = report.paths.find((path) => path.outcome === "drop");
    expect(programFunction(report, { ...choice, pathId: drop?.id ?? "" })?.features).toEqual(drop?.features);
  });

  it("makes nothing of a program with errors, or of a path that is not there", () => {
    const broken = analyseProgram({ file: "x.p4", text: "header" }).report;
    expect(programFunction(broken, choice)).toBeNull();
    expect(programFunction(report, { ...choice, pathId: "p999" })).toBeNull();
  });
});
