import type { BeyondFields, UnitRule } from "../graph/unit.ts";
import { ANY } from "../header/filter.ts";
import { NO_WRITES, type Writes } from "../header/writes.ts";

/** What an element does with packets of one input port. */
export type Behaviour = {
  rules: UnitRule[];
  /** why its packets cannot be synthesised; null when they can */
  opaque: string | null;
};

/** An element as its class understands its arguments. */
export type ElementContext = {
  name: string;
  class: string;
  arguments: readonly string[];
  /** id of its state table, unique in the chain */
  state: string;
  /** arguments of another element of the configuration, null when there is no such */
  mapper(name: string): readonly string[] | null;
  /**
   * fields for the annotations of a packet: the destination that lookups and queriers read, the paint, and the
   * destination as the last querier read it; null where no element reads them
   */
  annotations: { dst: string | null; paint: string | null; hop: string | null };
};

/** Behaviour by input port, or what is wrong with the arguments. */
export type CompiledElement =
  | ({ ok: true; behaviour: (inPort: number) => Behaviour } & ElementFacts)
  | { ok: false; error: string };

/** All packets go to the function itself, as they came, for the reason that is named. */
export const exceptional = (reason: string): CompiledElement =>
  always([{ ...rule(ANY, null), exception: reason }]);

/** What else is known of an element: the specifications of a rewriter, and what is no field of a packet. */
type ElementFacts = { specifications?: readonly string[]; beyond?: BeyondFields };

/** A class of elements: interfaces of a function (`both`: entry and exit), or what does something with packets. */
export type ElementClass =
  /** `information` ones carry no packets */
  | { kind: "input" | "output" | "both" | "information" }
  | { kind: "unit"; compile(context: ElementContext): CompiledElement };

export const rule = (
  filter: UnitRule["filter"],
  port: number | null,
  writes: Writes = NO_WRITES,
): UnitRule => ({
  filter,
  writes,
  port,
});

export const behaviourOf = (rules: UnitRule[]): Behaviour => ({ rules, opaque: null });

/** The same rules for each input port. */
export const always = (rules: UnitRule[]): CompiledElement => {
  const behaviour = behaviourOf(rules);
  return { ok: true, behaviour: () => behaviour };
};

export const refused = (error: string): CompiledElement => ({ ok: false, error });

/** Every packet leaves by port 0 unchanged. */
export const PASS: UnitRule[] = [rule(ANY, 0)];

/** A number as Click's arguments write it, decimal or hexadecimal; null: none. */
export const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^(0x[0-9a-fA-F]+|\d+)$/.test(text) ? Number(text) : null;
