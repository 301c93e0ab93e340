import type { DeviceProfile } from "@p4twin/models/device";
import {
  type CanRunReason,
  canRun,
  type EstimateReport,
  estimateProgram,
  latencyForms,
} from "@p4twin/models/latency";
import {
  type Analysis,
  analyseProgram,
  type FeaturesReport,
  type ProgramGraph,
} from "@p4twin/models/program";

/** What the program page asks while one types. */
export type AnalysisQuestion = {
  fileName: string;
  source: string;
  /** included files by the path written in `#include` */
  includes: Readonly<Record<string, string>>;
  devices: readonly DeviceProfile[];
  /** id of a latency form */
  engine: string;
  packetBytes: number;
};

/** One device's answer: the latency of each path, and why the program does not run there as it stands. */
export type DeviceAnswer = { report: EstimateReport; reasons: CanRunReason[] };

export type AnalysisAnswer = {
  report: FeaturesReport;
  graph: ProgramGraph | null;
  /** by device id; empty when the program has errors */
  devices: Record<string, DeviceAnswer>;
};

type Cached = { key: string; report: FeaturesReport; graph: Analysis["graph"] };

/** Answers questions of one page; the analysis is kept while only devices, engine or packet size change. */
export function createProgramAnalysis(): (question: AnalysisQuestion) => AnalysisAnswer {
  let cached: Cached | null = null;
  return (question) => {
    const { fileName, source, includes } = question;
    const key = JSON.stringify([fileName, source, includes]);
    if (cached?.key !== key) {
      const { report, graph } = analyseProgram(
        { file: fileName, text: source },
        {
          resolveInclude: (path) => {
            const text = includes[path];
            return text === undefined ? null : { file: path, text };
          },
        },
      );
      cached = { key, report, graph };
    }
    const { report, graph } = cached;
    return { report, graph, devices: estimates(report, question) };
  };
}

function estimates(
  report: FeaturesReport,
  { devices, engine, packetBytes }: AnalysisQuestion,
): Record<string, DeviceAnswer> {
  const { min, max } = report;
  if (min === null || max === null) return {};
  const form = latencyForms.find((candidate) => candidate.id === engine);
  const program = { ...report, min, max };
  const runnable = {
    architectures: report.architecture === null ? [] : [report.architecture],
    externs: [...new Set(report.paths.flatMap((path) => path.externs))],
    paths: report.paths,
    max,
  };
  return Object.fromEntries(
    devices.map((device) => [
      device.id,
      {
        report: estimateProgram({ program, device, packetBytes, ...(form ? { form } : {}) }),
        reasons: canRun(runnable, device),
      },
    ]),
  );
}
