import { isStray } from "../../src/synthesis/classes/traverse.ts";
import { isLocalField } from "../../src/synthesis/graph/nfGraph.ts";
import { type Target, targetOf, type UnitGraph } from "../../src/synthesis/graph/unit.ts";
import { matches } from "../../src/synthesis/header/filter.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";
import { applyWrites, type Chooser } from "./applyWrites.ts";

/** How a packet's walk ended, with the packet as it was then; `units` are those it crossed. */
export type Walked = {
  packet: Packet;
  ending:
    | { kind: "exit"; name: string }
    | { kind: "drop"; unit: string | null }
    | { kind: "origin"; state: string }
    | { kind: "opaque"; unit: string }
    | { kind: "exception"; unit: string };
  units: string[];
};

/**
 * Sends one packet through the original graph, element by element: what a synthesis is compared with. `isKnown`: every
 * rewriter knows its flow, as a reply where replies come in.
 */
export function walkPacket(
  graph: UnitGraph,
  from: Target,
  packet: Packet,
  choose: Chooser,
  isKnown = false,
): Walked {
  const units: string[] = [];
  let current = packet;
  let target: Target | null = from;
  while (target?.kind === "unit") {
    const unit = graph.units.get(target.id)!;
    if (unit.opaque !== null) return { packet: current, ending: { kind: "opaque", unit: unit.id }, units };
    units.push(unit.id);
    const seen = current;
    const rule = unit.rules.find(
      (r) => (!r.flow?.known || (isKnown && !isStray(r, unit))) && matches(r.filter, seen),
    );
    if (rule?.exception !== undefined)
      return { packet: current, ending: { kind: "exception", unit: unit.id }, units };
    if (!rule || rule.port === null)
      return { packet: current, ending: { kind: "drop", unit: unit.id }, units };
    current = applyWrites(rule.writes, current, graph.layout, choose);
    target = targetOf(graph, unit.id, rule.port);
    if (target === null && rule.flow?.known)
      return { packet: current, ending: { kind: "origin", state: rule.flow.state }, units };
  }
  if (target === null)
    return { packet: current, ending: { kind: "drop", unit: units.at(-1) ?? null }, units };
  const fields = Object.entries(current).filter(([field]) => !isLocalField(field));
  return { packet: Object.fromEntries(fields), ending: { kind: "exit", name: target.name }, units };
}
