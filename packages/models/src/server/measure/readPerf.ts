import { z } from "zod";
import type { PerfEvent } from "./perfEvents.ts";

/** Events of a text of `perf stat`, and lines that are none. */
export type PerfLines = { events: PerfEvent[]; unread: { line: number; text: string }[]; pid: number | null };

const units = new Set(["", "msec", "ns", "Bytes", "MiB", "Joules", "MB"]);
const notCounted = /^<not (counted|supported)>$/;
const number = /^-?\d+([.,]\d+)?$/;
const eventName = /^[A-Za-z][\w.:/=,-]*$/;

const lines = (text: string): { line: number; text: string }[] =>
  text.split(/\r?\n/).map((t, i) => ({ line: i + 1, text: t }));

/**
 * `perf stat -x SEP`, also with -I, -A, --per-core or --per-thread, whose columns stand before the value: value,
 * unit, event, with -r the spread, run time, percent running. Rows of one event are summed by who uses
 * them. Separators `,` and `;`; with a decimal comma the separator must be `;`.
 */
export function readPerfCsv(text: string): PerfLines {
  const result: PerfLines = { events: [], unread: [], pid: null };
  for (const { line, text: row } of lines(text)) {
    const trimmed = row.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const cells = trimmed.split(trimmed.includes(";") ? ";" : ",").map((c) => c.trim());
    // --summary adds the intervals up
    if (cells[0] === "summary") continue;
    const at = cells.findIndex(
      (cell, i) =>
        i >= 2 &&
        isValue(cells[i - 2]!) &&
        units.has(cells[i - 1]!) &&
        eventName.test(cell) &&
        !units.has(cell),
    );
    if (at < 0) result.unread.push({ line, text: trimmed });
    else {
      // -r puts the spread of the runs before the time
      const running = at + (cells[at + 1]?.endsWith("%") ? 3 : 2);
      result.events.push(toEvent(cells[at]!, cells[at - 2]!, cells[at - 1]!, cells[running] ?? "", line));
    }
  }
  return result;
}

const isValue = (cell: string): boolean => number.test(cell) || notCounted.test(cell);

const toEvent = (event: string, value: string, unit: string, running: string, line: number): PerfEvent => ({
  event,
  unit,
  line,
  value: notCounted.test(value) ? null : Number(value.replace(",", ".")),
  runningPercent: number.test(running) ? Number(running.replace(",", ".")) : null,
});

const jsonRow = z.object({
  interval: z.number().optional(),
  "counter-value": z.union([z.string(), z.number()]),
  unit: z.string().default(""),
  event: z.string(),
  "pcnt-running": z.number().optional(),
});

/** Whether a text is `perf stat -j`: one JSON object a line. */
export const isPerfJson = (text: string): boolean => /^[ \t]*\{[^\n]*"counter-value"/m.test(text);

/** `perf stat -j`, also with -I and -A. */
export function readPerfJson(text: string): PerfLines {
  const result: PerfLines = { events: [], unread: [], pid: null };
  let hasIntervals = false;
  for (const { line, text: row } of lines(text)) {
    const trimmed = row.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const found = jsonRow.safeParse(parsed(trimmed));
    if (!found.success) {
      result.unread.push({ line, text: trimmed });
      continue;
    }
    const { interval, "counter-value": value, unit, event, "pcnt-running": running } = found.data;
    // --summary adds the intervals up
    if (interval === undefined && hasIntervals) continue;
    hasIntervals = interval !== undefined;
    result.events.push(toEvent(event, String(value), unit, String(running ?? ""), line));
  }
  return result;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** No row of perf is longer; the expressions below are slow on long runs of blanks. */
const LONGEST_ROW = 500;
/** What perf prints behind an event: a derived figure, the spread of runs, the share of time it was counted. */
const FIGURE = /\s+#.*?(?=\(|$)/;
const SPREAD = /\(\s*\+-[^)]*\)/;
const RUNNING = /\(\s*([\d.,]+)\s*%\s*\)\s*$/;
const valueRow =
  /^((?:.*?[ \t])?)(<not (?:counted|supported)>|\d[\d.,'’\u202f\u00a0]*)[ \t]+(?:(msec|ns|Joules|Bytes|MiB|MB)[ \t]+)?([A-Za-z][\w.:/=,-]*)$/;
/**
 * What perf prints before the value: the time (-I), the CPU (-A), the part of the machine and how many counted in it
 * (--per-core, --per-socket, --per-node), the thread (--per-thread).
 */
const PLACES = /^(\d+\.\d{6,}[ \t]*)?(CPU\d+|[SDN]\d+\S*[ \t]+\d+|\S.*-\d+)?$/;

/** A row of the text for people in its parts; null when it is none. */
function rowOf(trimmed: string) {
  const running = RUNNING.exec(trimmed)?.[1] ?? "";
  const plain = trimmed.replace(RUNNING, "").replace(SPREAD, "").replace(FIGURE, "").trim();
  const found = valueRow.exec(plain);
  if (found === null || !PLACES.test(found[1]!.trim())) return null;
  const isInterval = /^\d+\.\d{6,}/.test(found[1]!.trim());
  return { value: found[2]!, unit: found[3] ?? "", event: found[4]!, running, isInterval };
}

/** The text that `perf stat` prints for people, also with -I, -A, -r, --per-core or --per-thread. */
export function readPerfText(text: string): PerfLines {
  const pid = /Performance counter stats for process id '(\d+)/.exec(text);
  const result: PerfLines = { events: [], unread: [], pid: pid ? Number(pid[1]) : null };
  let hasIntervals = false;
  for (const { line, text: row } of lines(text)) {
    const trimmed = row.trim();
    // --summary adds the intervals up
    if (hasIntervals && trimmed.startsWith("Performance counter stats")) break;
    if (trimmed === "" || /^(#|Performance counter stats|Some events)/.test(trimmed)) continue;
    if (/^[\d.,]+ (\+- [\d.,]+ )?seconds (time elapsed|user|sys)/.test(trimmed.replace(/\s+/g, " ")))
      continue;
    const found = trimmed.length > LONGEST_ROW ? null : rowOf(trimmed);
    if (found === null) {
      result.unread.push({ line, text: trimmed });
      continue;
    }
    const { value, unit, event, running, isInterval } = found;
    hasIntervals ||= isInterval;
    result.events.push(toEvent(event, plainNumber(value), unit, running, line));
  }
  return result;
}

/** A number without its marks of thousands; a mark followed by other than three digits is that of the fraction. */
function plainNumber(text: string): string {
  if (notCounted.test(text)) return text;
  const fraction = /^(.*)[.,](\d{1,2}|\d{4,})$/.exec(text);
  const digits = (t: string): string => t.replace(/\D/g, "");
  return fraction ? `${digits(fraction[1]!)}.${fraction[2]}` : digits(text);
}
