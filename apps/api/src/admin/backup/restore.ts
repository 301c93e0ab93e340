import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import pg from "pg";
import type { Config } from "../../config.ts";
import { readSettings } from "../../database/embedded/settings.ts";
import type { Migration } from "../../database/migrate.ts";
import { takeDataDir } from "../../lock.ts";
import { withEmbedded } from "../instance.ts";
import { BadArchive, readArchive, verifyArchive } from "./archive.ts";
import { isScaffold, writeDataFile } from "./dataFiles.ts";
import { isEmptyDatabase, loadDatabase, refusal } from "./load.ts";
import { entryOf, FORMAT_VERSION, type Manifest } from "./manifest.ts";

export type RestoreOptions = {
  /** what stood there is moved aside */
  replace: boolean;
  migrations: readonly Migration[];
  now: Date;
};
type Where = Pick<Config, "dataDir" | "databaseUrl" | "baseUrl">;
export type Restored = { manifest: Manifest; movedTo: string | null };

/** Reads a backup from its first to its last byte; throws `BadArchive` when it is damaged or of a newer version. */
export async function verify(file: string, migrations: readonly Migration[]): Promise<Manifest> {
  const manifest = await verifyArchive(file);
  if (manifest.formatVersion > FORMAT_VERSION)
    throw new BadArchive(`${file} is of a newer P4Twin (${manifest.product}). Restore it with that version.`);
  const why = refusal(manifest, migrations);
  if (why) throw new BadArchive(why);
  return manifest;
}

/**
 * Makes an instance out of a backup: in an empty or new data directory with its own database, or in the empty
 * database of a DATABASE_URL. It is built beside and takes its place when it is whole, so that half of one is
 * never started.
 */
export async function restore(where: Where, file: string, options: RestoreOptions): Promise<Restored> {
  const manifest = await verify(file, options.migrations);
  const dataDir = resolve(where.dataDir);
  const lock = await takeDataDir(dataDir, where.baseUrl);
  try {
    const kept = (await readdir(dataDir)).filter((name) => !isScaffold(name));
    if (kept.length > 0 && !options.replace)
      throw new Error(
        `${dataDir} is not empty (${kept.slice(0, 3).join(", ")}${kept.length > 3 ? ", …" : ""}). Restore into a new directory, or give --replace, which moves what is there aside.`,
      );
    const staging = join(dirname(dataDir), `.p4twin-restore-${process.pid}`);
    try {
      await mkdir(staging, { mode: 0o755 });
      await restoreFiles(file, staging);
      if (where.databaseUrl === null)
        await withEmbedded(staging, (url) => load(url, { file, manifest, migrations: options.migrations }));
      else await loadExternal(where.databaseUrl, { file, manifest, migrations: options.migrations });
    } catch (error) {
      await removeInstance(staging);
      throw error;
    }
    return { manifest, movedTo: await takePlace(staging, dataDir, { kept, now: options.now }) };
  } finally {
    // of the directory that was moved aside, or of the one that stays
    await lock.release();
  }
}

type Loading = { file: string; manifest: Manifest; migrations: readonly Migration[] };

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on("error", () => {});
  return work(pool).finally(() => pool.end());
}

const load = (url: string, loading: Loading): Promise<void> =>
  withPool(url, (pool) => loadDatabase(pool, loading));

const loadExternal = (url: string, loading: Loading): Promise<void> =>
  withPool(url, async (pool) => {
    if (!(await isEmptyDatabase(pool)))
      throw new Error(
        "The database of DATABASE_URL is not empty. Make a new one (CREATE DATABASE …) and restore into that; the old one stays as it is.",
      );
    await loadDatabase(pool, loading);
  });

async function restoreFiles(file: string, dataDir: string): Promise<void> {
  for await (const entry of readArchive(file)) {
    const what = entryOf(entry.name);
    if (what && "path" in what) await writeDataFile(dataDir, what.path, entry.content);
    else entry.skip();
  }
}

/** A cluster that could not lie in its directory is named in the directory's settings. */
async function removeInstance(dataDir: string): Promise<void> {
  const outside = (await readSettings(dataDir))?.cluster;
  if (outside) await rm(dirname(outside.dir), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Returns where what stood there went. */
async function takePlace(
  staging: string,
  dataDir: string,
  { kept, now }: { kept: readonly string[]; now: Date },
): Promise<string | null> {
  const aside = (path: string): string =>
    `${path}.before-restore-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  if (existsSync(join(dataDir, "node"))) await rename(join(dataDir, "node"), join(staging, "node"));
  if (kept.length > 0) await rename(dataDir, aside(dataDir));
  else await rm(dataDir, { recursive: true });
  // a cluster outside stays where it is: its directory names it, wherever that is moved to
  await rename(staging, dataDir);
  return kept.length > 0 ? aside(dataDir) : null;
}
