import type { Target } from "../target.ts";
import type { TraceEvent } from "../trace.ts";
import type { Match } from "./match.ts";
import type { Entry, TableState } from "./tableState.ts";

/**
 * An entry for people: `hdr.ipv4.dst_addr=0x0a000000/8, priority 10`. One that was written where the largest priority
 * wins is held as a negative number; it is shown as it was written.
 */
function showEntry(table: TableState, entry: Entry): string {
  const keys = entry.matches.map((match, i) => `${table.keys[i]?.name}=${showMatch(match)}`);
  return [...keys, ...(table.hasPriorities ? [`priority ${Math.abs(entry.priority)}`] : [])].join(", ");
}

/** The entry that decided in a step of a table, for people; null on a miss, and where it is gone since. */
export function decidingEntry(target: Target, event: TraceEvent): string | null {
  if (event.kind !== "table" || event.entry === null) return null;
  const table = target.machine.tables.find(({ name }) => name === event.name);
  const entry = table?.entries.find(({ handle }) => handle === event.entry);
  return table && entry ? showEntry(table, entry) : null;
}

function showMatch(match: Match): string {
  switch (match.kind) {
    case "any":
      return "any";
    case "exact":
      return shown(match.value);
    case "lpm":
      return `${shown(match.value)}/${match.prefix}`;
    case "ternary":
      return `${shown(match.value)} &&& ${shown(match.mask)}`;
    case "range":
      return `${shown(match.low)}..${shown(match.high)}`;
  }
}

const shown = (value: bigint | string): string =>
  typeof value === "string" ? value : `0x${value.toString(16)}`;
