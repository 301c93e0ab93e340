import type { Link, LinkHandler } from "../link.ts";
import { createOutgoing, type Send } from "./outgoing.ts";
import { type FromPart, matches, type Payload, type ToPart } from "./protocol.ts";

/** The channel of this process to its supervisor. */
export type Channel = { send: Send; on(handler: (message: ToPart) => void): void };

/**
 * A `Link` over the supervisor of this machine, with requests besides: asked of the one process that serves a subject.
 */
export type LocalLink = Link & {
  /**
   * Throws when nobody serves the subject, its process ends, the handler there throws, or no answer came for
   * `timeoutMs`.
   */
  request(subject: string, payload: Payload, timeoutMs: number): Promise<Uint8Array>;
  serve(subject: string, handler: (payload: Uint8Array) => Promise<Payload>): void;
};

const bytesOf = (payload: Payload): Uint8Array =>
  typeof payload === "string" ? Buffer.from(payload) : payload;
type Waiting = { resolve(payload: Uint8Array): void; reject(error: Error): void };

export function createLocalLink(channel: Channel): LocalLink {
  const out = createOutgoing(channel.send);
  const handlers = new Set<{ subject: string; handler: LinkHandler }>();
  const served = new Map<string, (payload: Uint8Array) => Promise<Payload>>();
  const waiting = new Map<number, Waiting>();
  const counters = { sent: 0, lost: 0, reconnects: 0 };
  let nextId = 1;

  const send = (message: FromPart): boolean => out.offer(message);
  const answer = async ({ id, subject, payload }: Extract<ToPart, { link: "request" }>): Promise<void> => {
    try {
      const handler = served.get(subject);
      if (!handler) throw new Error(`nothing serves ${subject} here`);
      send({ link: "answer", id, payload: await handler(bytesOf(payload)) });
    } catch (error) {
      send({ link: "failed", id, message: error instanceof Error ? error.message : String(error) });
    }
  };
  const settle = (id: number, how: (request: Waiting) => void): void => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (request) how(request);
  };

  channel.on((message) => {
    if (message.link === "message") {
      const payload = bytesOf(message.payload);
      for (const { subject, handler } of handlers)
        if (matches(subject, message.subject)) handler(payload, message.subject);
    } else if (message.link === "request") void answer(message);
    else if (message.link === "answer") settle(message.id, (r) => r.resolve(bytesOf(message.payload)));
    else settle(message.id, (r) => r.reject(new Error(message.message)));
  });

  return {
    name: "link to the other processes",
    start: async () => {},
    stop: async () => {},
    connected: () => true,
    counters: () => ({ ...counters }),
    // the channel is there as long as the process is: without its supervisor it ends
    onConnect(handler) {
      handler();
      return () => {};
    },
    publish(subject, payload) {
      if (send({ link: "publish", subject, payload })) counters.sent++;
      else counters.lost++;
    },
    on(subject, handler) {
      const entry = { subject, handler };
      handlers.add(entry);
      send({ link: "subscribe", subject });
      return () => {
        if (handlers.delete(entry)) send({ link: "unsubscribe", subject });
      };
    },
    request(subject, payload, timeoutMs) {
      const id = nextId++;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => settle(id, (r) => r.reject(new Error(`no answer within ${timeoutMs / 1000} s`))),
          timeoutMs,
        );
        const ending =
          <T>(end: (value: T) => void) =>
          (value: T): void => {
            clearTimeout(timer);
            end(value);
          };
        waiting.set(id, { resolve: ending(resolve), reject: ending(reject) });
        if (!send({ link: "request", id, subject, payload }))
          settle(id, (r) => r.reject(new Error("too much waits for the other processes")));
      });
    },
    serve(subject, handler) {
      served.set(subject, handler);
      send({ link: "serve", subject });
    },
  };
}
