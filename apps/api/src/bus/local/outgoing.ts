/**
 * A message that is not taken by the other side; our choice: a second of live frames of a thousand segments
 * is some 2 MiB.
 */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
/** What a message without a payload takes, about. */
const ENVELOPE_BYTES = 200;

type Carried = { link: string; payload?: Uint8Array | string };

/** Hands a message to a channel and calls back when the channel has written it. */
export type Send = (message: Carried, written: () => void) => void;

/**
 * The sending side of a channel, bounded: a process that does not read (stopped, busy) makes messages wait in
 * our memory, up to `MAX_BACKLOG_BYTES`; `offer` refuses what comes then.
 */
export function createOutgoing(send: Send, maxBytes = MAX_BACKLOG_BYTES) {
  let backlogBytes = 0;
  return {
    backlogBytes: (): number => backlogBytes,
    /** False when the message was refused. */
    offer(message: Carried): boolean {
      if (backlogBytes > maxBytes) return false;
      const bytes = ENVELOPE_BYTES + (message.payload?.length ?? 0);
      backlogBytes += bytes;
      send(message, () => {
        backlogBytes -= bytes;
      });
      return true;
    },
  };
}
export type Outgoing = ReturnType<typeof createOutgoing>;
