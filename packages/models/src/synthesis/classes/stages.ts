import { destinationField } from "../graph/nfGraph.ts";
import type { Target, UnitGraph } from "../graph/unit.ts";
import type { Write, Writes } from "../header/writes.ts";
import { added } from "./cost.ts";
import type { PathCost, Synthesis, TrafficClass } from "./synthesis.ts";

/** Where a traversal begins: at an entry, or behind an output of a rewriter with what its function has noted. */
export type Start = { id: string; target: Target; nf: string | null; writes: Writes };

/** The name of an output of a rewriter. */
export const stagePlace = (state: string, port: number): string => `${state}[${port}]`;

/** The stage behind an output: one for all that is noted of its packets. */
export const stageAt = (place: string, target: Target, nf: string, noted: Writes): Start => ({
  id: [place, ...marksOf(noted, nf)].join(" "),
  target,
  nf,
  writes: noted,
});

/** Of what is noted, what packets differ in: the destination is always that of the packet, and most marks are 0. */
const marksOf = (noted: Writes, nf: string): string[] =>
  Object.entries(noted).flatMap(([field, write]) =>
    write.kind === "const" && write.value !== 0 ? [`${field.slice(nf.length + 1)} ${write.value}`] : [],
  );

/**
 * What a function has noted of a packet that its rewriter lets go, as writes to the packet as it is then; null when it
 * is not known there. A rewriter notes the destination.
 */
export function notedBehind(writes: Writes, nf: string, { layout }: UnitGraph): Writes | null {
  const noted: Record<string, Write> = {};
  for (const field of Object.keys(layout).filter((f) => f.startsWith(`${nf}.`))) {
    const write = writes[field];
    if (field === destinationField(nf)) noted[field] = { kind: "copy", from: "ipDst", by: 0 };
    else if (write?.kind === "const") noted[field] = write;
    else if (write) return null;
  }
  return noted;
}

/**
 * Classes of stages with what their packets cost before, on the dearest way from an entry. A class that an entry has,
 * too (such as packets that are dropped), keeps the cost of its ways from there.
 */
export function withCostsBefore(
  classes: readonly TrafficClass[],
  { classifiers, stages }: Pick<Synthesis, "classifiers" | "stages">,
): TrafficClass[] {
  const ofEntries = new Set(classifiers.flatMap((c) => c.rules.map((r) => r.class)));
  const stagesOf = new Map<number, Set<string>>();
  for (const { id, rules } of stages)
    for (const { class: of } of rules) stagesOf.set(of, (stagesOf.get(of) ?? new Set()).add(id));
  const leadingTo = new Map<string, TrafficClass[]>();
  for (const c of classes) {
    const to = c.ending.kind === "cut" ? c.ending.resumes : undefined;
    if (to !== undefined) leadingTo.set(to, [...(leadingTo.get(to) ?? []), c]);
  }
  const whole = new Map<number, TrafficClass>();
  const wholeOf = (c: TrafficClass): TrafficClass => {
    const known = whole.get(c.id);
    if (known) return known;
    // a class that leads back to itself costs what it costs once
    whole.set(c.id, c);
    const own = ofEntries.has(c.id) ? [] : (stagesOf.get(c.id) ?? []);
    const before = [...own].flatMap((id) => leadingTo.get(id) ?? []).map(wholeOf);
    const dearest = (which: "before" | "after"): PathCost =>
      before.map((b) => added(b[which], c[which])).reduce((a, b) => (b.cycles > a.cycles ? b : a), c[which]);
    const made = { ...c, before: dearest("before"), after: dearest("after") };
    whole.set(c.id, made);
    return made;
  };
  return classes.map(wholeOf);
}
