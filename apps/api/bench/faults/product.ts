import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../testing/freePort.ts";
import { sleep } from "../support/product.ts";
import type { Place } from "./place.ts";
import type { SeenProcess } from "./processes.ts";
import { createServerProgram } from "./serverProgram.ts";

const START_MS = 120_000;

/** The product as a fault sees it, in one of its forms. */
export type LabProduct = {
  base: string;
  intPort: number;
  /** where the collector keeps what waits */
  collectorDir: string;
  /** where everything is */
  dataDir: string;
  isReady(): Promise<boolean>;
  /** how it ended as a whole, with its last words; null while it runs */
  ended(): string | null;
  /**
   * Starts it, also again after it ended; resolves with the sign-in link when it is ready, null when it printed none.
   */
  start(): Promise<string | null>;
  stop(): Promise<void>;
  databaseUrl(): string;
  /** Every process of PostgreSQL, its first one first. */
  postgres(): number[];
  /** of the programs that it was started as: the supervisor, or one for each role */
  rootPids(): number[];
  /** the broker between processes; null where there is none */
  broker: { kill(): Promise<void>; start(): Promise<void>; pid(): number } | null;
};

/** Is the server behind this address ready? */
export const isReady = async (base: string): Promise<boolean> => {
  const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
  return answer?.ok ?? false;
};

/** The sign-in link, once the server behind `base` is ready. Throws when it has ended, or after two minutes. */
export async function waitForLink(
  base: string,
  { said, ended }: { said(): string; ended(): string | null },
): Promise<string> {
  const giveUpMs = performance.now() + START_MS;
  while (performance.now() < giveUpMs) {
    const link = /Open (https?:\/\/\S+)/.exec(said())?.[1];
    if (link && (await isReady(base))) return link;
    const how = ended();
    if (how) throw new Error(how);
    await sleep(50);
  }
  throw new Error(`the product is not ready after ${START_MS / 1_000} s: ${said()}`);
}

export const postgresOf = (tree: readonly SeenProcess[]): number[] =>
  tree.filter((p) => p.command.startsWith("postgres") || /\/postgres\b/.test(p.command)).map((p) => p.pid);

/** Where the embedded PostgreSQL of a data directory answers. */
export function embeddedUrlOf(dataDir: string): string {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  return `postgresql://p4twin:${password}@127.0.0.1:${port}/p4twin`;
}

/** What every form of the laboratory starts the server with. */
export const labEnv = { HOST: "127.0.0.1", INT_HOST: "127.0.0.1", DEMO: "off", LOG_LEVEL: "warn" };

/**
 * The one-command default without its pages, in the place of the laboratory. Its end is noted, not an error:
 * that is what is looked for.
 */
export async function createProduct(place: Place): Promise<LabProduct> {
  const [port, intPort] = [await freePort(), await freePort()];
  const dataDir = join(place.dir, "data");
  const base = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), INT_PORT: String(intPort), P4TWIN_DATA_DIR: dataDir, ...labEnv };
  let ended: string | null = null;
  const program = createServerProgram(place, env, (how) => {
    ended = how;
  });
  return {
    ...{ base, intPort, dataDir, collectorDir: dataDir, broker: null },
    isReady: () => isReady(base),
    ended: () => ended,
    async start() {
      ended = null;
      program.start();
      return waitForLink(base, { said: program.said, ended: () => ended });
    },
    stop: program.stop,
    databaseUrl: () => embeddedUrlOf(dataDir),
    postgres: () => postgresOf(program.tree()),
    rootPids: () =>
      program
        .tree()
        .slice(0, 1)
        .map((p) => p.pid),
  };
}
