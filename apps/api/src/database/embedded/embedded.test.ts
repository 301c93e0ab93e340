import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { createEmbeddedPostgres } from "./embedded.ts";
import { clearLeftover, commandOf } from "./leftover.ts";

async function temporaryDir(mode: number): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-embedded-"));
  await chmod(dir, mode);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function postgresIn(dataDir: string) {
  const lost = vi.fn();
  const postgres = createEmbeddedPostgres(
    { dataDir, maxConnections: 20 },
    { notice: () => {}, onLost: lost },
  );
  onTestFinished(() => postgres.stop());
  return { postgres, lost };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("data, port and password survive a restart, and one after kill -9; secrets are private", async () => {
  // the mode of mkdtemp: as root, PostgreSQL runs as a user that could not enter it
  const dataDir = await temporaryDir(0o700);
  const first = postgresIn(dataDir);
  const url = await first.postgres.start();
  await query(url, "CREATE TABLE kept AS SELECT 42 AS answer");
  expect(
    await query(
      url,
      "SELECT current_setting('server_encoding') AS e, current_setting('listen_addresses') AS l",
    ),
  ).toEqual([{ e: "UTF8", l: "127.0.0.1" }]);
  expect((await stat(join(dataDir, "postgres.json"))).mode & 0o777).toBe(0o600);
  await first.postgres.stop();

  const second = postgresIn(dataDir);
  expect(await second.postgres.start()).toBe(url);
  const pidText = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  const pid = Number.parseInt(pidText.split("\n")[0] ?? "", 10);
  process.kill(pid, "SIGKILL");
  await eventually(() =>
    expect(second.lost).toHaveBeenCalledWith(expect.stringContaining("ended unexpectedly")),
  );

  const third = postgresIn(dataDir);
  expect(await query(await third.postgres.start(), "SELECT * FROM kept")).toEqual([{ answer: 42 }]);
});

test("a server that outlived its P4Twin is stopped, and the next one starts on the same data", async () => {
  const dataDir = await temporaryDir(0o755);
  const orphan = postgresIn(dataDir);
  const url = await orphan.postgres.start();
  await query(url, "CREATE TABLE kept AS SELECT 1 AS one");
  const next = postgresIn(dataDir);
  expect(await query(await next.postgres.start(), "SELECT * FROM kept")).toEqual([{ one: 1 }]);
});

test("a pid file that names another program is removed, and that program is left alone", async () => {
  const dir = await temporaryDir(0o755);
  const other = spawn("sleep", ["60"]);
  onTestFinished(() => {
    other.kill();
  });
  const file = join(dir, "postmaster.pid");
  await writeFile(file, `${other.pid}\n${dir}\n`);
  await clearLeftover(dir);
  await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
  expect(commandOf(other.pid ?? 0)).toContain("sleep 60");
});

test("a cluster without its password file is not touched, and the message says what to do", async () => {
  const dataDir = await temporaryDir(0o755);
  const { postgres } = postgresIn(dataDir);
  await postgres.start();
  await postgres.stop();
  await rm(join(dataDir, "postgres.json"));
  await expect(postgresIn(dataDir).postgres.start()).rejects.toThrow(
    /postgres\.json with its password is missing/,
  );
});
