import type { FlowNode } from "../flow/flow.ts";
import type { PlaceCounts, Probabilities } from "../probabilities.ts";
import { conditionNames, placeOf } from "./arcShares.ts";
import type { Arc } from "./explore.ts";
import { arcsAt, countWalks, type ProgramWalks, positionOf } from "./programWalks.ts";

const NO_SHARES: Probabilities = { tables: {}, conditions: {}, states: {} };

/**
 * How often packets took each way, from how many took each path (by its id). Where a path leaves one way only, nothing
 * is counted.
 */
export function countWays(walks: ProgramWalks, packets: ReadonlyMap<string, number>): PlaceCounts[] {
  const counts = countWalks(walks.exploration);
  const nameOf = conditionNamer(walks);
  const places = new Map<string, PlaceCounts>();
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
        const kind = node.kind === "table" ? "table" : node.state === undefined ? "condition" : "state";
        const name = kind === "table" ? node.label : (node.state ?? nameOf(node));
        const place = places.get(`${kind} ${name}`) ?? { kind, name, ways: {} };
        place.ways[wayOf(arc)] = (place.ways[wayOf(arc)] ?? 0) + times;
        places.set(`${kind} ${name}`, place);
      }
      if (arc.to) vertex = arc.to;
    }
  }
  return [...places.values()];
}

/** The shares that packets took of the ways: what `expectedCost` takes. */
export function sharesOfCounts(places: readonly PlaceCounts[]): Probabilities {
  const shares: Probabilities = { tables: {}, conditions: {}, states: {} };
  for (const { kind, name, ways } of places) {
    const total = Object.values(ways).reduce((a, b) => a + b, 0);
    shares[GROUPS[kind]][name] = Object.fromEntries(
      Object.entries(ways).map(([way, packets]) => [way, packets / total]),
    );
  }
  return shares;
}

const GROUPS = { table: "tables", condition: "conditions", state: "states" } as const;

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
