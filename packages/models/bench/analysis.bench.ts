import { libraryFiles, libraryNames } from "../library/index.ts";
import { libraryDevice } from "../src/device/index.ts";
import { estimateProgram, linearForm } from "../src/latency/index.ts";
import { analyseProgram } from "../src/program/index.ts";

const RUNS = 15;

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Source text to feature vectors and to an estimate, warm, for every program of the library. */
export default async function bench() {
  const device = libraryDevice("agilio-cx");
  if (!device) throw new Error("the library has no agilio-cx");
  const rows = libraryNames("programs", ".p4").map((name) => {
    const text = libraryFiles[`programs/${name}.p4`];
    const analysis: number[] = [];
    const estimate: number[] = [];
    let paths = 0;
    for (let i = 0; i < RUNS; i++) {
      const start = performance.now();
      const { report } = analyseProgram({ file: `${name}.p4`, text });
      const analysed = performance.now();
      estimateProgram({ program: report, device, form: linearForm });
      analysis.push(analysed - start);
      estimate.push(performance.now() - analysed);
      paths = report.pathCount;
    }
    return {
      program: name,
      lines: text.split("\n").length,
      paths,
      "analysis ms": Number(median(analysis).toFixed(2)),
      "estimate ms": Number(median(estimate).toFixed(2)),
    };
  });
  return { name: "analysis of the library programs", rows };
}
