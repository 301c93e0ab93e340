import type { LiveFrame, WindowRow } from "./windowRow.ts";

type Handler<T> = (message: T) => void;

/** One topic: every handler gets every message; `on` returns what takes the handler off again. */
export type Topic<T> = { publish(message: T): void; on(handler: Handler<T>): () => void };

/** What the collector says and others hear. In one process now; a broker later takes the same topics. */
export type Bus = {
  windows: Topic<WindowRow[]>;
  live: Topic<LiveFrame[]>;
  /** kept reports, encoded (models/telemetry) */
  samples: Topic<Uint8Array>;
};

function createTopic<T>(): Topic<T> {
  const handlers = new Set<Handler<T>>();
  return {
    publish(message) {
      for (const handler of handlers) handler(message);
    },
    on(handler) {
      handlers.add(handler);
      return () => handlers.delete(handler);
    },
  };
}

export const createBus = (): Bus => ({ windows: createTopic(), live: createTopic(), samples: createTopic() });
