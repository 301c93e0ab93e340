import type pg from "pg";

/** Runs `work` in one process at a time of all that share the database. */
export async function exclusively<T>(pool: pg.Pool, key: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [key]);
    return await work();
  } finally {
    const broken = await client.query("SELECT pg_advisory_unlock($1)", [key]).then(
      () => false,
      () => true,
    );
    // a lock belongs to its connection: closed with it, it is free
    client.release(broken);
  }
}
