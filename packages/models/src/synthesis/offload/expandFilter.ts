import { type FieldSet, intervalsOf, prefixesOf } from "../header/fieldSet.ts";
import type { Filter } from "../header/filter.ts";
import { PACKET_LAYOUT, type PacketField } from "../header/layout.ts";
import { transportForms } from "../header/transport.ts";
import type { OffloadTarget } from "./target.ts";

/** A field with the leading bits of a value; all of its bits when `length` is its width. */
export type FieldMatch = { field: string; value: number; length: number };

/** Entries that together match exactly the packets of a filter, or why a target cannot hold them. */
export type Expanded = { entries: FieldMatch[][] } | { field: string; reason: string };

/** Our choice: entries of one rule at most. */
const MAX_ENTRIES = 1024;

/**
 * The entries of `filter` in the tables of `target`: ranges become prefixes or single values, ports come with
 * their protocol.
 */
export function expandFilter(filter: Filter, target: OffloadTarget): Expanded {
  const forms = target.needsProtocol ? transportForms(filter) : [filter];
  const entries: FieldMatch[][] = [];
  for (const form of forms) {
    const made = expandOne(form, target, MAX_ENTRIES - entries.length);
    if ("field" in made) return made;
    entries.push(...made.entries);
  }
  return { entries };
}

function expandOne(filter: Filter, target: OffloadTarget, room: number): Expanded {
  let entries: FieldMatch[][] = [[]];
  for (const field of Object.keys(filter)) {
    const kind = target.match[field];
    if (kind === undefined) return { field, reason: `${target.title} cannot match ${field}` };
    const matches = kind === "mask" ? prefixes(field, filter[field]!) : singles(field, filter[field]!, room);
    if (matches === null || matches.length * entries.length > room)
      return {
        field,
        reason: `${target.title} needs more than ${MAX_ENTRIES} entries for the values of ${field}`,
      };
    entries = entries.flatMap((e) => matches.map((m) => [...e, m]));
  }
  return { entries };
}

const bitsOf = (field: string): number => PACKET_LAYOUT[field as PacketField];

const prefixes = (field: string, set: FieldSet): FieldMatch[] =>
  intervalsOf(set).flatMap(([low, high]) =>
    prefixesOf(low, high, bitsOf(field)).map((p) => ({ field, ...p })),
  );

function singles(field: string, set: FieldSet, room: number): FieldMatch[] | null {
  const out: FieldMatch[] = [];
  for (const [low, high] of intervalsOf(set)) {
    if (high - low >= room || out.length > room) return null;
    for (let value = low; value <= high; value++) out.push({ field, value, length: bitsOf(field) });
  }
  return out;
}
