import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithThisProcess } from "@p4twin/models/cli";
import { createBoundedLog, defaultLogBounds } from "../../disk/boundedLog.ts";
import { pause } from "../../shared/pause.ts";
import { isDiskCause, lostCause } from "./cause.ts";
import { locateCluster } from "./cluster.ts";
import { clearLeftover } from "./leftover.ts";
import { ensureCluster, USER } from "./makeCluster.ts";
import { type Binaries, FALLBACK_ROOT, findBinaries } from "./places.ts";
import { ensureDatabase, waitUntilReady } from "./ready.ts";
import { choosePostgresUser, type RunAs } from "./runAs.ts";
import { type ClusterSettings, freePort, readSettings, writeSettings } from "./settings.ts";
import type { PostgresState } from "./state.ts";

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
  /** the server ended although nobody stopped it, or did not come back; it is being started again */
  onLost(message: string): void;
  /** it runs again */
  onBack?(message: string): void;
  /** asked before every start: what makes room on a full disk */
  makeRoom?(): Promise<void>;
  /** a start that waits for a disk with room ends when this aborts */
  signal?: AbortSignal;
};

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;
/**
 * PostgreSQL's log takes an eighth of a small disk at most, 1 GB of a large one (our choice; PostgreSQL's own
 * is always 1 GB).
 */
const WAL_SHARE = 8;
/** One that ran for so long is started again without a long wait (our choice). */
const STEADY_MS = 30_000;

const urlOf = ({ port, password }: ClusterSettings, database: string): string =>
  `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`;

/** Where the running embedded PostgreSQL of a data directory is reached, for a second process beside the server. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const settings = await readSettings(dataDir);
  if (!settings) throw new Error(`There is no database in ${dataDir} yet.`);
  return urlOf(settings, DATABASE);
}

/**
 * PostgreSQL of this machine, on loopback only, its cluster in the data directory. One that ends unasked is
 * started again, at the same port and with the same password, until it runs: whoever has a pool reconnects by
 * itself.
 */
