import { constructs, type Features } from "../../core/index.ts";
import type { FeaturesReport, Path } from "../report.ts";
import { matchPaths } from "./matchPaths.ts";
import type { FeaturesDelta, PathAspect, PathChange, ProgramComparison } from "./programComparison.ts";

/** A report, or what of one is compared. */
export type ComparedProgram = Pick<FeaturesReport, "paths" | "truncated" | "min" | "max">;

/**
 * Two programs, or two versions of one, path by path. Paths are named by their ids, so that a caller can put
 * the latency of each on a device beside them.
 */
export function comparePrograms(before: ComparedProgram, after: ComparedProgram): ProgramComparison {
  const partner = new Map(matchPaths(before.paths, after.paths).map((match) => [match.after, match.before]));
  const kept = new Set(partner.values());
  const removed = removedAfter(before.paths, kept);
  const paths = [...(removed.get(null) ?? [])];
  after.paths.forEach((path, index) => {
    const position = partner.get(index);
    const old = position === undefined ? undefined : before.paths[position];
    paths.push(old ? changeOf(old, path) : oneSided("added", path));
    if (position !== undefined) paths.push(...(removed.get(position) ?? []));
  });
  const count = (change: PathChange["change"]): number =>
    paths.filter((each) => each.change === change).length;
  return {
    paths,
    counts: {
      same: count("same"),
      changed: count("changed"),
      added: count("added"),
      removed: count("removed"),
    },
    min: before.min && after.min && deltaOf(before.min, after.min),
    max: before.max && after.max && deltaOf(before.max, after.max),
    complete: !before.truncated && !after.truncated,
  };
}

/** Paths that are gone, by the position of the kept path that they followed (null: none). */
function removedAfter(paths: readonly Path[], kept: ReadonlySet<number>): Map<number | null, PathChange[]> {
  const removed = new Map<number | null, PathChange[]>();
  let last: number | null = null;
  paths.forEach((path, index) => {
    if (kept.has(index)) last = index;
    else removed.set(last, [...(removed.get(last) ?? []), oneSided("removed", path)]);
  });
  return removed;
}

function oneSided(change: "added" | "removed", { id }: Path): PathChange {
  const ids = change === "added" ? { before: null, after: id } : { before: id, after: null };
  return { change, ...ids, delta: null, differs: [] };
}

function changeOf(before: Path, after: Path): PathChange {
  const delta = deltaOf(before.features, after.features);
  const tablesOf = ({ tables }: Path): string[] => tables.map((table) => table.name);
  const aspects: [PathAspect, unknown, unknown][] = [
    ["states", before.states, after.states],
    ["tables", tablesOf(before), tablesOf(after)],
    ["actions", before.tables, after.tables],
    ["outcome", before.outcome, after.outcome],
    ["externs", before.externs, after.externs],
    ["features", before.features, after.features],
  ];
  const differs = aspects.flatMap(([aspect, a, b]) =>
    JSON.stringify(a) === JSON.stringify(b) ? [] : [aspect],
  );
  const change = differs.length === 0 ? "same" : "changed";
  return { change, before: before.id, after: after.id, delta, differs };
}

function deltaOf(before: Features, after: Features): FeaturesDelta {
  const delta: FeaturesDelta = { parse: 0, modify: 0, copy: 0, remove: 0, add: 0, table: 0 };
  for (const construct of constructs) delta[construct] = after[construct] - before[construct];
  return delta;
}
