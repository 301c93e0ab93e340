import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { repositoryRoot } from "../config.ts";
import { Prisma } from "./client.ts";
import { checkServerVersion, migrate, readMigrations } from "./migrate.ts";
import { ensurePartitions } from "./partitions.ts";

const folder = join(repositoryRoot, "prisma", "migrations");

async function database(options?: { empty: boolean }) {
  const made = await createTestDatabase(options);
  onTestFinished(made.close);
  return made;
}

test("migrations are applied once, and recorded as Prisma records them", async () => {
  const { pool } = await database({ empty: true });
  const migrations = await readMigrations(folder);
  expect(await migrate(pool, migrations)).toEqual(migrations.map((m) => m.name));
  expect(await migrate(pool, migrations)).toEqual([]);

  const { rows } = await pool.query(`SELECT * FROM "_prisma_migrations" ORDER BY migration_name`);
  for (const [i, { name }] of migrations.entries()) {
    const sql = await readFile(join(folder, name, "migration.sql"));
    expect(rows[i]).toMatchObject({
      migration_name: name,
      checksum: createHash("sha256").update(sql).digest("hex"),
      applied_steps_count: 1,
      logs: null,
      rolled_back_at: null,
    });
    expect(rows[i].finished_at).toBeInstanceOf(Date);
  }
});

test("two processes that start together apply each migration once", async () => {
  const { pool } = await database({ empty: true });
  const migrations = await readMigrations(folder);
  const applied = await Promise.all([migrate(pool, migrations), migrate(pool, migrations)]);
  expect(applied.flat()).toEqual(migrations.map((m) => m.name));
});

test("a migration that fails leaves nothing behind, and the next start tries it again", async () => {
  const { pool } = await database({ empty: true });
  const bad = { name: "1_bad", sql: "CREATE TABLE half (id INT); SELECT nonsense;", checksum: "x" };
  await expect(migrate(pool, [bad])).rejects.toThrow("Migration 1_bad failed and was undone");
  const { rows } = await pool.query("SELECT to_regclass('half') AS half");
  expect(rows[0].half).toBeNull();
  expect(await migrate(pool, [{ ...bad, sql: "CREATE TABLE half (id INT)" }])).toEqual(["1_bad"]);
});

test.each([
  [
    "a changed file",
    [{ name: "1_a", sql: "SELECT 1", checksum: "other" }],
    "was changed after it had been applied",
  ],
  ["a newer database", [], "was migrated by a newer P4Twin"],
])("%s is refused with the remedy", async (_title, files, message) => {
  const { pool } = await database({ empty: true });
  await migrate(pool, [{ name: "1_a", sql: "SELECT 1", checksum: "a" }]);
  await expect(migrate(pool, files)).rejects.toThrow(message);
});

test("counters of an existing database become BIGINT with their rows, and those of partitions made later are too", async () => {
  const { pool } = await database({ empty: true });
  const migrations = await readMigrations(folder);
  const wide = migrations.findIndex(({ name }) => name.endsWith("_wide_counters"));
  await migrate(pool, migrations.slice(0, wide));
  await ensurePartitions(pool, [new Date("2026-03-01T00:00:00Z")]);
  await pool.query(
    `INSERT INTO segment_window (deployment_id, segment_id, part, level, start, count, sum_us, seq_gaps, collector_id, sequence)
     VALUES (gen_random_uuid(), 's', 0, 1, '2026-03-01T01:00:00Z', 3, 1, 7, 'c', 1)`,
  );
  await migrate(pool, migrations);
  await ensurePartitions(pool, [new Date("2026-03-02T00:00:00Z")]);
  expect((await pool.query("SELECT count, seq_gaps FROM segment_window")).rows).toEqual([
    { count: "3", seq_gaps: "7" },
  ]);
  const { rows } = await pool.query(
    `SELECT DISTINCT c.relname, format_type(a.atttypid, a.atttypmod) AS type FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relname ~ '^segment_(window|rollup)' AND c.relkind IN ('r', 'p')
        AND a.attname IN ('count', 'above_pl', 'above_dl', 'dropped', 'seq_gaps')`,
  );
  expect(rows.length).toBeGreaterThan(6);
  expect([...new Set(rows.map((r) => r.type))]).toEqual(["bigint"]);
});

test("the migrated tables are those of schema.prisma", async () => {
  const { db } = await database();
  // Prisma names every column of a model when it reads: one that is missing, or of another type, fails
  for (const model of Object.values(Prisma.ModelName)) {
    const name = `${model[0]?.toLowerCase()}${model.slice(1)}`;
    const delegate: unknown = Reflect.get(db, name);
    const findMany: unknown = Reflect.get(Object(delegate), "findMany");
    if (typeof findMany !== "function") throw new Error(`${name} is no model of the client`);
    await expect(findMany.call(delegate), model).resolves.toBeInstanceOf(Array);
  }
});

test("daily partitions are made once, and a window finds its own", async () => {
  const { pool } = await database();
  const days = [new Date("2026-03-01T23:59:59.999Z"), new Date("2026-03-02T00:00:00Z")];
  await Promise.all([ensurePartitions(pool, days), ensurePartitions(pool, days)]);
  await pool.query(
    `INSERT INTO segment_window (deployment_id, segment_id, part, level, start, count, sum_us, collector_id, sequence)
     SELECT gen_random_uuid(), 's', 0, 0, at, 1, 1, 'c', 1 FROM unnest($1::timestamptz[]) AS at`,
    [days],
  );
  const { rows } = await pool.query(
    "SELECT tableoid::regclass::text AS name FROM segment_window ORDER BY start",
  );
  expect(rows.map((row) => row.name)).toEqual(["segment_window_20260301", "segment_window_20260302"]);
});

test("a database server that is too old is refused, with the remedy", () => {
  expect(() => checkServerVersion(150_013)).toThrow("is PostgreSQL 15; P4Twin needs 16 or newer. Upgrade it");
  expect(() => checkServerVersion(160_000)).not.toThrow();
});
