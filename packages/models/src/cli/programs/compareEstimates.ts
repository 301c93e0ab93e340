import { type EstimateReport, type Intervals, intervalsOf, slowestPath } from "../../latency/index.ts";
import { comparePrograms, type PathChange, type ProgramComparison } from "../../program/index.ts";
import { formatTable, intervalColumns, showIntervals, showUs } from "../table.ts";
import type { Estimated } from "./estimateInputs.ts";

/** A path of one or both programs with its mean latency in each; null where it has none. */
type LatencyChange = PathChange & {
  beforeUs: number | null;
  afterUs: number | null;
  deltaUs: number | null;
  beforeIntervals: Intervals | null;
  afterIntervals: Intervals | null;
};

export type ComparedEstimates = {
  before: EstimateReport;
  after: EstimateReport;
  comparison: Omit<ProgramComparison, "paths"> & { paths: LatencyChange[] };
};

/** Two programs on one device, path by path. */
export function compareEstimates(before: Estimated, after: Estimated): ComparedEstimates {
  const comparison = comparePrograms(before.program, after.program);
  const [old, now] = [byPath(before.report), byPath(after.report)];
  const paths = comparison.paths.map((each): LatencyChange => {
    const [was, is] = [old.get(each.before ?? "") ?? null, now.get(each.after ?? "") ?? null];
    const [beforeUs, afterUs] = [was?.meanUs ?? null, is?.meanUs ?? null];
    return {
      ...{ ...each, beforeUs, afterUs, deltaUs: differenceUs(beforeUs, afterUs) },
      ...{ beforeIntervals: intervalsOf(was), afterIntervals: intervalsOf(is) },
    };
  });
  return { before: before.report, after: after.report, comparison: { ...comparison, paths } };
}

const byPath = ({ estimates }: EstimateReport) => new Map(estimates.map((each) => [each.pathId, each]));

/** Without binary dust: latencies are printed to a ten-thousandth of a microsecond. */
const differenceUs = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : Math.round((after - before) * 1e4) / 1e4;

/** For people: how many paths changed, each that did with its latencies, and the extremes of both. */
export function showComparedEstimates({ before, after, comparison }: ComparedEstimates): string {
  const { same, changed, added, removed } = comparison.counts;
  const head = `${before.program} and ${after.program} on ${before.device}, ${before.packetBytes} B packets, engine ${before.engine}: ${same} paths the same, ${changed} changed, ${added} added, ${removed} removed${comparison.complete ? "" : " (of those listed)"}\n\n`;
  const rows = comparison.paths
    .filter((each) => each.change !== "same")
    .map((each) => [
      each.before ?? "-",
      each.after ?? "-",
      each.change,
      showUs(each.beforeUs),
      ...[showUs(each.afterUs), ...showIntervals(each.afterIntervals)],
      signedUs(each.deltaUs),
      each.differs.join(" "),
    ]);
  const extremes = (["minUs", "maxUs"] as const).map((which) => [
    "",
    "",
    which === "minUs" ? "fastest" : "slowest",
    showUs(before[which]),
    ...[showUs(after[which]), ...showIntervals(which === "maxUs" ? slowestPath(after) : null)],
    signedUs(differenceUs(before[which], after[which])),
    "",
  ]);
  const columns = [
    { title: "before" },
    { title: "after" },
    { title: "change" },
    { title: "before us", align: "right" as const },
    { title: "after us", align: "right" as const },
    ...intervalColumns,
    { title: "delta us", align: "right" as const },
    { title: "what differs" },
  ];
  return head + formatTable(columns, [...rows, ...extremes]);
}

const signedUs = (us: number | null): string => (us !== null && us > 0 ? `+${showUs(us)}` : showUs(us));
