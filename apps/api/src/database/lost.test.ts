import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createDatabaseClient } from "./client.ts";
import { isDatabaseLost } from "./lost.ts";

const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => expect.fail("it did not fail"),
    (error: unknown) => error,
  );

test("a connection that is cut, refused or not free is known as such, whoever says it", async () => {
  const database = await createTestDatabase();
  const client = createDatabaseClient(database.url, 2);
  // each by what it alone asks: a process that was cut before may still be there
  const cut = async (work: PromiseLike<unknown>, asks: string) => {
    const error = errorOf(work);
    for (let cuts = 0; cuts === 0; ) {
      const { rowCount } = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE $1 AND pid <> pg_backend_pid()",
        [`%${asks}%`],
      );
      cuts = rowCount ?? 0;
    }
    return error;
  };
  const byPool = client.pool.query("SELECT pg_sleep(300)");
  expect(isDatabaseLost(await cut(byPool, "pg_sleep(300)"))).toBe(true);
  const byPrisma = client.db.$queryRaw`SELECT pg_sleep(301)::text`;
  expect(isDatabaseLost(await cut(byPrisma, "pg_sleep(301)"))).toBe(true);
  await client.close();
  await database.close();

  const away = createDatabaseClient("postgresql://nobody@127.0.0.1:1/none", 2);
  expect(isDatabaseLost(await errorOf(away.pool.query("SELECT 1")))).toBe(true);
  expect(isDatabaseLost(await errorOf(away.db.user.count()))).toBe(true);
  await away.close();
});

test("a mistake is none", async () => {
  const database = await createTestDatabase();
  const { db, pool } = database;
  expect(isDatabaseLost(await errorOf(pool.query("SELECT no_such_column")))).toBe(false);
  expect(isDatabaseLost(await errorOf(db.$queryRaw`SELECT 1/0`))).toBe(false);
  expect(isDatabaseLost(await errorOf(db.user.delete({ where: { id: "nobody" } })))).toBe(false);
  const circle: { cause?: unknown } = {};
  circle.cause = circle;
  expect(isDatabaseLost(circle)).toBe(false);
  await database.close();
});
