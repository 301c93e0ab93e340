import {
  type DriftState,
  type PredictionAt,
  predictionSchema,
  type SegmentPrediction,
  segmentPredictionSchema,
  startDrift,
} from "@p4twin/models/twin";
import type { Pool } from "pg";
import { z } from "zod";

/** A prediction as it was from `atMs` on. */
export type KeptPrediction = {
  deploymentId: string;
  segmentId: string;
  atMs: number;
  basis: string;
  prediction: SegmentPrediction;
};
/** Bounds of a kept prediction, without its terms. */
export type KeptBounds = PredictionAt & { segmentId: string; basis: string };
export type KeptDrift = { deploymentId: string; segmentId: string; basis: string; state: DriftState };

const number = z.number().nullable();
const places = z.tuple([z.number(), z.number(), z.number()]).readonly();
const spread = z.object({ count: z.number(), squares: z.number(), most: z.number() });
const spans = z.array(z.object({ up: spread, down: spread, jump: spread }));
const noise = z.object({ centre: z.number(), bound: z.number(), scale: z.number() });
const driftStateSchema: z.ZodType<DriftState> = z.object({
  phase: z.enum(["warming", "watching", "drifted"]),
  warm: z.array(z.number()),
  noise: noise.nullable(),
  mean: z.number(),
  windows: z.number(),
  up: z.number(),
  down: z.number(),
  upSinceMs: number,
  downSinceMs: number,
  recent: z.array(z.tuple([z.number(), z.number()])),
  sinceMs: number,
  shift: number,
  calm: z.number(),
  // one that was kept before excursions were learnt, or learnt by side, learns them anew
  excursions: z
    .object({
      ...{ windows: z.number(), usual: places.nullable() },
      ...{ open: z.array(places), last: z.array(places.nullable()), lastButOne: z.array(places.nullable()) },
      ...{ past: spans, returned: spans, held: spans, suspicious: z.array(z.boolean()) },
      stays: z.object({ up: z.array(z.number()), down: z.array(z.number()) }),
    })
    .catch(() => startDrift().excursions),
  upOff: places.default([0, 0, 0]),
  downOff: places.default([0, 0, 0]),
  waiting: z
    .object({
      ...{ sinceMs: number, side: z.union([z.literal(1), z.literal(-1)]), windows: z.number() },
      ...{ off: z.number(), mean: z.number(), noise, usual: places },
    })
    .nullable()
    .default(null),
  // a state that was kept before runs were told apart has none
  runs: z
    .array(
      z.object({
        ...{ sinceMs: z.number(), mean: z.number(), windows: z.number() },
        startedByMs: z.number().optional(),
      }),
    )
    .default([]),
  started: z.boolean().default(false),
});

/**
 * The parts of a kept prediction that windows are held against. Of a release before there were two intervals the mean
 * alone is kept: its bounds were those of a packet.
 */
const HELD = `at, basis, mean_us, document->'prediction'->'packet' AS packet,
  CASE WHEN document->'prediction' ? 'packet' THEN low_us END AS low_us,
  CASE WHEN document->'prediction' ? 'packet' THEN high_us END AS high_us`;

const onePerSegment = async (
  pool: Pool,
  deploymentId: string,
  order: "ASC" | "DESC",
  beforeMs?: number,
): Promise<Map<string, KeptPrediction>> => {
  const { rows } = await pool.query<{ segment_id: string; at: Date; basis: string; document: unknown }>(
    `SELECT DISTINCT ON (segment_id) segment_id, at, basis, document FROM twin_prediction
      WHERE deployment_id = $1 AND ($2::timestamptz IS NULL OR at < $2) ORDER BY segment_id, at ${order}`,
    [deploymentId, beforeMs === undefined ? null : new Date(beforeMs)],
  );
  return new Map(
    rows.flatMap((r) => {
      const prediction = segmentPredictionSchema.safeParse(r.document);
      if (!prediction.success) return [];
      const { segment_id: segmentId, at, basis } = r;
      return [
        [segmentId, { deploymentId, segmentId, atMs: at.getTime(), basis, prediction: prediction.data }],
      ];
    }),
  );
};

