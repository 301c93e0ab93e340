import { valueAt } from "../header/fieldSet.ts";
import { FIVE_TUPLE, type Packet } from "../header/layout.ts";
import type { StateTable } from "./synthesis.ts";

/** What a reply is turned back into, and the interface that it leaves by. */
type Reply = { original: Packet; input: string };

/** A running stateful rewriter: what one state table does for flows and their replies. */
export type FlowState = {
  /** Values of the table's fields for the flow of `packet` from interface `input`; null when all are in use. */
  forward(packet: Packet, input: string): Packet | null;
  /** The flow that `reply` answers (its source is where the flow went), null when there is none. */
  reverse(reply: Packet): Reply | null;
};

const keyOf = (packet: Packet): string => FIVE_TUPLE.map((f) => packet[f] ?? 0).join(" ");
const mirrored = (p: Packet): Packet => ({
  ...p,
  ipSrc: p.ipDst!,
  ipDst: p.ipSrc!,
  srcPort: p.dstPort!,
  dstPort: p.srcPort!,
});

/**
 * Runs a state table (Property 2): entries hold the original tuple, the translated one and the ingress
 * interface, so that one lookup of a reply finds both the values and the way back. Translations are unique: a
 * pool value whose tuple is in use is passed over. `written` are the constant writes of the class, which
 * belong to the translated tuple.
 */
export function createFlowState(table: StateTable, written: Packet): FlowState {
  const flows = new Map<string, Packet>();
  const replies = new Map<string, Reply>();
  const pools = table.fields.filter((f) => f.choice === "pool");
  const turns = table.fields.filter((f) => f.choice !== "pool");
  const sizes = pools.map((f) => f.values.reduce((sum, v, i) => sum + (i % 2 === 0 ? 1 - v : v), 0));
  const combinations = sizes.reduce((product, size) => product * size, 1);
  let count = 0;
  const choose = (packet: Packet, attempt: number): Packet => {
    const out: Record<string, number> = { ...packet, ...written };
    let rest = (count + attempt) % combinations;
    for (const [i, { field, values }] of pools.entries()) {
      out[field] = valueAt(values, rest % sizes[i]!)!;
      rest = Math.floor(rest / sizes[i]!);
    }
    for (const { field, values } of turns) {
      const size = values.reduce((sum, v, i) => sum + (i % 2 === 0 ? 1 - v : v), 0);
      out[field] = valueAt(values, count % size)!;
    }
    return out;
  };
  return {
    forward(packet, input) {
      const key = `${input} ${keyOf(packet)}`;
      const known = flows.get(key);
      if (known) return known;
      for (let attempt = 0; attempt < combinations; attempt++) {
        const translated = choose(packet, attempt);
        const replyKey = keyOf(mirrored(translated));
        if (replies.has(replyKey)) continue;
        flows.set(key, translated);
        replies.set(replyKey, { original: packet, input });
        count++;
        return translated;
      }
      return null;
    },
    reverse: (reply) => replies.get(keyOf(reply)) ?? null,
  };
}
