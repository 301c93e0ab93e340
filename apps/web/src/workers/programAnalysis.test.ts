import { libraryDevice } from "@p4twin/models/device";
import { libraryFiles } from "@p4twin/models/library";
import { describe, expect, it } from "vitest";
import { type AnalysisQuestion, createProgramAnalysis } from "./programAnalysis.ts";

const device = (id: string) => {
  const found = libraryDevice(id);
  if (!found) throw new Error(`no device ${id}`);
  return found;
};

const question: AnalysisQuestion = {
  fileName: "l3fwd.p4",
  source: libraryFiles["programs/l3fwd.p4"] ?? "",
  includes: {},
  devices: [device("agilio-cx"), device("netfpga-sume")],
  engine: "linear",
  packetBytes: 1500,
};

describe("program analysis", () => {
  it("estimates the published 8.56 us of L3Fwd on the Agilio CX (thesis Table 4.1)", async () => {
    const { devices, report } = await createProgramAnalysis()(question);
    const slowest = devices["agilio-cx"]?.report.maxUs ?? 0;
    expect(report.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    expect(slowest).toBeCloseTo(8.56, 2);
  });

  it("counts the extern that a program's extern stands for, as the command line does", async () => {
    const source = libraryFiles["programs/lb.p4"] ?? "";
    const asked = { ...question, fileName: "mine.p4", source, devices: [device("npu")] };
    const { devices } = await createProgramAnalysis()(asked);
    expect(devices.npu?.report.maxUs).toBe(47.67);
  });

  it("says why a program does not run on a device of another architecture", async () => {
    const { devices } = await createProgramAnalysis()(question);
    expect(devices["netfpga-sume"]?.reasons.map((reason) => reason.code)).toContain("architecture");
  });

  it("has diagnostics and no estimates for a program with a mistake", async () => {
    const broken = { ...question, source: question.source.replace("header", "haeder") };
    const { devices, report, graph } = await createProgramAnalysis()(broken);
    expect(report.diagnostics.some((d) => d.severity === "error" && d.span !== null)).toBe(true);
    expect([devices, graph]).toEqual([{}, null]);
  });

  it("refuses an estimator that is not there instead of taking another one", async () => {
    await expect(createProgramAnalysis()({ ...question, engine: "oracle" })).rejects.toThrow(
      'Unknown estimator "oracle". Available: linear, p8',
    );
  });

  it("reads included files from those that came with the program", async () => {
    const includes = { "l3fwd.p4": question.source };
    const { report } = await createProgramAnalysis()({
      ...question,
      fileName: "main.p4",
      source: '#include "l3fwd.p4"\n',
      includes,
    });
    expect(report.paths.length).toBeGreaterThan(0);
  });
});
