import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createServerProcess } from "../../testing/processes.ts";
import { processRoles } from "../roles.ts";

test("a server whose database was migrated by a newer version ends at once, says so, and leaves it as it is", async () => {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  await database.pool.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, applied_steps_count)
     VALUES ('x', 'x', now(), '20991231000000_of_tomorrow', 1)`,
  );
  const server = await createServerProcess(processRoles, { databaseUrl: database.url, natsUrl: null });
  onTestFinished(() => server.dispose());
  await expect(server.start()).rejects.toThrow(
    /ended with 1: .*The database was migrated by a newer P4Twin \(20991231000000_of_tomorrow is unknown here\)\. Start that version, or use another database/s,
  );
  const { rows } = await database.pool.query("SELECT count(*)::int AS n FROM workspace");
  expect(rows).toEqual([{ n: 0 }]);
});
