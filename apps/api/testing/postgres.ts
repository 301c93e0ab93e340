import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { repositoryRoot } from "../src/config.ts";
import { createEmbeddedPostgres } from "../src/database/embedded/embedded.ts";
import { migrate, readMigrations } from "../src/database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a migrated database that is only ever copied */
    templateUrl: string;
  }
}

type Running = { templateUrl: string; stop(): Promise<void> };

async function start(): Promise<Running> {
  const dataDir = await mkdtemp(join(tmpdir(), "p4twin-test-"));
  await chmod(dataDir, 0o755);
  const postgres = createEmbeddedPostgres(
    { dataDir, maxConnections: 200 },
    { notice: console.log, onLost: console.error },
  );
  const templateUrl = await postgres.start();
  const pool = new pg.Pool({ connectionString: templateUrl });
  // it is thrown away at the end: nothing of it has to outlive a crash of the machine, and nothing is ever reclaimed
  for (const unneeded of ["fsync", "full_page_writes", "autovacuum"])
    await pool.query(`ALTER SYSTEM SET ${unneeded} = off`);
  await pool.query("SELECT pg_reload_conf()");
  await migrate(pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
  await pool.end();
  return {
    templateUrl,
    async stop() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Vitest loads this file once for each project, in one process. */
const shared: { p4twinPostgres?: { running: Promise<Running>; projects: number } } = globalThis as object;

/** One real PostgreSQL for the whole run, with a migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.p4twinPostgres ??= { running: start(), projects: 0 };
  const used = shared.p4twinPostgres;
  used.projects++;
  const { templateUrl, stop } = await used.running;
  project.provide("templateUrl", templateUrl);
  return async () => {
    used.projects--;
    if (used.projects > 0) return;
    delete shared.p4twinPostgres;
    await stop();
  };
}
