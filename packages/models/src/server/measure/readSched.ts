import type { Diagnostic } from "../../core/index.ts";
import type { MeasuredFunction } from "./measurement.ts";
import { lineSpan } from "./perfEvents.ts";

/** What Linux' scheduler tells of one function: its name and process where the file has them. */
export type SchedTimes = Pick<MeasuredFunction, "pid" | "times" | "migrations"> & {
  id: string | null;
  contextSwitches: number;
};
type ReadSched = { told: SchedTimes | null; diagnostics: Diagnostic[] };

const NS_A_MS = 1e6;
const OFF = "the kernel's schedstats are off, so these times stay unknown";

const error = (file: string, line: number, message: string): ReadSched => ({
  told: null,
  diagnostics: [{ severity: "error", code: "bad-sched", message, span: lineSpan(file, line) }],
});
const schedstatsOff = (file: string, what: string): Diagnostic => ({
  severity: "warning",
  code: "schedstats-off",
  message: `${what}: ${OFF}. Run sysctl kernel.sched_schedstats=1 and measure again`,
  span: lineSpan(file, 1),
});

/** Whether a text is `perf sched latency`. */
export const isPerfSched = (text: string): boolean =>
  /^[ \t]*Task[ \t]*\|[ \t]*Runtime ms[ \t]*\|[ \t]*Switches[ \t]*\|[ \t]*Av/m.test(text);

/**
 * `perf sched latency`: time on a core, times it was put on one, and the mean wait for one. Rows of the task `wanted`
 * are added up; a process of several threads has a row for each, or one with their number.
 */
export function readPerfSched(text: string, file: string, wanted: string | null): ReadSched {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const [task = "", run = "", switches = "", wait = ""] = line.split("|").map((cell) => cell.trim());
    const [, comm, kind = "", number = ""] = /^(.*?):(?:(\()?(\d+)\)?)$/.exec(task) ?? [];
    const [runMs, count, waitMs] = [run, switches, wait].map((t) => /(\d+(?:\.\d+)?)/.exec(t)?.[1]);
    if (comm === undefined || runMs === undefined || count === undefined) return [];
    const pid = kind === "" ? Number(number) : null;
    return [{ comm, pid, runMs: Number(runMs), switches: Number(count), waitMs: Number(waitMs ?? 0) }];
  });
  const names = [...new Set(rows.map((r) => r.comm))];
  const name = wanted ?? (names.length === 1 ? names[0]! : null);
  const own = rows.filter((r) => r.comm === name || String(r.pid) === name);
  const known = names.slice(0, 8).join(", ");
  if (name === null)
    return error(
      file,
      1,
      `has ${names.length} tasks (${known}); keep the function's rows alone, or name it with --name`,
    );
  if (own.length === 0) return error(file, 1, `has no task ${name}; there are ${known || "none"}`);
  const sum = (of: (row: (typeof own)[number]) => number): number => own.reduce((n, row) => n + of(row), 0);
  const told: SchedTimes = {
    id: name,
    pid: own.length === 1 ? own[0]!.pid : null,
    contextSwitches: sum((r) => r.switches),
    migrations: null,
    times: {
      runMs: sum((r) => r.runMs),
      notRunnableMs: null,
      runnableMs: sum((r) => r.switches * r.waitMs),
    },
  };
  return { told, diagnostics: [] };
}

const SCHEDSTAT = /^\s*(\d+)\s+(\d+)\s+(\d+)\s*$/;
/** Whether a text is `/proc/PID/schedstat`: lines of three numbers. */
export const isSchedstat = (text: string): boolean =>
  text
    .trim()
    .split(/\r?\n/)
    .every((line) => SCHEDSTAT.test(line));

/**
 * `/proc/PID/schedstat`: nanoseconds on a core and waiting for one, and times on a core, since the thread began; of two
 * lines or more what lies between the first and the last.
 */
export function readSchedstat(text: string, file: string): ReadSched {
  const lines = text.trim().split(/\r?\n/);
  const numbers = (line: string): number[] => (SCHEDSTAT.exec(line) ?? []).slice(1).map(Number);
  const last = numbers(lines.at(-1)!);
  const first = lines.length > 1 ? numbers(lines[0]!) : [0, 0, 0];
  const [runNs, waitNs, slices] = last.map((n, i) => n - first[i]!) as [number, number, number];
  if (runNs < 0 || waitNs < 0 || slices < 0)
    return error(
      file,
      lines.length,
      "counts less than the line before: keep the lines of one thread in order of time",
    );
  const isOff = runNs === 0 && waitNs === 0;
  const told: SchedTimes = {
    id: null,
    pid: null,
    contextSwitches: slices,
    migrations: null,
    times: isOff
      ? { runMs: null, notRunnableMs: null, runnableMs: null }
      : { runMs: runNs / NS_A_MS, notRunnableMs: null, runnableMs: waitNs / NS_A_MS },
  };
  return { told, diagnostics: isOff ? [schedstatsOff(file, "run and wait are zero")] : [] };
}

const SCHED_HEAD = /^(.+) \((\d+), #threads: (\d+)\)\s*$/;
/** Whether a text is `/proc/PID/sched`. */
export const isProcSched = (text: string): boolean =>
  SCHED_HEAD.test(text.trimStart().split(/\r?\n/, 1)[0] ?? "");

/** `/proc/PID/sched`, of one thread since it began: sleep and wait only with schedstats. */
export function readProcSched(text: string, file: string): ReadSched {
  const [head = "", ...lines] = text.trimStart().split(/\r?\n/);
  const [, id = "", pid, threads] = SCHED_HEAD.exec(head) ?? [];
  const values = new Map(
    lines.flatMap((line): [string, number][] => {
      const [, name = "", value] = /^(\S+)\s*:\s*(-?\d+(?:\.\d+)?)\s*$/.exec(line) ?? [];
      return value === undefined ? [] : [[name.split(".").at(-1)!, Number(value)]];
    }),
  );
  const at = (name: string): number | null => values.get(name) ?? null;
  const [runMs, switches] = [at("sum_exec_runtime"), at("nr_switches")];
  if (runMs === null || switches === null)
    return error(file, 1, "has no se.sum_exec_runtime or nr_switches, as /proc/PID/sched has them");
  const waits = [at("wait_sum"), at("sum_sleep_runtime"), at("sum_block_runtime")];
  const isOff = waits.every((w) => w === null || w === 0);
  const [runnable, sleep, blocked] = waits;
  const told: SchedTimes = {
    id,
    pid: Number(pid),
    contextSwitches: switches,
    migrations: at("nr_migrations"),
    times: {
      runMs,
      notRunnableMs: isOff || sleep === null ? null : sleep! + (blocked ?? 0),
      runnableMs: isOff ? null : runnable!,
    },
  };
  const more: Diagnostic[] =
    Number(threads) > 1
      ? [
          {
            severity: "warning",
            code: "one-thread",
            message: `is one of ${threads} threads of the process; those of the others are in /proc/${pid}/task`,
            span: lineSpan(file, 1),
          },
        ]
      : [];
  return {
    told,
    diagnostics: [...more, ...(isOff ? [schedstatsOff(file, "sleep and wait are zero or missing")] : [])],
  };
}
