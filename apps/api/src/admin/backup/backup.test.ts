import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { seedDemo } from "../../../../../prisma/seed/demo.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { createWorld } from "../../../testing/world.ts";
import { repositoryRoot } from "../../config.ts";
import { type Migration, migrate, readMigrations } from "../../database/migrate.ts";
import { ensurePartitions } from "../../database/partitions.ts";
import { withDatabase } from "../instance.ts";
import { verifyArchive } from "./archive.ts";
import { backup } from "./backup.ts";
import { restore, verify } from "./restore.ts";

const now = new Date("2026-11-22T14:00:00.000Z");
const options = { withoutTelemetry: false, version: "0.1.0", now };
const baseUrl = "http://127.0.0.1:3000";
const DAYS = [new Date("2026-03-01T00:00:00Z"), new Date("2026-03-02T00:00:00Z")];
let migrations: Migration[] = [];
let filled: { dataDir: string; databaseUrl: string };
beforeAll(async () => {
  migrations = await readMigrations(join(repositoryRoot, "prisma", "migrations"));
  const dataDir = await mkdtemp(join(tmpdir(), "p4twin-backup-"));
  filled = { dataDir, databaseUrl: await fillInstance(dataDir) };
});
afterAll(() => rm(filled.dataDir, { recursive: true, force: true }));

async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-backup-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

const insertWindows = (client: pg.Pool | pg.Client, from: number, count: number) =>
  client.query(
    `INSERT INTO segment_window (deployment_id, segment_id, part, level, start, count, sum_us, hist, collector_id, sequence)
     SELECT '0198c5d8-0000-7000-8000-000000000000', E'tab\\tline\\nback\\\\', 0, 0, $3::timestamptz + n * interval '1 second', n, 1.5, '\\x00ff5c', 'c', n
       FROM generate_series($1::int, $1::int + $2::int - 1) AS n`,
    [from, count, DAYS[0]],
  );

/** A pool that bears the end of its server. */
async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {});
  return work(pool).finally(() => pool.end());
}

/** Every row of every table, found without the code under test: table -> number and hash of its rows. */
async function contentOf(url: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations' ORDER BY 1`,
    );
    const content = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `SELECT t::text AS line FROM "${name}" t ORDER BY 1`,
      );
      const sum = createHash("sha256").update(rows.map((row) => row.line).join("\n"));
      content.set(name, `${rows.length} ${sum.digest("hex")}`);
    }
    return content;
  } finally {
    await client.end();
  }
}

/**
 * An instance with the demo's objects, two days of windows, a trigger that refuses changes, a generated
 * column and a cycle of keys: made once, and copied for each test.
 */
async function fillInstance(dataDir: string): Promise<string> {
  const world = await createWorld();
  const { pool, url } = world.database;
  const { user } = await world.services.users.invite({ email: "o@example.org", name: "O", role: "owner" });
  await seedDemo(world.services, user.id);
  await ensurePartitions(pool, DAYS);
  await insertWindows(pool, 86_000, 1_000);
  await world.dispose();
  await mkdir(join(dataDir, "captures"));
  await writeFile(join(dataDir, "captures", "a.capture"), Buffer.alloc(300_000, 7));
  await writeFile(join(dataDir, "captures", "empty.capture"), "");
  await writeFile(join(dataDir, "auth-secret"), "a secret of the tests, long enough to be one\n");
  await writeFile(join(dataDir, "postgres.json"), "not to be copied");
  await writeFile(join(dataDir, "disk-reserve"), "not to be copied");
  await mkdir(join(dataDir, "compile-cache"));
  await writeFile(join(dataDir, "compile-cache", "a"), "not to be copied");
  return url;
}
async function filledInstance() {
  const database = await createTestDatabase({ copyOf: filled.databaseUrl });
  onTestFinished(database.close);
  const dataDir = await temporaryDir();
  await cp(filled.dataDir, dataDir, { recursive: true });
  return { dataDir, databaseUrl: database.url, baseUrl, pool: database.pool };
}
type Instance = Awaited<ReturnType<typeof filledInstance>>;

