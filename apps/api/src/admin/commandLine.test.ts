import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { childEnvironment } from "../../testing/childEnvironment.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/freePort.ts";
import { repositoryRoot } from "../config.ts";
import { embeddedUrl } from "../database/embedded/embedded.ts";

const main = join(repositoryRoot, "scripts", "server.mjs");
const command = join(repositoryRoot, "apps", "api", "bin", "p4twin-admin.mjs");

const environment = (dataDir: string, more: Record<string, string> = {}) => ({
  ...childEnvironment,
  ...{ P4TWIN_DATA_DIR: dataDir, LOG_LEVEL: "error" },
  ...more,
});

function admin(dataDir: string, ...args: string[]) {
  const ran = spawnSync(process.execPath, [command, ...args], {
    env: environment(dataDir),
    encoding: "utf8",
  });
  return { code: ran.status, said: ran.stdout, errors: ran.stderr };
}

/** The product as `npm start` runs it, without its pages, with the demo's live traffic. */
async function startProduct(dataDir: string) {
  const ports = { PORT: String(await freePort()), INT_PORT: String(await freePort()) };
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: environment(dataDir, ports),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  onTestFinished(stop);
  await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`the product ended with ${code}`)));
  });
  return { base: `http://127.0.0.1:${ports.PORT}`, stop };
}

async function numberOf(dataDir: string, sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: await embeddedUrl(dataDir) });
  client.on("error", () => {});
  await client.connect();
  try {
    return Number((await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`)).rows[0].n);
  } finally {
    await client.end();
  }
}

test("an instance under load is backed up and exported by the command, and lives on from its backup", async () => {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-admin-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const [first, second] = [join(dir, "first"), join(dir, "second")];
  const running = await startProduct(first);
  await eventually(async () => expect(await numberOf(first, "segment_window")).toBeGreaterThan(10));
  const before = await numberOf(first, "segment_window");

  const file = join(dir, "backup.tar.gz");
  expect(admin(first, "backup", file)).toMatchObject({ code: 0, errors: "" });
  expect(admin(first, "backup", file)).toMatchObject({ code: 1, errors: expect.stringContaining("exists") });
  expect(admin(first, "verify", file)).toMatchObject({ code: 0, said: expect.stringContaining("is whole") });
  const files = join(dir, "objects");
  expect(admin(first, "export", files)).toMatchObject({ code: 0, errors: "" });
  // over a server that runs nothing is restored
  expect(admin(first, "restore", file, "--replace")).toMatchObject({
    code: 1,
    errors: expect.stringContaining("already runs"),
  });
  expect(await fetch(`${running.base}/readyz`)).toMatchObject({ ok: true });
  await running.stop();

  expect(admin(second, "restore", file)).toMatchObject({ code: 0, errors: "" });
  expect(admin(second, "import", files)).toMatchObject({
    code: 0,
    said: "The instance holds what the files say.\n",
  });
  const revived = await startProduct(second);
  expect(await fetch(`${revived.base}/readyz`)).toMatchObject({ ok: true });
  const kept = await numberOf(second, "segment_window");
  expect(kept).toBeGreaterThanOrEqual(before);
  await eventually(async () => expect(await numberOf(second, "segment_window")).toBeGreaterThan(kept));
  expect(await numberOf(second, "program")).toBe(5);
  await revived.stop();
  expect(existsSync(join(second, "p4twin.lock"))).toBe(false);
  expect((await readdir(dir)).sort()).toEqual(["backup.tar.gz", "first", "objects", "second"]);
});

test.each([
  [[], 2, "backup, restore"],
  [["help"], 0, "backup, restore"],
  [["fly"], 2, 'there is no command "fly"'],
  [["backup"], 2, "give exactly one file or folder"],
  [["verify", "/nowhere/at-all"], 1, "There is no file /nowhere/at-all"],
  [["export", "/nowhere/x"], 1, "There is no P4Twin in /nowhere/data"],
])("p4twin-admin %j ends with %i and says why", (args, code, text) => {
  const ran = admin("/nowhere/data", ...args);
  expect(ran.code).toBe(code);
  expect(ran.said + ran.errors).toContain(text);
});
