import type { DeviceProfile } from "@p4twin/models/device";
import {
  type CanRunReason,
  type EstimateReport,
  estimateProgram,
  latencyForms,
  programReasons,
} from "@p4twin/models/latency";
import type { AnyAnalysis, FeaturesReport, ProgramGraph } from "@p4twin/models/program";
import { analyseText, type ProgramText } from "./program/programText.ts";

/** What devices are asked about a program. */
export type LatencyQuestion = {
  devices: readonly DeviceProfile[];
  /** id of a latency form */
  engine: string;
  packetBytes: number;
};

export type AnalysisQuestion = ProgramText & LatencyQuestion;

/** One device's answer: the latency of each path, and why the program does not run there as it stands. */
export type DeviceAnswer = { report: EstimateReport; reasons: CanRunReason[] };

export type AnalysisAnswer = {
  report: FeaturesReport;
  graph: ProgramGraph | null;
  /** by device id; empty when the program has errors */
  devices: Record<string, DeviceAnswer>;
};

/** Answers questions of one page; the analysis is kept while only devices, engine or packet size change. */
export function createProgramAnalysis(): (question: AnalysisQuestion) => AnalysisAnswer {
  const analyse = createAnalyser();
  return (question) => {
    const analysis = analyse(question);
    return { report: analysis.report, graph: analysis.graph, devices: estimateDevices(analysis, question) };
  };
}

/** Analyses programs and remembers the last one. */
export function createAnalyser(): (text: ProgramText) => AnyAnalysis {
  let last: { key: string; analysis: AnyAnalysis } | null = null;
  return ({ fileName, source, includes, defines, entries }) => {
    const key = JSON.stringify([fileName, source, includes, defines, entries]);
    if (last?.key !== key)
      last = { key, analysis: analyseText({ fileName, source, includes, defines, entries }) };
    return last.analysis;
  };
}

/** Latency of every listed path on each device, by its id; nothing when the program has errors. `extremes`: how many of the fastest and slowest of all paths to name. */
export function estimateDevices(
  { report, walks }: AnyAnalysis,
  { devices, engine, packetBytes }: LatencyQuestion,
  extremes = 0,
): Record<string, DeviceAnswer> {
  if (report.min === null) return {};
  const form = latencyForms.find((candidate) => candidate.id === engine);
  const program = { ...report, walks };
  return Object.fromEntries(
    devices.map((device) => [
      device.id,
      {
        report: estimateProgram({ program, device, packetBytes, extremes, ...(form ? { form } : {}) }),
        reasons: programReasons(program, device),
      },
    ]),
  );
}
