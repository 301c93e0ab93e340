import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { chown, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithThisProcess } from "@p4twin/models/cli";
import pg from "pg";
import { type ClusterPlace, finishMove, locateCluster, nameOwner } from "./cluster.ts";
import { clearLeftover } from "./leftover.ts";
import { type Binaries, FALLBACK_ROOT, findBinaries, makeOwned } from "./places.ts";
import { choosePostgresUser, type RunAs } from "./runAs.ts";
import { type ClusterSettings, freePort, newPassword, readSettings, writeSettings } from "./settings.ts";

const USER = "p4twin";
const DATABASE = "p4twin";
const START_WAIT_MS = 90_000;
const STOP_WAIT_MS = 30_000;

export type EmbeddedConfig = {
  /** absolute */
  dataDir: string;
  /** more than the pools of Prisma and of COPY together */
  maxConnections: number;
  /** where the cluster goes when PostgreSQL's user cannot enter the data directory */
  outsideRoot?: string;
};
export type EmbeddedDeps = {
  /** what the operator should read */
  notice(text: string): void;
  /** the server ended although nobody stopped it */
  onLost(message: string): void;
};

const urlOf = ({ port, password }: ClusterSettings, database: string): string =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

/** Where the running embedded PostgreSQL of a data directory is reached, for a second process beside the server. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const settings = await readSettings(dataDir);
  if (!settings) throw new Error(`There is no database in ${dataDir} yet.`);
  return urlOf(settings, DATABASE);
}

/** PostgreSQL of this machine, on loopback only, its cluster in the data directory. */
export function createEmbeddedPostgres(config: EmbeddedConfig, { notice, onLost }: EmbeddedDeps) {
  const { dataDir } = config;
  const logFile = join(dataDir, "postgres.log");
  let server: ChildProcess | null = null;
  let stopping = false;

  const run = async (binaries: Binaries, clusterDir: string, port: number, runAs: RunAs): Promise<void> => {
    const log = openSync(logFile, "w", 0o600);
    const child = spawn(
      binaries.postgres,
      [
        ...["-D", clusterDir, "-p", String(port)],
        ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
        ...["-c", `max_connections=${config.maxConnections}`, "-c", "timezone=UTC", "-c", "log_timezone=UTC"],
      ],
      // a group of its own: Ctrl-C must reach PostgreSQL through us, after everything has been written
      {
        ...runAs,
        cwd: "/",
        detached: true,
        stdio: ["ignore", log, log],
        env: { LC_ALL: "C", PATH: process.env.PATH },
      },
    );
    child.once("exit", (code) => {
      server = null;
      if (!stopping) onLost(`PostgreSQL ended unexpectedly (code ${code}); its log is ${logFile}`);
    });
    server = child;
    // fast shutdown, so that the next start finds a cluster at rest; the processes that use it may end first
    endWithThisProcess(child, { signal: "INT", graceS: STOP_WAIT_MS / 1_000 });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  };

  return {
    /** Starts the server and answers with the URL of its database. Safe after kill -9. */
    async start(): Promise<string> {
      await mkdir(dataDir, { recursive: true });
      const runAs = choosePostgresUser();
      const binaries = await findBinaries(runAs, notice);
      const outsideRoot = config.outsideRoot ?? FALLBACK_ROOT;
      const place = await locateCluster({ dataDir, outsideRoot, runAs, notice });
      const { clusterDir } = place;
      const settings = await ensureCluster({ dataDir, place, binaries, runAs });
      await clearLeftover(clusterDir);
      const port = await freePort(settings.port);
      if (port !== settings.port) await writeSettings(dataDir, { ...settings, port });
      await run(binaries, clusterDir, port, runAs);
      const url = (database: string): string => urlOf({ ...settings, port }, database);
      try {
        await waitUntilReady(url("postgres"), () => server !== null);
        await ensureDatabase(url("postgres"));
      } catch (error) {
        await this.stop();
        const tail = (await readFile(logFile, "utf8").catch(() => ""))
          .trim()
          .split("\n")
          .slice(-8)
          .join("\n");
        throw new Error(`PostgreSQL did not start. The end of ${logFile}:\n${tail}`, { cause: error });
      }
      return url(DATABASE);
    },

    /** Fast shutdown: what is committed is on disk when this resolves. */
    async stop(): Promise<void> {
      stopping = true;
      const child = server;
      if (!child) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      await Promise.race([ended, sleep(STOP_WAIT_MS, null, { ref: false })]);
      if (server) child.kill("SIGQUIT");
      await ended;
    },
  };
}

type Making = { dataDir: string; place: ClusterPlace; binaries: Binaries; runAs: RunAs };

/**
 * Makes the cluster on the first start: beside its place and then moved, so that half a cluster is never taken for one. Settings are
 * written between: with them, what waits beside its place is whole.
 */
async function ensureCluster({ dataDir, place, binaries, runAs }: Making): Promise<ClusterSettings> {
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

async function waitUntilReady(url: string, alive: () => boolean): Promise<void> {
  const deadline = performance.now() + START_WAIT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!alive() || performance.now() > deadline) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
