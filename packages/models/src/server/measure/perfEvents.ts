import { assertNever, type Diagnostic } from "../../core/index.ts";
import type { CounterName } from "../perPacket/counters.ts";
import { type Measurement, singleFunction } from "./measurement.ts";

/** One event of `perf stat`: null when it was not counted; `unit` as perf prints it. */
export type PerfEvent = {
  event: string;
  value: number | null;
  unit: string;
  line: number;
  /** share of the run in which a counter was free for it, percent; perf has scaled the value */
  runningPercent: number | null;
};

/** Sum of the events whose name matches, null when none of them was counted. */
type Sum = (pattern: RegExp) => number | null;

/** Rows of one event (intervals, cores) as one: the sum of what was counted, at the place of the first row in doubt. */
function byEvent(events: readonly PerfEvent[]): PerfEvent[] {
  const merged = new Map<string, PerfEvent>();
  for (const row of events) {
    // perf appends :u, :k or :pp when an event was restricted
    // and writes the unit that counts before the event on hybrid processors and Arm: cpu_core/cycles/u
    const event = row.event
      .replace(/:[ukhGHpPSDW]+$/, "")
      .replace(/^(?:cpu(?:_core|_atom)?|armv\d\w*)\/([^/]+)\/\w*$/, "$1");
    const known = merged.get(event);
    if (known === undefined) {
      merged.set(event, { ...row, event });
      continue;
    }
    // kinds of cores that nothing ran on have no count: the others' is the whole
    if (row.value === null) continue;
    if (known.value === null) {
      merged.set(event, { ...row, event });
      continue;
    }
    if (doubtOf(known) === "none" && doubtOf(row) !== "none") known.line = row.line;
    known.value += row.value;
    if (row.runningPercent !== null)
      known.runningPercent = Math.min(known.runningPercent ?? 100, row.runningPercent);
  }
  return [...merged.values()];
}

const sumOf =
  (events: readonly PerfEvent[]): Sum =>
  (pattern) => {
    const found = events.flatMap((e) => (e.value !== null && pattern.test(e.event) ? [e.value] : []));
    return found.length === 0 ? null : found.reduce((a, b) => a + b, 0);
  };

/** `a - b`, never below zero (multiplexed counters are estimates); null when one is unknown. */
const less = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : Math.max(0, a - b);

/**
 * Counts of Table 6.3 from perf's events: the core's own retired-load events where they were counted, else
 * the generic cache events, from which L2 does not follow exactly (what misses L1 and does not reach the last
 * level). Of Intel's generic events `dTLB-load-misses` counts what missed both translation buffers. Arm's own events
 * name each level (`l1d_cache_refill`, `l2d_cache_refill`, `ll_cache_miss_rd`, `dtlb_walk`); its `cache-references` are
 * those of the first level, so they come last.
 */
