import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../src/testing/freePort.ts";
import { sleep } from "../support/product.ts";
import type { Place } from "./place.ts";
import { processTree, type SeenProcess, signal } from "./processes.ts";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const START_MS = 120_000;
const STOP_MS = 40_000;
const MAX_SAID = 20_000;

/** The real product without its pages, in the place of the laboratory. Its end is noted, not an error: that is what is looked for. */
export async function createProduct(place: Place) {
  const [port, intPort] = [await freePort(), await freePort()];
  const dataDir = join(place.dir, "data");
  const base = `http://127.0.0.1:${port}`;
  const { PATH, HOME, TMPDIR } = process.env;
  const env = {
    ...{ PATH, HOME, TMPDIR, PORT: String(port), INT_PORT: String(intPort), P4TWIN_DATA_DIR: dataDir },
    ...{ HOST: "127.0.0.1", INT_HOST: "127.0.0.1", DEMO: "off", LOG_LEVEL: "warn" },
    ...place.environment,
  };
  let child: ChildProcess | null = null;
  let said = "";
  let ended: string | null = null;

  const isReady = async (): Promise<boolean> => {
    const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    return answer?.ok ?? false;
  };

  return {
    base,
    intPort,
    dataDir,
    isReady,
    /** how it ended by itself, with its last words; null while it runs */
    ended: (): string | null => ended,
    said: (): string => said,

    /** Starts it, also again after it ended; resolves with the sign-in link when it is ready, null when it printed none. */
    async start(): Promise<string | null> {
      said = "";
      ended = null;
      const started = spawn(process.execPath, [MAIN, "--sign-in"], {
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      const hear = (part: Buffer): void => {
        said = (said + part).slice(-MAX_SAID);
      };
      started.stdout.on("data", hear);
      started.stderr.on("data", hear);
      started.once("exit", (code, by) => {
        if (child === started)
          ended = `it ended with ${by ?? `code ${code}`}: ${said.trim().split("\n").slice(-3).join(" | ")}`;
      });
      const giveUpMs = performance.now() + START_MS;
      while (performance.now() < giveUpMs) {
        const link = /Open (https?:\/\/\S+)/.exec(said);
        if (link && (await isReady())) return link[1];
        if (ended) throw new Error(ended);
        await sleep(50);
      }
      throw new Error(`the product is not ready after ${START_MS / 1_000} s: ${said}`);
    },

    async stop(): Promise<void> {
      const running = child;
      child = null;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise((resolve) => running.once("exit", resolve));
      const tree = processTree(running.pid ?? 0);
      for (const { pid } of tree) signal(pid, "SIGCONT");
      running.kill("SIGTERM");
      const late = setTimeout(() => {
        for (const { pid } of tree) signal(pid, "SIGKILL");
      }, STOP_MS);
      await gone;
      clearTimeout(late);
    },

    /** What it consists of now: its own process first, then those that it started. */
    tree: (): SeenProcess[] => (child?.pid ? processTree(child.pid) : []),

    databaseUrl(): string {
      const { port: at, password } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
      return `postgresql://p4twin:${password}@127.0.0.1:${at}/p4twin`;
    },
    /** Every process of the embedded PostgreSQL, its first one first. */
    postgres(): number[] {
      const all = this.tree().filter(
        (p) => p.command.startsWith("postgres") || /\/postgres\b/.test(p.command),
      );
      return all.map((p) => p.pid);
    },
  };
}
export type LabProduct = Awaited<ReturnType<typeof createProduct>>;
