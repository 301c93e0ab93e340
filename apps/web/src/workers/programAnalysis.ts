import type { DeviceProfile } from "@p4twin/models/device";
import { type Estimator, unknownEngine } from "@p4twin/models/engine";
import { type CanRunReason, type EstimateReport, programReasons } from "@p4twin/models/latency";
import {
  analyseText,
  type FeaturesReport,
  type ProgramGraph,
  type ProgramText,
  type TextAnalysis,
} from "@p4twin/models/program";
import { browserEngines } from "./browserEngines.ts";

/** What devices are asked about a program. */
export type LatencyQuestion = {
  devices: readonly DeviceProfile[];
  /** id of a built-in estimator */
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
export function createProgramAnalysis(): (question: AnalysisQuestion) => Promise<AnalysisAnswer> {
  const analyse = createAnalyser();
  return async (question) => {
    const analysis = analyse(question);
    const devices = await estimateDevices(analysis, question);
    return { report: analysis.report, graph: analysis.graph, devices };
  };
}

/** Analyses programs and remembers the last one. */
export function createAnalyser(): (text: ProgramText) => TextAnalysis {
  let last: { key: string; analysis: TextAnalysis } | null = null;
  return ({ fileName, source, includes, defines, entries }) => {
    const key = JSON.stringify([fileName, source, includes, defines, entries]);
    if (last?.key !== key)
      last = { key, analysis: analyseText({ fileName, source, includes, defines, entries }) };
    return last.analysis;
  };
}

/** The estimator of a question. Throws, in words, when there is none of that id. */
export function estimatorOf({ engine }: Pick<LatencyQuestion, "engine">): Estimator {
  const estimator = browserEngines.estimator(engine);
  if (!estimator) throw new Error(unknownEngine(engine, "estimates", browserEngines.entries));
  return estimator;
}

/**
 * Latency of every listed path on each device, by its id; nothing when the program has errors. `extremes`:
 * how many of the fastest and slowest of all paths to name.
 */
export async function estimateDevices(
  { report, walks }: TextAnalysis,
  question: LatencyQuestion,
  extremes = 0,
): Promise<Record<string, DeviceAnswer>> {
  if (report.min === null) return {};
  const estimator = estimatorOf(question);
  const program = { ...report, walks };
  const options = { packetBytes: question.packetBytes, extremes };
  const answers = question.devices.map(async (device): Promise<[string, DeviceAnswer]> => {
    const estimated = await estimator.estimate(program, device, options);
    return [device.id, { report: estimated, reasons: programReasons(program, device) }];
  });
  return Object.fromEntries(await Promise.all(answers));
}
