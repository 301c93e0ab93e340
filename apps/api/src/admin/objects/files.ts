import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Item, Version } from "./collect.ts";
import { type Kind, sourceExtensions } from "./kinds.ts";
import { referencesIn } from "./references.ts";
import { stableText } from "./stable.ts";

export const MARKER = "p4twin-export.json";
const MARKER_TEXT = stableText({ format: "p4twin-export", formatVersion: 1 });
const OLDER_DIGITS = 4;

/** Of each object the versions that files are written of: the newest, those that others refer to, or all. */
export function select(items: readonly Item[], { allVersions }: { allVersions: boolean }): Item[] {
  const itemAt = new Map(items.map((item) => [`${item.kind}/${item.key}`, item]));
  const wanted = new Set<Version>();
  const want = (version: Version): void => {
    if (wanted.has(version)) return;
    wanted.add(version);
    for (const { reference } of referencesIn(version.content)) {
      const versions = itemAt.get(`${reference.kind}/${reference.key}`)?.versions ?? [];
      const named =
        reference.hash === null ? versions.at(-1) : versions.find((v) => v.hash === reference.hash);
      if (named) want(named);
    }
  };
  for (const { removed, versions } of items)
    if (!removed) for (const version of allVersions ? versions : versions.slice(-1)) want(version);
  return items.flatMap((item) => {
    const newest = item.versions.at(-1);
    const kept = item.versions.filter(
      (version) => wanted.has(version) || (version === newest && item.removed),
    );
    // what is removed is kept only for those that refer to it
    return kept.some((version) => wanted.has(version)) ? [{ ...item, versions: kept }] : [];
  });
}

/** Path without an ending: the newest version has the object's own name, older ones stand in a folder beside it. */
const stemOf = ({ kind, key, versions }: Item, at: number): string =>
  at === versions.length - 1
    ? `${kind}/${key}`
    : `${kind}/${key}.versions/${String(at + 1).padStart(OLDER_DIGITS, "0")}`;

/** Path -> text of every file of an export. */
export function filesOf(items: readonly Item[]): Map<string, string> {
  const files = new Map([[MARKER, MARKER_TEXT]]);
  for (const item of items)
    for (const [at, { content, source }] of item.versions.entries()) {
      const stem = stemOf(item, at);
      files.set(`${stem}.json`, stableText(content));
      if (source !== null) files.set(`${stem}.${sourceExtensions[item.kind]}`, source);
    }
  return files;
}

/** Paths of the files of an export, sorted. */
export async function listFiles(dir: string, known: readonly Kind[]): Promise<string[]> {
  const found: string[] = [];
  for (const kind of known) {
    const entries = await readdir(join(dir, kind), { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      },
    );
    for (const entry of entries)
      if (entry.isFile())
        found.push(
          join(entry.parentPath, entry.name)
            .slice(dir.length + 1)
            .split("\\")
            .join("/"),
        );
  }
  return found.sort();
}

/** Writes an export: in a folder that is new, empty, or holds one; what is not exported any more is deleted from it. */
export async function writeFiles(
  dir: string,
  files: ReadonlyMap<string, string>,
  known: readonly Kind[],
): Promise<{ written: number; deleted: number }> {
  await mkdir(dir, { recursive: true });
  const holds = (await readdir(dir)).filter((name) => !name.startsWith("."));
  if (holds.length > 0 && !existsSync(join(dir, MARKER)))
    throw new Error(
      `${dir} holds other files (${holds.slice(0, 3).join(", ")}). Choose an empty folder, or one of an earlier export.`,
    );
  let [written, deleted] = [0, 0];
  for (const path of await listFiles(dir, known)) {
    if (files.has(path)) continue;
    await rm(join(dir, path));
    deleted++;
  }
  for (const [path, text] of files) {
    const target = join(dir, path);
    if ((await readFile(target, "utf8").catch(() => null)) === text) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    written++;
  }
  return { written, deleted };
}