export function createEmbeddedPostgres(config: EmbeddedConfig, deps: EmbeddedDeps) {
  const { dataDir } = config;
  const { notice, onLost, makeRoom = async () => {} } = deps;
  const log = createBoundedLog({ path: join(dataDir, "postgres.log"), ...defaultLogBounds });
  const stopping = new AbortController();
  let server: ChildProcess | null = null;
  let restarting: Promise<void> | null = null;
  /** of the next start after a loss: longer after each, as long as it does not run for a while */
  let nextWaitMs = FIRST_WAIT_MS;
  let ranSinceMs = 0;
  let state: PostgresState = { phase: "stopped", sinceMs: Date.now(), restarts: 0, lastLoss: null };
  const become = (phase: PostgresState["phase"]): void => {
    ranSinceMs = performance.now();
    state = { ...state, phase, sinceMs: Date.now() };
  };
  const isEnding = (): boolean => stopping.signal.aborted || (deps.signal?.aborted ?? false);
  const ending = AbortSignal.any([stopping.signal, ...(deps.signal ? [deps.signal] : [])]);

  const run = async (place: Running): Promise<ChildProcess> => {
    log.begin();
    const child = spawn(place.binaries.postgres, argumentsOf(place, config.maxConnections), {
      ...place.runAs,
      cwd: "/",
      // a group of its own: Ctrl-C must reach PostgreSQL through us, after everything has been written
      detached: true,
      // its log through us: bounded, and readable for us when the disk takes nothing
      stdio: ["ignore", "pipe", "pipe"],
      env: { LC_ALL: "C", PATH: process.env.PATH },
    });
    child.stdout?.on("data", log.write);
    child.stderr?.on("data", log.write);
    // after its last words
    child.once("close", (code, signal) => {
      if (server !== child) return;
      server = null;
      if (state.phase === "running" && !isEnding())
        restarting = comeBack(place, lostCause(log.tail(), code, signal));
    });
    // fast shutdown, so that the next start finds a cluster at rest; the processes that use it may end first
    endWithThisProcess(child, { signal: "INT", graceS: STOP_WAIT_MS / 1_000 });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    server = child;
    return child;
  };

  /** Runs the server until it takes connections; throws when it ends before. */
  const bringUp = async (place: Running, waitMs: number): Promise<void> => {
    await clearLeftover(place.clusterDir);
    const child = await run(place);
    const url = urlOf(place.settings, "postgres");
    await waitUntilReady(
      url,
      () => child.exitCode === null && child.signalCode === null && !isEnding(),
      waitMs,
    );
    await ensureDatabase(url, DATABASE);
    become("running");
  };

  const end = async (): Promise<void> => {
    const child = server;
    if (!child) return;
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGINT");
    await Promise.race([ended, sleep(STOP_WAIT_MS, null, { ref: false })]);
    if (server === child) child.kill("SIGQUIT");
    await ended;
  };

  const comeBack = async (place: Running, cause: string): Promise<void> => {
    const ranMs = performance.now() - ranSinceMs;
    let waitMs = ranMs > STEADY_MS ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, nextWaitMs);
    const lose = (text: string): void => {
      state = { ...state, lastLoss: { atMs: Date.now(), cause: text } };
    };
    lose(cause);
    become("restarting");
    onLost(
      `PostgreSQL ended unexpectedly: ${cause}. It is started again. The end of its log:\n${endOf(log.tail())}`,
    );
    for (let told = cause; !isEnding(); waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
      await pause(waitMs, ending);
      if (isEnding()) return;
      nextWaitMs = 2 * waitMs;
      log.begin();
      try {
        await makeRoom();
        if ((await freePort(place.settings.port)) !== place.settings.port)
          throw new Error(`another program listens at its port ${place.settings.port}`);
        await bringUp(place, Number.POSITIVE_INFINITY);
        state = { ...state, restarts: state.restarts + 1 };
        deps.onBack?.("PostgreSQL runs again.");
        return;
      } catch (error) {
        const why = lostCause(log.tail(), null, null, error);
        await end();
        if (isEnding()) return;
        lose(why);
        if (why !== told) onLost(`PostgreSQL does not start: ${why}. It is tried again until it does.`);
        told = why;
      }
    }
  };

  const prepare = async (): Promise<Running> => {
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
    const { blocks, bsize } = await statfs(clusterDir);
    const maxWalMb = Math.round(Math.min(1024, Math.max(96, (blocks * bsize) / 1024 ** 2 / WAL_SHARE)));
    return { clusterDir, binaries, runAs, settings: { ...settings, port }, maxWalMb };
  };

  return {
    state: (): PostgresState => state,

    /**
     * Starts the server and answers with the URL of its database. Safe after kill -9. On a full disk it waits
     * for room, and says so.
     */
    async start(): Promise<string> {
      become("starting");
      for (let waitMs = FIRST_WAIT_MS, told = ""; ; waitMs = Math.min(LONGEST_WAIT_MS, 2 * waitMs)) {
        await makeRoom();
        try {
          const place = await prepare();
          await bringUp(place, START_WAIT_MS);
          return urlOf(place.settings, DATABASE);
        } catch (error) {
          await end();
          const cause = lostCause(log.tail(), null, null, error);
          if (isEnding() || !isDiskCause(cause)) {
            become("stopped");
            if (log.tail() === "") throw error;
            throw new Error(
              `PostgreSQL did not start: ${cause}. The end of ${join(dataDir, "postgres.log")}:\n${endOf(log.tail())}`,
              { cause: error },
            );
          }
          state = { ...state, lastLoss: { atMs: Date.now(), cause } };
          if (cause !== told)
            notice(
              `PostgreSQL cannot start: ${cause}. Make room on the disk of ${dataDir}; it is tried again until it starts.`,
            );
          told = cause;
        }
        await pause(waitMs, ending);
      }
    },

    /** Fast shutdown: what is committed is on disk when this resolves. */
    async stop(): Promise<void> {
      stopping.abort();
      await end();
      await restarting;
      await end();
      log.close();
      become("stopped");
    },
  };
}

type Running = {
  clusterDir: string;
  binaries: Binaries;
  runAs: RunAs;
  settings: ClusterSettings;
  maxWalMb: number;
};

const endOf = (log: string): string => log.trim().split("\n").slice(-8).join("\n");

const argumentsOf = ({ clusterDir, settings, maxWalMb }: Running, maxConnections: number): string[] => [
  ...["-D", clusterDir, "-p", String(settings.port)],
  ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
  ...["-c", `max_connections=${maxConnections}`, "-c", "timezone=UTC", "-c", "log_timezone=UTC"],
  ...["-c", `max_wal_size=${maxWalMb}MB`],
  // A killed process ends all of it, and it is started again by us. What it does by itself can end in a server that
  // refuses everybody for ever: seen of 18.4, whose recovery met a full disk in the moment that it began.
  ...["-c", "restart_after_crash=off"],
  // one line for what fails, without the statement and its rows
  ...["-c", "log_error_verbosity=terse", "-c", "log_min_error_statement=panic"],
];
