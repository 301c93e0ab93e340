import type { Channel } from "../bus/local/localLink.ts";
import type { ToPart } from "../bus/local/protocol.ts";
import type { PartMessage, Setup, ToPartMessage } from "./partProtocol.ts";

/**
 * The side of a part: its channel to the supervisor, and what the supervisor wants of it. Answers pings from
 * the first moment on.
 */
export function createPartSide(onStop: () => void) {
  const handlers = new Set<(message: ToPart) => void>();
  let onSetup: (setup: Setup) => void = () => {};
  const setup = new Promise<Setup>((resolve) => {
    onSetup = resolve;
  });
  process.on("message", (message: ToPart | ToPartMessage) => {
    if ("link" in message) for (const handler of handlers) handler(message);
    else if (message.part === "setup") onSetup(message);
    else if (message.part === "ping") say({ part: "pong" });
    else onStop();
  });
  const say = (message: PartMessage): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  const channel: Channel = {
    send(message, written) {
      if (!process.connected) return written();
      process.send?.(message, undefined, undefined, () => written());
    },
    on: (handler) => handlers.add(handler),
  };
  return { channel, setup, say };
}
