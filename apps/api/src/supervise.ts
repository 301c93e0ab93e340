// The one-command default: PostgreSQL and one process for each part of the server, all watched from here.
import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endWithThisProcess } from "@p4twin/models/cli";
import { createRelay } from "./bus/local/relay.ts";
import type { Lifecycle } from "./components.ts";
import type { Config } from "./config.ts";
import { MAX_CONNECTIONS } from "./database/connections.ts";
import { createEmbeddedPostgres } from "./database/embedded/embedded.ts";
import type { PostgresState } from "./database/embedded/state.ts";
import { errorOfDisk } from "./disk/errors.ts";
import { createDiskGuard, defaultDiskGuardConfig } from "./disk/guard.ts";
import { takeDataDir } from "./lock.ts";
import type { Log } from "./observability/log.ts";
import { createSupervisor, defaultSupervisorConfig, type PartConfig } from "./supervisor/supervisor.ts";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));

/** Who takes windows is there before those who make them, and ends after them. */
const parts: PartConfig[] = [
  { name: "writer", roles: ["writer"], rank: 0 },
  { name: "jobs", roles: ["jobs"], rank: 1 },
  { name: "collector", roles: ["collector"], rank: 1 },
  { name: "http", roles: ["http"], rank: 1 },
];

type Start = {
  config: Config;
  askedForLink: boolean;
  log: Log;
  lifecycle: Lifecycle;
  notice(text: string): void;
};

/**
 * Watches the disk of the data directory. The address of the database: the configured one, else that of the
 * embedded PostgreSQL, which is started.
 */
export async function startDatabase({
  config,
  log,
  lifecycle,
  notice,
}: Omit<Start, "askedForLink">): Promise<{ url: string; state(): PostgresState | null }> {
  const disk = createDiskGuard({ ...defaultDiskGuardConfig, dir: config.dataDir }, { log });
  await lifecycle.start(disk);
  if (config.databaseUrl !== null) return { url: config.databaseUrl, state: () => null };
  const postgres = createEmbeddedPostgres(
    { dataDir: config.dataDir, maxConnections: MAX_CONNECTIONS },
    {
      notice,
      onLost: (message) => {
        log.error(message);
        disk.report(errorOfDisk(message));
      },
      onBack: (message) => log.warn(message),
      makeRoom: disk.look,
      signal: lifecycle.stopping,
    },
  );
  let url = "";
  const start = async (): Promise<void> => {
    url = await postgres.start();
  };
  await lifecycle.start({ name: "embedded PostgreSQL", start, stop: () => postgres.stop() });
  return { url, state: postgres.state };
}

/** Resolves when all parts work, with the address to open and, when one is due, the owner's one-time link. */
export async function supervise(given: Start): Promise<{ url: string; link: string | null }> {
  const { config, log, lifecycle } = given;
  const lock = await takeDataDir(config.dataDir, config.baseUrl, {
    signal: lifecycle.stopping,
    notice: given.notice,
  });
  await lifecycle.start({ name: "data directory", start: async () => {}, stop: lock.release });
  const database = await startDatabase(given);
  const supervisor = createSupervisor(
    { ...defaultSupervisorConfig, parts },
    {
      relay: createRelay(),
      fork: ({ name }) => {
        const part = fork(main, ["--part", name], {
          // a group of its own: Ctrl-C reaches it through us, in order
          detached: process.platform !== "win32",
          stdio: ["ignore", "inherit", "pipe", "ipc"],
          serialization: "advanced",
          // half of a start is the reading of the program: once for all parts and starts
          env: { NODE_COMPILE_CACHE: join(config.dataDir, "compile-cache"), ...process.env },
        });
        // its channel tells it that this process has gone; this ends one that hangs
        endWithThisProcess(part, { graceS: defaultSupervisorConfig.stopMs / 1_000 });
        return part;
      },
      setup: () => ({
        databaseUrl: database.url,
        databaseKind: config.databaseUrl === null ? "embedded" : "external",
        askedForLink: given.askedForLink,
      }),
      database: database.state,
      log,
    },
  );
  let opened = { url: config.baseUrl, link: null as string | null };
  const start = async (): Promise<void> => {
    const ready = await supervisor.start();
    opened = ready.find(({ link }) => link !== null) ?? opened;
  };
  await lifecycle.start({ name: supervisor.name, start, stop: supervisor.stop });
  return opened;
}

/** The roles of a part by its name. */
export const rolesOfPart = (name: string): PartConfig["roles"] => {
  const part = parts.find((p) => p.name === name);
  if (!part) throw new Error(`There is no part ${name}; there are ${parts.map((p) => p.name).join(", ")}.`);
  return part.roles;
};
