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
  if (signal === "SIGKILL") return `it was ${KILLED}`;
  const lines = log.split("\n");
  const last = (text: string): string | null => lines.findLast((line) => line.includes(text)) ?? null;
  // its supervisor ends after the processes, and says which ended how
  const [, number, name] = last("was terminated by signal")?.match(/by signal (\d+)(: .+)?$/) ?? [];
  // 6 is how it ends itself, and it wrote why; of others, what the disk once refused was not the cause
  if (number && number !== "6")
    return `one of its processes was ${number === "9" ? KILLED : `ended by the signal ${number}${name ?? ""}`}`;
  const message = error instanceof Error ? error.message : "";
  const disk = diskErrorIn(log) ?? diskErrorIn(message) ?? diskCodeOf(error);
  if (disk) return diskWords(disk);
  if (signal) return `it was ended by the signal ${signal}`;
  const worst = last("PANIC:") ?? last("FATAL:");
  if (worst) return said(worst);
  return message || `it ended with the code ${code}`;
}

const KILLED = "killed (by somebody, or by the system for want of memory)";

const diskCodeOf = (error: unknown): string | null =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  isDiskCause(diskWords(error.code))
    ? error.code
    : null;

/** Whether the cause is a disk that takes nothing: that passes when somebody makes room. */
export const isDiskCause = (cause: string): boolean => diskErrorIn(cause) !== null;
