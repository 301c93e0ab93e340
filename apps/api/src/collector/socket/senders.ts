import type { Sender } from "./source.ts";

/** Senders that are remembered; with more (made-up addresses) all are forgotten and learnt again (our choice). */
const MAX_SENDERS = 65_536;

/** The sender of each address: the same object while it is remembered. */
export function createSenders(): (from: string) => Sender {
  const senders = new Map<string, Sender>();
  return (from) => {
    let sender = senders.get(from);
    if (!sender) {
      if (senders.size >= MAX_SENDERS) senders.clear();
      // a socket of both families shows IPv4 addresses inside IPv6 ones
      sender = { address: from.startsWith("::ffff:") ? from.slice(7) : from };
      senders.set(from, sender);
    }
    return sender;
  };
}
