import {
  constructs,
  type FeaturesDelta,
  type FeaturesReport,
  type PathChange,
  type ProgramComparison,
} from "../../program/index.ts";
import { formatTable } from "../table.ts";

/** Two reports and what became of the paths of the first in the second. */
export type ComparedReports = {
  before: FeaturesReport;
  after: FeaturesReport;
  comparison: ProgramComparison;
};

/** A comparison for people: how many paths changed, and each that did. */
export function showComparison({ before, after, comparison }: ComparedReports): string {
  const { same, changed, added, removed } = comparison.counts;
  const head = `${before.program} (${before.pathCount} paths) and ${after.program} (${after.pathCount} paths): ${same} the same, ${changed} changed, ${added} added, ${removed} removed${comparison.complete ? "" : " (not all paths are listed, those are not compared)"}\n`;
  const bounds = (["min", "max"] as const).flatMap((name) => {
    const delta = comparison[name];
    const areBounds = [before, after].some(({ coarse }) => coarse?.[name].length);
    return delta
      ? [["", "", name, ...deltaCells(delta), areBounds ? "of bounds, not all of them counts of paths" : ""]]
      : [];
  });
  const rows = comparison.paths.filter((each) => each.change !== "same").map(row({ before, after }));
  const columns = [
    { title: "before" },
    { title: "after" },
    { title: "change" },
    ...constructs.map((title) => ({ title, align: "right" as const })),
    { title: "what differs, or the path" },
  ];
  return `${head}\n${formatTable(columns, [...rows, ...bounds])}`;
}

const row =
  ({ before, after }: Pick<ComparedReports, "before" | "after">) =>
  (each: PathChange): string[] => {
    const [report, name] = each.before === null ? [after, each.after] : [before, each.before];
    const path = report.paths.find(({ id }) => id === name);
    const way = path
      ? [...path.states, ...path.tables.map((t) => `${t.name}:${t.action}`), path.outcome]
      : [];
    const counts = each.delta
      ? deltaCells(each.delta)
      : constructs.map((construct) => String(path?.features[construct] ?? ""));
    return [
      each.before ?? "-",
      each.after ?? "-",
      each.change,
      ...counts,
      (each.delta ? each.differs : way).join(" "),
    ];
  };

const deltaCells = (delta: FeaturesDelta): string[] =>
  constructs.map((construct) => {
    const change = delta[construct];
    return change > 0 ? `+${change}` : change === 0 ? "." : String(change);
  });
