import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type Migration, migrate } from "../../database/migrate.ts";
import { ensurePartitions } from "../../database/partitions.ts";
import { inTransaction } from "../../database/transaction.ts";
import { BadArchive, readArchive } from "./archive.ts";
import { readForeignKeys, readSequences, readTables, readTriggers, type Trigger } from "./catalogue.ts";
import { entryOf, type Manifest } from "./manifest.ts";

const quoted = pg.escapeIdentifier;

// what an archive says becomes SQL here: only bounds of literals are taken
const LITERAL = String.raw`(?:'[^'\\]*'|-?\d+|MINVALUE|MAXVALUE|NULL)`;
const LIST = String.raw`\(${LITERAL}(?:, ${LITERAL})*\)`;
const BOUND = new RegExp(`^(?:FOR VALUES (?:FROM ${LIST} TO ${LIST}|IN ${LIST})|DEFAULT)$`);

/** Why this version cannot take the backup; null when it can. */
export function refusal({ migrations, product }: Manifest, known: readonly Migration[]): string | null {
  for (const { name, checksum } of migrations) {
    const mine = known.find((m) => m.name === name);
    if (!mine)
      return `The backup is of a newer P4Twin (${product}; its migration ${name} is unknown here). Restore it with that version or a newer one.`;
    if (mine.checksum !== checksum)
      return `The backup was made with another migration ${name} than the one that is here. Restore it with the version that made it (${product}).`;
  }
  return null;
}

/** Whether the schema holds nothing: no tables, or tables without a row. */
export async function isEmptyDatabase(pool: pg.Pool): Promise<boolean> {
  const holding = (await readTables(pool)).filter((table) => table.kind === "r");
  for (const { name } of holding) {
    const { rowCount } = await pool.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
    if (rowCount) return false;
  }
  return true;
}

/**
 * Loads the rows of an archive into an empty database: the schema of the backup first, all rows in one
 * transaction, then the migrations that this version has beyond it. Throws when a count differs; then no row
 * is there.
 */
export async function loadDatabase(
  pool: pg.Pool,
  { file, manifest, migrations }: { file: string; manifest: Manifest; migrations: readonly Migration[] },
): Promise<void> {
  const named = new Set(manifest.migrations.map((m) => m.name));
  await migrate(
    pool,
    migrations.filter((m) => named.has(m.name)),
  );
  await makePartitions(pool, manifest);
  await inTransaction(pool, async (client) => {
    await client.query("SET LOCAL statement_timeout = 0");
    await bare(client, () => copyIn(client, file, manifest));
    const sequences = new Set((await readSequences(client)).map((s) => s.name));
    for (const { name, value, called } of manifest.sequences)
      if (sequences.has(name)) await client.query("SELECT setval($1, $2, $3)", [quoted(name), value, called]);
  });
  await migrate(pool, migrations);
  await pool.query("ANALYZE");
}

async function makePartitions(pool: pg.Pool, { partitions, windowDays }: Manifest): Promise<void> {
  const known = new Map((await readTables(pool)).map((table) => [table.name, table]));
  for (const { name, parent, bound } of partitions) {
    if (known.has(name) || known.get(parent)?.kind !== "p") continue;
    if (!BOUND.test(bound))
      throw new BadArchive(`The backup has a partition ${name} that cannot be made: ${bound}`);
    await pool.query(`CREATE TABLE ${quoted(name)} PARTITION OF ${quoted(parent)} ${bound}`);
  }
  await ensurePartitions(
    pool,
    windowDays.map((day) => new Date(day)),
  );
}

const switchOn: Record<Trigger["state"], string | null> = {
  O: "ENABLE",
  R: "ENABLE REPLICA",
  A: "ENABLE ALWAYS",
  D: null,
};

/**
 * Runs `work` on empty tables without foreign keys and triggers, and puts them back: rows may then come in
 * any order, and a table that refuses changes takes what it held. A row that refers to nothing makes it fail.
 */
async function bare(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const keys = await readForeignKeys(client);
  const triggers = await readTriggers(client);
  const alter = (table: string, what: string) => client.query(`ALTER TABLE ${quoted(table)} ${what}`);
  for (const { table, name } of keys) await alter(table, `DROP CONSTRAINT ${quoted(name)}`);
  for (const { table, name } of triggers) await alter(table, `DISABLE TRIGGER ${quoted(name)}`);
  // a migration may have left rows
  const tables = (await readTables(client)).map((table) => quoted(table.name));
  await client.query(`TRUNCATE ${tables.join(", ")}`);
  await work();
  for (const { table, name, state } of triggers)
    if (switchOn[state]) await alter(table, `${switchOn[state]} TRIGGER ${quoted(name)}`);
  for (const { table, name, definition } of keys)
    await alter(table, `ADD CONSTRAINT ${quoted(name)} ${definition}`);
}

async function copyIn(client: pg.ClientBase, file: string, manifest: Manifest): Promise<void> {
  const known = new Map((await readTables(client)).map((table) => [table.name, table]));
  const toCome = new Map(manifest.tables.map((table) => [table.name, table]));
  const entries = readArchive(file);
  let next = await entries.next();
  /** Content of this entry and of all that follow for the same table. */
  async function* rowsOf(table: string): AsyncGenerator<Buffer> {
    for (; !next.done; next = await entries.next()) {
      const what = entryOf(next.value.name);
      if (!what || !("table" in what) || what.table !== table) return;
      yield* next.value.content;
    }
  }
  while (!next.done) {
    const what = entryOf(next.value.name);
    if (!what || !("table" in what)) {
      next.value.skip();
      next = await entries.next();
      continue;
    }
    const wanted = toCome.get(what.table);
    const target = known.get(what.table);
    if (!wanted || !target)
      throw new BadArchive(`The backup has rows of ${what.table}, which does not exist.`);
    const columns = wanted.columns.map(quoted).join(", ");
    const copy = client.query(copyFrom(`COPY ${quoted(target.name)} (${columns}) FROM STDIN`));
    await pipeline(Readable.from(rowsOf(target.name)), copy);
    if (copy.rowCount !== wanted.rows)
      throw new BadArchive(`${target.name}: ${copy.rowCount} rows came, the backup has ${wanted.rows}.`);
    toCome.delete(target.name);
  }
  const missing = [...toCome.values()].find((table) => table.rows > 0);
  if (missing) throw new BadArchive(`The backup has no rows of ${missing.name}, but says ${missing.rows}.`);
}