/** What was predicted over time, and how the drift detectors stand. */
export function createHistoryStore(pool: Pool) {
  return {
    async keepPredictions(kept: readonly KeptPrediction[]): Promise<void> {
      if (kept.length === 0) return;
      const bound = (key: "meanUs" | "lowUs" | "highUs") => kept.map((k) => k.prediction.prediction[key]);
      await pool.query(
        `INSERT INTO twin_prediction (deployment_id, segment_id, at, mean_us, low_us, high_us, basis, document)
         SELECT n.* FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::float8[], $5::float8[], $6::float8[], $7::text[], $8::jsonb[])
                AS n(deployment_id, segment_id, at, mean_us, low_us, high_us, basis, document)
           JOIN deployment d ON d.id = n.deployment_id
         ON CONFLICT DO NOTHING`,
        [
          kept.map((k) => k.deploymentId),
          kept.map((k) => k.segmentId),
          kept.map((k) => new Date(k.atMs)),
          bound("meanUs"),
          bound("lowUs"),
          bound("highUs"),
          kept.map((k) => k.basis),
          kept.map((k) => JSON.stringify(k.prediction)),
        ],
      );
    },

    /** The newest prediction of every segment of a deployment; with `beforeMs` those that stood at that instant. */
    newest: (deploymentId: string, beforeMs?: number) => onePerSegment(pool, deploymentId, "DESC", beforeMs),

    /** The first prediction of every segment that is still kept. */
    oldest: (deploymentId: string) => onePerSegment(pool, deploymentId, "ASC"),

    /** Predictions of a range, oldest first; the first of each segment may be from before it and hold at its start. */
    async between(deploymentId: string, fromMs: number, toMs: number): Promise<KeptBounds[]> {
      const { rows } = await pool.query<{
        segment_id: string;
        at: Date;
        basis: string;
        mean_us: number | null;
        low_us: number | null;
        high_us: number | null;
        packet: unknown;
      }>(
        `SELECT segment_id, ${HELD} FROM twin_prediction
          WHERE deployment_id = $1 AND at >= $2 AND at < $3
         UNION ALL
         (SELECT DISTINCT ON (segment_id) segment_id, ${HELD} FROM twin_prediction
           WHERE deployment_id = $1 AND at < $2 ORDER BY segment_id, at DESC)
         ORDER BY segment_id, at`,
        [deploymentId, new Date(fromMs), new Date(toMs)],
      );
      return rows.map((r) => ({
        segmentId: r.segment_id,
        atMs: r.at.getTime(),
        basis: r.basis,
        meanUs: r.mean_us,
        lowUs: r.low_us,
        highUs: r.high_us,
        packet: predictionSchema.shape.packet.safeParse(r.packet).data ?? null,
      }));
    },

    /** Forgets predictions that ended before an instant; the one that holds now stays. */
    async forgetBefore(atMs: number): Promise<void> {
      await pool.query(
        `DELETE FROM twin_prediction p WHERE p.at < $1 AND EXISTS
           (SELECT 1 FROM twin_prediction n WHERE n.deployment_id = p.deployment_id AND n.segment_id = p.segment_id
               AND n.at > p.at AND n.at < $1)`,
        [new Date(atMs)],
      );
    },

    /** Detectors of one deployment, or of all. */
    async drifts(deploymentId: string | null): Promise<KeptDrift[]> {
      const { rows } = await pool.query<{
        deployment_id: string;
        segment_id: string;
        basis: string;
        state: unknown;
      }>(
        "SELECT deployment_id, segment_id, basis, state FROM twin_drift WHERE $1::uuid IS NULL OR deployment_id = $1",
        [deploymentId],
      );
      return rows.map((r) => {
        const state = driftStateSchema.safeParse(r.state);
        return {
          deploymentId: r.deployment_id,
          segmentId: r.segment_id,
          basis: r.basis,
          // a state of another release starts anew
          state: state.success ? state.data : startDrift(),
        };
      });
    },

    async keepDrifts(kept: readonly KeptDrift[], atMs: number): Promise<void> {
      if (kept.length === 0) return;
      await pool.query(
        `INSERT INTO twin_drift (deployment_id, segment_id, basis, state, updated_at)
         SELECT n.*, $5 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::jsonb[]) AS n(deployment_id, segment_id, basis, state)
           JOIN deployment d ON d.id = n.deployment_id
         ON CONFLICT (deployment_id, segment_id)
         DO UPDATE SET basis = EXCLUDED.basis, state = EXCLUDED.state, updated_at = EXCLUDED.updated_at`,
        [
          kept.map((k) => k.deploymentId),
          kept.map((k) => k.segmentId),
          kept.map((k) => k.basis),
          kept.map((k) => JSON.stringify(k.state)),
          new Date(atMs),
        ],
      );
    },
  };
}
export type HistoryStore = ReturnType<typeof createHistoryStore>;
