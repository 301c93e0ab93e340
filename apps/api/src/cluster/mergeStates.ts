import type { HeardPath } from "@p4twin/models/telemetry";
import type { CollectorState, ExporterState, RefusedSender } from "../collector/state.ts";
import type { ClockState } from "../shared/wallClock.ts";
import type { SpoolState } from "../spool/spool.ts";
import type { WriterCounters } from "../writer/outbox.ts";
import type { Statement } from "./statements.ts";

/** How each field of two accounts becomes one. A field without a rule does not compile. */
type Rules<T> = { [K in keyof T]: (a: T[K], b: T[K]) => T[K] };

function merge<T>(rules: Rules<T>, a: T, b: T): T {
  const merged = { ...a };
  for (const key in rules) merged[key] = rules[key](a[key], b[key]);
  return merged;
}

const sum = (a: number, b: number): number => a + b;
/** One that cannot tell makes the total unknown. */
const sumOrUnknown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;
const least = (a: number, b: number): number => Math.min(a, b);
const most = (a: number, b: number): number => Math.max(a, b);
const first = <T>(a: T): T => a;
const either = (a: boolean, b: boolean): boolean => a || b;
const union = <T extends string | number>(a: T[], b: T[]): T[] => [...new Set([...a, ...b])].sort(byOrder);
const byOrder = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
const sums = (a: Record<string, number>, b: Record<string, number>): Record<string, number> => {
  const all = { ...a };
  for (const [key, value] of Object.entries(b)) all[key] = (all[key] ?? 0) + value;
  return all;
};

/** One exporter heard by two collectors: its sequence gaps add up as each of them saw them. */
const exporterRules: Rules<ExporterState> = {
  address: first,
  arrived: sum,
  limited: sum,
  sampledOut: sum,
  sampleOneIn: most,
  queueDropped: sum,
  kernelDropped: sum,
  received: sum,
  decoded: sum,
  undecodable: sum,
  undecodableByReason: sums,
  reports: sum,
  matched: sum,
  // absent in what a process of an earlier version says
  waiting: (a = 0, b = 0) => a + b,
  unmatched: sum,
  unmatchedByReason: sums,
  recorded: sum,
  droppedPackets: sum,
  // absent in what a process of an earlier version says
  deviations: (a = {}, b = {}) => sums(a, b),
  rawElements: (a = {}, b = {}) => ({ ...a, ...b }),
  units: (a, b) => a ?? b ?? null,
  sequenceGaps: sum,
  late: sum,
  // absent in what a process of an earlier version says
  sequenceRestarts: (a = 0, b = 0) => a + b,
  untracked: sum,
  formats: union,
  nodeIds: union,
  nodeIdsCapped: either,
  firstHeardMs: least,
  lastHeardMs: most,
  lastBad: (a, b) => (!a || (b && b.atMs > a.atMs) ? b : a),
};

const refusalRules: Rules<RefusedSender> = {
  address: first,
  reason: first,
  datagrams: sum,
  lastHeardMs: most,
};

const hopKey = ({ exporter, hops }: HeardPath): string =>
  JSON.stringify([
    exporter,
    hops.map(({ nodeId, ingressPort, egressPort }) => [nodeId, ingressPort, egressPort]),
  ]);

/** Paths of an exporter that two collectors hear: their latencies are those of the one that heard more. */
function mergePaths(a: HeardPath[], b: HeardPath[]): HeardPath[] {
  const all = new Map(a.map((path) => [hopKey(path), path]));
  for (const path of b) {
    const known = all.get(hopKey(path));
    if (!known) all.set(hopKey(path), path);
    else {
      const more = known.reports >= path.reports ? known : path;
      all.set(hopKey(path), {
        ...more,
        reports: known.reports + path.reports,
        recentShare: (known.recentShare + path.recentShare) / 2,
        firstMs: Math.min(known.firstMs, path.firstMs),
        lastMs: Math.max(known.lastMs, path.lastMs),
      });
    }
  }
  return [...all.values()];
}

/** Entries of both lists, those of the same key merged. */
function join<T>(key: (entry: T) => string, rules: Rules<T>): (a: T[], b: T[]) => T[] {
  return (a, b) => {
    const all = new Map(a.map((entry) => [key(entry), entry]));
    for (const entry of b) {
      const known = all.get(key(entry));
      all.set(key(entry), known ? merge(rules, known, entry) : entry);
    }
    return [...all.values()];
  };
}

/** Machines step one by one: the last step of any, and the clock that was moved furthest. */
const clockOf = (a: ClockState, b: ClockState): ClockState => {
  const last = (b.lastStepAtMs ?? 0) > (a.lastStepAtMs ?? 0) ? b : a;
  return {
    steps: a.steps + b.steps,
    lastStepMs: last.lastStepMs,
    lastStepAtMs: last.lastStepAtMs,
    offsetMs: Math.abs(b.offsetMs) > Math.abs(a.offsetMs) ? b.offsetMs : a.offsetMs,
  };
};

