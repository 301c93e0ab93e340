import { join } from "node:path";
import type { Lifecycle } from "../components.ts";
import type { Log } from "../observability/log.ts";
import { createDatabaseClient, type DatabaseClient } from "./client.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { useTimescale } from "./timescale.ts";
import { untilReachable } from "./untilReachable.ts";

type Open = { databaseUrl: string; poolSize: number; root: string; log: Log; lifecycle: Lifecycle };

/** Connects, waits until the database answers, and brings its tables to this version. `root`: of the checkout. */
export async function openDatabase({
  databaseUrl,
  poolSize,
  root,
  log,
  lifecycle,
}: Open): Promise<DatabaseClient> {
  const client = createDatabaseClient(databaseUrl, poolSize);
  await lifecycle.start({ name: "database client", start: async () => {}, stop: client.close });
  // processes start in any order, also before their database
  await untilReachable(() => client.pool.query("SELECT 1"), {
    signal: lifecycle.stopping,
    notice: (reason) => log.warn({ reason }, "PostgreSQL cannot be reached; tried again until it can"),
  });
  const applied = await migrate(client.pool, await readMigrations(join(root, "prisma", "migrations")));
  if (applied.length > 0) log.info({ applied }, "migrated");
  await useTimescale(client.pool, log);
  return client;
}
