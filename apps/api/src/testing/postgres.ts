import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { repositoryRoot } from "../config.ts";
import { createEmbeddedPostgres } from "../database/embedded/embedded.ts";
import { migrate, readMigrations } from "../database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a migrated database that is only ever copied */
    templateUrl: string;
  }
}

/** One real PostgreSQL for the whole run, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "p4twin-test-"));
  await chmod(dataDir, 0o755);
  const postgres = createEmbeddedPostgres(
    { dataDir, maxConnections: 200 },
    { notice: console.log, onLost: console.error },
  );
  const templateUrl = await postgres.start();
  const pool = new pg.Pool({ connectionString: templateUrl });
  await migrate(pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
  await pool.end();
  project.provide("templateUrl", templateUrl);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
