import {
  addCounts,
  Histogram,
  mergeOf,
  noCounts,
  type WindowCounts,
  windowCounters,
} from "@p4twin/models/telemetry";
import type { Bucket, PartBuckets } from "@p4twin/models/twin";
import type { Pool } from "pg";
import { counterColumns } from "../bus/windowRow.ts";
import { type Frontiers, LEVELS_S, readPlan, type Stretch } from "../rollup/levels.ts";

export type WindowQuery = {
  deploymentId: string;
  /** all segments when left out */
  segmentIds?: readonly string[] | undefined;
  parts: readonly number[] | "all";
  fromMs: number;
  toMs: number;
  /** null: one bucket for the whole range */
  bucketMs: number | null;
};

/**
 * What was stored of one part in one bucket: counts added, histograms one behind the other, each after its
 * length in four bytes.
 */
type Row = {
  segment_id: string;
  part: number;
  start_ms: number;
  hists: Buffer | null;
} & WindowCounts;

const SUMS = windowCounters.map((c) => `${mergeOf(c)}(${counterColumns[c]})::float8 AS "${c}"`).join(", ");

const emptyBucket = (startMs: number): Bucket => ({
  startMs,
  histogram: new Histogram(),
  ...noCounts(),
});

/**
 * Reads stored windows, the middle of a long range from roll-ups and its ends to the second. Windows of
 * several collectors, and of one bucket, are merged: counts add, histograms merge.
 */
export function createTwinStore(pool: Pool) {
  /**
   * Up to where the roll-ups of each level are complete: before the first period that is still to be made, at
   * it or below.
   */
  const frontiers = async (): Promise<Frontiers> => {
    const { rows } = await pool.query<{ level: number; start: Date }>(
      "SELECT level, min(start) AS start FROM rollup_due GROUP BY level",
    );
    return (levelS) => {
      const due = rows.filter((r) => r.level <= levelS).map((r) => r.start.getTime());
      return due.length === 0 ? null : Math.min(...due);
    };
  };

  const read = async (query: WindowQuery, { levelS, fromMs, toMs }: Stretch): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      // one row a bucket: reading thousands of rows costs more than merging their histograms
      `SELECT segment_id, part, start_ms, string_agg(int4send(length(hist)) || hist, ''::bytea) AS hists, ${SUMS}
           FROM (SELECT *, CASE WHEN $7::float8 IS NULL THEN $8::float8 ELSE floor(extract(epoch FROM start)::float8 * 1000 / $7) * $7 END AS start_ms
                   FROM ${levelS === 1 ? "segment_window" : "segment_rollup"}
                  WHERE deployment_id = $1 AND level = $2 AND start >= $3 AND start < $4
                    AND ($5::text[] IS NULL OR segment_id = ANY($5)) AND ($6::smallint[] IS NULL OR part = ANY($6))) w
          GROUP BY segment_id, part, start_ms
          ORDER BY segment_id, part, start_ms`,
      [
        query.deploymentId,
        levelS,
        new Date(fromMs),
        new Date(toMs),
        query.segmentIds ?? null,
        query.parts === "all" ? null : query.parts,
        query.bucketMs,
        query.fromMs,
      ],
    );
    return rows;
  };

  return {
    async windows(query: WindowQuery): Promise<PartBuckets[]> {
      const { fromMs, toMs, bucketMs } = query;
      const fitting = LEVELS_S.filter((levelS) => bucketMs === null || bucketMs % (levelS * 1000) === 0);
      const coarsestS = Math.max(1, ...fitting);
      const plan = readPlan(fromMs, toMs, coarsestS, coarsestS > 1 ? await frontiers() : () => null);
      const parts = new Map<string, PartBuckets>();
      for (const rows of await Promise.all(plan.map((stretch) => read(query, stretch)))) {
        let part: PartBuckets | undefined;
        for (const row of rows) {
          if (part?.segmentId !== row.segment_id || part.part !== row.part) {
            const key = `${row.part} ${row.segment_id}`;
            part = parts.get(key) ?? { segmentId: row.segment_id, part: row.part, buckets: [] };
            parts.set(key, part);
          }
          const last = part.buckets.at(-1);
          const bucket = last?.startMs === row.start_ms ? last : emptyBucket(row.start_ms);
          if (bucket !== last) part.buckets.push(bucket);
          for (let at = 0; row.hists && at < row.hists.length; ) {
            const end = at + 4 + row.hists.readUInt32BE(at);
            bucket.histogram.mergeEncoded(row.hists.subarray(at + 4, end));
            at = end;
          }
          addCounts(bucket, row);
        }
      }
      return [...parts.values()].sort((a, b) => compare(a.segmentId, b.segmentId) || a.part - b.part);
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
export type TwinStore = ReturnType<typeof createTwinStore>;
