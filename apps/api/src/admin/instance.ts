import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { createEmbeddedPostgres, embeddedUrl } from "../database/embedded/embedded.ts";
import { DataDirTaken, takeDataDir } from "../lock.ts";

/** More than one command needs. */
const MAX_CONNECTIONS = 30;

type Where = Pick<Config, "dataDir" | "databaseUrl" | "baseUrl">;

/**
 * Runs `work` with the URL of the instance's database, whether its server runs or not: an embedded PostgreSQL
 * that does not run is started for it, and stopped again. Never makes a database.
 */
export async function withDatabase<T>(
  { dataDir, databaseUrl, baseUrl }: Where,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) return work(databaseUrl);
  if (!existsSync(join(dataDir, "postgres.json")))
    throw new Error(
      `There is no P4Twin in ${dataDir}: it has no database. Set P4TWIN_DATA_DIR or DATABASE_URL to those of the instance.`,
    );
  let lock: Awaited<ReturnType<typeof takeDataDir>>;
  try {
    lock = await takeDataDir(dataDir, baseUrl);
  } catch (error) {
    if (error instanceof DataDirTaken) return work(await embeddedUrl(dataDir));
    throw error;
  }
  try {
    return await withEmbedded(dataDir, work);
  } finally {
    await lock.release();
  }
}

/** Runs `work` on the embedded PostgreSQL of a directory, which is made when there is none. */
export async function withEmbedded<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  let lost = "";
  const postgres = createEmbeddedPostgres(
    { dataDir, maxConnections: MAX_CONNECTIONS },
    {
      notice: () => {},
      onLost: (message) => {
        lost = message;
      },
    },
  );
  try {
    return await work(await postgres.start());
  } catch (error) {
    throw lost ? new Error(lost, { cause: error }) : error;
  } finally {
    await postgres.stop();
  }
}
