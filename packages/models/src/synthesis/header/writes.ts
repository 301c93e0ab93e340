import {
  type FieldSet,
  fullSet,
  intersectSets,
  isEmptySet,
  isSubset,
  overlaps,
  shiftSet,
} from "./fieldSet.ts";
import type { Filter } from "./filter.ts";
import type { Layout } from "./layout.ts";

/** How a stateful function picks one of several values for a new flow. */
export type Choice = "pool" | "roundRobin" | "any";

/**
 * What happens to one field [katsikas-synthesis]: a constant, a sum modulo its width, the value at the entry
 * of another field of the same width plus a number, or one of `values` that is chosen at run time and
 * remembered in the state table `state`.
 */
export type Write =
  | { kind: "const"; value: number }
  | { kind: "add"; by: number }
  | { kind: "copy"; from: string; by: number }
  | { kind: "set"; values: FieldSet; choice: Choice; state: string };

/** A packet operation omega; fields that are missing keep their value. */
export type Writes = Readonly<Record<string, Write>>;

export const NO_WRITES: Writes = {};

/**
 * Why an operation cannot be merged: `field` was written with a value that only the run time knows, and is then read.
 */
type Hazard = { field: string };
export type Composed<T> = { ok: true; value: T } | { ok: false; hazard: Hazard };

const modulo = (value: number, bits: number): number => {
  const size = 2 ** bits;
  return ((value % size) + size) % size;
};

/** `second` after `first`: the last writer wins, sums add up, a copy of a field takes what was written there. */
export function compose(second: Writes, first: Writes, layout: Layout): Composed<Writes> {
  const out: Record<string, Write> = { ...first };
  for (const field of Object.keys(second)) {
    const write = second[field]!;
    const bits = layout[field]!;
    if (write.kind === "const" || write.kind === "set") {
      out[field] = write;
      continue;
    }
    const source = write.kind === "add" ? field : write.from;
    const earlier = first[source];
    // a field of one function is only tested there, so that the values of both need not go together
    if (earlier?.kind === "set" && write.kind === "copy" && !field.includes("."))
      return { ok: false, hazard: { field: source } };
    out[field] = moved(earlier, source, field, write.by, bits);
  }
  return { ok: true, value: withoutIdentity(out) };
}

/** The value of `source` (as `earlier` left it) plus `by`, written into `field`. */
function moved(earlier: Write | undefined, source: string, field: string, by: number, bits: number): Write {
  switch (earlier?.kind) {
    case undefined:
      return source === field ? { kind: "add", by } : { kind: "copy", from: source, by };
    case "const":
      return { kind: "const", value: modulo(earlier.value + by, bits) };
    case "add":
      return source === field
        ? { kind: "add", by: earlier.by + by }
        : { kind: "copy", from: source, by: earlier.by + by };
    case "copy":
      return { kind: "copy", from: earlier.from, by: earlier.by + by };
    case "set":
      return { ...earlier, values: shiftSet(earlier.values, by, bits) };
  }
}

function withoutIdentity(writes: Record<string, Write>): Writes {
  for (const [field, write] of Object.entries(writes)) {
    const isIdentity =
      (write.kind === "add" && write.by === 0) ||
      (write.kind === "copy" && write.from === field && write.by === 0);
    if (isIdentity) delete writes[field];
  }
  return writes;
}

/** Values that `field` can have after `writes` on packets of `filter` [katsikas-synthesis]. */
export function image(writes: Writes, filter: Filter, field: string, layout: Layout): FieldSet {
  const write = writes[field];
  const valuesAtEntry = (name: string): FieldSet => filter[name] ?? fullSet(layout[name]!);
  switch (write?.kind) {
    case undefined:
      return valuesAtEntry(field);
    case "const":
      return [write.value, write.value];
    case "add":
      return shiftSet(valuesAtEntry(field), write.by, layout[field]!);
    case "copy":
      return shiftSet(valuesAtEntry(write.from), write.by, layout[field]!);
    case "set":
      return write.values;
  }
}

/**
 * INTERSECT (Algorithm 2): packets of `filter` that after `writes` are in `test`; null when there are none. A
 * field with a value chosen at run time that lies only partly in `test` is a hazard: the thesis would
 * silently lose that traffic (Sec. 10.1 limit 2).
 */
export function intersectAfter(
  writes: Writes,
  filter: Filter,
  test: Filter,
  layout: Layout,
): Composed<Filter | null> {
  const out: Record<string, FieldSet> = { ...filter };
  let hazard: Hazard | null = null;
  for (const field in test) {
    const wanted = test[field]!;
    const write = writes[field];
    if (write?.kind === "const") {
      if (!overlaps([write.value, write.value], wanted)) return { ok: true, value: null };
    } else if (write?.kind === "set") {
      if (!overlaps(write.values, wanted)) return { ok: true, value: null };
      if (!isSubset(write.values, wanted)) hazard = { field };
    } else {
      const from = write?.kind === "copy" ? write.from : field;
      const before = write ? shiftSet(wanted, -write.by, layout[field]!) : wanted;
      const mine = out[from];
      const set = mine === undefined ? before : intersectSets(mine, before);
      if (isEmptySet(set)) return { ok: true, value: null };
      out[from] = set;
    }
  }
  // another field may have ruled the packet out, so a hazard counts only at the end
  return hazard ? { ok: false, hazard } : { ok: true, value: out };
}

/** Text that is equal for equal operations. */
export const writesKey = (writes: Writes): string =>
  Object.keys(writes)
    .sort()
    .map((field) => `${field}=${JSON.stringify(writes[field])}`)
    .join(" ");
