import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createDatabaseClient } from "./client.ts";

/** Longer than the client library's own patience: 2 s for a connection, 5 s for a transaction. */
const LONGER_S = 5.5;

test("a transaction waits for a connection that others hold, and takes its time, as all queries do", async () => {
  const database = await createTestDatabase();
  const { db, close } = createDatabaseClient(database.url, 1);
  const order: string[] = [];
  const slow = db.$transaction(async (tx) => {
    await tx.$queryRawUnsafe(`SELECT 1 FROM pg_sleep(${LONGER_S})`);
    order.push("slow");
  });
  const waiting = db.$transaction(async (tx) => {
    await tx.$queryRawUnsafe("SELECT 1");
    order.push("waiting");
  });
  await Promise.all([slow, waiting]);
  expect(order).toEqual(["slow", "waiting"]);
  await close();
  await database.close();
});
