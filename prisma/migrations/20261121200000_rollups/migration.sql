-- Windows of 10 s, 1 min and 1 h (level is the length in seconds), merged from the level below by the writer's role. A window that comes
-- late makes its period due again, so a roll-up always equals what its windows merge to. Partitions are made by ensurePartitions.
CREATE TABLE "segment_rollup" (
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT NOT NULL,
    "part" SMALLINT NOT NULL,
    "part_label" TEXT,
    "level" INTEGER NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "hist" BYTEA,
    "above_pl" BIGINT NOT NULL DEFAULT 0,
    "above_dl" BIGINT NOT NULL DEFAULT 0,
    "dropped" BIGINT NOT NULL DEFAULT 0,
    "seq_gaps" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "segment_rollup_pkey" PRIMARY KEY ("deployment_id", "segment_id", "level", "part", "start")
) PARTITION BY LIST ("level");

CREATE INDEX "segment_rollup_start_idx" ON "segment_rollup"("start");

CREATE TABLE "segment_rollup_10" PARTITION OF "segment_rollup" FOR VALUES IN (10) PARTITION BY RANGE ("start");
CREATE TABLE "segment_rollup_60" PARTITION OF "segment_rollup" FOR VALUES IN (60) PARTITION BY RANGE ("start");
CREATE TABLE "segment_rollup_3600" PARTITION OF "segment_rollup" FOR VALUES IN (3600) PARTITION BY RANGE ("start");

-- Periods whose windows changed since they were merged last.
CREATE TABLE "rollup_due" (
    "level" INTEGER NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rollup_due_pkey" PRIMARY KEY ("level", "start")
);

INSERT INTO "rollup_due" ("level", "start")
SELECT DISTINCT 10, date_bin('10 seconds', "start", 'epoch'::timestamptz) FROM "segment_window";
