import { type WindowCounter, windowCounters } from "@p4twin/models/telemetry";

/** What a column of a window holds: `text?`, `number?` and `bytes?` may be null. */
type Values = {
  text: string;
  "text?": string | null;
  number: number;
  "number?": number | null;
  "bytes?": Uint8Array | null;
};

/**
 * The columns of a window: name, column of the table, what it holds. From here come the type, what COPY writes and what
 * crosses between processes: texts, then numbers, then bytes, each in this order (another order is another version of
 * `windowCodec.ts`).
 */
export const windowColumns = [
  ["deploymentId", "deployment_id", "text"],
  ["segmentId", "segment_id", "text"],
  // 0: the whole segment, i: its i-th element
  ["part", "part", "number"],
  ["partLabel", "part_label", "text?"],
  ["collectorId", "collector_id", "text"],
  // start of the window, ms since 1970
  ["startMs", "start", "number"],
  // its length, seconds
  ["lengthS", "level", "number"],
  ["count", "count", "number"],
  ["sumUs", "sum_us", "number"],
  ["minUs", "min_us", "number?"],
  ["maxUs", "max_us", "number?"],
  ["abovePl", "above_pl", "number"],
  ["aboveDl", "above_dl", "number"],
  ["dropped", "dropped", "number"],
  ["sequenceGaps", "seq_gaps", "number"],
  ["congested", "congested", "number"],
  ["queueDepthMs", "queue_depth_ms", "number"],
  ["queueMs", "queue_ms", "number"],
  ["queueMax", "queue_max", "number"],
  ["utilisation", "utilisation", "number"],
  ["utilisationCount", "utilisation_count", "number"],
  ["sampleOneIn", "sample_one_in", "number"],
  ["sequence", "sequence", "number"],
  // encoded (models/telemetry); null when the window holds no latency
  ["histogram", "hist", "bytes?"],
] as const satisfies readonly (readonly [field: string, column: string, holds: keyof Values])[];

/**
 * One window as it crosses the bus. Windows of a collector are numbered: (collectorId, sequence) makes storing one
 * twice change nothing.
 */
export type WindowRow = { [C in (typeof windowColumns)[number] as C[0]]: Values[C[2]] };

type Column = (typeof windowColumns)[number];
/** Fields that hold one of these kinds, in their order. */
export const windowFields = <K extends keyof Values>(...kinds: K[]) =>
  windowColumns.flatMap(([field, , holds]) =>
    kinds.some((kind) => kind === holds) ? [field as Extract<Column, readonly [string, string, K]>[0]] : [],
  );

/** Columns of the table for what a window counts. */
export const counterColumns: Readonly<Record<"count" | WindowCounter, string>> = Object.fromEntries(
  windowColumns.filter(([field]) => field === "count" || windowCounters.some((c) => c === field)),
) as Record<"count" | WindowCounter, string>;

/** What a watcher sees of a window, closed or still open. Percentiles in us; `null` without packets. */
export type LiveRow = {
  segmentId: string;
  part: number;
  startMs: number;
  closed: boolean;
  count: number;
  meanUs: number | null;
  p50Us: number | null;
  p95Us: number | null;
  p99Us: number | null;
  maxUs: number | null;
  abovePl: number;
  aboveDl: number;
  dropped: number;
  sequenceGaps: number;
  /** for merging with what other collectors saw of the same window; never goes to browsers */
  histogram?: Uint8Array | null;
};

/** The rows of one deployment that changed since the frame before. `atMs` is the collector's clock. */
export type LiveFrame = { deploymentId: string; atMs: number; rows: LiveRow[] };
