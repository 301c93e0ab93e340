// Unions of filters: what a connective, a direction or a negation of an IP expression makes of packets.
import type { FieldSet } from "../../header/fieldSet.ts";
import { ANY, type Filter, filterOf, intersect, isWithin, subtractFrom } from "../../header/filter.ts";
import { PACKET_LAYOUT } from "../../header/layout.ts";

/** Our choice: bounds expressions that blow up when alternatives are multiplied. */
const MAX_FILTERS = 4096;

/** Ends the reading of an expression; its message says what cannot be read. */
export class BadExpression extends Error {}

export function fail(message: string): never {
  throw new BadExpression(message);
}

export type Direction = "src" | "dst" | "either" | "both";

/** The packets whose `field` has a value of `set`. */
export function only(field: string, set: FieldSet): Filter[] {
  const filter = filterOf({ [field]: set }, PACKET_LAYOUT);
  return filter === null ? [] : [filter];
}

/** The packets with a value of `set` in one field or another, by the direction asked for. */
export function toward(direction: Direction, src: string, dst: string, set: FieldSet): Filter[] {
  switch (direction) {
    case "src":
      return only(src, set);
    case "dst":
      return only(dst, set);
    case "either":
      return unite(only(src, set), only(dst, set));
    case "both":
      return both(only(src, set), only(dst, set));
  }
}

const bounded = (filters: Filter[]): Filter[] =>
  filters.length > MAX_FILTERS ? fail(`the pattern has more than ${MAX_FILTERS} alternatives`) : filters;

/** Packets of `a` or of `b`. */
export function unite(a: readonly Filter[], b: readonly Filter[]): Filter[] {
  return bounded([...a, ...b.filter((f) => !a.some((g) => isWithin(f, g)))]);
}

/** Packets of `a` and of `b`. */
export function both(a: readonly Filter[], b: readonly Filter[]): Filter[] {
  if (a.length === 1 && a[0] === ANY) return [...b];
  const met = a.flatMap((x) => b.map((y) => intersect(x, y))).filter((f) => f !== null);
  return bounded(met);
}

/** Packets of none of the filters. */
export function complement(filters: readonly Filter[]): Filter[] {
  return filters.reduce<Filter[]>((left, f) => bounded(subtractFrom(left, f, PACKET_LAYOUT)), [ANY]);
}
