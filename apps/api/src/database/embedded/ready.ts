import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Resolves when the server takes connections; throws when it ends before, or after `waitMs`. */
export async function waitUntilReady(url: string, alive: () => boolean, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!alive() || performance.now() > deadline) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Makes the database of the product in a cluster that has none yet. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}
