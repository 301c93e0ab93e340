import {
  type CoarseBounds,
  constructs,
  type Features,
  type FeaturesReport,
  type Path,
} from "../../program/index.ts";
import { formatTable } from "../table.ts";

/** The vector of every listed path, then the least and greatest counts: "at least", "at most" where they are bounds. */
export function showFeatures(report: FeaturesReport): string {
  const head = `${report.program}, ${report.architecture ?? "unknown architecture"}, ${report.pathCount} paths${report.truncated ? " (not all are listed; min and max cover all)" : ""}\n\n`;
  const columns = [
    { title: "path" },
    ...constructs.map((title) => ({ title, align: "right" as const })),
    { title: "outcome" },
    { title: "states and tables" },
  ];
  const row = (path: Path): string[] => [
    path.id,
    ...constructs.map((c) => String(path.features[c])),
    path.outcome,
    [...path.states, ...path.tables.map((t) => `${t.name}:${t.action ?? "-"}`), ...path.externs].join(" "),
  ];
  const rows = report.paths.map(row);
  const bounds = (["min", "max"] as const).flatMap((name) => {
    const features = report[name];
    return features === null ? [] : [[name, ...boundCells(features, name, report.coarse), "", ""]];
  });
  return `${head}${formatTable(columns, [...rows, ...bounds])}${showClones(report, columns, row)}`;
}

/** The paths of clones, which no bound covers. */
function showClones(
  { clones }: FeaturesReport,
  columns: Parameters<typeof formatTable>[0],
  row: (path: Path) => string[],
): string {
  if (clones === undefined) return "";
  if (clones === null) return "\nclones take too many paths to follow\n";
  const title = "\nclones, through egress only; min and max leave them out\n\n";
  const [name, ...others] = columns;
  const rows = clones.map((path) => [path.id, path.clonedBy, ...row(path).slice(1)]);
  return `${title}${formatTable([name!, { title: "cloned by" }, ...others], rows)}`;
}

const BEYOND = { min: "at least", max: "at most" } as const;

const boundCells = (features: Features, side: "min" | "max", coarse: CoarseBounds | undefined): string[] =>
  constructs.map((construct) =>
    coarse?.[side].includes(construct)
      ? `${BEYOND[side]} ${features[construct]}`
      : String(features[construct]),
  );
