import type { Dirent } from "node:fs";
import { chmod, mkdir, open, readdir } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, sep } from "node:path";
import { RESERVE } from "../../disk/reserve.ts";
import { KEPT_REPORTS } from "../../explore/keptFile.ts";
import type { Archive } from "./archive.ts";
import { BadArchive } from "./archive.ts";
import { fileEntry } from "./manifest.ts";

/** What waits for the database or the broker: `spool` and its like. */
const isSpool = (name: string): boolean => name.startsWith("spool");
export const AUTH_SECRET = "auth-secret";

/**
 * What is of this machine or this run alone: the database's own files, password and port, the lock, a Node
 * that was fetched, reports that were kept in memory.
 */
const isLeftOut = (name: string): boolean =>
  name.startsWith("postgres") ||
  name.startsWith(".") ||
  name.startsWith(KEPT_REPORTS) ||
  name === "p4twin.lock" ||
  name === "node";

/** What every start makes when it is missing: 64 MB of noise for a full disk, compiled code. Older backups hold it. */
const isMadeAnew = (name: string): boolean => name.startsWith(RESERVE) || name === "compile-cache";

/** What a data directory may hold before anything was ever kept in it. */
export const isScaffold = (name: string): boolean => name === "p4twin.lock" || name === "node";

/**
 * Files below a data directory that a backup holds, as paths relative to it; `only` those that wait in
 * spools, or all others.
 */
export async function listDataFiles(dataDir: string, only: "spools" | "others"): Promise<string[]> {
  const files: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries: Dirent[] = await readdir(join(dataDir, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      },
    );
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      const isOut = isLeftOut(entry.name) || isMadeAnew(entry.name);
      if (folder === "" && (isOut || isSpool(entry.name) !== (only === "spools"))) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) files.push(path);
    }
  };
  await walk("");
  return files;
}

/** Adds a file as long as it is now; false when it is gone meanwhile. */
export async function addDataFile(archive: Archive, dataDir: string, path: string): Promise<boolean> {
  const handle = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    const content = size === 0 ? [] : handle.createReadStream({ end: size - 1, autoClose: false });
    await archive.add(fileEntry(path.split(sep).join("/")), size, content);
    return true;
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file of a backup to where it was, readable by its owner only. Throws on a path that leads out of
 * the directory.
 */
export async function writeDataFile(
  dataDir: string,
  path: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const clean = normalize(path);
  if (isAbsolute(clean) || clean.split(sep).includes("..") || isLeftOut(clean.split(sep)[0] ?? ""))
    throw new BadArchive(`The backup names a file that has no place in a data directory: ${path}`);
  const target = join(dataDir, clean);
  await mkdir(dirname(target), { recursive: true });
  const handle = await open(target, "wx", 0o600);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await chmod(target, 0o600);
}
