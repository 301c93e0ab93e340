const TAIL_BYTES = 4_096;

/** The end of what a process wrote. */
export function createTail() {
  let kept = "";
  return {
    add(chunk: Buffer): void {
      kept = (kept + chunk.toString()).slice(-TAIL_BYTES);
    },
    text: (): string => kept,
  };
}

/** Why a process ended, in a few words: from its exit and the end of what it wrote. */
export function causeOf(code: number | null, signal: NodeJS.Signals | null, tail: string): string {
  if (/heap out of memory|ERR_WORKER_OUT_OF_MEMORY/.test(tail)) return "it ran out of memory";
  if (signal) return `it was ended by ${signal}`;
  const error = tail.split("\n").findLast((line) => /^(Uncaught )?[A-Za-z]*Error\b.*:/.test(line.trim()));
  return error ? error.trim().slice(0, 300) : `it ended with code ${code}`;
}
