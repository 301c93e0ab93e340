import {
  createOutbox,
  defaultOutboxConfig,
  type Outbox,
  type OutboxConfig,
  type OutboxDeps,
} from "../src/writer/outbox.ts";
import { createWindowStore, type WindowStoreDeps } from "../src/writer/storeWindows.ts";

type Deps = Pick<OutboxDeps, "bus" | "openSpool" | "mayDeliver"> & WindowStoreDeps;

/**
 * For tests and benches: stores the windows of a collector in this process, from the spool straight into PostgreSQL, no
 * broker between.
 */
export function createWriter(deps: Deps, config: OutboxConfig = defaultOutboxConfig): Outbox {
  const { bus, openSpool, mayDeliver, log, ...database } = deps;
  const store = createWindowStore({ ...database, log });
  const deliver: OutboxDeps["deliver"] = (records) => store(records.flat());
  return createOutbox(
    "writer",
    { bus, openSpool, mayDeliver, log, deliver, destination: "the database" },
    config,
  );
}