const stateRules: Rules<CollectorState> = {
  atMs: most,
  startedMs: least,
  clock: clockOf,
  source: (a, b) => (a === b ? a : "dgram"),
  ports: (a, b) => [...a, ...b],
  arrived: sum,
  kernelDropped: sumOrUnknown,
  notAccepted: sum,
  tooMany: sum,
  refused: sum,
  refusedSenders: join((s) => `${s.reason} ${s.address}`, refusalRules),
  refusedElsewhere: sum,
  forgotten: (a, b) => ({
    exporters: a.exporters + b.exporters,
    datagrams: a.datagrams + b.datagrams,
  }),
  // each collector has an interface of its own; absent in what a process of an earlier version says
  frames: (a = null, b = null) => a ?? b,
  checksumDrops: (a = null, b = null) => sumOrUnknown(a, b),
  windows: sum,
  cpuMs: sumOrUnknown,
  partsRefused: sum,
  // two collectors may follow the same pair: each has its own estimate
  clocks: (a, b) => [...a, ...b],
  clockStepsBack: sum,
  unmatchedReports: (a, b) => [...a, ...b].sort((x, y) => y.lastMs - x.lastMs),
  // absent in what a process of an earlier version says
  paths: (a = [], b = []) => mergePaths(a, b),
  exporters: join((e) => e.address, exporterRules),
};

/** The accounts of several collectors as one, null of none. */
export const mergeCollectors = (states: readonly CollectorState[]): CollectorState | null =>
  states.length === 0 ? null : states.reduce((a, b) => merge(stateRules, a, b));

/**
 * Where windows are, over all processes, where what an outbox has delivered is in the database: its own
 * balance is exact.
 */
export function mergeOutboxCounts(statements: readonly Statement[]): WriterCounters {
  const outboxes = statements.flatMap(({ outbox }) => outbox ?? []);
  const total = (of: keyof Omit<WriterCounters, "interruption" | "spool">): number =>
    outboxes.reduce((n, o) => n + (o[of] ?? 0), 0);
  return {
    received: total("received"),
    stored: total("stored"),
    duplicates: total("duplicates"),
    dropped: total("dropped"),
    queued: total("queued"),
    failures: total("failures"),
    // absent in what a process of an earlier version says
    mended: total("mended"),
    spool: allSpools(outboxes),
    interruption: latestInterruption(outboxes),
  };
}

const latestInterruption = (outboxes: readonly WriterCounters[]): WriterCounters["interruption"] =>
  outboxes
    .flatMap(({ interruption }) => interruption ?? [])
    .reduce<WriterCounters["interruption"]>(
      (latest, one) => (latest && latest.lastSignMs >= one.lastSignMs ? latest : one),
      null,
    );

/** The spools of several processes as one. */
const addSpools = (a: SpoolState, b: SpoolState): SpoolState => ({
  waiting: a.waiting + b.waiting,
  diskBytes: a.diskBytes + b.diskBytes,
  held: { rows: a.held.rows + b.held.rows, bytes: a.held.bytes + b.held.bytes },
  evicted: a.evicted + b.evicted,
  damaged: {
    records: a.damaged.records + b.damaged.records,
    rows: a.damaged.rows + b.damaged.rows,
    bytes: a.damaged.bytes + b.damaged.bytes,
  },
  writeErrors: a.writeErrors + b.writeErrors,
  lastError: a.lastError ?? b.lastError,
});

/** Absent in what a process of an earlier version says. */
const allSpools = (outboxes: readonly Partial<WriterCounters>[]): SpoolState | null =>
  outboxes
    .flatMap(({ spool }) => spool ?? [])
    .reduce<SpoolState | null>((all, one) => (all ? addSpools(all, one) : one), null);

/**
 * Where windows are, over all processes, where writers take them from a broker. Counters begin with each
 * process, so what was received is what the others add up to; each process alone has its exact balance.
 */
export function mergeWindowCounts(statements: readonly Statement[]): WriterCounters {
  const total: WriterCounters = {
    ...{ received: 0, stored: 0, duplicates: 0, dropped: 0, queued: 0, failures: 0, mended: 0 },
    spool: allSpools(statements.flatMap(({ outbox }) => outbox ?? [])),
    interruption: latestInterruption(statements.flatMap(({ outbox }) => outbox ?? [])),
  };
  for (const { outbox, writer } of statements) {
    total.stored += writer?.stored ?? 0;
    total.duplicates += writer?.duplicates ?? 0;
    total.dropped += (writer?.dropped ?? 0) + (outbox?.dropped ?? 0);
    total.queued += (writer?.queued ?? 0) + (outbox?.queued ?? 0);
    total.failures += (writer?.failures ?? 0) + (outbox?.failures ?? 0);
    total.mended += (writer?.mended ?? 0) + (outbox?.mended ?? 0);
  }
  total.received = total.stored + total.duplicates + total.dropped + total.queued;
  return total;
}
