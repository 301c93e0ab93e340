import type { Diagnostic } from "../../core/index.ts";
import { loopsOf } from "./loops.ts";
import type { UnitGraph } from "./unit.ts";

/** A cycle makes a chain endless for the synthesiser (thesis Sec. 7.2.2.1): it is named element by element. */
export function checkAcyclic(graph: UnitGraph): Diagnostic[] {
  for (const { round } of loopsOf(graph.units.keys(), graph.edges)) return [cycle(graph, round)];
  return [];
}

const cycle = (graph: UnitGraph, round: readonly string[]): Diagnostic => ({
  severity: "error",
  code: "graph-cycle",
  message: `packets can loop: ${round.join(" -> ")}; a chain with a cycle cannot be synthesised, remove one of these connections`,
  span: graph.units.get(round[0]!)?.span ?? null,
});
