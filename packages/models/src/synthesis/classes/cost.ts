import { cyclesOf, ELEMENT_CYCLES, SYNTHESISED_CYCLES } from "../element/cycles.ts";
import type { UnitGraph } from "../graph/unit.ts";
import type { Writes } from "../header/writes.ts";
import type { Ending, PathCost, TrafficClass } from "./synthesis.ts";

/** Fields that a rewriter writes; the Ethernet header is written by the encapsulation, the TTL by its own element. */
const REWRITTEN = ["ipSrc", "ipDst", "srcPort", "dstPort", "ipTos"];

/** Cost of a way through the original elements: model M6, the sum of Table 7.1 over its elements. */
export function costOfWay(graph: UnitGraph, way: readonly string[]): PathCost {
  return total(
    way.map((id) => {
      const { element } = graph.units.get(id)!;
      return [element, cyclesOf(element)];
    }),
  );
}

/**
 * Cost of a class in the synthesised function (thesis Sec. 7.3): Strip and Classifier once, one write with
 * one checksum, Fragmenter and Encap once; each only when its class had one. A discarded class ends after the
 * classifier.
 */
export function costOfClass(
  graph: UnitGraph,
  way: readonly string[],
  writes: Writes,
  ending: Ending,
): PathCost {
  const elements = new Set(way.map((id) => graph.units.get(id)!.element));
  const steps: [string, number | null][] = [];
  const once = (element: string): void => {
    if (elements.has(element)) steps.push([element, ELEMENT_CYCLES[element]!]);
  };
  once("Strip");
  if (elements.size > 0) steps.push(["IPClassifier", ELEMENT_CYCLES.IPClassifier!]);
  if (ending.kind === "drop") return total(steps);
  const write = costOfWrites(writes);
  if (write !== null) steps.push(["IPRewriter (extended)", write]);
  once("IPFragmenter");
  once("EtherEncap");
  return total(steps);
}

/**
 * Cycles of a class that comes to the server with a tag that tells it, and with only `left` of its writes to
 * do (thesis Sec. 8.1.3): the whole operation on its dearest way, without classifier and without what the
 * switch wrote.
 */
export function cyclesBehindTag(
  { after, writes }: Pick<TrafficClass, "after" | "writes">,
  left: Writes,
): number {
  if (after.operations === 0) return 0;
  const saved = (costOfWrites(writes) ?? 0) - (costOfWrites(left) ?? 0);
  return after.cycles - ELEMENT_CYCLES.IPClassifier! - saved;
}

function costOfWrites(writes: Writes): number | null {
  const rewrites = REWRITTEN.some((field) => writes[field] !== undefined);
  const decrements = writes.ipTtl !== undefined;
  if (rewrites && decrements) return SYNTHESISED_CYCLES.rewriteAndTtl;
  if (rewrites) return ELEMENT_CYCLES.IPRewriter!;
  return decrements ? ELEMENT_CYCLES.DecIPTTL! : null;
}

function total(steps: readonly (readonly [string, number | null])[]): PathCost {
  const counted = steps.filter(([, cycles]) => cycles !== null);
  return {
    operations: counted.length,
    cycles: counted.reduce((sum, [, cycles]) => sum + cycles!, 0),
    uncounted: [...new Set(steps.filter(([, cycles]) => cycles === null).map(([element]) => element))],
  };
}
