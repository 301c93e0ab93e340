import { diskErrorIn, diskWords } from "../../disk/errors.ts";

/** The words of a line of PostgreSQL's log behind its time and process. */
const said = (line: string): string => line.replace(/^.*?\b(PANIC|FATAL|ERROR):\s*/, "");

/**
 * Why PostgreSQL ended, in words: what the disk said, who killed it, or the worst line of its last words.
 * `error` is what its start ran into besides.
 */
export function lostCause(
  log: string,
  code: number | null,
  signal: NodeJS.Signals | null,
  error: unknown = null,
): string {
  const message = error instanceof Error ? error.message : "";
  const disk = diskErrorIn(log) ?? diskErrorIn(message) ?? diskCodeOf(error);
  if (disk) return diskWords(disk);
  if (signal === "SIGKILL") return "it was killed (by somebody, or by the system for want of memory)";
  if (signal) return `it was ended by the signal ${signal}`;
  const lines = log.split("\n");
  const worst = ["PANIC", "FATAL"]
    .map((level) => lines.findLast((line) => line.includes(`${level}:`)))
    .find((line) => line !== undefined);
  if (worst) return said(worst);
  return message || `it ended with the code ${code}`;
}

const diskCodeOf = (error: unknown): string | null =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  isDiskCause(diskWords(error.code))
    ? error.code
    : null;

/** Whether the cause is a disk that takes nothing: that passes when somebody makes room. */
export const isDiskCause = (cause: string): boolean => diskErrorIn(cause) !== null;
