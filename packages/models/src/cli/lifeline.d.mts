import type { ChildProcess } from "node:child_process";

/** `signal`: what the child is ended with, KILL when left out. `graceS`: seconds it has before that, 0 when left out. */
function endWithThisProcess(
  child: ChildProcess,
  how?: { signal?: "KILL" | "INT" | "TERM"; graceS?: number },
): void;
