import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { clearLeftover } from "./leftover.ts";
import { makePublic } from "./places.ts";
import { canEnter, type RunAs } from "./runAs.ts";
import { type ClusterSettings, readSettings, settingsFile, writeSettings } from "./settings.ts";

/**
 * Where the cluster of a data directory is. `known`: its settings, null before the first start. `outside`: it
 * does not lie in the data directory, and goes by this id.
 */
export type ClusterPlace = {
  clusterDir: string;
  known: ClusterSettings | null;
  outside: { id: string } | null;
};

/** Says beside a cluster outside to whom it belongs. */
const ownerSchema = z.object({ id: z.string(), dataDir: z.string() });
type Owner = z.infer<typeof ownerSchema>;

type Given = {
  dataDir: string;
  /** its path as it was asked for: links are not followed */
  asked: string;
  outsideRoot: string;
  runAs: RunAs;
  notice(text: string): void;
};

const isCluster = (directory: string): boolean => existsSync(join(directory, "PG_VERSION"));
const ownerFile = (clusterDir: string): string => join(dirname(clusterDir), "owner.json");

async function readOwner(clusterDir: string): Promise<Owner | null> {
  const text = await readFile(ownerFile(clusterDir), "utf8").catch(() => null);
  return text === null ? null : ownerSchema.parse(JSON.parse(text));
}

