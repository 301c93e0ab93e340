/**
 * One window of one part of a segment as it crosses the bus: part 0 is the whole segment, part i its i-th element.
 * Windows of a collector are numbered: (collectorId, sequence) makes storing one twice change nothing.
 */
export type WindowRow = {
  deploymentId: string;
  segmentId: string;
  part: number;
  partLabel: string | null;
  /** start of the window, ms since 1970; its length is `lengthS` seconds */
  startMs: number;
  lengthS: number;
  count: number;
  sumUs: number;
  minUs: number | null;
  maxUs: number | null;
  /** encoded histogram (models/telemetry); `null` when the window holds no latency */
  histogram: Uint8Array | null;
  abovePl: number;
  aboveDl: number;
  dropped: number;
  sequenceGaps: number;
  collectorId: string;
  sequence: number;
};

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
