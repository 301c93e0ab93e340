import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createEmbeddedPostgres } from "../../src/database/embedded/embedded.ts";
import { processRoles } from "../../src/roles.ts";
import { freePort } from "../../testing/freePort.ts";
import { startNats } from "../../testing/nats.ts";
import type { Place } from "./place.ts";
import { processTree } from "./processes.ts";
import { embeddedUrlOf, isReady, type LabProduct, labEnv, postgresOf, waitForLink } from "./product.ts";
import { createServerProgram } from "./serverProgram.ts";

/** As `Restart=always` of deploy/p4twin.service does it, with its `RestartSec`. */
const RESTART_MS = 1_000;
const MAX_CONNECTIONS = 100;

/**
 * One process for each role over a real NATS server, each started again by whoever watches services, with a
 * PostgreSQL of their own.
 */
export async function createClusterProduct(place: Place): Promise<LabProduct> {
  const ports = await Promise.all(processRoles.map(freePort));
  const intPort = await freePort();
  const portOf = (role: (typeof processRoles)[number]): number => ports[processRoles.indexOf(role)];
  const dirOf = (role: string): string => join(place.dir, "data", role);
  const base = `http://127.0.0.1:${portOf("http")}`;
  const databaseDir = dirOf("database");
  mkdirSync(databaseDir, { recursive: true });
  const postgres = createEmbeddedPostgres(
    { dataDir: databaseDir, maxConnections: MAX_CONNECTIONS },
    { notice: () => {}, onLost: () => {}, onBack: () => {} },
  );
  const nats = await startNats();
  let running = false;
  let databaseUrl = "";

  const programs = processRoles.map((role) => {
    const env = {
      ...{ ROLES: role, PORT: String(portOf(role)), INT_PORT: String(intPort), P4TWIN_DATA_DIR: dirOf(role) },
      ...{ NATS_URL: nats.url, NATS_REPLICAS: "1", AUTH_SECRET: "a secret of the laboratory, long enough" },
      ...{ BASE_URL: base, ...labEnv },
    };
    return {
      role,
      make: () =>
        createServerProgram(place, { ...env, DATABASE_URL: databaseUrl }, () => {
          setTimeout(() => running && all.get(role)?.start(), RESTART_MS);
        }),
    };
  });
  const all = new Map<string, ReturnType<typeof createServerProgram>>();

  return {
    ...{ base, intPort, dataDir: join(place.dir, "data"), collectorDir: dirOf("collector"), broker: nats },
    isReady: () => isReady(base),
    // each comes back by itself
    ended: () => null,
    async start() {
      await postgres.start();
      databaseUrl = embeddedUrlOf(databaseDir);
      running = true;
      for (const { role, make } of programs) all.set(role, make());
      for (const program of all.values()) program.start();
      const said = (): string => all.get("http")?.said() ?? "";
      return waitForLink(base, { said, ended: () => null });
    },
    async stop() {
      running = false;
      await Promise.all([...all.values()].map((program) => program.stop()));
      await nats.dispose();
      await postgres.stop();
    },
    databaseUrl: () => databaseUrl,
    postgres: () => postgresOf(processTree(process.pid)),
    rootPids: () =>
      [...all.values()].flatMap((program) =>
        program
          .tree()
          .slice(0, 1)
          .map((p) => p.pid),
      ),
  };
}
