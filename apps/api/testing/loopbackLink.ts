import { createLocalLink, type LocalLink } from "../src/bus/local/localLink.ts";
import type { FromPart, ToPart } from "../src/bus/local/protocol.ts";
import { type Attached, createRelay, type Relay } from "../src/bus/local/relay.ts";

/**
 * A part in this process, beside its relay: what either sends arrives a moment later, until the part `stopReading`s.
 */
export function joinRelay(relay: Relay): { link: LocalLink; attached: Attached; stopReading(): void } {
  let hear: (message: ToPart) => void = () => {};
  let reads = true;
  const attached = relay.attach((message, written) => {
    if (!reads) return;
    queueMicrotask(() => {
      hear(message as ToPart);
      written();
    });
  });
  const link = createLocalLink({
    send: (message, written) =>
      queueMicrotask(() => {
        attached.take(message as FromPart);
        written();
      }),
    on: (handler) => {
      hear = handler;
    },
  });
  return {
    link,
    attached,
    stopReading() {
      reads = false;
    },
  };
}

/** The link of a process that has all roles. */
export const createLoopbackLink = (): LocalLink => joinRelay(createRelay()).link;
