import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startChild } from "./child.ts";

test("a child that is killed leaves what it compiled to the next", async () => {
  const dir = await mkdtemp(join(tmpdir(), "p4twin-compiled-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  vi.stubEnv("NODE_COMPILE_CACHE", dir);
  onTestFinished(() => void vi.unstubAllEnvs());
  const child = startChild(new URL("./parsing/worker.ts", import.meta.url), 256);
  const answered = new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`the child ended with ${code}`)));
  });
  child.send({ name: "nothing", input: {} });
  await answered;
  child.kill("SIGKILL");
  const kept = existsSync(dir) ? readdirSync(dir, { recursive: true }) : [];
  // one file a module
  expect(kept.length).toBeGreaterThan(100);
});

test("a child yields to the server: it has the lower priority", () => {
  const child = startChild(new URL("./parsing/worker.ts", import.meta.url), 64);
  onTestFinished(() => void child.kill("SIGKILL"));
  expect(getPriority(child.pid)).toBe(Math.min(19, getPriority() + 5));
});
