-- What was predicted of a segment, from `at` until the next row: a row is written when a prediction changes (by more than 1 %, or because
-- of another version of what it rests on), so that a day of windows can be held against the predictions of that day.
CREATE TABLE "twin_prediction" (
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "mean_us" DOUBLE PRECISION,
    "low_us" DOUBLE PRECISION,
    "high_us" DOUBLE PRECISION,
    "basis" TEXT NOT NULL,
    "document" JSONB NOT NULL,

    CONSTRAINT "twin_prediction_pkey" PRIMARY KEY ("deployment_id", "segment_id", "at")
);
CREATE INDEX "twin_prediction_at_idx" ON "twin_prediction"("at");
ALTER TABLE "twin_prediction" ADD CONSTRAINT "twin_prediction_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE;

-- Drift detector of each segment as it stood when it was last kept: a restart goes on from there.
CREATE TABLE "twin_drift" (
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT NOT NULL,
    "basis" TEXT NOT NULL,
    "state" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "twin_drift_pkey" PRIMARY KEY ("deployment_id", "segment_id")
);
ALTER TABLE "twin_drift" ADD CONSTRAINT "twin_drift_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE;