function countsFrom(sum: Sum): Partial<Record<CounterName, number>> {
  /** of the first event that was counted */
  const first = (...names: string[]): number | null =>
    names.map((name) => sum(new RegExp(`^${name}$`))).find((found) => found !== null) ?? null;
  const l1Loads = first("L1-dcache-loads", "l1d_cache", "l1d_cache_rd");
  const l1Misses = first("L1-dcache-load-misses", "l1d_cache_refill", "l1d_cache_refill_rd");
  const l2Misses = first("l2d_cache_refill", "l2d_cache_refill_rd");
  const stores = sum(/^L1-dcache-stores$/) ?? 0;
  const lastLoads = first("LLC-loads", "ll_cache_rd", "l3d_cache", "l3d_cache_rd", "cache-references");
  const lastMisses = first(
    ...["LLC-load-misses", "ll_cache_miss_rd", "l3d_cache_refill", "l3d_cache_refill_rd", "cache-misses"],
  );
  const walks =
    sum(/^dtlb_load_misses\.miss_causes_a_walk$/i) ??
    first("dtlb_walk", "l2d_tlb_refill", "dTLB-load-misses");
  const secondTlb = sum(/^dtlb_load_misses\.stlb_hit$/i) ?? less(first("l1d_tlb_refill"), walks);
  const l1Tlb = less(first("dTLB-loads", "l1d_tlb"), walks === null ? null : walks + (secondTlb ?? 0));
  const retired = (level: string): number | null =>
    sum(new RegExp(`^mem_load(_uops)?_retired\\.${level}$`, "i"));
  const generic = less(l1Loads, l1Misses);
  const told: Record<CounterName, number | null> = {
    l1Hits: retired("l1_hit") ?? (generic === null ? null : generic + stores),
    l2Hits: retired("l2_hit") ?? less(l1Misses, l2Misses ?? lastLoads),
    l3Hits: retired("l[3l]c?_hit") ?? less(lastLoads, lastMisses),
    dramRefs: retired("l[3l]c?_miss") ?? lastMisses,
    l1TlbHits: l1Tlb,
    l2TlbHits: secondTlb,
    tlbMisses: walks,
    contextSwitches: sum(/^(context-switches|cs)$/),
    sysCalls: sum(/^raw_syscalls:sys_enter$/) ?? sum(/^syscalls:sys_enter_\w+$/),
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
}

/** Milliseconds of perf's clock events: in msec when perf says so, else in ns. */
function clockMs(events: readonly PerfEvent[]): number | null {
  const found = events.find((e) => e.value !== null && /^(task|cpu)-clock$/.test(e.event));
  if (found === undefined || found.value === null) return null;
  return found.unit === "msec" ? found.value : found.value / 1e6;
}

/**
 * A measurement of one function from perf's events, and warnings about events that nobody could count. The
 * tracepoints of the scheduler (`sched:sched_stat_*`) add nanoseconds, so that their count is a time (thesis
 * App. A.3).
 */
export function fromPerfEvents(
  events: readonly PerfEvent[],
  about: { id: string; pid: number | null; packets: number | null; file: string },
): { measurement: Measurement; diagnostics: Diagnostic[] } {
  const named = byEvent(events);
  const sum = sumOf(named);
  const ms = (ns: number | null): number | null => (ns === null ? null : ns / 1e6);
  const scheduler = named.filter((e) => WAITING.test(e.event));
  // the kernel counts them only where it is told to; nothing at all is never what a running function did
  const isOff = scheduler.length > 0 && scheduler.every((e) => e.value === 0);
  const waited = (pattern: RegExp): number | null => (isOff ? null : sum(pattern));
  const asleep = waited(/^sched:sched_stat_sleep$/);
  const blocked = waited(/^sched:sched_stat_blocked$/) ?? waited(/^sched:sched_stat_iowait$/);
  const measurement = singleFunction(about.id, {
    pid: about.pid,
    packets: about.packets ?? sum(/^skb:consume_skb$/),
    counts: countsFrom(sum),
    times: {
      runMs: ms(sum(/^sched:sched_stat_runtime$/)) ?? clockMs(named),
      notRunnableMs: asleep === null && blocked === null ? null : ms((asleep ?? 0) + (blocked ?? 0)),
      runnableMs: ms(waited(/^sched:sched_stat_wait$/)),
    },
    migrations: sum(/^(cpu-migrations|migrations)$/),
    cycles: sum(/^(cpu-)?cycles$/),
  });
  const off: Diagnostic[] = isOff
    ? [
        {
          severity: "warning",
          code: "schedstats-off",
          message:
            "sleep and wait were counted as zero: the kernel's schedstats are off, so these times stay unknown. Run sysctl kernel.sched_schedstats=1 and measure again",
          span: lineSpan(about.file, scheduler[0]!.line),
        },
      ]
    : [];
  return { measurement, diagnostics: [...off, ...named.flatMap((e) => eventWarnings(e, about.file))] };
}

/** Times that the scheduler keeps only with schedstats. */
const WAITING = /^sched:sched_stat_(sleep|wait|blocked|iowait)$/;

type Doubt = "not counted" | "scaled" | "none";

function doubtOf({ value, runningPercent }: PerfEvent): Doubt {
  if (value === null) return "not counted";
  return runningPercent !== null && runningPercent < 50 ? "scaled" : "none";
}

function eventWarnings(event: PerfEvent, file: string): Diagnostic[] {
  const doubt = doubtOf(event);
  const at = (code: string, message: string): Diagnostic[] => [
    { severity: "warning", code, message, span: lineSpan(file, event.line) },
  ];
  switch (doubt) {
    case "not counted":
      return at(
        "event-not-counted",
        `${event.event} was not counted; its term stays unknown. Ask perf list for the name on this processor, or take it from PCM`,
      );
    case "scaled":
      return at(
        "event-scaled",
        `${event.event} was counted ${event.runningPercent} % of the run and scaled; ask for fewer events at a time`,
      );
    case "none":
      return [];
    default:
      return assertNever(doubt, "doubt");
  }
}

/** The whole of a line, of a text whose offsets nobody needs. */
export const lineSpan = (file: string, line: number): Diagnostic["span"] => ({
  file,
  start: 0,
  end: 0,
  line,
  column: 1,
  endLine: line,
  endColumn: 1,
});
