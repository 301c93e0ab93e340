import type { Span } from "../../core/index.ts";
import type { Trace } from "../trace.ts";
import { DROP_PORT } from "./functions.ts";

/**
 * The statement that made a packet end: the last one that wrote its port, or its multicast group when that has no ports
 * (`group`). Null where the trace does not show it.
 */
export function dropCause(trace: Trace, group: number | null): Span | null {
  const field = group === null ? "egress_spec" : "mcast_grp";
  const value = BigInt(group ?? DROP_PORT);
  const writes = (target: string): boolean => target === field || target.endsWith(`.${field}`);
  const last = trace.last((event) => {
    if (event.kind === "extern") return event.name === "mark_to_drop";
    return event.kind === "assign" && writes(event.target);
  });
  if (last?.kind === "assign") return numberOf(last.after) === value ? last.at : null;
  return group === null ? (last?.at ?? null) : null;
}

const numberOf = (text: string): bigint | null => (/^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text) : null);
