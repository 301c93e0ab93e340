import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { createDatabaseClient, type DatabaseClient } from "../src/database/client.ts";

export type TestDatabase = DatabaseClient & { url: string };

/**
 * A database of its own for one test file: a copy of the migrated template, or of one that nobody is connected to, or
 * empty.
 */
export async function createTestDatabase({
  empty = false,
  copyOf = inject("templateUrl"),
} = {}): Promise<TestDatabase> {
  const template = new URL(inject("templateUrl"));
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = new URL(template);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    // two copies at once would fail: the template must not be in use
    await client.query("SELECT pg_advisory_lock(1)");
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${empty ? "template0" : new URL(copyOf).pathname.slice(1)}`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(template);
  url.pathname = `/${name}`;
  return { ...createDatabaseClient(url.href, 5), url: url.href };
}
