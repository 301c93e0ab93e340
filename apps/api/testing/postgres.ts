import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { repositoryRoot } from "../src/config.ts";
import { locateCluster } from "../src/database/embedded/cluster.ts";
import { createEmbeddedPostgres } from "../src/database/embedded/embedded.ts";
import { ensureCluster } from "../src/database/embedded/makeCluster.ts";
import { FALLBACK_ROOT, findBinaries } from "../src/database/embedded/places.ts";
import { choosePostgresUser } from "../src/database/embedded/runAs.ts";
import { migrate, readMigrations } from "../src/database/migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of a migrated database that is only ever copied */
    templateUrl: string;
    /** a data directory whose cluster never ran, only ever copied; null where its cluster would lie elsewhere */
    madeCluster: string | null;
  }
}

type Running = { templateUrl: string; madeCluster: string | null; stop(): Promise<void> };

/** Makes the cluster of a data directory, as the product's first start does before it runs it. Does it lie there? */
async function makeCluster(dataDir: string): Promise<boolean> {
  const runAs = choosePostgresUser();
  const binaries = await findBinaries(runAs, console.log);
  const place = await locateCluster({ dataDir, outsideRoot: FALLBACK_ROOT, runAs, notice: console.log });
  await ensureCluster({ dataDir, place, binaries, runAs });
  return place.outside === null;
}

async function start(): Promise<Running> {
  const home = await mkdtemp(join(tmpdir(), "p4twin-test-"));
  await chmod(home, 0o755);
  const dataDir = join(home, "data");
  await mkdir(dataDir, { mode: 0o755 });
  const madeCluster = (await makeCluster(dataDir)) ? join(home, "made") : null;
  if (madeCluster) await promisify(execFile)("cp", ["-a", dataDir, madeCluster]);
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
    madeCluster,
    async stop() {
      await postgres.stop();
      await rm(home, { recursive: true, force: true });
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
  const { templateUrl, madeCluster, stop } = await used.running;
  project.provide("templateUrl", templateUrl);
  project.provide("madeCluster", madeCluster);
  return async () => {
    used.projects--;
    if (used.projects > 0) return;
    delete shared.p4twinPostgres;
    await stop();
  };
}
