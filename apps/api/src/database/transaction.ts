import type pg from "pg";
import { againOnConflict } from "./again.ts";

type Work<T> = (client: pg.PoolClient) => Promise<T>;

/**
 * Runs `work` in one transaction: committed when it returns, taken back when it throws, run once more when
 * another transaction was preferred. A connection that failed is not used again.
 */
export const inTransaction = <T>(pool: pg.Pool, work: Work<T>): Promise<T> =>
  againOnConflict(() => inOneTransaction(pool, work));

async function inOneTransaction<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error));
    await client.query("ROLLBACK").catch(() => {});
    throw failed;
  } finally {
    client.release(failed);
  }
}
