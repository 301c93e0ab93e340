// A process of a test: waits for a lock over one connection, and says what became of it when that connection was cut.
import { createDatabaseClient } from "../src/database/client.ts";
import { inTransaction } from "../src/database/transaction.ts";
import { exclusively } from "../src/shared/exclusively.ts";

const [, , url = "", way] = process.argv;
const { db, pool } = createDatabaseClient(`${url}?application_name=held`, 2);
const INSERT = `INSERT INTO segment_window (deployment_id, segment_id, part, level, start, count, collector_id, sequence)
  VALUES (gen_random_uuid(), 's', 0, 1, now(), 1, 'c', 1)`;
const wait = {
  copy: () => inTransaction(pool, (client) => client.query(INSERT)),
  lock: () => exclusively(pool, 4711, async () => {}),
  prisma: () => db.$transaction((tx) => tx.$executeRawUnsafe(INSERT), { timeout: 60_000 }),
}[way as "copy" | "lock" | "prisma"];

const failed = await wait().then(
  () => null,
  (error: unknown) => String(error),
);
// what the connection says after its query must not end the process either
await new Promise((resolve) => setTimeout(resolve, 200));
const again = await pool.query("SELECT 1 AS one").then(({ rows }) => rows[0].one === 1);
process.send?.({ failed, thenWorks: again });
