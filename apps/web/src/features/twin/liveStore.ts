import { type ColumnBuffer, createColumnBuffer } from "@p4twin/ui/series";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Windows = RouterOutputs["twin"]["windows"];
type Twin = RouterOutputs["twin"]["get"];
/** What the subscription yields; see apps/api/src/bus/windowRow.ts. */
export type LiveFrame = {
  atMs: number;
  rows: readonly {
    segmentId: string;
    part: number;
    startMs: number;
    count: number;
    meanUs: number | null;
    p50Us: number | null;
    p95Us: number | null;
    p99Us: number | null;
    abovePl: number;
    aboveDl: number;
    dropped: number;
  }[];
};

const COLUMNS = [
  "mean",
  "p50",
  "p95",
  "p99",
  "low",
  "predicted",
  "high",
  "count",
  "abovePl",
  "aboveDl",
  "dropped",
] as const;
type LiveColumn = (typeof COLUMNS)[number];
type LiveBuffer = ColumnBuffer<LiveColumn>;

/** An hour of seconds and a little more; older rows give way. */
const CAPACITY = 4_000;

/**
 * The observed windows of one deployment, outside React: one buffer per segment and part, filled from stored
 * windows and from live frames. Rows of the same time replace each other, so what arrives twice changes
 * nothing.
 */
export type LiveStore = {
  buffer(segmentId: string, part: number): LiveBuffer;
  /**
   * A range from the database takes the place of what is known of its segments. With `live` the newest rows stay: the
   * stream may have brought what the database did not hold yet.
   */
  load(windows: Windows, live: boolean): void;
  /** Windows of the database join what is there. */
  merge(windows: Windows): void;
  take(frame: LiveFrame): void;
  setPredictions(twin: Twin): void;
  /** Collector's time of the newest frame with windows, ms; null before the first. */
  lastFrameMs(): number | null;
};

type Band = { low: number | null; predicted: number | null; high: number | null };
const NO_BAND: Band = { low: null, predicted: null, high: null };

/** What was predicted of a segment as a whole at a time, by predictions oldest first; unknown before the first. */
function bandsOver(predictions: Windows["predictions"]): (ms: number) => Band {
  let next = 0;
  let band = NO_BAND;
  return (ms) => {
    for (let p = predictions[next]; p && p.atMs <= ms; p = predictions[++next])
      band = { low: p.lowUs, predicted: p.meanUs, high: p.highUs };
    return band;
  };
}
const keyOf = (segmentId: string, part: number): string => `${segmentId}/${part}`;

/** How far behind the stream the database may be, seconds. */
const KEPT_S = 5;

/** Copy of the rows from `fromX` on. */
function newestRows(source: LiveBuffer, fromX: number) {
  const { x, columns } = source.read();
  let first = x.length;
  while (first > 0 && (x[first - 1] ?? 0) >= fromX) first--;
  const tail = (column: ArrayLike<number | null>) => Array.from(column).slice(first);
  return {
    x: tail(x).map(Number),
    columns: Object.fromEntries(COLUMNS.map((name) => [name, tail(columns[name] ?? [])])),
  };
}

export function createLiveStore(): LiveStore {
  const buffers = new Map<string, LiveBuffer>();
  const bands = new Map<string, Band>();
  let lastFrameMs: number | null = null;

  const buffer = (segmentId: string, part: number): LiveBuffer => {
    const key = keyOf(segmentId, part);
    const known = buffers.get(key);
    if (known) return known;
    const made = createColumnBuffer(COLUMNS, CAPACITY);
    buffers.set(key, made);
    return made;
  };

  const blockOf = (series: Windows["series"][number], predictions: Windows["predictions"]) => {
    const now = bands.get(keyOf(series.segmentId, series.part)) ?? NO_BAND;
    const own = series.part === 0 ? predictions.filter((p) => p.segmentId === series.segmentId) : [];
    // nothing was kept of elements, and of a segment that nobody watched yet
    const band = series.startMs.map(own.length > 0 ? bandsOver(own) : () => now);
    return {
      x: series.startMs.map((ms) => ms / 1000),
      columns: {
        mean: series.meanUs,
        p50: series.p50Us,
        p95: series.p95Us,
        p99: series.p99Us,
        count: series.count,
        abovePl: series.abovePl,
        aboveDl: series.aboveDl,
        dropped: series.dropped,
        low: band.map(({ low }) => low),
        predicted: band.map(({ predicted }) => predicted),
        high: band.map(({ high }) => high),
      },
    };
  };

  return {
    buffer,
    load(windows, live) {
      for (const series of windows.series) {
        const target = buffer(series.segmentId, series.part);
        const block = blockOf(series, windows.predictions);
        const newest = live ? newestRows(target, (block.x.at(-1) ?? 0) - KEPT_S) : null;
        target.replace(block);
        if (newest) target.merge(newest);
      }
    },
    merge(windows) {
      for (const series of windows.series)
        buffer(series.segmentId, series.part).merge(blockOf(series, windows.predictions));
    },
    take(frame) {
      // a stream may begin with what was missed, and that may be nothing
      if (frame.rows.length > 0) lastFrameMs = frame.atMs;
      for (const row of frame.rows) {
        const band = bands.get(keyOf(row.segmentId, row.part)) ?? NO_BAND;
        buffer(row.segmentId, row.part).append(row.startMs / 1000, {
          mean: row.meanUs,
          p50: row.p50Us,
          p95: row.p95Us,
          p99: row.p99Us,
          count: row.count,
          abovePl: row.abovePl,
          aboveDl: row.aboveDl,
          dropped: row.dropped,
          ...band,
        });
      }
    },
    setPredictions(twin) {
      for (const { segment, prediction, elementPredictions } of twin.segments)
        [prediction, ...elementPredictions].forEach((p, part) => {
          bands.set(keyOf(segment.id, part), { low: p.lowUs, predicted: p.meanUs, high: p.highUs });
        });
    },
    lastFrameMs: () => lastFrameMs,
  };
}
