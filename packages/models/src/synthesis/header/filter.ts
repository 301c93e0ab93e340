import {
  type FieldSet,
  fullSet,
  hasValue,
  intersectSets,
  isEmptySet,
  isSubset,
  overlaps,
  subtractSets,
} from "./fieldSet.ts";
import type { Layout, Packet } from "./layout.ts";

/**
 * A conjunction over fields; a field that is missing may have any value (thesis Sec. 7.2.1, phi). Never
 * empty: that is `null`.
 */
export type Filter = Readonly<Record<string, FieldSet>>;

/** Every packet. */
export const ANY: Filter = {};

/** Drops fields that say nothing; null when no packet is left. */
export function filterOf(fields: Readonly<Record<string, FieldSet>>, layout: Layout): Filter | null {
  const out: Record<string, FieldSet> = {};
  for (const [field, set] of Object.entries(fields)) {
    if (isEmptySet(set)) return null;
    if (set[0] !== 0 || set[1] !== 2 ** layout[field]! - 1) out[field] = set;
  }
  return out;
}

/** Component-wise intersection; null when it is empty. */
export function intersect(a: Filter, b: Filter): Filter | null {
  const out: Record<string, FieldSet> = { ...a };
  for (const field in b) {
    const mine = a[field];
    const set = mine === undefined ? b[field]! : intersectSets(mine, b[field]!);
    if (isEmptySet(set)) return null;
    out[field] = set;
  }
  return out;
}

/** Whether some packet is in both. */
export function doOverlap(a: Filter, b: Filter): boolean {
  for (const field in b) {
    const mine = a[field];
    if (mine !== undefined && !overlaps(mine, b[field]!)) return false;
  }
  return true;
}

/** Whether every packet of `inner` is in `outer`. */
export function isWithin(inner: Filter, outer: Filter): boolean {
  for (const field in outer) {
    const mine = inner[field];
    if (mine === undefined || !isSubset(mine, outer[field]!)) return false;
  }
  return true;
}

/** a \ b as disjoint filters ([katsikas-synthesis]: one for each field of b that a goes beyond). */
export function subtract(a: Filter, b: Filter, layout: Layout): Filter[] {
  const out: Filter[] = [];
  let rest = a;
  for (const field in b) {
    const mine = rest[field] ?? fullSet(layout[field]!);
    const outside = subtractSets(mine, b[field]!);
    if (!isEmptySet(outside)) out.push({ ...rest, [field]: outside });
    const inside = intersectSets(mine, b[field]!);
    if (isEmptySet(inside)) return [a];
    rest = { ...rest, [field]: inside };
  }
  return out;
}

/** What is left of `filters` without `b`. */
export const subtractFrom = (filters: readonly Filter[], b: Filter, layout: Layout): Filter[] =>
  filters.flatMap((each) => subtract(each, b, layout));

export function matches(filter: Filter, packet: Packet): boolean {
  for (const field in filter) if (!hasValue(filter[field]!, packet[field] ?? 0)) return false;
  return true;
}

/** Text that is equal for equal filters. */
export const filterKey = (filter: Filter): string =>
  Object.keys(filter)
    .sort()
    .map((field) => `${field}:${filter[field]!.join(",")}`)
    .join(" ");
