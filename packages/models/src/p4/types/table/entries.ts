import type {
  EntriesProperty,
  Expression,
  KeyElement,
  TableDeclaration,
  TableEntry,
  ValueProperty,
} from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";
import { checkPriorities } from "./priorities.ts";

/** Prefixes need bits: `lpm` and `range` match numbers only. */
export function checkMatchKind(c: CheckContext, { matchKind, expression }: KeyElement, type: Type): void {
  const { text } = matchKind;
  if (text !== "lpm" && text !== "range") return;
  let base = type;
  while (base.kind === "newtype") base = base.base;
  if (base.kind === "enum" && base.underlying !== null) return;
  if (isOpen(base) || base.kind === "bits" || base.kind === "typeVariable") return;
  const message = `'${text}' matches bit<> and int<>, but this is ${describeType(type)}; use exact or ternary`;
  c.reporter.error("p4-table", message, expression.span);
}

/** Entries behind the key, their masks, repetitions and priorities. */
export function checkEntries(c: CheckContext, table: TableDeclaration, entries: EntriesProperty): void {
  const key = table.properties.find((property) => property.kind === "keyProperty");
  if (key === undefined) return;
  if (key.span.start > entries.span.start && key.span.file === entries.span.file) {
    const message = `the entries of table '${table.name.text}' must stand behind its key; move 'key' up`;
    c.reporter.error("p4-table", message, entries.span);
  }
  const kinds = key.elements.map((element) => element.matchKind.text);
  for (const entry of entries.entries) {
    elementsOf(entry).forEach((element, i) => {
      checkMask(c, element, kinds[i] ?? "");
    });
  }
  if (kinds.every((kind) => kind === "exact")) reportRepeated(c, table, entries.entries);
  checkPriorities(c, table, entries, kinds);
}

const elementsOf = (entry: TableEntry): Expression[] =>
  entry.keyset.kind === "keysetTuple" || entry.keyset.kind === "list"
    ? entry.keyset.elements
    : [entry.keyset];

function checkMask(c: CheckContext, e: Expression, kind: string): void {
  if (e.kind !== "mask" && e.kind !== "range") return;
  if (kind === "optional") {
    const message = `a key of kind 'optional' takes a value or '_', not a ${e.kind === "mask" ? "mask" : "range"}`;
    c.reporter.error("p4-entry", message, e.span);
    return;
  }
  if (kind !== "lpm" || e.kind !== "mask") return;
  const mask = c.constants.get(e.mask);
  const type = c.types.get(e.mask);
  if (typeof mask !== "bigint" || type?.kind !== "bits") return;
  const zeros = BigInt.asUintN(type.width, ~mask);
  // a prefix leaves zeros at the end only: adding one to them gives a power of two
  if ((zeros & (zeros + 1n)) === 0n) return;
  const message = `the mask of an 'lpm' key must be a prefix, ones before zeros, but is 0x${mask.toString(16)}`;
  c.reporter.error("p4-entry", message, e.mask.span);
}

function reportRepeated(c: CheckContext, table: TableDeclaration, entries: readonly TableEntry[]): void {
  const seen = new Map<string, number>();
  for (const entry of entries) {
    const values = elementsOf(entry).map((element) => c.constants.get(element));
    if (values.includes(undefined)) continue;
    const key = values.map(String).join();
    const line = seen.get(key);
    if (line === undefined) seen.set(key, entry.span.line);
    else {
      const message = `table '${table.name.text}' has this entry on line ${line} already; remove one`;
      c.reporter.error("p4-entry", message, entry.span);
    }
  }
}

/** `largest_priority_wins` and `priority_delta` (P4_16 1.2.5, 14.2.1.4) */
export function checkPriorityProperty(c: CheckContext, property: ValueProperty, type: Type): void {
  const { name, value } = property;
  const known = c.constants.get(value);
  if (name.text === "largest_priority_wins" && !isOpen(type) && typeof known !== "boolean") {
    const message = "'largest_priority_wins' must be true or false";
    c.reporter.error("p4-table", message, value.span);
  }
  if (name.text === "priority_delta" && !isOpen(type) && (typeof known !== "bigint" || known <= 0n)) {
    const message = "'priority_delta' must be a positive number known at compile time";
    c.reporter.error("p4-table", message, value.span);
  }
}