/** Written whole or not at all. */
export async function nameOwner(clusterDir: string, owner: Owner): Promise<void> {
  const half = `${ownerFile(clusterDir)}.${process.pid}`;
  await writeFile(half, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  await rename(half, ownerFile(clusterDir));
}

/** Gives a cluster that was made beside its place that place. */
export const finishMove = (clusterDir: string): Promise<void> => rename(`${clusterDir}.new`, clusterDir);

/** Whether PostgreSQL's user gets into the data directory, which is opened for passing through when that is enough. */
async function canHold(dataDir: string, runAs: RunAs): Promise<boolean> {
  if (canEnter(dataDir, runAs)) return true;
  if (!canEnter(dirname(dataDir), runAs)) return false;
  // the directory is ours and what it holds has its own modes: others may pass through, not look around
  await chmod(dataDir, 0o711);
  return canEnter(dataDir, runAs);
}

async function placeOutside(root: string, id: string): Promise<string> {
  const home = join(root, id);
  await mkdir(root, { recursive: true });
  await makePublic(root);
  await makePublic(home);
  return join(home, "postgres");
}

/** Before postgres.json named the place it followed from the path of the data directory. */
const formerPlace = (root: string, dataDir: string): string =>
  join(root, createHash("sha256").update(dataDir).digest("hex").slice(0, 12), "postgres");

/** Clusters outside, and whose they are: null before they were marked. */
async function clustersIn(root: string): Promise<{ clusterDir: string; owner: Owner | null }[]> {
  const names = await readdir(root).catch(() => []);
  const all = names.map((name) => join(root, name, "postgres")).filter(isCluster);
  return Promise.all(all.map(async (clusterDir) => ({ clusterDir, owner: await readOwner(clusterDir) })));
}

/** A cluster that lies in a data directory which was moved to where PostgreSQL's user cannot follow. */
async function moveOutside(inside: string, known: ClusterSettings, given: Given): Promise<ClusterPlace> {
  const { dataDir, outsideRoot, notice } = given;
  const id = randomUUID();
  const clusterDir = await placeOutside(outsideRoot, id);
  notice(
    `The user that PostgreSQL runs as cannot enter ${dataDir}; the database moves to ${dirname(clusterDir)}.`,
  );
  await clearLeftover(inside);
  const half = `${clusterDir}.new`;
  // across file systems too, with its owner and modes
  await promisify(execFile)("cp", ["-a", inside, half]);
  const settings = { ...known, cluster: { dir: clusterDir, id } };
  await nameOwner(clusterDir, { id, dataDir });
  await writeSettings(dataDir, settings);
  await finishMove(clusterDir);
  await rm(inside, { recursive: true });
  return { clusterDir, known: settings, outside: { id } };
}

/**
 * The cluster that postgres.json names. Throws when it is not there, is another one, or is that of the
 * directory this one was copied from.
 */
async function named(known: ClusterSettings, { dir, id }: { dir: string; id: string }, given: Given) {
  const { dataDir, notice } = given;
  const file = settingsFile(dataDir);
  if (!isCluster(dir) && existsSync(join(`${dir}.new`, "PG_VERSION"))) await finishMove(dir);
  if (!isCluster(dir))
    throw new Error(
      `The database of ${dataDir} is expected in ${dir} (named in ${file}), and is not there. Mount or restore that directory; or move ${file} away to begin with an empty database.`,
    );
  const owner = await readOwner(dir);
  if (owner?.id !== id)
    throw new Error(
      `The database in ${dir} is not the one that ${file} names: its id is ${owner?.id ?? "missing"}, not ${id}. Restore the one that was there, or move ${file} away to begin with an empty database.`,
    );
  if (owner.dataDir !== dataDir) {
    const other = await readSettings(owner.dataDir).catch(() => null);
    if (other?.cluster?.id === id)
      throw new Error(
        `The database in ${dir} belongs to ${owner.dataDir}; ${dataDir} is a copy of it without the database. Remove ${file} to begin with an empty database in the copy, or remove ${settingsFile(owner.dataDir)} to hand the database over to the copy.`,
      );
    notice(`The data directory has moved from ${owner.dataDir} to ${dataDir}; its database stays in ${dir}.`);
    await nameOwner(dir, { id, dataDir });
  }
  return { clusterDir: dir, known, outside: { id } };
}

/** Settings of before clusters were named, and no cluster in the data directory: it is at its former place, or lost. */
async function former(known: ClusterSettings, given: Given): Promise<ClusterPlace> {
  const { dataDir, asked, outsideRoot } = given;
  const file = settingsFile(dataDir);
  const clusterDir = formerPlace(outsideRoot, asked);
  if (isCluster(clusterDir) && (await readOwner(clusterDir)) === null) {
    const id = randomUUID();
    const settings = { ...known, cluster: { dir: clusterDir, id } };
    await nameOwner(clusterDir, { id, dataDir });
    await writeSettings(dataDir, settings);
    return { clusterDir, known: settings, outside: { id } };
  }
  const unclaimed = (await clustersIn(outsideRoot)).filter((c) => c.owner === null);
  const hint =
    unclaimed.length === 0
      ? ""
      : ` It may be ${unclaimed.map((c) => c.clusterDir).join(" or ")}: move the data directory back to where it was, start P4Twin there once, and it may be moved from then on.`;
  throw new Error(
    `${file} belongs to a database, and there is none in ${join(dataDir, "postgres")} nor in ${clusterDir}.${hint} Restore the database from a backup, or move ${file} away to begin with an empty one.`,
  );
}

/**
 * Finds the cluster of a data directory, wherever that was moved to, or chooses its place before the first
 * start: `<dataDir>/postgres`, or a place of its own when PostgreSQL's user cannot get there. Throws, with
 * what to do, rather than let a second database begin beside one.
 */
export async function locateCluster(given: Omit<Given, "asked">): Promise<ClusterPlace> {
  const { outsideRoot, runAs, notice } = given;
  const asked = resolve(given.dataDir);
  const dataDir = await realpath(asked);
  const here = { ...given, dataDir, asked };
  const known = await readSettings(dataDir);
  const inside = join(dataDir, "postgres");
  if (known?.cluster) return named(known, known.cluster, here);
  const holds = await canHold(dataDir, runAs);
  if (known && !isCluster(inside) && existsSync(join(`${inside}.new`, "PG_VERSION")))
    await finishMove(inside);
  if (isCluster(inside)) {
    if (known) return holds ? { clusterDir: inside, known, outside: null } : moveOutside(inside, known, here);
    throw withoutSettings(inside, dataDir);
  }
  if (known) return former(known, here);
  const ours = (await clustersIn(outsideRoot)).find(({ clusterDir, owner }) =>
    owner ? owner.dataDir === dataDir : clusterDir === formerPlace(outsideRoot, asked),
  );
  if (ours) throw withoutSettings(ours.clusterDir, dataDir);
  if (holds) return { clusterDir: inside, known: null, outside: null };
  const id = randomUUID();
  const clusterDir = await placeOutside(outsideRoot, id);
  notice(
    `The user that PostgreSQL runs as cannot enter ${dataDir}; the database is kept in ${dirname(clusterDir)}. (P4TWIN_DATA_DIR chooses another place.)`,
  );
  return { clusterDir, known: null, outside: { id } };
}

const withoutSettings = (clusterDir: string, dataDir: string): Error =>
  new Error(
    `${clusterDir} holds a database, but ${settingsFile(dataDir)} with its password is missing. Restore that file from a backup, or move the database away to begin with an empty one.`,
  );
