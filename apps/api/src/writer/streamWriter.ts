import type { ConsumerMessages, JsMsg } from "@nats-io/jetstream";
import { decodeWindows } from "../bus/windowCodec.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { WindowStream } from "../bus/windowStream.ts";
import type { Component } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { reasonOf } from "../observability/reason.ts";
import type { WindowStore } from "./storeWindows.ts";

export type StreamWriterConfig = {
  flushMs: number;
  maxBatch: number;
  /** longest wait between two tries while the database is away */
  longestWaitMs: number;
  /** while a message waits here the stream hears of it this often, or it would give it to another writer */
  stillWorkingMs: number;
};
const defaultStreamWriterConfig: StreamWriterConfig = {
  flushMs: 250,
  maxBatch: 20_000,
  longestWaitMs: 5_000,
  stillWorkingMs: 3_000,
};

/** Windows taken from the stream by this process = stored + duplicates + dropped + queued + given back. */
export type StreamWriterCounters = {
  received: number;
  stored: number;
  duplicates: number;
  dropped: number;
  queued: number;
  /** not stored when this process stopped: another writer has them */
  givenBack: number;
  /** messages that the stream had given to a writer before */
  redelivered: number;
  /** messages that no writer of this version can read */
  unreadable: number;
  failures: number;
  /** stored with a figure clamped or an optional column empty */
  mended: number;
};

export type StreamWriter = Component & { counters(): StreamWriterCounters };
type Taken = { message: JsMsg; rows: WindowRow[] };

const WARN_EVERY_MS = 60_000;
const FIRST_WAIT_MS = 250;

/**
 * Takes windows from the stream and stores them; a message is acknowledged when the transaction that holds it
 * has committed. So a writer that is killed loses nothing: what it had not acknowledged goes to another, and
 * what it had stored by then changes nothing.
 */
export function createStreamWriter(
  { stream, store, log }: { stream: WindowStream; store: WindowStore; log: Log },
  config: StreamWriterConfig = defaultStreamWriterConfig,
): StreamWriter {
  const counters = {
    ...{ received: 0, stored: 0, duplicates: 0, dropped: 0, givenBack: 0 },
    ...{ redelivered: 0, unreadable: 0, failures: 0, mended: 0 },
  };
  const stopping = new AbortController();
  let waiting: Taken[] = [];
  let queued = 0;
  let messages: ConsumerMessages | null = null;
  let timers: NodeJS.Timeout[] = [];
  let reading: Promise<void> = Promise.resolve();
  let flushing: Promise<void> | null = null;
  let roomAgain: (() => void) | null = null;
  let lastWarnMs = Number.NEGATIVE_INFINITY;

  const warn = (error: unknown, text: string): void => {
    const now = performance.now();
    if (now - lastWarnMs < WARN_EVERY_MS) return;
    lastWarnMs = now;
    log.warn(reasonOf(error), text);
  };

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      stopping.signal.addEventListener(
        "abort",
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });

  /** Stores a batch, however long the database is away; false when this process stops before it could. */
  const storeAll = async (batch: readonly Taken[]): Promise<boolean> => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(config.longestWaitMs, waitMs * 2)) {
      try {
        const { stored, duplicates, dropped, mended } = await store(batch.flatMap(({ rows }) => rows));
        counters.stored += stored;
        counters.duplicates += duplicates;
        counters.dropped += dropped;
        counters.mended += mended;
        return true;
      } catch (error) {
        counters.failures++;
        warn(error, `${queued} windows wait for the database`);
        if (stopping.signal.aborted) return false;
        await pause(waitMs);
      }
    }
  };

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      let rows = 0;
      const count = waiting.findIndex((taken) => {
        rows += taken.rows.length;
        return rows > config.maxBatch;
      });
      const batch = waiting.slice(0, count === -1 ? waiting.length : Math.max(1, count));
      const done = await storeAll(batch);
      const size = batch.reduce((sum, taken) => sum + taken.rows.length, 0);
      for (const { message } of batch) done ? message.ack() : message.nak();
      if (!done) counters.givenBack += size;
      waiting = waiting.slice(batch.length);
      queued -= size;
      roomAgain?.();
    }
  };
  const flushOnce = (): Promise<void> => {
    flushing ??= flush().finally(() => {
      flushing = null;
    });
    return flushing;
  };

  const take = (message: JsMsg): void => {
    if (message.redelivered) counters.redelivered++;
    const rows = decodeWindows(message.data);
    if (!rows) {
      counters.unreadable++;
      log.error(
        { subject: message.subject, bytes: message.data.length },
        "a message without windows: dropped",
      );
      message.term("not readable");
      return;
    }
    counters.received += rows.length;
    queued += rows.length;
    waiting.push({ message, rows });
  };

  const read = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        messages = await stream.consume();
        for await (const message of messages) {
          take(message);
          if (queued >= config.maxBatch) void flushOnce();
          // one batch is being stored, the next is ready: the rest stays in the stream
          while (queued >= 2 * config.maxBatch && !stopping.signal.aborted)
            await new Promise<void>((resolve) => {
              roomAgain = resolve;
            });
        }
      } catch (error) {
        warn(error, "windows cannot be taken from NATS; tried again until they can");
      }
      if (!stopping.signal.aborted) await pause(1_000);
    }
  };

  return {
    name: "writer",
    counters: () => ({ ...counters, queued }),
    async start() {
      reading = read();
      timers = [
        setInterval(() => void flushOnce(), config.flushMs),
        setInterval(() => {
          for (const { message } of waiting) message.working();
        }, config.stillWorkingMs),
      ];
    },
    async stop() {
      stopping.abort();
      roomAgain?.();
      await messages?.close();
      await reading;
      // one that is running may have begun before the last messages came
      await flushing;
      await flushOnce();
      for (const timer of timers) clearInterval(timer);
    },
  };
}
