import { type ChildProcess, fork } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { endWithThisProcess } from "@p4twin/models/cli";

/** Enough for the deepest text that the parsers let through; below what systems give a process (8 MB). */
const STACK_KB = 4_000;
/**
 * Each half of where new objects lie, V8's default being 16 (our choice): what an analysis holds dies late, and more
 * room for it is a third of the process's memory.
 */
const YOUNG_MB = 8;
/** Below this process by so much (our choice: a third of its share of a busy processor): users wait for its answers. */
const NICER = 5;
const NICEST = 19;

/**
 * Starts a module in a process of its own with a heap of `heapMb`. A thread would do but for one thing: one that runs
 * out of heap ends the process that it is in, now and then. It ends with this process and keeps it alive only
 * while its channel is referenced (`holds`).
 */
export function startChild(module: URL, heapMb: number): ChildProcess {
  const child = fork(fileURLToPath(module), {
    execArgv: [
      `--max-old-space-size=${heapMb}`,
      `--max-semi-space-size=${YOUNG_MB}`,
      `--stack-size=${STACK_KB}`,
    ],
    // nothing of this environment but where modules lie that were read before
    env: { NODE_ENV: "production", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  endWithThisProcess(child);
  yieldTo(child);
  return child;
}

/** At once: threads that the child starts later take its priority over. */
function yieldTo({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, Math.min(NICEST, getPriority() + NICER));
  } catch {
    // it has ended, or the system has no priorities: it computes all the same
  }
}

/** Whether this process stays alive for the child. */
export function holds(child: ChildProcess, isHeld: boolean): void {
  child[isHeld ? "ref" : "unref"]();
  child.channel?.[isHeld ? "ref" : "unref"]();
}

/** Whether a child ended because its heap was full (V8 aborts) or the machine's memory (the kernel kills). */
export const outgrewMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === "SIGABRT" || signal === "SIGKILL" || code === 134;
