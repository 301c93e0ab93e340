import { readFileSync } from "node:fs";

const NS_PER_MS = 1e6;

/**
 * How long the main thread of a process has waited for a processor so far, ms, as Linux counts it; 0 where that is not
 * counted. On a loaded machine a process that has much to do may wait most of its time.
 */
export function processorWaitMs(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    // time on a processor, time in its queue (ns), turns
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
    return Number(waitedNs ?? 0) / NS_PER_MS;
  } catch {
    return 0;
  }
}
