import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { takeDataDir } from "./lock.ts";

async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-lock-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}
const lockOf = async (dir: string) => JSON.parse(await readFile(join(dir, "p4twin.lock"), "utf8"));

test.each([
  ["from source", "apps/api/src/main.ts"],
  ["built", "apps/api/dist/0123/api-main.mjs"],
  ["without its pages", "scripts/server.mjs"],
  ["as a restore", "apps/api/dist/0123/api-admin-main.mjs"],
])(
  "a second P4Twin on the same data is refused, with where the first one is (%s)",
  async (_title, program) => {
    const dir = await temporaryDir();
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)", program]);
    onTestFinished(() => {
      other.kill();
    });
    await writeFile(
      join(dir, "p4twin.lock"),
      JSON.stringify({ pid: other.pid, url: "http://127.0.0.1:3000" }),
    );
    await expect(takeDataDir(dir, "http://127.0.0.1:3001")).rejects.toThrow(
      /already runs with .*http:\/\/127\.0\.0\.1:3000\)\. Use that one, stop it/,
    );
  },
);

test("the refusal names the process that keeps the other one running: to end that one ends both", async () => {
  const dir = await temporaryDir();
  const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)", "apps/api/src/main.ts"]);
  onTestFinished(() => {
    other.kill();
  });
  const lock = { pid: other.pid, starterPid: 4711, url: "http://127.0.0.1:3000" };
  await writeFile(join(dir, "p4twin.lock"), JSON.stringify(lock));
  await expect(takeDataDir(dir, "http://127.0.0.1:3001")).rejects.toThrow("(process 4711, ");
});

test.each([
  ["a process that is gone", JSON.stringify({ pid: 2 ** 30, url: "x" })],
  ["a process that is something else by now", JSON.stringify({ pid: 1, url: "x" })],
  ["half a file", "{"],
])("the lock of %s is taken over, and let go at the end", async (_title, text) => {
  const dir = await temporaryDir();
  await writeFile(join(dir, "p4twin.lock"), text);
  const lock = await takeDataDir(dir, "http://here");
  expect(lock.tookOver).toBe(true);
  expect(await lockOf(dir)).toMatchObject({ pid: process.pid, url: "http://here" });
  await lock.release();
  await expect(lockOf(dir)).rejects.toMatchObject({ code: "ENOENT" });
});
