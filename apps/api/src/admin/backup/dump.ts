import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { isHypertable } from "../../database/timescale.ts";
import type { Archive } from "./archive.ts";
import { type CatalogueTable, readSequences, readTables } from "./catalogue.ts";
import { type Manifest, tableEntry } from "./manifest.ts";

/** Rows of a table are cut into entries of this size: the length of an entry is told before its content. */
const PART_BYTES = 8 * 1024 ** 2;
const TABLE_GONE = "42P01";
const HYPERTABLE = "segment_window";

type Dumped = Pick<Manifest, "migrations" | "tables" | "partitions" | "sequences" | "windowDays" | "notes">;

const READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
const PATIENT = "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0";

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // a connection that breaks fails the query that waits for it
  client.on("error", () => {});
  await client.connect();
  await client.query(PATIENT);
  return client;
}

/**
 * Writes every row of the database as it is at one instant, while others read and write. Each table is copied
 * in a transaction of its own on the same snapshot: nobody who wants to add or drop a partition waits longer
 * than for one of them.
 */
export async function dumpDatabase(
  url: string,
  archive: Archive,
  { withoutTelemetry }: { withoutTelemetry: boolean },
): Promise<Dumped> {
  const holder = await connected(url);
  const copier = await connected(url);
  try {
    await holder.query(READ);
    const { rows: snapshots } = await holder.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
    const migrations = await readApplied(holder);
    const tables = await readTables(holder);
    const hyper = await isHypertable(holder);
    const isTelemetry = (t: CatalogueTable): boolean => t.parent !== null || (hyper && t.name === HYPERTABLE);
    const dumped: Dumped = {
      migrations,
      tables: [],
      partitions: tables.flatMap(({ name, parent, bound }) =>
        parent !== null && bound !== null ? [{ name, parent, bound }] : [],
      ),
      sequences: await readSequences(holder),
      windowDays: hyper && !withoutTelemetry ? await windowDays(holder) : [],
      notes: [],
    };
    for (const table of tables) {
      if (table.kind === "p" || (withoutTelemetry && isTelemetry(table))) continue;
      const rows = await copyOut(copier, archive, table, snapshots[0].id);
      if (rows === null) {
        // its parent must not ask for it either
        dumped.partitions = dumped.partitions.filter((p) => p.name !== table.name);
        dumped.notes.push(`${table.name} reached the end of its retention while the backup was made.`);
      } else dumped.tables.push({ name: table.name, columns: table.columns, rows });
    }
    return dumped;
  } finally {
    await Promise.allSettled([holder.end(), copier.end()]);
  }
}

async function readApplied(client: pg.Client): Promise<Dumped["migrations"]> {
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum FROM "_prisma_migrations"
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return z.array(z.object({ name: z.string(), checksum: z.string() })).parse(rows);
}

async function windowDays(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ day: Date }>(
    `SELECT DISTINCT date_trunc('day', start, 'UTC') AS day FROM ${HYPERTABLE} ORDER BY day`,
  );
  return rows.map(({ day }) => day.toISOString());
}

/** Number of rows written; null when the table is gone: a partition beyond its retention. */
async function copyOut(
  client: pg.Client,
  archive: Archive,
  { name, columns }: CatalogueTable,
  snapshot: string,
): Promise<number | null> {
  const list = columns.map(pg.escapeIdentifier).join(", ");
  await client.query(READ);
  try {
    await client.query(`SET TRANSACTION SNAPSHOT ${pg.escapeLiteral(snapshot)}`);
    const rows = client.query(copyTo(`COPY (SELECT ${list} FROM ${pg.escapeIdentifier(name)}) TO STDOUT`));
    let part = 0;
    let held: Buffer[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (bytes > 0) await archive.addBytes(tableEntry(name, ++part), Buffer.concat(held));
      held = [];
      bytes = 0;
    };
    for await (const chunk of rows) {
      held.push(chunk);
      bytes += chunk.length;
      if (bytes >= PART_BYTES) await flush();
    }
    await flush();
    await client.query("COMMIT");
    return rows.rowCount;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    if (error instanceof pg.DatabaseError && error.code === TABLE_GONE) return null;
    throw error;
  }
}
