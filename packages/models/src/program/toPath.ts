import type { CountedSource, Path } from "./report.ts";
import { type StandIns, standInFor } from "./standIns.ts";
import type { CountedConstruct, Walk } from "./walk/listPaths.ts";

/** A walk as it is reported; `file` is the program's own, which sources leave out. */
export function toPath(id: string, walk: Walk, file: string, standIns: StandIns): Path {
  const added = knownBytes(walk.addedBytes);
  const removed = knownBytes(walk.removedBytes);
  return {
    id,
    features: walk.features,
    states: walk.states,
    tables: walk.tables,
    externs: [...new Set(walk.externs.map((name) => standInFor(standIns, name)))],
    outcome: walk.outcome,
    ...(added ? { addedHeaderBytes: added } : {}),
    ...(removed ? { removedHeaderBytes: removed } : {}),
    source: walk.counted.map((counted) => toSource(counted, file)),
  };
}

/** Null when a length is not known: then all of them count as the measured ones do. */
function knownBytes(bytes: readonly (number | null)[]): number[] | null {
  const known = bytes.filter((each) => each !== null);
  return known.length === bytes.length ? known : null;
}

function toSource({ construct, span, header, table }: CountedConstruct, file: string): CountedSource {
  const source: CountedSource = { line: span.line, construct, column: span.column, endLine: span.endLine };
  if (header !== undefined) source.header = header;
  if (table !== undefined) source.table = table;
  if (span.file !== file) source.file = span.file;
  return source;
}
