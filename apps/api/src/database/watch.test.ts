import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { send, sessionCookie } from "../../testing/browser.ts";
import { eventually } from "../../testing/eventually.ts";
import { createWorld } from "../../testing/world.ts";
import { repositoryRoot } from "../config.ts";
import { createDatabaseClient } from "./client.ts";
import { createEmbeddedPostgres } from "./embedded/embedded.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { createDatabaseWatch, defaultDatabaseWatchConfig } from "./watch.ts";

const quick = { ...defaultDatabaseWatchConfig, everyMs: 50, timeoutMs: 1_000 };

/** A PostgreSQL that can be held still, with all of its processes. */
async function startPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), "p4twin-hung-"));
  await chmod(dataDir, 0o755);
  const postgres = createEmbeddedPostgres(
    { dataDir, maxConnections: 50 },
    { notice: () => {}, onLost: () => {} },
  );
  const url = await postgres.start();
  const client = createDatabaseClient(url, 5);
  await migrate(client.pool, await readMigrations(join(repositoryRoot, "prisma", "migrations")));
  const { rows } = await client.pool.query("SELECT pg_read_file('postmaster.pid') AS text");
  const postmaster = String(rows[0].text).split("\n")[0] ?? "";
  const signal = (name: "SIGSTOP" | "SIGCONT"): void => {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    for (const pid of [postmaster, ...children.split(/\s+/).filter(Boolean)]) process.kill(Number(pid), name);
  };
  return {
    database: { ...client, url },
    signal,
    async dispose() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test.runIf(process.platform === "linux")(
  "while the database hangs, health, metrics and the API answer, and they recover by themselves",
  async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.dispose);
    const world = await createWorld({ database: postgres.database });
    onTestFinished(world.dispose);
    const watch = createDatabaseWatch(postgres.database.url, quick);
    await watch.start();
    onTestFinished(() => watch.stop());
    const cookie = await sessionCookie(world, "owner");
    const { token } = await (await world.as("owner")).users.tokens.create({ name: "hung" });
    const base = await (await world.http({}, watch)).listen({ host: "127.0.0.1", port: 0 });
    const get = (path: string, headers: Record<string, string> = {}) => send(base, { path, headers });
    await eventually(async () => expect((await get("/readyz")).status).toBe(200));
    expect((await get("/api/v1/programs", { cookie })).status).toBe(200);

    postgres.signal("SIGSTOP");
    try {
      // everything from here to SIGCONT is answered by a server whose database says nothing
      const underWay = await Promise.all([
        get("/api/v1/programs", { cookie }),
        get("/api/v1/programs", { authorization: `Bearer ${token}` }),
        get("/trpc/programs.list", { cookie }),
      ]);
      for (const { status, headers, body } of underWay) {
        expect(status).toBe(503);
        expect(headers["retry-after"]).toBe("5");
        expect(body).toContain("The database does not answer.");
      }
      expect((await get("/healthz")).status).toBe(200);
      expect(await get("/readyz")).toMatchObject({
        status: 503,
        body: expect.stringContaining('"database":false'),
      });
      const metrics = await get("/metrics");
      expect(metrics.status).toBe(200);
      expect(metrics.body).toContain("p4twin_database_up 0");
      expect((await get("/api/v1/programs", { cookie })).status).toBe(503);
    } finally {
      postgres.signal("SIGCONT");
    }
    await eventually(async () => {
      expect((await get("/readyz")).status).toBe(200);
      expect((await get("/api/v1/programs", { cookie })).status).toBe(200);
    });
  },
);

test("a database that is away is one that does not answer; work waits for nothing", async () => {
  const watch = createDatabaseWatch("postgresql://p4twin:x@127.0.0.1:9/p4twin", quick);
  await watch.start();
  onTestFinished(() => watch.stop());
  expect(watch.answers()).toBe(false);
  await expect(watch.whileAnswering(() => new Promise(() => {}))).rejects.toMatchObject({
    code: "unavailable",
  });
});
