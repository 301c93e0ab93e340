import { createOutbox, type Outbox, type OutboxConfig, type OutboxDeps } from "./outbox.ts";
import { createWindowStore, type WindowStoreDeps } from "./storeWindows.ts";

export type { WriterCounters } from "./outbox.ts";
export type WriterConfig = OutboxConfig;
export const defaultWriterConfig: WriterConfig = { flushMs: 500, maxBatch: 20_000, maxRecord: 20_000 };

export type WriterDeps = Pick<OutboxDeps, "bus" | "openSpool" | "mayDeliver"> & WindowStoreDeps;
/** Flushes what is queued when it is stopped. */
export type Writer = Outbox;

/** Stores the windows of the collector in this process: from the spool straight into PostgreSQL, no broker between. */
export function createWriter(deps: WriterDeps, config: WriterConfig = defaultWriterConfig): Writer {
  const { bus, openSpool, mayDeliver, log, ...database } = deps;
  const store = createWindowStore({ ...database, log });
  const deliver: OutboxDeps["deliver"] = (records) => store(records.flat());
  return createOutbox(
    "writer",
    { bus, openSpool, mayDeliver, log, deliver, destination: "the database" },
    config,
  );
}
