-- Captures (pcap, pcapng) that were uploaded: their bytes stand in P4TWIN_DATA_DIR/captures, what was read of them here.
CREATE TABLE "capture" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "settings" JSONB NOT NULL,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "frames" BIGINT NOT NULL DEFAULT 0,
    "summary" JSONB,
    "failure" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "beat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "capture_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "capture_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "capture_workspace_id_created_at_idx" ON "capture"("workspace_id", "created_at");

-- A capture taken through the pipeline of a deployment. The id is the collector id of the windows that it stored: that is how a
-- replayed window is told from a live one.
CREATE TABLE "capture_run" (
    "id" UUID NOT NULL,
    "capture_id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "speed" DOUBLE PRECISION,
    "state" TEXT NOT NULL DEFAULT 'running',
    "progress" JSONB NOT NULL,
    "result" JSONB,
    "failure" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "beat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "capture_run_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "capture_run_capture_id_fkey" FOREIGN KEY ("capture_id") REFERENCES "capture"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "capture_run_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "capture_run_capture_id_created_at_idx" ON "capture_run"("capture_id", "created_at");
CREATE INDEX "capture_run_deployment_id_created_at_idx" ON "capture_run"("deployment_id", "created_at");
