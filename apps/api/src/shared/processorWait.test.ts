import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { processorWaitMs } from "./processorWait.ts";

const busy = () => {
  const child = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
};

test.runIf(process.platform === "linux")(
  "a process that others keep from the processor waits; one that nobody runs has none to wait",
  async () => {
    const cpus = (await import("node:os")).availableParallelism();
    // before they start: starting them takes a while on a busy machine, and some wait already
    const before = performance.now();
    const rivals = Array.from({ length: 3 * cpus }, busy);
    await expect
      .poll(() => Math.max(...rivals.map(({ pid }) => processorWaitMs(pid))), { timeout: 60_000 })
      .toBeGreaterThan(200);
    expect(Math.max(...rivals.map(({ pid }) => processorWaitMs(pid)))).toBeLessThan(
      performance.now() - before + 1_000,
    );
    expect(processorWaitMs(undefined)).toBe(0);
    expect(processorWaitMs(2 ** 30)).toBe(0);
  },
);
