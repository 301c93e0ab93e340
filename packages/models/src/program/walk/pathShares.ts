import type { FlowNode } from "../flow/flow.ts";
import type { Probabilities } from "../probabilities.ts";
import { conditionNames, placeOf } from "./arcShares.ts";
import type { Arc } from "./explore.ts";
import { arcsAt, countWalks, type ProgramWalks, positionOf } from "./programWalks.ts";

const NO_SHARES: Probabilities = { tables: {}, conditions: {}, states: {} };

/**
 * How often packets took each way, from how many took each path (by its id): the shares that `expectedCost` takes.
 * Where a path leaves one way only, nothing is counted.
 */
export function pathShares(walks: ProgramWalks, packets: ReadonlyMap<string, number>): Probabilities {
  const counts = countWalks(walks.exploration);
  const nameOf = conditionNamer(walks);
  const shares: Record<"tables" | "conditions" | "states", Map<string, Map<string, number>>> = {
    tables: new Map(),
    conditions: new Map(),
    states: new Map(),
  };
  for (const [id, times] of packets) {
    const position = positionOf(id);
    const arcs = position === null ? null : arcsAt(walks, counts, position);
    let vertex = walks.exploration.start;
    for (const arc of arcs ?? []) {
      const { node } = vertex;
      const { waysOf } = placeOf(node, NO_SHARES);
      const wayOf = (each: Arc): string => waysOf(each)[0] ?? "";
      const open = vertex.arcs.filter(({ to }) => to === null || to.alive);
      if (new Set(open.map(wayOf)).size > 1) {
        const kind = node.kind === "table" ? "tables" : node.state === undefined ? "conditions" : "states";
        const name = kind === "tables" ? node.label : (node.state ?? nameOf(node));
        const ways = shares[kind].get(name) ?? new Map<string, number>();
        shares[kind].set(name, ways.set(wayOf(arc), (ways.get(wayOf(arc)) ?? 0) + times));
      }
      if (arc.to) vertex = arc.to;
    }
  }
  return {
    tables: Object.fromEntries([...shares.tables].map(([name, ways]) => [name, sharesOf(ways)])),
    conditions: Object.fromEntries([...shares.conditions].map(([name, ways]) => [name, sharesOf(ways)])),
    states: Object.fromEntries([...shares.states].map(([name, ways]) => [name, sharesOf(ways)])),
  };
}

function sharesOf(ways: ReadonlyMap<string, number>): Record<string, number> {
  const total = [...ways.values()].reduce((a, b) => a + b, 0);
  return Object.fromEntries([...ways].map(([way, times]) => [way, times / total]));
}

/** A condition is called by its text, and by its line where another one has the same text. */
function conditionNamer({ exploration }: ProgramWalks): (node: FlowNode) => string {
  const lines = new Map<string, Set<number | undefined>>();
  for (const { node } of exploration.order)
    lines.set(node.label, (lines.get(node.label) ?? new Set()).add(node.span?.line));
  return (node) => {
    const names = conditionNames(node);
    const isUnique = (lines.get(node.label)?.size ?? 0) <= 1;
    return (isUnique ? names.at(-1) : names[0]) ?? node.label;
  };
}
