import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProcessRole } from "../src/roles.ts";
import { childEnvironment } from "./childEnvironment.ts";
import { freePort } from "./freePort.ts";

/** From the server's bundle, as `npm start` has it: what looks whether that is of the present sources did so before. */
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const WAIT_MS = 150_000;

/**
 * The server with some roles as a process of its own: killed and started again with its data directory and
 * ports. Without a broker it is the whole product, its supervisor with a process for each role; without a
 * database's address it has its own.
 */
export async function createServerProcess(
  roles: readonly ProcessRole[],
  shared: {
    databaseUrl: string | null;
    natsUrl: string | null;
    dataDir?: string;
    env?: Readonly<Record<string, string>>;
  },
) {
  const dataDir = shared.dataDir ?? mkdtempSync(join(tmpdir(), `p4twin-${roles.join("-")}-`));
  const [port, intPort] = [await freePort(), await freePort()];
  const env = {
    ...childEnvironment,
    ROLES: roles.join(","),
    PORT: String(port),
    HOST: "127.0.0.1",
    INT_PORT: String(intPort),
    INT_HOST: "127.0.0.1",
    P4TWIN_DATA_DIR: dataDir,
    ...(shared.databaseUrl ? { DATABASE_URL: shared.databaseUrl } : {}),
    ...(shared.natsUrl ? { NATS_URL: shared.natsUrl } : {}),
    NATS_REPLICAS: "1",
    AUTH_SECRET: "a secret of the tests, long enough to be one",
    DEMO: "off",
    LOG_LEVEL: "error",
    ...shared.env,
  };
  let child: ChildProcess | null = null;
  let said = "";

  const get = (path: string): Promise<Response | null> =>
    fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);

  return {
    port,
    intPort,
    get,
    pid: () => child?.pid ?? null,
    /** what it wrote to its standard error since its last start */
    said: () => said,

    /** Resolves when it says that it is ready. */
    async start(): Promise<void> {
      said = "";
      const started = spawn(process.execPath, [main], { env, stdio: ["ignore", "ignore", "pipe"] });
      child = started;
      started.stderr.on("data", (chunk: Buffer) => {
        said += chunk;
      });
      const giveUpMs = Date.now() + WAIT_MS;
      while (Date.now() < giveUpMs) {
        if (started.exitCode !== null) throw new Error(`${roles} ended with ${started.exitCode}: ${said}`);
        if ((await get("/readyz"))?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new Error(`${roles} is not ready: ${await (await get("/readyz"))?.text()} ${said}`);
    },

    /** Ends it; resolves with its exit code, null when it was killed. */
    async end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null) return running?.exitCode ?? null;
      const ended = new Promise<number | null>((resolve) => running.once("exit", resolve));
      running.kill(signal);
      return ended;
    },

    async dispose(): Promise<void> {
      await this.end("SIGKILL");
      if (shared.dataDir) return;
      // its parts notice a moment later that it is gone, and may still write what they keep
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
export type ServerProcess = Awaited<ReturnType<typeof createServerProcess>>;
