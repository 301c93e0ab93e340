import {
  type Diagnostic,
  didYouMean,
  type Path,
  rawFields,
  rawList,
  type SourceDocument,
} from "../core/index.ts";

/** Looking for the nearest name costs a pass over all names: done for the first wrong ends only. */
export const MAX_SUGGESTIONS = 20;

/**
 * Checks the `links` of a file against the ids of its nodes: both ends exist, no link joins a node with
 * itself, no two links join the same pair. Works on the raw value, so that it reports beside the schema's own
 * errors. `what` names what an end can be ("node").
 */
export function checkLinks(source: SourceDocument, ids: ReadonlySet<string>, what: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const report = (code: string, path: Path, message: string): void => {
    diagnostics.push({ severity: "error", code, message, span: source.spanAt(path) });
  };
  let dangling = 0;
  const pairs = new Map<string, number>();
  rawList(rawFields(source.value).links).forEach((link, i) => {
    const { a, b } = link;
    for (const [end, id, other] of [
      ["a", a, b],
      ["b", b, a],
    ] as const) {
      if (typeof id !== "string" || ids.has(id)) continue;
      const hint = dangling++ < MAX_SUGGESTIONS ? didYouMean(id, ids) : "";
      const message = `link to "${String(other)}" dangles: its end ${end} is "${id}", and there is no such ${what}${hint}; add it or correct the link`;
      report("dangling-link", ["links", i, end], message);
    }
    if (typeof a !== "string" || typeof b !== "string") return;
    if (a === b) {
      report("self-link", ["links", i], `link joins "${a}" with itself; a link needs two different nodes`);
      return;
    }
    const pair = a < b ? `${a} ${b}` : `${b} ${a}`;
    const earlier = pairs.get(pair);
    if (earlier === undefined) pairs.set(pair, i);
    else {
      const message = `"${a}" and "${b}" are already joined by links[${earlier}]; write parallel links as one with their summed gbps`;
      report("duplicate-link", ["links", i], message);
    }
  });
  return diagnostics;
}
