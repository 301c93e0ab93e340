import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../../config.ts";
import { withDatabase } from "../instance.ts";
import { createArchive } from "./archive.ts";
import { AUTH_SECRET, addDataFile, listDataFiles } from "./dataFiles.ts";
import { dumpDatabase } from "./dump.ts";
import { FORMAT_VERSION, type Manifest } from "./manifest.ts";

export type BackupOptions = { withoutTelemetry: boolean; version: string; now: Date };

/** `p4twin-20261122T140000Z.tar.gz` in a folder, the path itself otherwise. Throws when it is there already. */
async function archivePath(target: string, now: Date): Promise<string> {
  const path = resolve(target);
  const isFolder = await stat(path).then(
    (s) => s.isDirectory(),
    () => false,
  );
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, "");
  const file = isFolder ? join(path, `p4twin-${stamp}.tar.gz`) : path;
  if (existsSync(file))
    throw new Error(`${file} exists. A backup is never written over; choose another name.`);
  return file;
}

/** Writes one archive of an instance, while its server runs or not. Nothing is left behind when it fails. */
export async function backup(
  config: Pick<Config, "dataDir" | "databaseUrl" | "baseUrl">,
  target: string,
  { withoutTelemetry, version, now }: BackupOptions,
): Promise<{ file: string; manifest: Manifest }> {
  const file = await archivePath(target, now);
  const { dataDir } = config;
  return withDatabase(config, async (url) => {
    const archive = createArchive(file);
    const addAll = async (paths: readonly string[]): Promise<void> => {
      for (const path of paths) await addDataFile(archive, dataDir, path);
    };
    try {
      // before the snapshot: a window is then in the spool, in the database, or in both, which does no harm
      if (!withoutTelemetry) await addAll(await listDataFiles(dataDir, "spools"));
      const dumped = await dumpDatabase(url, archive, { withoutTelemetry });
      await addAll(await listDataFiles(dataDir, "others"));
      const manifest = await archive.finish({
        format: "p4twin-backup",
        formatVersion: FORMAT_VERSION,
        product: version,
        takenAt: now.toISOString(),
        withoutTelemetry,
        ...dumped,
        authSecret: existsSync(join(dataDir, AUTH_SECRET)) ? "file" : "environment",
      });
      return { file, manifest };
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  });
}
