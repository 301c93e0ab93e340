import type { Pool } from "pg";

/** Which windows of one second go: of a deployment and range, of one collector or all, of one segment or all. */
export type WindowsToTakeOut = {
  deploymentId: string;
  from: Date;
  to: Date;
  collectorId?: string | undefined;
  segmentId?: string | undefined;
};

/** Takes windows out of the twin; roll-ups of their periods become due again. Returns how many windows went. */
export async function takeOutWindows(
  pool: Pool,
  { deploymentId, from, to, collectorId, segmentId }: WindowsToTakeOut,
): Promise<number> {
  const { rows } = await pool.query<{ gone: number }>(
    `WITH gone AS (
       DELETE FROM segment_window
       WHERE deployment_id = $1 AND start >= $2 AND start <= $3
         AND ($4::text IS NULL OR collector_id = $4::text) AND ($5::text IS NULL OR segment_id = $5::text)
       RETURNING start),
     due AS (
       INSERT INTO rollup_due (level, start)
       SELECT DISTINCT 10, date_bin('10 seconds', start, 'epoch'::timestamptz) FROM gone
       ON CONFLICT DO NOTHING)
     SELECT count(*)::int AS gone FROM gone`,
    [deploymentId, from, to, collectorId ?? null, segmentId ?? null],
  );
  return rows[0]?.gone ?? 0;
}
