CREATE TABLE "attached_switch" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "device_id" TEXT NOT NULL,
    "secure" BOOLEAN NOT NULL DEFAULT false,
    "server_name" TEXT,
    "sealed_tls" TEXT,
    "poll_s" INTEGER NOT NULL,
    "program_version_id" UUID,
    "device" TEXT,
    "state" TEXT NOT NULL DEFAULT 'new',
    "state_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "message" TEXT,
    "tried_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "reading" JSONB,
    "intent" JSONB,
    "removed_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "attached_switch_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "attached_switch_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "attached_switch_workspace_id_idx" ON "attached_switch"("workspace_id");

CREATE TABLE "switch_snapshot" (
    "id" UUID NOT NULL,
    "switch_id" UUID NOT NULL,
    "root" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "cause" TEXT NOT NULL,
    "summary" JSONB NOT NULL,
    CONSTRAINT "switch_snapshot_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "switch_snapshot_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "switch_snapshot_switch_id_taken_at_idx" ON "switch_snapshot"("switch_id", "taken_at");

CREATE TABLE "snapshot_chunk" (
    "workspace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "snapshot_chunk_pkey" PRIMARY KEY ("workspace_id", "hash")
);
-- the body is deflated already
ALTER TABLE "snapshot_chunk" ALTER COLUMN "body" SET STORAGE EXTERNAL;

CREATE TABLE "switch_sample" (
    "id" UUID NOT NULL,
    "switch_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "body" BYTEA NOT NULL,
    CONSTRAINT "switch_sample_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "switch_sample_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "switch_sample_switch_id_at_idx" ON "switch_sample"("switch_id", "at");
ALTER TABLE "switch_sample" ALTER COLUMN "body" SET STORAGE EXTERNAL;

CREATE TABLE "switch_occurrence" (
    "id" UUID NOT NULL,
    "switch_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "snapshot_id" UUID,
    CONSTRAINT "switch_occurrence_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "switch_occurrence_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "switch_occurrence_switch_id_at_idx" ON "switch_occurrence"("switch_id", "at");

CREATE TABLE "review" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "question" JSONB NOT NULL,
    "result" JSONB NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "review_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "review_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "review_workspace_id_created_at_idx" ON "review"("workspace_id", "created_at");

CREATE TABLE "review_approval" (
    "id" UUID NOT NULL,
    "review_id" UUID NOT NULL,
    "by" TEXT,
    "role" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "comment" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "review_approval_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "review_approval_review_id_fkey" FOREIGN KEY ("review_id") REFERENCES "review"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "review_approval_review_id_idx" ON "review_approval"("review_id");
