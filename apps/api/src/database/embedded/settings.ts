import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { z } from "zod";

const settingsSchema = z.object({
  port: z.int().min(1).max(65_535),
  password: z.string().min(20),
  /** the cluster when it lies outside the data directory: where, and the id that it must have there */
  cluster: z.object({ dir: z.string(), id: z.string() }).optional(),
});
export type ClusterSettings = z.infer<typeof settingsSchema>;

export const settingsFile = (dataDir: string): string => join(dataDir, "postgres.json");

/** Port, password and place of the cluster, as kept in the data directory; null before the first start. */
export async function readSettings(dataDir: string): Promise<ClusterSettings | null> {
  const text = await readFile(settingsFile(dataDir), "utf8").catch(() => null);
  return text === null ? null : settingsSchema.parse(JSON.parse(text));
}

/** Written whole or not at all, readable by its owner only. */
export async function writeSettings(dataDir: string, settings: ClusterSettings): Promise<void> {
  const half = `${settingsFile(dataDir)}.${process.pid}`;
  await writeFile(half, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  await rename(half, settingsFile(dataDir));
}

export const newPassword = (): string => randomBytes(24).toString("base64url");

/** The port when it is free on loopback, else one that is. */
export const freePort = (wanted: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      wanted !== 0 && error.code === "EADDRINUSE" ? resolve(freePort(0)) : reject(error),
    );
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      const port = address !== null && typeof address === "object" ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