const backupOf = async (instance: Instance, given = options) => {
  const { file, manifest } = await backup(instance, await temporaryDir(), given);
  return { file, manifest };
};

test("a backup restored into an empty data directory has every row and every file, and needs no further migration", async () => {
  const instance = await filledInstance();
  const { file, manifest } = await backupOf(instance);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(manifest.authSecret).toBe("file");
  // neither the reserve of the disk nor compiled code nor what belongs to PostgreSQL
  expect(manifest.entries.map((e) => e.name).filter((name) => name.startsWith("files/"))).toEqual([
    "files/auth-secret",
    "files/captures/a.capture",
    "files/captures/empty.capture",
  ]);

  const target = { dataDir: join(await temporaryDir(), "new"), databaseUrl: null, baseUrl };
  await restore(target, file, { replace: false, migrations, now });
  expect((await readdir(target.dataDir)).sort()).toEqual(expect.arrayContaining(["auth-secret", "captures"]));
  expect(await readFile(join(target.dataDir, "captures", "a.capture"))).toEqual(Buffer.alloc(300_000, 7));
  expect((await stat(join(target.dataDir, "captures", "empty.capture"))).size).toBe(0);
  expect((await stat(join(target.dataDir, "auth-secret"))).mode & 0o777).toBe(0o600);
  await withDatabase(target, async (url) => {
    expect(await contentOf(url)).toEqual(await contentOf(instance.databaseUrl));
    expect(await withPool(url, (pool) => migrate(pool, migrations))).toEqual([]);
  });
});

test("a backup made while windows are written holds one instant: each table as it was when it began", async () => {
  const instance = await filledInstance();
  const before = await contentOf(instance.databaseUrl);
  let writing = true;
  let rounds = 0;
  const writer = (async () => {
    for (let n = 0; writing; n += 50) {
      await insertWindows(instance.pool, n, 50);
      await instance.pool.query(
        `WITH made AS (INSERT INTO "setting" (key, value) VALUES ($1, '1') RETURNING key)
         INSERT INTO "setting" (key, value) SELECT key || '-twin', '1' FROM made`,
        [`written-${n}`],
      );
      rounds++;
    }
  })();
  const { file, manifest } = await backupOf(instance);
  writing = false;
  await writer;
  expect(rounds).toBeGreaterThan(0);
  const target = await createTestDatabase({ empty: true });
  onTestFinished(target.close);
  const dataDir = join(await temporaryDir(), "new");
  await restore({ dataDir, databaseUrl: target.url, baseUrl }, file, { replace: false, migrations, now });
  const { rows } = await target.pool.query<{ odd: string }>(
    `SELECT count(*) FILTER (WHERE key NOT LIKE '%-twin') - count(*) FILTER (WHERE key LIKE '%-twin') AS odd
       FROM setting WHERE key LIKE 'written-%'`,
  );
  expect(Number(rows[0].odd)).toBe(0);
  const after = await contentOf(target.url);
  const written = await target.pool.query<{ n: number; old: number }>(
    "SELECT count(*) FILTER (WHERE sequence < 86000)::int AS n, count(*) FILTER (WHERE sequence >= 86000)::int AS old FROM segment_window",
  );
  // whole rounds, and all that was there before
  expect(written.rows[0].n % 50).toBe(0);
  expect(written.rows[0].old).toBe(1_000);
  const rowsOf = (m: typeof manifest) =>
    m.tables.filter((t) => t.name.startsWith("segment_window_")).reduce((sum, t) => sum + t.rows, 0);
  expect(rowsOf(manifest)).toBe(written.rows[0].n + 1_000);
  const changing = ["setting", "segment_window", "segment_window_20260301"];
  for (const name of before.keys())
    if (!changing.includes(name)) expect(after.get(name), name).toBe(before.get(name));
});

