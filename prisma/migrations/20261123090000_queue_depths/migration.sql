-- Windows carry what reports say of queues: depth (mean over time and deepest), utilisation, congestion, and how exporters are sampled.
-- A constant default rewrites nothing; 0 of queue_ms, utilisation_count and sample_one_in means that nothing was said.
ALTER TABLE "segment_window"
    ADD COLUMN "congested" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "queue_depth_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "queue_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "queue_max" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "utilisation" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "utilisation_count" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "sample_one_in" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "segment_rollup"
    ADD COLUMN "congested" BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN "queue_depth_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "queue_ms" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "queue_max" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "utilisation" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "utilisation_count" DOUBLE PRECISION NOT NULL DEFAULT 0,
    ADD COLUMN "sample_one_in" INTEGER NOT NULL DEFAULT 0;
