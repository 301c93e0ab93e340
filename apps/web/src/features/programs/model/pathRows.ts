import type { FeaturesReport, Path } from "@p4twin/models/program";
import type { Sort } from "@p4twin/ui";
import { sortRows } from "@/lib/sortRows.ts";
import type { DeviceAnswer } from "@/workers/programAnalysis.ts";

export type PathLatency = { meanUs: number | null; lowUs: number | null; highUs: number | null };

/** A path as the table shows it. */
export type PathRow = {
  path: Path;
  /** tables with the action that ran: `ipv4_lpm: forward` */
  tables: string;
  /** counts in the order of the papers' vectors */
  vector: string;
  /** by device id; a device without an answer is absent */
  latency: Record<string, PathLatency>;
};

export type PathFilter = { text: string; outcome: string | null };

const vectorOf = ({ features }: Path): string =>
  [features.parse, features.modify, features.copy, features.remove, features.add, features.table].join(" ");

/** Every listed path with its latency on every device that has an answer. */
export function pathRows(report: FeaturesReport, devices: Readonly<Record<string, DeviceAnswer>>): PathRow[] {
  const byPath = Object.entries(devices).map(([id, answer]) => ({
    id,
    estimates: new Map(answer.report.estimates.map((estimate) => [estimate.pathId, estimate])),
  }));
  return report.paths.map((path) => ({
    path,
    tables: path.tables.map(({ name, action }) => `${name}: ${action}`).join(", "),
    vector: vectorOf(path),
    latency: Object.fromEntries(
      byPath.flatMap(({ id, estimates }) => {
        const estimate = estimates.get(path.id);
        return estimate
          ? [[id, { meanUs: estimate.meanUs, lowUs: estimate.lowUs, highUs: estimate.highUs }]]
          : [];
      }),
    ),
  }));
}

/** Rows that hold every word of the filter in their id, tables, states, externs or outcome. */
export function filterPaths(rows: readonly PathRow[], { text, outcome }: PathFilter): PathRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ path, tables }) => {
    if (outcome !== null && path.outcome !== outcome) return false;
    const searched = [path.id, path.outcome, tables, ...path.states, ...path.externs].join(" ").toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** Order of the paths table: by a device's mean, by a count, or as the program writes them. */
export const sortPaths = (rows: readonly PathRow[], sort: Sort | null): PathRow[] =>
  sortRows(rows, sort, ({ path, latency }, column) => {
    if (column === "id") return path.id;
    if (column === "outcome") return path.outcome;
    if (column === "constructs") return Object.values(path.features).reduce((sum, count) => sum + count, 0);
    return latency[column]?.meanUs ?? null;
  });
