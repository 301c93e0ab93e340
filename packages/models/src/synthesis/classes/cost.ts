import { cycleTable } from "../../server/index.ts";
import { cyclesOf, ELEMENT_CYCLES, listCycles, SYNTHESISED_CYCLES, treeCycles } from "../element/cycles.ts";
import type { UnitGraph } from "../graph/unit.ts";
import type { Writes } from "../header/writes.ts";
import type { Ending, PathCost, TrafficClass } from "./synthesis.ts";

/** Fields that a rewriter writes; the Ethernet header is written by the encapsulation, the TTL by its own element. */
const REWRITTEN = ["ipSrc", "ipDst", "srcPort", "dstPort", "ipTos"];

/** A step of a way: its element, its cycles where the table has them, and what its number of filters adds. */
type Step = { element: string; cycles: number | null; search?: number };

/** Cost of a way through the original elements: model M6, the sum of Table 7.1 over its elements, and their filters. */
export function costOfWay(graph: UnitGraph, way: readonly string[]): PathCost {
  return total(
    way.map((id): Step => {
      const { element, rules } = graph.units.get(id)!;
      return { element, cycles: cyclesOf(element), search: listCycles(element, rules.length) };
    }),
  );
}

/**
 * Cost of a class in the synthesised function (thesis Sec. 7.3): Strip and Classifier once, over `filters` of the
 * entry, one write with one checksum, Fragmenter and Encap once; each only when its class had one. A discarded class
 * ends after the classifier.
 */
export function costOfClass(
  graph: UnitGraph,
  way: readonly string[],
  writes: Writes,
  ending: Ending,
  filters: number,
): PathCost {
  const elements = new Set(way.map((id) => graph.units.get(id)!.element));
  const steps: Step[] = [];
  const once = (element: string): void => {
    if (elements.has(element)) steps.push({ element, cycles: ELEMENT_CYCLES[element]! });
  };
  once("Strip");
  if (elements.size > 0)
    steps.push({
      element: "IPClassifier",
      cycles: ELEMENT_CYCLES.IPClassifier!,
      search: treeCycles(filters),
    });
  if (ending.kind === "drop") return total(steps);
  const write = costOfWrites(writes);
  if (write !== null) steps.push({ element: "IPRewriter (extended)", cycles: write });
  once("IPFragmenter");
  once("EtherEncap");
  return total(steps);
}

/**
 * Cost of a class that comes to the server with a tag that tells it, and with only `left` of its writes to do (thesis
 * Sec. 8.1.3): the whole operation on its dearest way, without classifier and without what the switch wrote.
 */
export function costBehindTag(
  { after, writes }: Pick<TrafficClass, "after" | "writes">,
  left: Writes,
): PathCost {
  if (after.operations === 0) return after;
  const saved = (costOfWrites(writes) ?? 0) - (costOfWrites(left) ?? 0);
  const cycles = after.cycles - after.searchCycles - ELEMENT_CYCLES.IPClassifier! - saved;
  return { ...after, operations: after.operations - 1, cycles, searchCycles: 0 };
}

/** The cost of one way after another. */
export const added = (a: PathCost, b: PathCost): PathCost => ({
  operations: a.operations + b.operations,
  cycles: a.cycles + b.cycles,
  searchCycles: a.searchCycles + b.searchCycles,
  uncounted: [...new Set([...a.uncounted, ...b.uncounted])],
});

/**
 * A cost as room `server` and a placement compute with it: Table 7.1's cycles are those of a packet that is alone in
 * its batch, of which a share is paid once for each batch; the search through filters is each packet's own.
 */
export function softwareCycles({ cycles, searchCycles }: Pick<PathCost, "cycles" | "searchCycles">): {
  cyclesPerPacket: number;
  cyclesPerBatch: number;
} {
  const cyclesPerBatch = Math.round((cycles - searchCycles) * cycleTable().batchShare.value);
  return { cyclesPerPacket: cycles - cyclesPerBatch, cyclesPerBatch };
}

function costOfWrites(writes: Writes): number | null {
  const rewrites = REWRITTEN.some((field) => writes[field] !== undefined);
  const decrements = writes.ipTtl !== undefined;
  if (rewrites && decrements) return SYNTHESISED_CYCLES.rewriteAndTtl;
  if (rewrites) return ELEMENT_CYCLES.IPRewriter!;
  return decrements ? ELEMENT_CYCLES.DecIPTTL! : null;
}

function total(steps: readonly Step[]): PathCost {
  const counted = steps.filter((s) => s.cycles !== null);
  const searchCycles = counted.reduce((sum, s) => sum + (s.search ?? 0), 0);
  return {
    operations: counted.length,
    cycles: counted.reduce((sum, s) => sum + s.cycles!, searchCycles),
    searchCycles,
    uncounted: [...new Set(steps.filter((s) => s.cycles === null).map((s) => s.element))],
  };
}
