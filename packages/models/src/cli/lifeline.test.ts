import { type ChildProcess, spawn } from "node:child_process";
import { expect, onTestFinished, test, vi } from "vitest";

const module = new URL("./lifeline.mjs", import.meta.url).href;
/** A parent that starts a child which listens to nobody, says its id, and then does what it is told. */
const parentOf = (then: string): string => `
  import { spawn } from "node:child_process";
  import { endWithThisProcess } from ${JSON.stringify(module)};
  const child = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore", detached: true });
  endWithThisProcess(child);
  console.log(child.pid);
  child.unref();
  ${then}`;

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function start(then: string): Promise<{ parent: ChildProcess; child: number }> {
  const parent = spawn(process.execPath, ["--input-type=module", "-e", parentOf(then)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const child = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (text: Buffer) => resolve(Number(text))),
  );
  onTestFinished(() => {
    parent.kill("SIGKILL");
    if (alive(child)) process.kill(child, "SIGKILL");
  });
  return { parent, child };
}
const gone = (pid: number) => vi.waitFor(() => expect(alive(pid)).toBe(false), { timeout: 60_000 });

test("a child that spins ends with a parent that is killed", async () => {
  const { parent, child } = await start("setInterval(() => {}, 1_000);");
  expect(alive(child)).toBe(true);
  parent.kill("SIGKILL");
  await gone(child);
});

test("a child that spins ends with a parent that comes to its end, and keeps it from it no longer", async () => {
  const { parent, child } = await start("");
  await vi.waitFor(() => expect(parent.exitCode).toBe(0), { timeout: 60_000 });
  await gone(child);
});
