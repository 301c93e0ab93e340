import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { eventually } from "../../testing/eventually.ts";

const holder = fileURLToPath(new URL("../../testing/heldConnection.ts", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/**
 * A process that waits in each of these ways for the database; resolves with what it says once its connections are cut.
 */
async function cut(way: "copy" | "lock" | "prisma"): Promise<unknown> {
  await using held = await database.pool.connect().then((client) => ({
    client,
    [Symbol.asyncDispose]: async () => {
      await client.query("ROLLBACK").catch(() => {});
      client.release();
    },
  }));
  await held.client.query("BEGIN");
  await held.client.query("LOCK TABLE segment_window");
  await held.client.query("SELECT pg_advisory_xact_lock(4711)");
  const child = fork(holder, [database.url, way], { execArgv: [] });
  const said = new Promise((resolve) => child.once("message", resolve));
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(`ended with ${code}`)));
  try {
    await eventually(async () => {
      const { rowCount } = await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'held' AND wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    });
    return await Promise.race([said, ended]);
  } finally {
    child.kill("SIGKILL");
  }
}

test.each(["copy", "lock", "prisma"] as const)(
  "a connection that breaks while it waits (%s) fails its query, and the process goes on",
  async (way) => {
    expect(await cut(way)).toMatchObject({ failed: expect.any(String), thenWorks: true });
  },
);
