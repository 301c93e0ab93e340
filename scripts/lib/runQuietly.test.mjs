import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";

const WAIT = { timeout: 120_000 };
const module = (name) => JSON.stringify(new URL(`./${name}`, import.meta.url).href);
const alive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const written = (file) => (existsSync(file) && readFileSync(file, "utf8").trim()) || null;

function folder() {
  const made = mkdtempSync(join(tmpdir(), "p4twin-quiet-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A process that runs, quietly, a shell whose own child writes its id and sleeps: as npm and what it starts. */
async function install() {
  const file = join(folder(), "pid");
  const script = `sh -c 'echo $$ > "${file}"; exec sleep 600' & wait`;
  const text = `import { runQuietly } from ${module("runQuietly.mjs")}; const done = runQuietly("sh", ["-c", ${JSON.stringify(script)}]); console.log("started"); await done;`;
  const stdio = ["ignore", "pipe", "ignore"];
  const process_ = spawn(process.execPath, ["--input-type=module", "-e", text], { stdio });
  const code = new Promise((resolve) => process_.once("exit", (status) => resolve(status)));
  await new Promise((resolve) => process_.stdout.once("data", resolve));
  const grandchild = Number(
    await vi.waitFor(() => written(file) ?? Promise.reject(new Error("not yet")), WAIT),
  );
  onTestFinished(() => {
    process_.kill("SIGKILL");
    if (alive(grandchild)) process.kill(grandchild, "SIGKILL");
  });
  return { process: process_, code, grandchild };
}
const gone = (pid) => vi.waitFor(() => expect(alive(pid)).toBe(false), WAIT);

it("Ctrl-C during an install ends all of it before the start ends", async () => {
  const { process: start, code, grandchild } = await install();
  start.kill("SIGINT");
  expect(await code).toBe(130);
  await gone(grandchild);
});

it("an install ends with a start that is killed", async () => {
  const { process: start, grandchild } = await install();
  start.kill("SIGKILL");
  await gone(grandchild);
});

it.each(["SIGTERM", "SIGKILL"])(
  "%s of npm in the background reaches the start behind npm's shell",
  async (signal) => {
    const here = folder();
    const [ready, ended] = [join(here, "ready"), join(here, "ended")];
    const start = join(here, "start.mjs");
    writeFileSync(
      start,
      `import { writeFileSync } from "node:fs"; import { onAskedToEnd } from ${module("askedToEnd.mjs")};
     onAskedToEnd(() => { writeFileSync(${JSON.stringify(ended)}, "ended"); process.exit(0); });
     writeFileSync(${JSON.stringify(ready)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    // what npm does: a shell between, which stays
    const shell = `"${process.execPath}" "${start}"; exit $?`;
    const text = `require("node:child_process").spawn("sh", ["-c", ${JSON.stringify(shell)}]); setInterval(() => {}, 1000);`;
    const env = { ...process.env, npm_lifecycle_event: "start" };
    const npm = spawn(process.execPath, ["-e", text], { env, stdio: "ignore" });
    const pid = Number(await vi.waitFor(() => written(ready) ?? Promise.reject(new Error("not yet")), WAIT));
    onTestFinished(() => {
      npm.kill("SIGKILL");
      if (alive(pid)) process.kill(pid, "SIGKILL");
    });
    npm.kill(signal);
    await vi.waitFor(() => expect(written(ended)).toBe("ended"), WAIT);
  },
);
