import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What signs the sessions: the secret that is set, else one that is made once and kept. */
export const secretOf = async (config: {
  authSecret?: string | null | undefined;
  dataDir: string;
}): Promise<string> => config.authSecret ?? (await loadSecret(config.dataDir));

/** Made once and kept in the data directory, readable by its owner only. */
async function loadSecret(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, "auth-secret");
  const known = await readFile(file, "utf8").catch(() => null);
  if (known) return known.trim();
  const secret = randomBytes(32).toString("base64url");
  // "wx": of two processes that start together the first one decides
  return writeFile(file, `${secret}\n`, { mode: 0o600, flag: "wx" }).then(
    () => secret,
    () => loadSecret(dataDir),
  );
}
