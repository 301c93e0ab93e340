import type { Diagnostic } from "../../core/index.ts";
import type { UnitGraph } from "./unit.ts";

/** A cycle makes a chain endless for the synthesiser (thesis Sec. 7.2.2.1): it is named element by element. */
export function checkAcyclic(graph: UnitGraph): Diagnostic[] {
  const state = new Map<string, "open" | "done">();
  for (const start of graph.units.keys()) {
    const path: { id: string; next: number }[] = [];
    const enter = (id: string): void => {
      state.set(id, "open");
      path.push({ id, next: 0 });
    };
    if (!state.has(start)) enter(start);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const target = (graph.edges.get(top.id) ?? [])[top.next++];
      if (target === undefined) {
        state.set(top.id, "done");
        path.pop();
      } else if (target?.kind === "unit") {
        if (state.get(target.id) === "open") return [cycle(graph, [...path.map((p) => p.id)], target.id)];
        if (!state.has(target.id)) enter(target.id);
      }
    }
  }
  return [];
}

function cycle(graph: UnitGraph, path: readonly string[], back: string): Diagnostic {
  const round = [...path.slice(path.indexOf(back)), back];
  return {
    severity: "error",
    code: "graph-cycle",
    message: `packets can loop: ${round.join(" -> ")}; a chain with a cycle cannot be synthesised, remove one of these connections`,
    span: graph.units.get(back)?.span ?? null,
  };
}
