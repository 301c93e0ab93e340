import type { Path } from "@p4twin/models/program";
import type { Sort } from "@p4twin/ui";
import { sortRows } from "@/lib/sortRows.ts";
import type { LatencyColumns, PageAnalysis } from "@/workers/program/pageQuestions.ts";
import { countsAt, type IndexLists, idsAt, type PathList } from "@/workers/program/pathList.ts";

export type PathLatency = Record<keyof LatencyColumns, number | null>;

/** A listed path; what it holds is looked up when it is shown. */
export type PathRow = { index: number; id: string };

/** Listed paths with their latency by id of a chosen device. */
export type PathTable = { list: PathList; latency: ReadonlyMap<string, LatencyColumns>; rows: PathRow[] };

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

/** Whether `id` names one of `count` paths, of any number of them when it is null. */
export const isPathId = (id: string, count: number | null): boolean =>
  /^p[1-9]\d*$/.test(id) && (count === null || Number(id.slice(1)) <= count);

export const pathTable = ({ paths, devices }: Pick<PageAnalysis, "paths" | "devices">): PathTable => ({
  list: paths,
  latency: new Map(
    Object.entries(devices).flatMap(([id, { latency }]) => (latency ? [[id, latency] as const] : [])),
  ),
  rows: Array.from({ length: paths.count }, (_, index) => ({ index, id: `p${index + 1}` })),
});

const known = (us: number | undefined): number | null => (us === undefined || Number.isNaN(us) ? null : us);

export function latencyAt({ latency }: PathTable, device: string, { index }: PathRow): PathLatency {
  const columns = latency.get(device);
  return {
    meanUs: known(columns?.meanUs[index]),
    meanLowUs: known(columns?.meanLowUs[index]),
    meanHighUs: known(columns?.meanHighUs[index]),
    lowUs: known(columns?.lowUs[index]),
    highUs: known(columns?.highUs[index]),
  };
}

export const outcomeAt = ({ list }: PathTable, { index }: PathRow): Path["outcome"] =>
  list.outcomes[list.outcome[index] ?? 0] ?? "forward";

/** Counts in the order of the papers' vectors: `2 2 0 0 0 1`. */
export const vectorAt = ({ list }: PathTable, { index }: PathRow): string => countsAt(list, index).join(" ");

/** Tables with the action that ran, `most` of them: `ipv4_lpm: forward, …`. */
export function tablesAt({ list }: PathTable, { index }: PathRow, most = Number.POSITIVE_INFINITY): string {
  const ids = idsAt(list.run, index);
  const texts = Array.from(ids.subarray(0, Math.min(most, ids.length)), (id) => {
    const run = list.runs[id];
    return run ? `${run.name}: ${run.action}` : "";
  });
  return [...texts, ...(ids.length > most ? [`${ids.length - most} more`] : [])].join(", ");
}

/** Rows that pass the filter; words are looked for in id, tables, actions, states, externs and outcome. */
export function filterPaths(table: PathTable, filter: PathFilter): PathRow[] {
  const { list } = table;
  const { outcome, device, fromUs, toUs } = filter;
  const tests: ((row: PathRow) => boolean)[] = [];
  if (outcome !== null) tests.push((row) => outcomeAt(table, row) === outcome);
  if (filter.table !== null || filter.action !== null) {
    const wanted = matching(
      list.runs,
      (run) =>
        (filter.table === null || run.name === filter.table) &&
        (filter.action === null || run.action === filter.action),
    );
    tests.push((row) => hasAny(list.run, row, wanted));
  }
  if (device !== null && (fromUs !== null || toUs !== null)) {
    const [from, to] = [fromUs ?? Number.NEGATIVE_INFINITY, toUs ?? Number.POSITIVE_INFINITY];
    tests.push((row) => {
      const { meanUs } = latencyAt(table, device, row);
      return meanUs !== null && from <= meanUs && meanUs <= to;
    });
  }
  for (const word of filter.text.toLowerCase().split(/\s+/).filter(Boolean))
    tests.push(wordTest(table, word));
  return table.rows.filter((row) => tests.every((test) => test(row)));
}

/** A word is sought once in each dictionary, not in every path. */
function wordTest(table: PathTable, word: string): (row: PathRow) => boolean {
  const { list } = table;
  const holds = (text: string): boolean => text.toLowerCase().includes(word);
  const runs = matching(list.runs, (run) => holds(`${run.name}: ${run.action}`));
  const states = matching(list.states, holds);
  const externs = matching(list.externs, holds);
  return (row) =>
    row.id.includes(word) ||
    holds(outcomeAt(table, row)) ||
    hasAny(list.run, row, runs) ||
    hasAny(list.state, row, states) ||
    hasAny(list.extern, row, externs);
}

const matching = <Entry>(entries: readonly Entry[], test: (entry: Entry) => boolean): ReadonlySet<number> =>
  new Set(entries.flatMap((entry, id) => (test(entry) ? [id] : [])));

const hasAny = (lists: IndexLists, { index }: PathRow, wanted: ReadonlySet<number>): boolean =>
  wanted.size > 0 && idsAt(lists, index).some((id) => wanted.has(id));

/** Order of the paths table: by a device's mean, by a count, or as the program writes them. */
export const sortPaths = (table: PathTable, rows: readonly PathRow[], sort: Sort | null): PathRow[] =>
  sortRows(rows, sort, (row, column) => {
    if (column === "id") return row.index;
    if (column === "outcome") return outcomeAt(table, row);
    if (column === "constructs")
      return countsAt(table.list, row.index).reduce((sum, count) => sum + count, 0);
    return latencyAt(table, column, row).meanUs;
  });

/** What the filters offer: tables of the paths, and the actions that run in them. */
export function filterChoices({ outcomes, runs }: PathList, table: string | null) {
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
  return {
    outcomes: unique(outcomes),
    tables: unique(runs.map((run) => run.name)),
    actions: unique(runs.filter((run) => table === null || run.name === table).map((run) => run.action)),
  };
}
