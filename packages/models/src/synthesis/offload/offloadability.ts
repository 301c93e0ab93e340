import { isLocalField } from "../graph/nfGraph.ts";
import type { Unit, UnitGraph } from "../graph/unit.ts";
import type { Filter } from "../header/filter.ts";
import type { Writes } from "../header/writes.ts";
import { expandFilter } from "./expandFilter.ts";
import { splitWrites } from "./hardwareWrites.ts";
import type { OffloadTarget } from "./target.ts";

/**
 * Whether hardware can do an element or a function: all of it, some of its rules, or nothing, with the first reason.
 */
type Offloadability = { verdict: "yes" | "partly" | "no"; reason: string | null };

/**
 * What `target` can do of one element [katsikas-offload]: a stateful one, or one that reads the payload,
 * stays; others by the fields that their rules match and write.
 */
function elementOffloadability(unit: Unit, target: OffloadTarget): Offloadability {
  if (unit.opaque !== null) return { verdict: "no", reason: unit.opaque };
  if (unit.rules.some((r) => r.flow || Object.values(r.writes).some((w) => w.kind === "set")))
    return { verdict: "no", reason: `${unit.element} keeps state of flows` };
  const reasons = unit.rules.map((rule) => {
    const made = expandFilter(visible(rule.filter), target);
    if ("field" in made) return made.reason;
    const { software } = splitWrites(
      { writes: onPacket(rule.writes), ending: { kind: "exit", name: "" }, state: null },
      target,
      { tagField: null },
    );
    const field = Object.keys(software)[0];
    return field === undefined ? null : `${target.title} cannot write ${field} in this way`;
  });
  const reason = reasons.find((r) => r !== null) ?? null;
  if (reason === null) return { verdict: "yes", reason };
  return { verdict: reasons.every((r) => r !== null) ? "no" : "partly", reason };
}

/** A test of the destination annotation is one of the address; other fields of one function are settled before. */
const visible = (filter: Filter): Filter =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([field, set]) =>
      !isLocalField(field) ? [[field, set]] : field.endsWith(".destination") ? [["ipDst", set]] : [],
    ),
  );
const onPacket = (writes: Writes): Writes =>
  Object.fromEntries(Object.entries(writes).filter(([field]) => !isLocalField(field)));

/**
 * Functions of a chain with the verdict on each, and their elements. A function is offloadable as far as its
 * elements are.
 */
type FunctionOffloadability = Offloadability & {
  function: string;
  elements: (Offloadability & { unit: string; element: string })[];
};

export function chainOffloadability(graph: UnitGraph, target: OffloadTarget): FunctionOffloadability[] {
  return graph.nfs.map((nf) => {
    const elements = [...graph.units.values()]
      .filter((u) => u.nf === nf)
      .map((u) => ({ unit: u.id, element: u.element, ...elementOffloadability(u, target) }));
    const held = elements.find((e) => e.verdict !== "yes");
    const verdict = !held ? "yes" : doesNothing(graph, elements) ? "no" : "partly";
    return { function: nf, verdict, reason: held?.reason ?? null, elements };
  });
}

/** Whether no element that hardware takes over decides or writes anything. */
const doesNothing = (graph: UnitGraph, elements: readonly { unit: string; verdict: string }[]): boolean =>
  elements.every(({ unit, verdict }) => {
    if (verdict === "no") return true;
    const { rules } = graph.units.get(unit)!;
    return rules.every((r) => Object.keys(r.filter).length === 0 && Object.keys(r.writes).length === 0);
  });
