import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { z } from "zod";

// the lock that `prisma migrate deploy` takes, so that it and we exclude each other
const PRISMA_LOCK = 72_707_369;

// the table that Prisma makes, letter by letter
const TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`;

const appliedSchema = z.array(
  z.object({ migration_name: z.string(), checksum: z.string(), finished_at: z.date().nullable() }),
);

export type Migration = { name: string; sql: string; checksum: string };

/** Migrations of a folder in their order: `<name>/migration.sql`. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** The oldest PostgreSQL that is tested and documented (.env.example, docs/11). */
const OLDEST_POSTGRES = 16;

/** Refuses a server older than those that P4Twin is made for. `version` as in `server_version_num`: 150_004 is 15.4. */
export function checkServerVersion(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_POSTGRES)
    throw new Error(
      `The database server is PostgreSQL ${major}; P4Twin needs ${OLDEST_POSTGRES} or newer. Upgrade it, or leave DATABASE_URL out to use the embedded PostgreSQL.`,
    );
}

/**
 * Applies what is not yet applied, each migration in one transaction, and records it as `prisma migrate
 * deploy` would: both can be used on the same database. Returns the names applied now. Refuses a database
 * that does not fit the files.
 */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rows: server } = await client.query(
      "SELECT current_setting('server_version_num')::int AS version",
    );
    checkServerVersion(server[0].version);
    await client.query("SELECT pg_advisory_lock($1)", [PRISMA_LOCK]);
    await client.query(TABLE);
    const { rows } = await client.query(
      `SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
    );
    const applied = appliedSchema.parse(rows);
    check(applied, migrations);
    const missing = migrations.filter((m) => !applied.some((a) => a.migration_name === m.name));
    for (const migration of missing) await apply(client, migration);
    return missing.map((m) => m.name);
  } finally {
    await client.query("SELECT pg_advisory_unlock($1)", [PRISMA_LOCK]).catch(() => {});
    client.release();
  }
}

function check(applied: z.infer<typeof appliedSchema>, migrations: readonly Migration[]): void {
  for (const row of applied) {
    const file = migrations.find((m) => m.name === row.migration_name);
    if (!row.finished_at) {
      throw new Error(
        `Migration ${row.migration_name} was begun and never finished. Repair the database, then mark it with \`prisma migrate resolve\`.`,
      );
    }
    if (!file) {
      throw new Error(
        `The database was migrated by a newer P4Twin (${row.migration_name} is unknown here). Start that version, or use another database.`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new Error(
        `Migration ${row.migration_name} was changed after it had been applied. Put the file back.`,
      );
    }
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  const started = new Date();
  await client.query("BEGIN");
  try {
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations"
         ("id", "checksum", "finished_at", "migration_name", "started_at", "applied_steps_count")
       VALUES ($1, $2, now(), $3, $4, 1)`,
      [randomUUID(), checksum, name, started],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Migration ${name} failed and was undone: ${reason}`, { cause: error });
  }
}
