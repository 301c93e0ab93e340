import type { Match } from "../../program/index.ts";
import { addressOfField } from "../../telemetry/index.ts";
import type { Target } from "../target.ts";
import type { TraceEvent } from "../trace.ts";
import type { Entry, TableState } from "./tableState.ts";

/**
 * An entry for people: `hdr.ipv4.dst_addr=10.0.0.0/8, priority 10`. One that was written where the largest priority
 * wins is held as a negative number; it is shown as it was written.
 */
export function showEntry(table: TableState, entry: Entry): string {
  const keys = entry.matches.map((match, i) => {
    const { name = "", width = 0 } = table.keys[i] ?? {};
    return `${name}=${showMatch(match, (value) => shown(value, name, width))}`;
  });
  return [...keys, ...(table.hasPriorities ? [`priority ${Math.abs(entry.priority)}`] : [])].join(", ");
}

/** The entry that decided in a step of a table, for people; null on a miss, and where it is gone since. */
export function decidingEntry(target: Target, event: TraceEvent): string | null {
  if (event.kind !== "table" || event.entry === null) return null;
  const table = target.machine.tables.find(({ name }) => name === event.name);
  const entry = table?.entries.find(({ handle }) => handle === event.entry);
  return table && entry ? showEntry(table, entry) : null;
}

type Show = (value: bigint | string) => string;

function showMatch(match: Match, show: Show): string {
  switch (match.kind) {
    case "any":
      return "any";
    case "exact":
      return show(match.value);
    case "lpm":
      return `${show(match.value)}/${match.prefix}`;
    case "ternary":
      return `${show(match.value)} &&& ${show(match.mask)}`;
    case "range":
      return `${show(match.low)}..${show(match.high)}`;
  }
}

const shown = (value: bigint | string, name: string, width: number): string =>
  typeof value === "string" ? value : (addressOfField(name, value, width) ?? `0x${value.toString(16)}`);
