import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** At most this many datagrams wait in the socket, so that the kernel's buffer is not overrun. */
const IN_FLIGHT = 64;

export type Target = { host: string; port: number };

export type SendOutcome = { sent: number; failed: number; lastError: string | null };

/**
 * Sends `count` datagrams, the i-th `dueMs(i)` after the first. `next` gives each payload; its bytes are copied
 * before the next call. Ends early, with what was sent, when `signal` is aborted.
 */
export async function sendDatagrams(
  target: Target,
  count: number,
  dueMs: (i: number) => number,
  next: () => Uint8Array,
  nowMs: () => number,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { address, family } = await lookup(target.host);
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  const outcome: SendOutcome = { sent: 0, failed: 0, lastError: null };
  let inFlight = 0;
  let wake: (() => void) | null = null;
  const onSent = (error: Error | null): void => {
    inFlight--;
    if (error === null) outcome.sent++;
    else {
      outcome.failed++;
      outcome.lastError = error.message;
    }
    wake?.();
  };
  const room = async (limit: number): Promise<void> => {
    while (inFlight > limit) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    wake = null;
  };
  socket.on("error", (error) => {
    outcome.lastError = error.message;
  });
  try {
    const startMs = nowMs();
    for (let i = 0; i < count && !signal.aborted; i++) {
      const aheadMs = dueMs(i) - (nowMs() - startMs);
      if (aheadMs > 1) await sleep(aheadMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) break;
      inFlight++;
      socket.send(Uint8Array.from(next()), target.port, address, onSent);
      if (inFlight >= IN_FLIGHT) await room(IN_FLIGHT / 2);
    }
    await room(0);
  } finally {
    socket.close();
  }
  return outcome;
}
