import type { FlowStep } from "../graph/unit.ts";
import { type FieldSet, uniteSets } from "../header/fieldSet.ts";
import type { Choice, Writes } from "../header/writes.ts";
import type { Ending, StateTable } from "./synthesis.ts";

/** Where stateful traffic leaves: what shares a state table (Property 1). */
const egressOf = (ending: Ending): string | null =>
  ending.kind === "exit"
    ? ending.name
    : ending.kind === "cut"
      ? (ending.resumes ?? `cut ${ending.unit}`)
      : null;

const stateId = (egress: string): string => `state@${egress}`;

/** Tables of the chain's functions that `writes` draws from. */
const sourcesOf = (writes: Writes): string[] => [
  ...new Set(Object.values(writes).flatMap((w) => (w.kind === "set" ? [w.state] : []))),
];

type Gathered = {
  inputs: Set<string>;
  replaces: Set<string>;
  fields: Map<string, { values: FieldSet; choice: Choice }>;
};

/**
 * Collects the state tables of a synthesis: exactly one stateful rewriter for each egress interface, with one
 * input port for each ingress interface, so that one lookup of a reply finds the original values and the way
 * back (Properties 1 and 2, thesis Sec. 7.2.3).
 */
export function createStates() {
  const gathered = new Map<string, Gathered>();
  return {
    /** The table of a class, null when it needs none; replies are resolved by `tables`. */
    of(writes: Writes, flows: readonly FlowStep[], ending: Ending, entry: string): string | null {
      if (flows.some((f) => f.known)) return null;
      const egress = egressOf(ending);
      const sources = new Set([...sourcesOf(writes), ...flows.map((f) => f.state)]);
      if (egress === null || sources.size === 0) return null;
      let table = gathered.get(egress);
      if (!table) {
        table = { inputs: new Set(), replaces: new Set(), fields: new Map() };
        gathered.set(egress, table);
      }
      table.inputs.add(entry);
      for (const source of sources) table.replaces.add(source);
      for (const [field, write] of Object.entries(writes)) {
        if (write.kind !== "set") continue;
        const known = table.fields.get(field);
        table.fields.set(field, {
          values: known ? uniteSets(known.values, write.values) : write.values,
          choice: write.choice,
        });
      }
      return stateId(egress);
    },
    tables(): StateTable[] {
      return [...gathered].map(([egress, { inputs, replaces, fields }]) => ({
        id: stateId(egress),
        egress,
        inputs: [...inputs],
        replaces: [...replaces],
        fields: [...fields].map(([field, about]) => ({ field, ...about })),
      }));
    },
  };
}
