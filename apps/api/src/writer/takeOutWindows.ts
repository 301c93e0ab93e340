import type { Pool, PoolClient } from "pg";
import { windowColumns } from "../bus/windowRow.ts";

/** Which windows of one second go: of a deployment and range, of one collector or all, of one segment or all. */
export type WindowsToTakeOut = {
  deploymentId: string;
  from: Date;
  to: Date;
  collectorId?: string | undefined;
  segmentId?: string | undefined;
};

const COLUMNS = windowColumns.map(([, column]) => column).join(", ");
const due = (from: string): string => `due AS (
       INSERT INTO rollup_due (level, start)
       SELECT DISTINCT 10, date_bin('10 seconds', start, 'epoch'::timestamptz) FROM ${from}
       ON CONFLICT DO NOTHING)`;

/**
 * Takes windows out of the twin; roll-ups of their periods become due again. They are kept under the id `keptAs` where
 * one is given. Returns how many windows went.
 */
export async function takeOutWindows(
  pool: Pool | PoolClient,
  { deploymentId, from, to, collectorId, segmentId }: WindowsToTakeOut,
  keptAs: string | null = null,
): Promise<number> {
  const { rows } = await pool.query<{ gone: number }>(
    `WITH gone AS (
       DELETE FROM segment_window
       WHERE deployment_id = $1 AND start >= $2 AND start <= $3
         AND ($4::text IS NULL OR collector_id = $4::text) AND ($5::text IS NULL OR segment_id = $5::text)
       RETURNING ${COLUMNS}),
     kept AS (
       INSERT INTO voided_window (void_id, ${COLUMNS})
       SELECT $6::uuid, ${COLUMNS} FROM gone WHERE $6::uuid IS NOT NULL),
     ${due("gone")}
     SELECT count(*)::int AS gone FROM gone`,
    [deploymentId, from, to, collectorId ?? null, segmentId ?? null, keptAs],
  );
  return rows[0]?.gone ?? 0;
}

/** Puts back what `takeOutWindows` kept under this id. Partitions of their days stand. */
export async function putBackWindows(client: PoolClient, keptAs: string): Promise<number> {
  const { rows } = await client.query<{ back: number }>(
    `WITH back AS (DELETE FROM voided_window WHERE void_id = $1 RETURNING ${COLUMNS}),
     put AS (INSERT INTO segment_window (${COLUMNS}) SELECT ${COLUMNS} FROM back ON CONFLICT DO NOTHING),
     ${due("back")}
     SELECT count(*)::int AS back FROM back`,
    [keptAs],
  );
  return rows[0]?.back ?? 0;
}
