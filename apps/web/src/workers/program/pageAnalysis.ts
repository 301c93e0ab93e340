import { hasErrors } from "@p4twin/models/core";
import { type PathEstimate, programReasons } from "@p4twin/models/latency";
import { outlineOf } from "@p4twin/models/p4";
import {
  type Construct,
  type DrawnPath,
  findDrawnPath,
  type Path,
  type TextAnalysis,
} from "@p4twin/models/program";
import { type DeviceAnswer, estimateDevices, estimatorOf } from "../programAnalysis.ts";
import { graphOf } from "./graphOf.ts";
import type {
  CountedLine,
  ExtremePath,
  PageAnalysis,
  PageDevice,
  PageQuestion,
  PageView,
  PathDetail,
} from "./pageQuestions.ts";
import { toPathList } from "./pathList.ts";

/** Fastest and slowest of all paths that are named (our choice). */
const NAMED_EXTREMES = 5;

/** An analysis as the program page shows it: small enough to be sent at every pause of typing. */
export async function pageAnalysis(
  analysis: TextAnalysis,
  { revision, program, ...view }: Extract<PageQuestion, { kind: "analyse" }>,
): Promise<PageAnalysis> {
  const { report, checked } = analysis;
  const { architecture, hash, pathCount, truncated, min, max, coarse, diagnostics } = report;
  const graph = graphOf(analysis);
  const shownPath = (report.paths.find((path) => path.outcome === "forward") ?? report.paths[0])?.id ?? null;
  const wanted = new Set([view.selected, shownPath, view.pinned].filter((id) => id !== null));
  return {
    kind: "analyse",
    revision,
    source: program.source,
    summary: { architecture, hash, pathCount, truncated, min, max, ...(coarse ? { coarse } : {}) },
    diagnostics,
    paths: toPathList(report.paths),
    defaultPath: shownPath,
    lines: countedLines(report.paths),
    nodePaths: firstPaths(analysis),
    devices: await pageDevices(analysis, view),
    graph: graph?.key === view.graphKey ? null : graph,
    graphKey: graph?.key ?? null,
    outline: checked ? outlineOf(checked) : [],
    files: checked ? [...checked.files.keys()] : [report.program],
    details: await pathDetails(analysis, view, [...wanted]),
  };
}

/** Details of paths by their ids, listed or not; unknown ones are left out. */
export async function pathDetails(
  { report, graph, walks }: TextAnalysis,
  view: PageView,
  ids: readonly string[],
): Promise<PathDetail[]> {
  const found = ids.flatMap((id): DrawnPath[] => {
    const listed = report.paths.find((candidate) => candidate.id === id);
    const way = graph?.paths.find((candidate) => candidate.id === id);
    const drawn: DrawnPath | null =
      listed && way
        ? { path: listed, nodes: way.nodes, edges: way.edges }
        : walks && findDrawnPath(walks, id);
    return drawn ? [drawn] : [];
  });
  if (found.length === 0) return [];
  const estimator = estimatorOf(view);
  const program = { ...report, paths: found.map(({ path }) => path), truncated: false };
  const reports = await Promise.all(
    view.devices.map((device) => estimator.estimate(program, device, { packetBytes: view.packetBytes })),
  );
  return found.map((drawn): PathDetail => {
    const estimates: Record<string, PathEstimate> = {};
    for (const { device, estimates: all } of reports) {
      const estimate = all.find(({ pathId }) => pathId === drawn.path.id);
      if (estimate) estimates[device] = estimate;
    }
    return { ...drawn, estimates };
  });
}

/** Lines of the program's own file that count, in order. */
function countedLines(paths: readonly Path[]): CountedLine[] {
  const lines = new Map<number, CountedLine>();
  for (const { id, source } of paths) {
    const onPath = new Map<string, { line: number; construct: Construct; count: number }>();
    for (const { line, construct, file } of source) {
      if (file !== undefined) continue;
      const key = `${line} ${construct}`;
      const known = onPath.get(key);
      if (known) known.count += 1;
      else onPath.set(key, { line, construct, count: 1 });
    }
    for (const { line, construct, count } of onPath.values()) {
      const counted = lines.get(line) ?? { line, counts: {}, firstPath: id };
      lines.set(line, counted);
      counted.counts[construct] = Math.max(counted.counts[construct] ?? 0, count);
    }
  }
  return [...lines.values()].sort((a, b) => a.line - b.line);
}

function firstPaths({ graph }: TextAnalysis): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { id, nodes } of graph?.paths ?? []) for (const node of nodes) first[node] ??= id;
  return first;
}

async function pageDevices(analysis: TextAnalysis, view: PageView): Promise<Record<string, PageDevice>> {
  const { report, walks } = analysis;
  if (hasErrors(report.diagnostics) || report.min === null) return {};
  const isChosen = new Set(view.chosen);
  const devices = view.devices.filter((device) => isChosen.has(device.id));
  const answers = await estimateDevices(
    analysis,
    { ...view, devices },
    report.truncated ? NAMED_EXTREMES : 0,
  );
  return Object.fromEntries(
    view.devices.map((device): [string, PageDevice] => {
      const answer = answers[device.id];
      if (answer) return [device.id, chosenDevice(answer)];
      return [device.id, { reasons: programReasons({ ...report, walks }, device), notes: [], latency: null }];
    }),
  );
}

function chosenDevice({ report, reasons }: DeviceAnswer): PageDevice {
  const { estimates, minUs, maxUs, areBounds = false, notes, extremes } = report;
  const column = (of: (estimate: PathEstimate) => number | null): Float64Array =>
    Float64Array.from(estimates, (estimate) => of(estimate) ?? Number.NaN);
  return {
    reasons,
    notes,
    latency: {
      meanUs: column((estimate) => estimate.meanUs),
      meanLowUs: column((estimate) => estimate.meanLowUs),
      meanHighUs: column((estimate) => estimate.meanHighUs),
      lowUs: column((estimate) => estimate.lowUs),
      highUs: column((estimate) => estimate.highUs),
      minUs,
      maxUs,
      areBounds,
      fastest: (extremes?.fastest ?? []).map(named),
      slowest: (extremes?.slowest ?? []).map(named),
    },
  };
}

const named = ({ pathId, meanUs, meanLowUs, meanHighUs, lowUs, highUs }: PathEstimate): ExtremePath => ({
  pathId,
  meanUs,
  ...{ meanLowUs, meanHighUs, lowUs, highUs },
});
