import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childEnvironment } from "../../testing/childEnvironment.ts";
import type { Place } from "./place.ts";
import { processTree, type SeenProcess, signal } from "./processes.ts";

const MAIN = fileURLToPath(new URL("../../../../scripts/server.mjs", import.meta.url));
const STOP_MS = 40_000;
const MAX_SAID = 20_000;

/**
 * The server program in the place of the laboratory, with what it says. `onEnd` hears of an end that nobody
 * here asked for.
 */
export function createServerProgram(place: Place, env: NodeJS.ProcessEnv, onEnd: (how: string) => void) {
  let child: ChildProcess | null = null;
  let said = "";
  return {
    said: (): string => said,
    start(): void {
      said = "";
      const started = place.spawn([process.execPath, MAIN, "--sign-in"], { ...childEnvironment, ...env });
      child = started;
      const hear = (part: Buffer): void => {
        said = (said + part).slice(-MAX_SAID);
      };
      started.stdout.on("data", hear);
      started.stderr.on("data", hear);
      started.once("exit", (code, by) => {
        if (child !== started) return;
        child = null;
        onEnd(`it ended with ${by ?? `code ${code}`}: ${said.trim().split("\n").slice(-3).join(" | ")}`);
      });
    },
    async stop(): Promise<void> {
      const running = child;
      child = null;
      if (!running) return;
      const gone = new Promise((resolve) => running.once("exit", resolve));
      const tree = processTree(running.pid ?? 0);
      for (const { pid } of tree) signal(pid, "SIGCONT");
      running.kill("SIGTERM");
      const late = setTimeout(() => {
        for (const { pid } of tree) signal(pid, "SIGKILL");
      }, STOP_MS);
      await gone;
      clearTimeout(late);
    },
    /** What it consists of now: its own process first, then those that it started. */
    tree: (): SeenProcess[] => (child?.pid ? processTree(child.pid) : []),
  };
}
