import { assertNever } from "../../core/index.ts";
import type { Policy } from "../data/serverProfile.ts";
import type { Tuning } from "./advise.ts";
import { nicenessOf } from "./quantum.ts";
import { commentText, pidOfName, shellQuote } from "./shellQuote.ts";

/** A process to tune: by its id, or by its name when the id is unknown. */
export type TunedProcess = { id: string; pid: number | null };

/** A line for a shell (as root), or a setting that no command can make (`command` null). */
export type TuningStep = { command: string | null; why: string };

/** Characters that open a real-time policy for chrt. */
const chrtFlag = (policy: Policy): string => {
  switch (policy) {
    case "cfs":
      return "--other";
    case "batch":
      return "--batch";
    case "rr":
      return "--rr";
    case "fifo":
      return "--fifo";
    default:
      return assertNever(policy, "policy");
  }
};

const isRealTime = (policy: Policy): boolean => policy === "rr" || policy === "fifo";

/**
 * Steps that put a tuning in force: pinning (`taskset`), policy (`chrt`), niceness (`renice`), slices
 * (`sysctl`), and the batch, which is a setting of the functions and needs their restart. Names of an
 * uploaded file are quoted; `cores` empty: nothing is pinned.
 */
export function tuningSteps(
  tuning: Tuning,
  processes: readonly TunedProcess[],
  cores: readonly number[],
  currentBatch: number | null,
): TuningStep[] {
  const { policy, priority, quantumMs, batch } = tuning;
  const steps: TuningStep[] = [];
  const list = cores.join(",");
  for (const process of processes) {
    const pid = process.pid === null ? pidOfName(process.id) : String(process.pid);
    const name = commentText(process.id);
    if (cores.length > 0)
      steps.push({ command: `taskset -cp ${shellQuote(list)} ${pid}`, why: `keeps ${name} on core ${list}` });
    if (priority === null) continue;
    const chrtPriority = isRealTime(policy) ? priority : 0;
    steps.push({ command: `chrt ${chrtFlag(policy)} -p ${chrtPriority} ${pid}`, why: `policy of ${name}` });
    if (!isRealTime(policy))
      steps.push({
        command: `renice -n ${nicenessOf(priority)} -p ${pid}`,
        why: `priority ${priority}: a slice of ${quantumMs} ms by Eq. 6.1`,
      });
  }
  if (priority !== null && quantumMs !== null && !isRealTime(policy))
    steps.push({
      command: `sysctl -w kernel.sched_min_granularity_ns=${Math.round(quantumMs * 1e6)}`,
      why: "the slice itself, in Linux up to 5.12; later kernels keep it in /sys/kernel/debug/sched",
    });
  if (policy === "rr" && quantumMs !== null)
    steps.push({
      command: `sysctl -w kernel.sched_rr_timeslice_ms=${quantumMs}`,
      why: "slice of round robin",
    });
  if (cores.length > 0)
    steps.push({
      command: null,
      why: `boot with isolcpus=${list}, so that nothing else runs there (Sec. 5.2)`,
    });
  if (batch !== currentBatch)
    steps.push({
      command: null,
      why: `set ${batch} packets a call in the functions and start them anew: their vectors are allocated at launch (Sec. 6.4.1)`,
    });
  return steps;
}

/** The commands as one script with a comment above each; what no command can do stands as a comment. */
export const tuningScript = (steps: readonly TuningStep[]): string =>
  `#!/bin/sh\nset -e\n${steps.map(({ command, why }) => `# ${commentText(why)}\n${command === null ? "" : `${command}\n`}`).join("")}`;
