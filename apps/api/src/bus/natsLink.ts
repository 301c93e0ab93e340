import { connect, type NatsConnection } from "@nats-io/transport-node";
import type { Log } from "../observability/log.ts";
import { pause } from "../shared/pause.ts";
import type { Link, LinkHandler } from "./link.ts";
import { accessOptions, type NatsAccess } from "./natsAccess.ts";

export type NatsConfig = {
  /** nats://host:port; several, separated by commas, are servers of one cluster */
  url: string;
  /** how this process is called in the server's list of clients */
  name: string;
  access?: NatsAccess | undefined;
};

/** One connection to NATS that comes back by itself. Windows go through `windowStream.ts`. */
export type NatsLink = Link & {
  /** The connection, null while it is away. */
  connection(): NatsConnection | null;
};
type Subscribed = { subject: string; handler: LinkHandler; off: (() => void) | null };

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
const WARN_EVERY_MS = 60_000;
const START_WAIT_MS = 3_000;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * A server is asked for a sign this often; one that gave none for so long hangs: nobody is heard over it (our choice).
 */
const SIGN_EVERY_MS = 1_000;
const SILENT_MS = 3_000;
/** The client itself gives such a connection up after two of these, and looks for another server. */
const PING_EVERY_MS = 10_000;

/** Twice as long after each failure, and a little at random, so that a hundred processes do not knock at once. */
const backOffMs = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 10)) * (0.75 + Math.random() / 2);

export function createNatsLink(config: NatsConfig, { log }: { log: Log }): NatsLink {
  const handlers = new Set<Subscribed>();
  const onConnected = new Set<() => void>();
  const counters = { sent: 0, lost: 0, reconnects: 0 };
  const stopping = new AbortController();
  let connection: NatsConnection | null = null;
  let up = false;
  /** since when a sign of the server is waited for; null when none is */
  let askedMs: number | null = null;
  let failures = 0;
  let lastWarnMs = Number.NEGATIVE_INFINITY;
  let asking: NodeJS.Timeout | null = null;
  let loop: Promise<void> = Promise.resolve();

  const warn = (error: unknown): void => {
    const now = performance.now();
    if (now - lastWarnMs < WARN_EVERY_MS) return;
    lastWarnMs = now;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ nats: config.url, reason }, "NATS cannot be reached; tried again until it can");
  };

  /** A server that hangs keeps its connections open, and takes what is sent into a buffer that grows. */
  const isSilent = (): boolean => askedMs !== null && performance.now() - askedMs > SILENT_MS;
  const reachable = (): NatsConnection | null => (up && !isSilent() ? connection : null);
  const askForSign = (): void => {
    const asked = connection;
    if (!up || !asked || askedMs !== null) return;
    askedMs = performance.now();
    const answered = (): void => {
      if (connection === asked) askedMs = null;
    };
    // a connection that breaks meanwhile is known by its status
    asked.flush().then(answered, answered);
  };

  const subscribe = (to: NatsConnection, { subject, handler }: Subscribed): (() => void) => {
    const subscription = to.subscribe(subject, {
      callback: (error, message) => {
        if (!error) handler(message.data, message.subject);
      },
    });
    return () => subscription.unsubscribe();
  };

  const watchStatus = async (made: NatsConnection): Promise<void> => {
    for await (const status of made.status()) {
      if (status.type === "disconnect") {
        up = false;
        warn("the connection broke");
      } else if (status.type === "reconnect") {
        up = true;
        failures = 0;
        counters.reconnects++;
        for (const told of onConnected) told();
      }
    }
  };

  /** Connects, and again when a connection has ended for good (credentials that expired, a server that refused). */
  const stayConnected = async (onFirst: () => void): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        const made = await connect({
          ...(config.access ? await accessOptions(config.access) : {}),
          servers: config.url.split(",").map((url) => url.trim()),
          name: config.name,
          maxReconnectAttempts: -1,
          reconnectDelayHandler: () => backOffMs(failures++),
          timeout: CONNECT_TIMEOUT_MS,
          pingInterval: PING_EVERY_MS,
        });
        connection = made;
        up = true;
        askedMs = null;
        failures = 0;
        void watchStatus(made);
        for (const entry of handlers) entry.off = subscribe(made, entry);
        for (const told of onConnected) told();
        onFirst();
        const error = await made.closed();
        if (error) warn(error);
      } catch (error) {
        warn(error);
      }
      up = false;
      connection = null;
      if (!stopping.signal.aborted) await pause(backOffMs(failures++), stopping.signal);
    }
  };

  return {
    name: "NATS",
    connection: reachable,
    connected: () => reachable() !== null,
    counters: () => ({ ...counters }),

    /** Does not wait for a server that is away: what must not be lost waits on disk until it is there. */
    async start() {
      asking = setInterval(askForSign, SIGN_EVERY_MS);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, START_WAIT_MS);
        loop = stayConnected(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },

    async stop() {
      stopping.abort();
      if (asking) clearInterval(asking);
      const made = connection;
      // what was handed over is sent; a server that is away or hangs keeps nobody waiting
      if (made && reachable()) await made.drain().catch(() => {});
      else await made?.close();
      await loop;
    },

    publish(subject, payload) {
      const to = reachable();
      if (!to) {
        counters.lost++;
        return;
      }
      to.publish(subject, payload);
      counters.sent++;
    },

    on(subject, handler) {
      const entry: Subscribed = { subject, handler, off: null };
      if (connection) entry.off = subscribe(connection, entry);
      handlers.add(entry);
      return () => {
        handlers.delete(entry);
        entry.off?.();
      };
    },

    onConnect(handler) {
      onConnected.add(handler);
      if (up && connection) handler();
      return () => onConnected.delete(handler);
    },
  };
}
