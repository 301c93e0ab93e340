import { assertNever } from "../../core/index.ts";
import type { Policy } from "../data/serverProfile.ts";
import type { Tuning } from "./advise.ts";
import { nicenessOf } from "./quantum.ts";
import { commentText, pidOfName } from "./shellQuote.ts";

/** A process to tune: by its id, or by its name when the id is unknown. */
export type TunedProcess = { id: string; pid: number | null };

/**
 * A line for a shell (as root), or a setting that no command can make (`command` null). `call` is the same for the
 * script, which finds out what the kernel has.
 */
export type TuningStep = { command: string | null; why: string; call?: string };

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
 * Steps that put a tuning in force: pinning with all threads (`taskset -a`), a core for each function as far as they
 * go; policy (`chrt`), niceness (`renice`), slices, and the batch, which is a setting of the functions and needs their
 * restart. Names of an uploaded file are quoted; `cores` empty: nothing is pinned.
 */
export function tuningSteps(
  tuning: Tuning,
  processes: readonly TunedProcess[],
  cores: readonly number[],
  currentBatch: number | null,
): TuningStep[] {
  const { policy, priority, quantumMs, batch } = tuning;
  const steps: TuningStep[] = [];
  for (const [i, process] of processes.entries()) {
    const pid = process.pid === null ? pidOfName(process.id) : String(process.pid);
    const name = commentText(process.id);
    const core = cores[i % cores.length];
    if (core !== undefined)
      steps.push({
        command: `taskset -a -cp ${core} ${pid}`,
        call: `pin ${pid} ${core}`,
        why: `keeps ${name} and its threads on core ${core}`,
      });
    if (priority === null) continue;
    const chrtPriority = isRealTime(policy) ? priority : 0;
    steps.push({
      command: `chrt -a ${chrtFlag(policy)} -p ${chrtPriority} ${pid}`,
      call: `policy ${pid} ${chrtFlag(policy)} ${chrtPriority}`,
      why: `policy of ${name}`,
    });
    if (!isRealTime(policy))
      steps.push({
        command: `renice -n ${nicenessOf(priority)} -p ${pid}`,
        call: `niceness ${pid} ${nicenessOf(priority)}`,
        why: `priority ${priority}: a slice of ${quantumMs} ms by Eq. 6.1`,
      });
  }
  if (priority !== null && quantumMs !== null && !isRealTime(policy)) {
    const ns = Math.round(quantumMs * 1e6);
    steps.push({
      command: `echo ${ns} > /sys/kernel/debug/sched/base_slice_ns`,
      call: `slice ${ns}`,
      why: "the slice itself, from Linux 6.6 on; from 5.13 min_granularity_ns there, before kernel.sched_min_granularity_ns",
    });
  }
  if (policy === "rr" && quantumMs !== null)
    steps.push({
      command: `sysctl -w kernel.sched_rr_timeslice_ms=${quantumMs}`,
      call: `setting proc/sys/kernel/sched_rr_timeslice_ms ${quantumMs}`,
      why: "slice of round robin",
    });
  if (cores.length > 0)
    steps.push({
      command: null,
      why: `boot with isolcpus=${cores.join(",")}, so that nothing else runs there (Sec. 5.2)`,
    });
  if (batch !== currentBatch)
    steps.push({
      command: null,
      why: `set ${batch} packets a call in the functions and start them anew: their vectors are allocated at launch (Sec. 6.4.1)`,
    });
  return steps;
}

/**
 * The steps as one script for the kernel that it finds: what that lacks is skipped with a line, `--dry-run` prints, a
 * run writes a script that takes it back. What no command can do is a comment.
 */
export const tuningScript = (steps: readonly TuningStep[]): string =>
  `${PRELUDE}${steps.map(({ call, why }) => `# ${commentText(why)}\n${call === undefined ? "" : `${call}\n`}`).join("")}${END}`;

/** TUNE_ROOT is a folder in the place of /, for tests. */
const PRELUDE = `#!/bin/sh
# Tuning by p4twin profile, as root: sh FILE --dry-run prints what it would do; sh FILE does it and writes
# tune-undo.sh (TUNE_UNDO), which takes it back.
set -u
LC_ALL=C; export LC_ALL # the answers of the tools are read
dry=; if [ "\${1:-}" = --dry-run ]; then dry=1; fi
root=\${TUNE_ROOT:-}
undo=\${TUNE_UNDO:-tune-undo.sh}
failed=0
if [ -z "$dry" ] && [ -e "$undo" ]; then echo "$undo is there: run it first, or remove it" >&2; exit 1; fi
# the last change is taken back first: what is set twice ends as it was
keep() {
  if [ -n "$dry" ]; then return 0; fi
  { printf '%s\\n' "$*"; if [ -e "$undo" ]; then cat "$undo"; fi; } > "$undo.new" && mv "$undo.new" "$undo"
}
run() { echo "$*"; if [ -z "$dry" ]; then "$@" > /dev/null || { echo "failed: $*" >&2; failed=1; }; fi; }
runs() { if [ -n "$1" ] && [ -d "$root/proc/$1" ]; then return 0; fi; echo "skipped: no process \${1:-of that name}"; return 1; }
threads() { for task in "$root/proc/$1/task"/*; do echo "\${task##*/}"; done; }
pin() {
  runs "$1" || return 0
  for id in $(threads "$1"); do was=$(taskset -cp "$id") && keep "taskset -cp \${was##* } $id"; done
  run taskset -a -cp "$2" "$1"
}
policy() {
  runs "$1" || return 0
  for id in $(threads "$1"); do
    was=$(chrt -p "$id") || continue
    case $was in
      *SCHED_DEADLINE*) echo "deadline scheduling of thread $id cannot be taken back" >&2; continue ;;
      *SCHED_BATCH*) flag=--batch ;;
      *SCHED_RR*) flag=--rr ;;
      *SCHED_FIFO*) flag=--fifo ;;
      *SCHED_IDLE*) flag=--idle ;;
      *) flag=--other ;;
    esac
    keep "chrt $flag -p $(echo "$was" | sed -n 's/.*priority: *//p') $id"
  done
  run chrt -a "$2" -p "$3" "$1"
}
niceness() {
  runs "$1" || return 0
  for id in $(threads "$1"); do
    was=$(sed 's/.*) //' "$root/proc/$1/task/$id/stat" | cut -d ' ' -f 17) && keep "renice -n $was -p $id"
    run renice -n "$2" -p "$id"
  done
}
setting() {
  if [ ! -e "$root/$1" ]; then echo "skipped: this kernel has no /$1"; return 0; fi
  keep "echo $(cat "$root/$1") > $root/$1"
  echo "echo $2 > $root/$1"
  if [ -z "$dry" ]; then echo "$2" > "$root/$1" || failed=1; fi
}
slice() {
  for file in sys/kernel/debug/sched/base_slice_ns sys/kernel/debug/sched/min_granularity_ns proc/sys/kernel/sched_min_granularity_ns; do
    if [ -e "$root/$file" ]; then setting "$file" "$1"; return 0; fi
  done
  echo "skipped: no setting of the slice; mount debugfs on /sys/kernel/debug, or this kernel has none"
}
`;
const END = `if [ -z "$dry" ] && [ -e "$undo" ]; then echo "to take it back: sh $undo"; fi
exit "$failed"
`;
