import { constructs } from "@p4twin/models/program";
import type { Sort } from "@p4twin/ui";
import { sortRows } from "@/lib/sortRows.ts";
import type { PageAnalysis, PathSummary } from "@/workers/program/pageQuestions.ts";

export type PathLatency = { meanUs: number | null; lowUs: number | null; highUs: number | null };

/** A path as the table shows it. */
export type PathRow = {
  path: PathSummary;
  /** tables with the action that ran: `ipv4_lpm: forward` */
  tables: string;
  /** counts in the order of the papers' vectors */
  vector: string;
  /** by id of a chosen device */
  latency: Record<string, PathLatency>;
};

export type PathFilter = {
  text: string;
  outcome: string | null;
  table: string | null;
  action: string | null;
  /** latency range on `device` (us), ends included; null: open */
  device: string | null;
  fromUs: number | null;
  toUs: number | null;
};

export const vectorText = ({ features }: Pick<PathSummary, "features">): string =>
  constructs.map((construct) => features[construct]).join(" ");

const known = (us: number | undefined): number | null => (us === undefined || Number.isNaN(us) ? null : us);

/** Every listed path with its latency on every chosen device. */
export function pathRows({ paths, devices }: Pick<PageAnalysis, "paths" | "devices">): PathRow[] {
  const columns = Object.entries(devices).flatMap(([id, { latency }]) => (latency ? [{ id, latency }] : []));
  return paths.map((path, index) => ({
    path,
    tables: path.tables.map(({ name, action }) => `${name}: ${action}`).join(", "),
    vector: vectorText(path),
    latency: Object.fromEntries(
      columns.map(({ id, latency }) => [
        id,
        {
          meanUs: known(latency.meanUs[index]),
          lowUs: known(latency.lowUs[index]),
          highUs: known(latency.highUs[index]),
        },
      ]),
    ),
  }));
}

/** Rows that pass the filter; words are looked for in id, tables, states, externs and outcome. */
export function filterPaths(rows: readonly PathRow[], filter: PathFilter): PathRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const { outcome, table, action, device, fromUs, toUs } = filter;
  return rows.filter(({ path, tables, latency }) => {
    if (outcome !== null && path.outcome !== outcome) return false;
    if (table !== null || action !== null) {
      const runs = path.tables.some(
        (run) => (table === null || run.name === table) && (action === null || run.action === action),
      );
      if (!runs) return false;
    }
    if (device !== null && (fromUs !== null || toUs !== null)) {
      const us = latency[device]?.meanUs ?? null;
      if (us === null || us < (fromUs ?? Number.NEGATIVE_INFINITY) || us > (toUs ?? Number.POSITIVE_INFINITY))
        return false;
    }
    if (words.length === 0) return true;
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

/** What the filters offer: tables of the paths, and the actions that run in them. */
export function filterChoices(paths: readonly PathSummary[], table: string | null) {
  const runs = paths.flatMap((path) => path.tables);
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
  return {
    outcomes: unique(paths.map((path) => path.outcome)),
    tables: unique(runs.map((run) => run.name)),
    actions: unique(runs.filter((run) => table === null || run.name === table).map((run) => run.action)),
  };
}