test("tables that refuse changes, generated columns, sequences and keys in a circle come back as they were", async () => {
  const instance = await filledInstance();
  const name = "20991231000000_odd";
  const sql = `
    CREATE TABLE odd_log (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what TEXT NOT NULL, size INT GENERATED ALWAYS AS (length(what)) STORED, other BIGINT REFERENCES odd_log (id));
    CREATE FUNCTION odd_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'append only'; END $$;
    CREATE TRIGGER odd_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON odd_log EXECUTE FUNCTION odd_refuse();
    CREATE TRIGGER odd_no_insert BEFORE INSERT ON odd_log EXECUTE FUNCTION odd_refuse();
    ALTER TABLE odd_log DISABLE TRIGGER odd_no_insert;
    INSERT INTO odd_log (what) VALUES ('left by the migration');`;
  const withOdd = [...migrations, { name, sql, checksum: "odd" }];
  await migrate(instance.pool, withOdd);
  await instance.pool.query(`INSERT INTO odd_log (what, other) VALUES ('first', 3), ('second', 2)`);
  const { file } = await backupOf(instance);
  await expect(verify(file, migrations)).rejects.toThrow(
    /newer P4Twin \(0\.1\.0; its migration 20991231000000_odd/,
  );

  const target = await createTestDatabase({ empty: true });
  onTestFinished(target.close);
  const dataDir = join(await temporaryDir(), "new");
  const where = { dataDir, databaseUrl: target.url, baseUrl };
  await restore(where, file, { replace: false, migrations: withOdd, now });
  expect(await contentOf(target.url)).toEqual(await contentOf(instance.databaseUrl));
  await expect(target.pool.query("DELETE FROM odd_log")).rejects.toThrow("append only");
  await target.pool.query("INSERT INTO odd_log (what) VALUES ('next')");
  const { rows } = await target.pool.query("SELECT id, size FROM odd_log ORDER BY id DESC LIMIT 1");
  expect(rows).toEqual([{ id: "4", size: 4 }]);
  await expect(target.pool.query("INSERT INTO odd_log (what, other) VALUES ('x', 99)")).rejects.toThrow(
    "foreign key",
  );
});

test("an older backup is migrated forward", async () => {
  const older = await createTestDatabase({ empty: true });
  onTestFinished(older.close);
  await migrate(older.pool, migrations.slice(0, 3));
  await older.pool.query(`INSERT INTO setting (key, value) VALUES ('kept', '42')`);
  const dataDir = await temporaryDir();
  const { file } = await backup({ dataDir, databaseUrl: older.url, baseUrl }, await temporaryDir(), options);
  const target = await createTestDatabase({ empty: true });
  onTestFinished(target.close);
  const where = { dataDir: join(dataDir, "new"), databaseUrl: target.url, baseUrl };
  await restore(where, file, { replace: false, migrations, now });
  expect(await migrate(target.pool, migrations)).toEqual([]);
  expect((await target.pool.query("SELECT value FROM setting WHERE key = 'kept'")).rows).toEqual([
    { value: 42 },
  ]);
});

test("nothing is restored over an instance; --replace moves the old one aside, from where it still starts", async () => {
  const instance = await filledInstance();
  const { file } = await backupOf(instance);
  const parent = await temporaryDir();
  const target = { dataDir: join(parent, "data"), databaseUrl: null, baseUrl };
  await restore(target, file, { replace: false, migrations, now });
  await withDatabase(target, (url) =>
    withPool(url, (pool) => pool.query(`INSERT INTO setting (key, value) VALUES ('of-the-old-one', '1')`)),
  );
  await expect(restore(target, file, { replace: false, migrations, now })).rejects.toThrow(
    /is not empty \(auth-secret/,
  );
  const { movedTo } = await restore(target, file, { replace: true, migrations, now });
  expect(movedTo).toBe(join(parent, "data.before-restore-20261122T140000Z"));
  const settings = (dataDir: string) =>
    withDatabase({ ...target, dataDir }, (url) =>
      withPool(
        url,
        async (pool) => (await pool.query("SELECT 1 FROM setting WHERE key = 'of-the-old-one'")).rowCount,
      ),
    );
  expect(await settings(target.dataDir)).toBe(0);
  expect(await settings(movedTo ?? "")).toBe(1);
  expect((await readdir(parent)).sort()).toEqual(["data", "data.before-restore-20261122T140000Z"]);

  const external = { dataDir: join(parent, "other"), databaseUrl: instance.databaseUrl, baseUrl };
  await expect(restore(external, file, { replace: true, migrations, now })).rejects.toThrow(
    /database of DATABASE_URL is not empty/,
  );
});

test("without telemetry the objects are there and the windows are not", async () => {
  const instance = await filledInstance();
  await mkdir(join(instance.dataDir, "spool"));
  await writeFile(join(instance.dataDir, "spool", "0.spool"), "windows");
  const whole = await backupOf(instance);
  const small = await backupOf(instance, { ...options, withoutTelemetry: true });
  const named = (m: typeof small.manifest) => m.entries.map((e) => e.name);
  expect(named(whole.manifest)).toContain("files/spool/0.spool");
  expect(named(small.manifest).filter((n) => /spool|segment_window/.test(n))).toEqual([]);
  const target = await createTestDatabase({ empty: true });
  onTestFinished(target.close);
  const where = { dataDir: join(await temporaryDir(), "new"), databaseUrl: target.url, baseUrl };
  await restore(where, small.file, { replace: false, migrations, now });
  const { rows } = await target.pool.query(
    "SELECT (SELECT count(*)::int FROM segment_window) AS windows, (SELECT count(*)::int FROM program) AS programs",
  );
  expect(rows).toEqual([{ windows: 0, programs: 5 }]);
});

/** The archive with one bit other, at the first place from `share` on where that changes a byte of its content. */
function damagedFrom(archive: Buffer, share: number): Buffer {
  const content = gunzipSync(archive);
  // in a run of zeros between entries a flipped bit may name another zero: such an archive is still whole
  const isSame = (other: Buffer): boolean => {
    try {
      return gunzipSync(other).equals(content);
    } catch {
      return false;
    }
  };
  for (let at = Math.floor(archive.length * share); ; at++) {
    const flipped = Buffer.from(archive);
    flipped[at] ^= 0x10;
    if (!isSame(flipped)) return flipped;
  }
}

test("a damaged or cut archive is refused before anything is written", async () => {
  const { file } = await backupOf(await filledInstance());
  const bytes = await readFile(file);
  const dir = await temporaryDir();
  const dataDir = join(dir, "new");
  const refused = async (name: string, content: Uint8Array) => {
    const path = join(dir, name);
    await writeFile(path, content);
    await expect(
      restore({ dataDir, databaseUrl: null, baseUrl }, path, { replace: false, migrations, now }),
    ).rejects.toThrow(/is damaged or was cut off/);
    expect(existsSync(dataDir)).toBe(false);
  };
  for (const share of [0, 0.1, 0.5, 0.9, 0.99])
    await refused(`cut-${share}`, bytes.subarray(0, Math.floor(bytes.length * share)));
  await refused("last-byte", bytes.subarray(0, -1));
  for (const share of [0.2, 0.6, 0.95]) await refused(`flipped-${share}`, damagedFrom(bytes, share));
  await writeFile(join(dir, "text"), "no archive");
  await expect(verify(join(dir, "text"), migrations)).rejects.toThrow(/damaged/);
  await expect(verify(join(dir, "absent"), migrations)).rejects.toThrow(/There is no file/);
});

test("a backup that fails leaves no file, and one is never written over", async () => {
  const dir = await temporaryDir();
  const broken = { dataDir: dir, databaseUrl: "postgresql://nobody:x@127.0.0.1:1/none", baseUrl };
  const file = join(dir, "a.tar.gz");
  await expect(backup(broken, file, options)).rejects.toThrow(/ECONNREFUSED/);
  expect(await readdir(dir)).toEqual([]);
  await writeFile(file, "an older one");
  await expect(backup(broken, file, options)).rejects.toThrow(/exists/);
  await truncate(file);
  await expect(verifyArchive(file)).rejects.toThrow(/damaged/);
});
