import { type WindowStream, windowStreamConfig } from "../bus/windowStream.ts";
import { createOutbox, type Outbox, type OutboxConfig, type OutboxDeps } from "./outbox.ts";

/** Our choice: NATS takes windows as they come, so they wait for each other a moment only. */
const defaultStreamOutboxConfig: OutboxConfig = {
  flushMs: 100,
  maxBatch: 20_000,
  maxRecord: windowStreamConfig.maxRecord,
};

/** Hands the windows of this process to NATS; while it is away they wait on disk. */
export function createStreamOutbox(
  {
    stream,
    ...deps
  }: Pick<OutboxDeps, "bus" | "openSpool" | "mayDeliver" | "log"> & { stream: WindowStream },
  config: OutboxConfig = defaultStreamOutboxConfig,
): Outbox {
  return createOutbox("outbox", { ...deps, deliver: stream.publish, destination: "NATS" }, config);
}
