import { spawn } from "node:child_process";
import { chown, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ClusterPlace, finishMove, nameOwner } from "./cluster.ts";
import { type Binaries, makeOwned } from "./places.ts";
import type { RunAs } from "./runAs.ts";
import { type ClusterSettings, freePort, newPassword, writeSettings } from "./settings.ts";

export const USER = "p4twin";

type Making = { dataDir: string; place: ClusterPlace; binaries: Binaries; runAs: RunAs };

/**
 * Makes the cluster on the first start: beside its place and then moved, so that half a cluster is never
 * taken for one. Settings are written between: with them, what waits beside its place is whole.
 */
export async function ensureCluster({ dataDir, place, binaries, runAs }: Making): Promise<ClusterSettings> {
  const { clusterDir, known, outside } = place;
  if (known) return known;
  const settings: ClusterSettings = {
    port: await freePort(0),
    password: newPassword(),
    ...(outside && { cluster: { dir: clusterDir, id: outside.id } }),
  };
  const half = `${clusterDir}.new`;
  const passwordFile = join(dirname(clusterDir), `.postgres-password-${process.pid}`);
  await rm(half, { recursive: true, force: true });
  await makeOwned(half, runAs);
  await writeFile(passwordFile, settings.password, { mode: 0o600 });
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(passwordFile, runAs.uid, runAs.gid);
  try {
    await initialise(binaries, half, passwordFile, runAs);
  } finally {
    await rm(passwordFile, { force: true });
  }
  if (outside) await nameOwner(clusterDir, { id: outside.id, dataDir: await realpath(dataDir) });
  await writeSettings(dataDir, settings);
  await finishMove(clusterDir);
  return settings;
}

const initialise = (
  binaries: Binaries,
  clusterDir: string,
  passwordFile: string,
  runAs: RunAs,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      binaries.initdb,
      [
        ...[`--pgdata=${clusterDir}`, `--username=${USER}`, `--pwfile=${passwordFile}`],
        ...["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--data-checksums"],
      ],
      {
        ...runAs,
        cwd: "/",
        stdio: ["ignore", "ignore", "pipe"],
        env: { LC_ALL: "C", PATH: process.env.PATH },
      },
    );
    let errors = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed (code ${code}): ${errors.trim()}`)),
    );
  });
