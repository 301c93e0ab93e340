import type { RefusedSender } from "./state.ts";

/** Addresses of refused senders that are kept for the page (our choice); more are counted together. */
const MAX_ADDRESSES = 256;

type Reason = RefusedSender["reason"];
export type Refusal = { address: string; reason: Reason; datagrams: number; lastHeardMs: number };

/** Datagrams that are not taken because of whom they come from, by address in a bounded table. */
export function createRefusals() {
  const byAddress = new Map<string, Refusal>();
  const totals: Record<Reason, number> = { "not-accepted": 0, "too-many": 0 };
  let elsewhere = 0;
  return {
    count(address: string, reason: Reason, nowMs: number): void {
      totals[reason]++;
      let refusal = byAddress.get(address);
      if (!refusal) {
        if (byAddress.size >= MAX_ADDRESSES) {
          elsewhere++;
          return;
        }
        refusal = { address, reason, datagrams: 0, lastHeardMs: nowMs };
        byAddress.set(address, refusal);
      }
      refusal.reason = reason;
      refusal.datagrams++;
      refusal.lastHeardMs = nowMs;
    },
    get notAccepted(): number {
      return totals["not-accepted"];
    },
    get tooMany(): number {
      return totals["too-many"];
    },
    /** datagrams of addresses that the table has no room for */
    get elsewhere(): number {
      return elsewhere;
    },
    senders: (): RefusedSender[] => [...byAddress.values()].map((refusal) => ({ ...refusal })),
  };
}
