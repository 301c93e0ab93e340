import { constructs, type Path } from "@p4twin/models/program";

/**
 * For each path a list of indices into a dictionary: those of path i are `ids[starts[i]]` up to, not
 * including, `ids[starts[i + 1]]`.
 */
export type IndexLists = { starts: Uint32Array; ids: Uint32Array };

/**
 * The listed paths as columns: path i is called `p${i + 1}`. Thousands of long paths cross from the worker in
 * a blink, because what they share (tables, states) stands once.
 */
export type PathList = {
  count: number;
  outcomes: Path["outcome"][];
  /** index in `outcomes` by path */
  outcome: Uint8Array;
  /** raw counts, six by path in the order of `constructs` */
  counts: Uint32Array;
  /** tables with the action that ran */
  runs: Path["tables"];
  run: IndexLists;
  states: string[];
  state: IndexLists;
  externs: string[];
  extern: IndexLists;
};

/** The listed paths as columns. */
export function toPathList(paths: readonly Path[]): PathList {
  const outcomes = [...new Set(paths.map((path) => path.outcome))];
  const runs = dictionary(
    paths,
    (path) => path.tables,
    ({ name, action }) => `${name} ${action}`,
  );
  const states = dictionary(
    paths,
    (path) => path.states,
    (state) => state,
  );
  const externs = dictionary(
    paths,
    (path) => path.externs,
    (extern) => extern,
  );
  return {
    count: paths.length,
    outcomes,
    outcome: Uint8Array.from(paths, (path) => outcomes.indexOf(path.outcome)),
    counts: Uint32Array.from(
      paths.flatMap((path) => constructs.map((construct) => path.features[construct])),
    ),
    runs: runs.entries,
    run: runs.lists,
    states: states.entries,
    state: states.lists,
    externs: externs.entries,
    extern: externs.lists,
  };
}

function dictionary<Entry>(
  paths: readonly Path[],
  listOf: (path: Path) => readonly Entry[],
  keyOf: (entry: Entry) => string,
): { entries: Entry[]; lists: IndexLists } {
  const known = new Map<string, number>();
  const entries: Entry[] = [];
  const ids: number[] = [];
  const starts = Uint32Array.from([0, ...paths.map(() => 0)]);
  for (const [index, path] of paths.entries()) {
    for (const entry of listOf(path)) {
      const key = keyOf(entry);
      let id = known.get(key);
      if (id === undefined) {
        id = entries.push(entry) - 1;
        known.set(key, id);
      }
      ids.push(id);
    }
    starts[index + 1] = ids.length;
  }
  return { entries, lists: { starts, ids: Uint32Array.from(ids) } };
}

/** Indices of path `index`. */
export const idsAt = ({ starts, ids }: IndexLists, index: number): Uint32Array =>
  ids.subarray(starts[index], starts[index + 1]);

/** Raw counts of path `index`, in the order of `constructs`. */
export const countsAt = ({ counts }: Pick<PathList, "counts">, index: number): Uint32Array =>
  counts.subarray(index * constructs.length, (index + 1) * constructs.length);
