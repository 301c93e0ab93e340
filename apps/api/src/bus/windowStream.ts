import {
  AckPolicy,
  type ConsumerMessages,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import type { Delivered } from "./delivered.ts";
import type { NatsLink } from "./natsLink.ts";
import { encodeWindows, WINDOW_SUBJECTS } from "./windowCodec.ts";
import type { WindowRow } from "./windowRow.ts";

const STREAM = "P4TWIN_WINDOWS";
const CONSUMER = "writers";

/** Our choices; an operator may change the stream and its consumer with the `nats` tool, what stands is left alone. */
export const windowStreamConfig = {
  /** rows of one message: with 400 bytes each (bench `bus`) a tenth of what a NATS server takes by default (1 MiB) */
  maxRecord: 250,
  /** how long the server remembers the ids of messages */
  duplicateWindowMs: 120_000,
  /** a message that a writer has not acknowledged for this long goes to another */
  ackWaitMs: 10_000,
  /** messages under way to all writers together */
  maxAckPending: 2_000,
  publishTimeoutMs: 5_000,
  /** messages that one writer has asked for */
  prefetch: 100,
};

export type WindowStreamConfig = typeof windowStreamConfig;

/**
 * A message's id: its first window's. A record of the spool is delivered as it is, so the same id means the same
 * windows.
 */
const messageId = ({ collectorId, sequence }: WindowRow): string => `${collectorId}.${sequence}`;

async function ensureStream(
  nats: NatsConnection,
  replicas: number,
  config: WindowStreamConfig,
): Promise<void> {
  const manager = await jetstreamManager(nats);
  const streams = await manager.streams.names(WINDOW_SUBJECTS).next();
  if (!streams.includes(STREAM))
    await manager.streams.add({
      name: STREAM,
      subjects: [WINDOW_SUBJECTS],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      // a full stream refuses, and windows wait in the spools: nothing is thrown away where nobody counts it
      discard: DiscardPolicy.New,
      duplicate_window: nanos(config.duplicateWindowMs),
      num_replicas: replicas,
    });
  const consumers = await manager.consumers.list(STREAM).next();
  if (!consumers.some((c) => c.name === CONSUMER))
    await manager.consumers.add(STREAM, {
      durable_name: CONSUMER,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(config.ackWaitMs),
      max_ack_pending: config.maxAckPending,
      max_deliver: -1,
    });
}

/**
 * Closed windows on JetStream: on disk when published, taken by one of the writers, gone when it has acknowledged them.
 */
export function createWindowStream(
  link: NatsLink,
  replicas: number,
  config: WindowStreamConfig = windowStreamConfig,
) {
  let ensured: { nats: NatsConnection; done: Promise<void> } | null = null;

  /** The connection, with stream and consumer made when they were missing. */
  const ready = async (): Promise<NatsConnection> => {
    const nats = link.connection();
    if (!nats) throw new Error("NATS is away");
    if (ensured?.nats !== nats) ensured = { nats, done: ensureStream(nats, replicas, config) };
    try {
      await ensured.done;
    } catch (error) {
      ensured = null;
      throw error;
    }
    return nats;
  };

  return {
    /** Resolves when the stream has all records on disk; those that it had already count as duplicates. */
    async publish(records: readonly (readonly WindowRow[])[]): Promise<Delivered> {
      const js = jetstream(await ready());
      const delivered: Delivered = { stored: 0, duplicates: 0, dropped: 0, mended: 0 };
      const outcomes = await Promise.allSettled(
        records.map(async (rows) => {
          const [first] = rows;
          if (!first) return;
          const subject = WINDOW_SUBJECTS.replace("*", first.collectorId);
          const options = { msgID: messageId(first), timeout: config.publishTimeoutMs };
          const { duplicate } = await js.publish(subject, encodeWindows(rows), options);
          delivered[duplicate ? "duplicates" : "stored"] += rows.length;
        }),
      );
      const failed = outcomes.find((o) => o.status === "rejected");
      if (failed) {
        // the stream may have been deleted
        ensured = null;
        throw failed.reason;
      }
      return delivered;
    },

    /** Messages for a writer, until the iterator is closed. It goes on over reconnections. */
    async consume(): Promise<ConsumerMessages> {
      const consumer = await jetstream(await ready()).consumers.get(STREAM, CONSUMER);
      return consumer.consume({ max_messages: config.prefetch });
    },

    /** Messages that wait for a writer or are under way to one; null while NATS is away. */
    async waiting(): Promise<number | null> {
      const nats = link.connection();
      if (!nats) return null;
      const info = await (await jetstreamManager(nats)).consumers.info(STREAM, CONSUMER).catch(() => null);
      return info && info.num_pending + info.num_ack_pending;
    },
  };
}

export type WindowStream = ReturnType<typeof createWindowStream>;
