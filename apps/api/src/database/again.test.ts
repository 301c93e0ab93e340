import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import type { Db, Tx } from "./client.ts";
import { inTransaction } from "./transaction.ts";

/** Two rows, and two runs of `first then second` crosswise: PostgreSQL ends one of them. */
async function crossed(db: Db, run: (keys: [string, string], meet: () => Promise<void>) => Promise<unknown>) {
  await db.setting.createMany({ data: ["a", "b"].map((key) => ({ key, value: 0 })) });
  let arrived = 0;
  // both have their first row before one asks for its second; a run that is tried again meets nobody
  const meet = async () => {
    arrived++;
    while (arrived < 2) await sleep(5);
  };
  await Promise.all([run(["a", "b"], meet), run(["b", "a"], meet)]);
  expect(arrived).toBeGreaterThan(2);
  const rows = await db.setting.findMany({ orderBy: { key: "asc" } });
  expect(rows.map(({ value }) => value)).toEqual([2, 2]);
}

const add = (tx: Tx, key: string) =>
  tx.$executeRaw`UPDATE setting SET value = to_jsonb(value::int + 1) WHERE key = ${key}`;

test("of two transactions that wait for each other the one that is ended runs again", async () => {
  const { db, close } = await createTestDatabase();
  await crossed(db, ([first, second], meet) =>
    db.$transaction(async (tx) => {
      await add(tx, first);
      await meet();
      await add(tx, second);
    }),
  );
  await close();
});

test("so do transactions of the pool", async () => {
  const { db, pool, close } = await createTestDatabase();
  await crossed(db, ([first, second], meet) =>
    inTransaction(pool, async (client) => {
      const sql = "UPDATE setting SET value = to_jsonb(value::int + 1) WHERE key = $1";
      await client.query(sql, [first]);
      await meet();
      await client.query(sql, [second]);
    }),
  );
  await close();
});

test("so are a statement alone and a list of statements", async () => {
  const { db, pool, close } = await createTestDatabase();
  await db.setting.createMany({ data: ["a", "b"].map((key) => ({ key, value: 0 })) });
  const both = `UPDATE setting SET value = to_jsonb(value::int + 1)
    FROM (SELECT key AS own FROM setting ORDER BY key FOR UPDATE) AS locked WHERE key = own`;
  let statements: Promise<unknown>[] | undefined;
  await db.$transaction(async (tx) => {
    await add(tx, "b");
    // once, whichever of the four is ended
    statements ??= [
      pool.query(both),
      db.$executeRawUnsafe(both),
      db.$transaction([db.$executeRawUnsafe(both), db.setting.count()]),
    ];
    // one has the first row and waits for the second, the others wait for the first
    await sleep(300);
    await add(tx, "a");
  });
  await Promise.all(statements ?? []);
  const rows = await db.setting.findMany({ orderBy: { key: "asc" } });
  expect(rows.map(({ value }) => value)).toEqual([4, 4]);
  await close();
});

test("what fails otherwise fails at once", async () => {
  const { db, close } = await createTestDatabase();
  let runs = 0;
  const work = db.$transaction(async (tx) => {
    runs++;
    await tx.$queryRaw`SELECT 1/0`;
  });
  await expect(work).rejects.toThrow("division by zero");
  expect(runs).toBe(1);
  await close();
});
