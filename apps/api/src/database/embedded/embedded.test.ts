import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { eventually } from "../../../testing/eventually.ts";
import { putCluster } from "../../../testing/madeCluster.ts";
import { mountSmallDisk } from "../../../testing/smallDisk.ts";
import { lostCause } from "./cause.ts";
import { createEmbeddedPostgres } from "./embedded.ts";
import { clearLeftover, commandOf } from "./leftover.ts";

async function temporaryDir(mode: number): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-embedded-"));
  await chmod(dir, mode);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** A data directory whose cluster is made: what is tried comes after the first start. */
async function begunDir(): Promise<string> {
  const dir = await temporaryDir(0o755);
  await putCluster(dir);
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
  expect(await query(url, "SELECT * FROM kept")).toEqual([{ answer: 42 }]);
});

const pidOf = async (dataDir: string): Promise<number> => {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return Number.parseInt(text.split("\n")[0] ?? "", 10);
};

test("a PostgreSQL that is killed is started again at the same port, a pool goes on, and the state says why", async () => {
  const dataDir = await begunDir();
  const { postgres, lost } = postgresIn(dataDir);
  const url = await postgres.start();
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  await pool.query("CREATE TABLE kept AS SELECT 42 AS answer");
  expect(postgres.state()).toMatchObject({ phase: "running", restarts: 0, lastLoss: null });
  for (const restarts of [1, 2]) {
    process.kill(await pidOf(dataDir), "SIGKILL");
    await eventually(() => expect(postgres.state()).toMatchObject({ phase: "running", restarts }));
    expect((await pool.query("SELECT * FROM kept")).rows).toEqual([{ answer: 42 }]);
  }
  expect(postgres.state().lastLoss?.cause).toContain("it was killed");
  expect(lost).toHaveBeenCalledWith(expect.stringContaining("ended unexpectedly"));
});

test("a PostgreSQL that dies of a full disk is tried until there is room, says so in plain words, and has what was committed", async () => {
  const disk = mountSmallDisk(300);
  if (!disk) {
    console.log("No tmpfs can be mounted here (needs root on Linux): PostgreSQL on a full disk is not tried");
    return;
  }
  onTestFinished(disk.unmount);
  await putCluster(disk.dir);
  const { postgres, lost } = postgresIn(disk.dir);
  const url = await postgres.start();
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  await pool.query("CREATE TABLE kept AS SELECT 42 AS answer");
  // what a crash gives back is taken at once
  const filling = setInterval(disk.fill, 5);
  onTestFinished(() => clearInterval(filling));
  // its log alone, until it needs a file that the disk does not take
  await eventually(async () => {
    await pool
      .query(
        "SELECT count(pg_logical_emit_message(true, 'x', repeat('x', 1000000))) FROM generate_series(1, 20)",
      )
      .catch(() => {});
    expect(postgres.state().phase).toBe("restarting");
  });
  expect(postgres.state().lastLoss?.cause).toBe("the disk is full (No space left on device)");
  expect(lost).toHaveBeenCalledWith(expect.stringContaining("the disk is full"));
  clearInterval(filling);
  disk.free();
  await eventually(() => expect(postgres.state().phase).toBe("running"));
  expect((await pool.query("SELECT * FROM kept")).rows).toEqual([{ answer: 42 }]);
  await pool.query("INSERT INTO kept VALUES (43)");
});

test("one of its processes that is killed ends PostgreSQL, which is started again by us, and the state says why", async () => {
  const { postgres, lost } = postgresIn(await begunDir());
  const url = await postgres.start();
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  process.kill(rows[0]?.pid ?? 0, "SIGKILL");
  await eventually(() => expect(postgres.state()).toMatchObject({ phase: "running", restarts: 1 }));
  expect(postgres.state().lastLoss?.cause).toContain("one of its processes was killed");
  expect(lost).toHaveBeenCalledWith(expect.stringContaining("one of its processes was killed"));
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("a stop while a lost PostgreSQL waits for its next start ends at once, and leaves none behind", async () => {
  const dataDir = await begunDir();
  const { postgres } = postgresIn(dataDir);
  await postgres.start();
  process.kill(await pidOf(dataDir), "SIGKILL");
  await eventually(() => expect(postgres.state().phase).toBe("restarting"));
  await postgres.stop();
  expect(postgres.state().phase).toBe("stopped");
  expect(await pidOf(dataDir).then(commandOf, () => null)).toBeNull();
});

test.each([
  ["PANIC:  could not write to file: No space left on device", null, null, "the disk is full"],
  ["FATAL:  could not open file: Read-only file system", 1, null, "the file system is read-only"],
  ["2026-01-01 UTC [7] FATAL:  the database system is odd", 1, null, "the database system is odd"],
  [
    "LOG:  client backend (PID 7) was terminated by signal 11: Segmentation fault\nFATAL:  the database system is odd",
    1,
    null,
    "one of its processes was ended by the signal 11: Segmentation fault",
  ],
  [
    "ERROR:  could not extend file: No space left on device\nLOG:  io worker (PID 7) was terminated by signal 9: Killed",
    1,
    null,
    "one of its processes was killed",
  ],
  [
    "PANIC:  could not write to file: No space left on device\nLOG:  io worker (PID 7) was terminated by signal 6: Aborted",
    1,
    null,
    "the disk is full",
  ],
  ["ERROR:  could not extend file: No space left on device", null, "SIGKILL", "it was killed"],
  ["", null, "SIGKILL", "it was killed"],
  ["", 3, null, "it ended with the code 3"],
] as const)("%s: why PostgreSQL ended is said in words (%s, %s)", (log, code, signal, words) => {
  expect(lostCause(log, code, signal)).toContain(words);
});

test("a server that outlived its P4Twin is stopped, and the next one starts on the same data", async () => {
  const dataDir = await begunDir();
  const module = new URL("./embedded.ts", import.meta.url).href;
  const source = `import { createEmbeddedPostgres } from ${JSON.stringify(module)};
    const postgres = createEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, maxConnections: 20 }, { notice() {}, onLost() {} });
    console.log(await postgres.start());`;
  const killed = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) =>
    killed.stdout.once("data", (said) => resolve(String(said).trim())),
  );
  await query(url, "CREATE TABLE kept AS SELECT 1 AS one");
  killed.kill("SIGKILL");
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
  const dataDir = await begunDir();
  const { postgres } = postgresIn(dataDir);
  await postgres.start();
  await postgres.stop();
  await rm(join(dataDir, "postgres.json"));
  await expect(postgresIn(dataDir).postgres.start()).rejects.toThrow(
    /postgres\.json with its password is missing/,
  );
});
