import { checkShape, type Diagnostic, readDocument } from "../../core/index.ts";
import { counterFileSchema, fromCounterFile, type Measurement, singleFunction } from "./measurement.ts";
import { fromPerfEvents, lineSpan, type PerfEvent } from "./perfEvents.ts";
import { isCounterCsv, readCounterCsv } from "./readCounterCsv.ts";
import { isPcm, readPcm } from "./readPcm.ts";
import { isPerfJson, type PerfLines, readPerfCsv, readPerfJson, readPerfText } from "./readPerf.ts";
import {
  isPerfSched,
  isProcSched,
  isSchedstat,
  readPerfSched,
  readProcSched,
  readSchedstat,
  type SchedTimes,
} from "./readSched.ts";

export const counterFormats = [
  "counters",
  "csv",
  "perf-csv",
  "perf-json",
  "perf-text",
  "pcm",
  "perf-sched",
  "schedstat",
  "proc-sched",
] as const;
export type CounterFormat = (typeof counterFormats)[number];

/** What tools do not write into their files. */
export type ReadOptions = {
  /** of the function that the file describes, for perf and PCM; the file's name when null */
  id: string | null;
  /** packets that the function handled during the run */
  packets: number | null;
  /** cores whose columns of a PCM file count; empty for the whole system */
  cores: readonly number[];
};

export type ReadMeasurement = {
  format: CounterFormat;
  /** null when there is an error among the diagnostics */
  measurement: Measurement | null;
  diagnostics: Diagnostic[];
};

/** Characters in which a file of perf shows an event. */
const HEAD = 20_000;

/** Which format a text is in; what fits none is taken for a counter file, whose diagnostics say what is expected. */
export function counterFormat(text: string): CounterFormat {
  const first = text.trimStart()[0];
  if (isPerfJson(text)) return "perf-json";
  if (first === "{") return "counters";
  if (/Performance counter stats for/.test(text)) return "perf-text";
  if (isPcm(text)) return "pcm";
  if (isPerfSched(text)) return "perf-sched";
  if (isProcSched(text)) return "proc-sched";
  if (isSchedstat(text)) return "schedstat";
  if (isCounterCsv(text)) return "csv";
  if (/^[ \t]*version[ \t]*:/m.test(text)) return "counters";
  const head = text.slice(0, HEAD);
  if (readPerfCsv(head).events.length > 0) return "perf-csv";
  return readPerfText(head).events.length > 0 ? "perf-text" : "counters";
}

/**
 * Counters of a chain or of one function from what an operator has: our counter file (JSON, YAML) or CSV,
 * `perf stat` (text, or CSV by -x), Intel PCM's CSV, and what Linux' scheduler counts. Never throws on input; a warning
 * names an event that was not counted.
 */
export function readMeasurement(text: string, file: string, options: ReadOptions): ReadMeasurement {
  const format = counterFormat(text);
  switch (format) {
    case "counters": {
      const { value, diagnostics } = checkShape(
        readDocument(text, file),
        counterFileSchema,
        "a counter file",
      );
      return { format, measurement: value === null ? null : fromCounterFile(value), diagnostics };
    }
    case "csv":
      return { format, ...readCounterCsv(text, file) };
    case "pcm":
      return { format, ...fromPcm(text, file, options) };
    case "perf-sched":
      return { format, ...fromSched(readPerfSched(text, file, options.id), file, options) };
    case "schedstat":
      return { format, ...fromSched(readSchedstat(text, file), file, options) };
    case "proc-sched":
      return { format, ...fromSched(readProcSched(text, file), file, options) };
    case "perf-csv":
      return { format, ...fromPerf(readPerfCsv(text), file, options) };
    case "perf-json":
      return { format, ...fromPerf(readPerfJson(text), file, options) };
    case "perf-text":
      return { format, ...fromPerf(readPerfText(text), file, options) };
  }
}

type Read = { measurement: Measurement | null; diagnostics: Diagnostic[] };

const nameOf = (file: string, { id }: ReadOptions): string =>
  id ?? (file.split("/").at(-1) || file).replace(/[^\w.:-]/g, "_");

function fromPerf({ events, unread, pid }: PerfLines, file: string, options: ReadOptions): Read {
  const warnings = unread.slice(0, 5).map(
    ({ line, text }): Diagnostic => ({
      severity: "warning",
      code: "line-unread",
      message: `is not an event of perf and was skipped: ${JSON.stringify(text.slice(0, 60))}`,
      span: lineSpan(file, line),
    }),
  );
  const { measurement, diagnostics } = fromPerfEvents(events, {
    id: nameOf(file, options),
    pid,
    packets: options.packets,
    file,
  });
  const known = Object.values(measurement.functions[0]?.counts ?? {}).some((c) => c !== null);
  if (known) return { measurement, diagnostics: [...warnings, ...diagnostics] };
  return { measurement: null, diagnostics: [nothingKnown(events, file), ...warnings, ...diagnostics] };
}

function fromSched(
  { told, diagnostics }: { told: SchedTimes | null; diagnostics: Diagnostic[] },
  file: string,
  options: ReadOptions,
): Read {
  if (told === null) return { measurement: null, diagnostics };
  const { id, contextSwitches, ...times } = told;
  const name = options.id ?? id ?? nameOf(file, options);
  const counts = { contextSwitches };
  return { measurement: singleFunction(name, { ...times, packets: options.packets, counts }), diagnostics };
}

const nothingKnown = (events: readonly PerfEvent[], file: string): Diagnostic => ({
  severity: "error",
  code: "no-counter",
  message: `has none of the events that the latency is made of (${events.length} others); run perf stat -e L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses,dTLB-loads,dTLB-load-misses,context-switches,cpu-migrations`,
  span: lineSpan(file, 1),
});

function fromPcm(text: string, file: string, options: ReadOptions): Read {
  const read = readPcm(text, options.cores);
  if (!read.ok) {
    const { line, message } = read;
    return {
      measurement: null,
      diagnostics: [{ severity: "error", code: "bad-pcm", message, span: lineSpan(file, line) }],
    };
  }
  const diagnostics = read.skipped.map(
    (line): Diagnostic => ({
      severity: "warning",
      code: "row-skipped",
      message: "has no numbers in the columns of L2 and L3 and was passed over",
      span: lineSpan(file, line),
    }),
  );
  const measurement = singleFunction(nameOf(file, options), {
    packets: options.packets,
    counts: read.counts,
  });
  return { measurement, diagnostics };
}
