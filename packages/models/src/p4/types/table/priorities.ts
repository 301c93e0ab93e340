import type { EntriesProperty, TableDeclaration } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import { isOpen } from "../type/sameType.ts";

/** Priorities of entries (P4_16 1.2.5, 14.2.1.4): where they may stand, and that none becomes negative. */
export function checkPriorities(
  c: CheckContext,
  table: TableDeclaration,
  { entries }: EntriesProperty,
  kinds: readonly string[],
): void {
  for (const { priority } of entries) {
    if (priority === null) continue;
    const type = c.rules.expression(c, priority);
    if (isOpen(type) || c.constants.get(priority) !== undefined) continue;
    c.reporter.error("p4-not-constant", "a priority must be known at compile time", priority.span);
  }
  const first = entries.find((entry) => entry.priority !== null);
  if (first === undefined) return;
  const isOrdered = kinds.every((kind) => kind === "exact" || kind === "lpm");
  if (isOrdered) {
    const key = table.properties.find((property) => property.kind === "keyProperty");
    const message = `keys of kind exact and lpm need no priorities, but line ${first.span.line} gives one; remove it`;
    c.reporter.error("p4-entry", message, key?.span ?? first.span);
  } else if (entries[0]?.priority === null) {
    const message = "when an entry has a priority the first one needs one as well; add 'priority = n :'";
    c.reporter.error("p4-entry", message, entries[0].span);
  } else reportNegative(c, table, entries);
}

function reportNegative(c: CheckContext, table: TableDeclaration, entries: EntriesProperty["entries"]): void {
  const value = (name: string): unknown => {
    const property = table.properties.find((p) => p.kind === "valueProperty" && p.name.text === name);
    return property?.kind === "valueProperty" ? c.constants.get(property.value) : undefined;
  };
  const delta = value("priority_delta") ?? 1n;
  const step = value("largest_priority_wins") === false ? 1n : -1n;
  let last: bigint | null = null;
  for (const { priority, span } of entries) {
    const given = priority === null ? undefined : c.constants.get(priority);
    if (typeof given === "bigint") last = given;
    else if (last !== null && typeof delta === "bigint") last += step * delta;
    if (last === null || last >= 0n) continue;
    const message = `this entry would get the priority ${last}; begin with a larger one or lower 'priority_delta'`;
    c.reporter.error("p4-entry", message, span);
    return;
  }
}
