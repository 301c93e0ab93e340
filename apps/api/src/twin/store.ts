import { Histogram } from "@p4twin/models/telemetry";
import type { Pool } from "pg";

/** A stored window, or several that were merged. */
export type Bucket = {
  startMs: number;
  histogram: Histogram;
  abovePl: number;
  aboveDl: number;
  dropped: number;
  sequenceGaps: number;
};

/** Buckets of one part of one segment, oldest first; times without any window are absent. */
export type PartBuckets = { segmentId: string; part: number; buckets: Bucket[] };

export type WindowQuery = {
  deploymentId: string;
  /** all segments when left out */
  segmentIds?: readonly string[] | undefined;
  parts: readonly number[] | "all";
  fromMs: number;
  toMs: number;
  bucketMs: number;
};

type Row = {
  segment_id: string;
  part: number;
  start: Date;
  hist: Buffer | null;
  above_pl: number;
  above_dl: number;
  dropped: number;
  seq_gaps: number;
};

const emptyBucket = (startMs: number): Bucket => ({
  startMs,
  histogram: new Histogram(),
  abovePl: 0,
  aboveDl: 0,
  dropped: 0,
  sequenceGaps: 0,
});

/** Reads stored windows. Windows of several collectors, and of one bucket, are merged: counts add, histograms merge. */
export function createTwinStore(pool: Pool) {
  return {
    async windows(query: WindowQuery): Promise<PartBuckets[]> {
      const { rows } = await pool.query<Row>(
        `SELECT segment_id, part, start, hist, above_pl, above_dl, dropped, seq_gaps
           FROM segment_window
          WHERE deployment_id = $1 AND level = 1 AND start >= $2 AND start < $3
            AND ($4::text[] IS NULL OR segment_id = ANY($4)) AND ($5::smallint[] IS NULL OR part = ANY($5))
          ORDER BY segment_id, part, start`,
        [
          query.deploymentId,
          new Date(query.fromMs),
          new Date(query.toMs),
          query.segmentIds ?? null,
          query.parts === "all" ? null : query.parts,
        ],
      );
      const parts: PartBuckets[] = [];
      let part: PartBuckets | undefined;
      let bucket: Bucket | undefined;
      for (const row of rows) {
        if (!part || part.segmentId !== row.segment_id || part.part !== row.part) {
          part = { segmentId: row.segment_id, part: row.part, buckets: [] };
          parts.push(part);
          bucket = undefined;
        }
        const startMs = Math.floor(row.start.getTime() / query.bucketMs) * query.bucketMs;
        if (!bucket || bucket.startMs !== startMs) {
          bucket = emptyBucket(startMs);
          part.buckets.push(bucket);
        }
        const histogram = row.hist && Histogram.decode(row.hist);
        if (histogram) bucket.histogram.merge(histogram);
        bucket.abovePl += row.above_pl;
        bucket.aboveDl += row.above_dl;
        bucket.dropped += row.dropped;
        bucket.sequenceGaps += row.seq_gaps;
      }
      return parts;
    },
  };
}
export type TwinStore = ReturnType<typeof createTwinStore>;
