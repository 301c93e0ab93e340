import { addCounts, Histogram, noCounts } from "@p4twin/models/telemetry";
import type { Bus } from "../bus/bus.ts";
import type { Link } from "../bus/link.ts";
import { decodeWindows, WINDOW_SUBJECTS } from "../bus/windowCodec.ts";
import type { WindowRow } from "../bus/windowRow.ts";
import type { Component } from "../components.ts";

export const defaultClosedWindowsConfig = {
  /** how long a second waits, after its first window came, for those of other collectors */
  holdMs: 1_000,
  /** windows older than this waited in a spool: they are stored, and too late for an alarm */
  maxAgeMs: 30_000,
  /** the second said last is over: one this far ahead was said before the clock went back */
  aheadMs: 1_000,
};

/** Windows of one part and second from several collectors, as one. */
function mergeRows(rows: readonly WindowRow[]): WindowRow {
  const [head] = rows;
  if (rows.length === 1) return head;
  const whole = new Histogram();
  const scratch = new Histogram();
  for (const { histogram } of rows) if (histogram && scratch.read(histogram)) whole.merge(scratch);
  const sum = (of: (row: WindowRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const extreme = (of: (row: WindowRow) => number | null, choose: (...us: number[]) => number) => {
    const known = rows.map(of).filter((us) => us !== null);
    return known.length === 0 ? null : choose(...known);
  };
  const counts = noCounts();
  for (const row of rows) addCounts(counts, row);
  return {
    ...head,
    ...counts,
    count: sum((w) => w.count),
    sumUs: sum((w) => w.sumUs),
    minUs: extreme((w) => w.minUs, Math.min),
    maxUs: extreme((w) => w.maxUs, Math.max),
    histogram: whole.count > 0 ? whole.encode() : null,
  };
}

/**
 * Hears closed windows of all collectors beside the stream, each once, and says a second's windows together,
 * those of one part merged: what an alarm must see. May miss some while NATS is away; `late` counts those
 * that came too late to be said.
 */
export function createClosedWindows(
  link: Pick<Link, "on">,
  heard: Bus,
  config = defaultClosedWindowsConfig,
  now: () => number = Date.now,
): Component & { late(): number } {
  type Second = { rows: Map<string, WindowRow>; timer: NodeJS.Timeout };
  const seconds = new Map<number, Second>();
  let saidMs = Number.NEGATIVE_INFINITY;
  let late = 0;
  let off: (() => void) | null = null;

  const say = (startMs: number): void => {
    const second = seconds.get(startMs);
    if (!second) return;
    clearTimeout(second.timer);
    seconds.delete(startMs);
    saidMs = Math.max(saidMs, startMs);
    const parts = new Map<string, WindowRow[]>();
    for (const row of second.rows.values()) {
      const key = `${row.deploymentId}/${row.part}/${row.segmentId}`;
      const same = parts.get(key);
      if (same) same.push(row);
      else parts.set(key, [row]);
    }
    heard.windows.publish([...parts.values()].map(mergeRows));
  };

  const hear = (payload: Uint8Array): void => {
    for (const row of decodeWindows(payload) ?? []) {
      const { startMs } = row;
      if (saidMs > now() + config.aheadMs) saidMs = Number.NEGATIVE_INFINITY;
      // also one that is no instant
      if (!(startMs > saidMs && startMs >= now() - config.maxAgeMs)) {
        late++;
        continue;
      }
      const second = seconds.get(startMs) ?? {
        rows: new Map<string, WindowRow>(),
        timer: setTimeout(() => {
          // in the order of time, whatever the order of arrival
          for (const earlier of [...seconds.keys()].sort((a, b) => a - b))
            if (earlier <= startMs) say(earlier);
        }, config.holdMs),
      };
      seconds.set(startMs, second);
      // a message that is published again is heard again
      second.rows.set(`${row.collectorId}.${row.sequence}`, row);
    }
  };

  return {
    name: "closed windows",
    late: () => late,
    async start() {
      off = link.on(WINDOW_SUBJECTS, hear);
    },
    async stop() {
      off?.();
      for (const startMs of [...seconds.keys()].sort((a, b) => a - b)) say(startMs);
    },
  };
}
