CREATE TABLE "user" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'viewer',
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "session" (
    "id" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "account" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "apikey" (
    "id" TEXT NOT NULL,
    "config_id" TEXT NOT NULL DEFAULT 'default',
    "name" TEXT,
    "start" TEXT,
    "reference_id" TEXT NOT NULL,
    "prefix" TEXT,
    "key" TEXT NOT NULL,
    "refill_interval" INTEGER,
    "refill_amount" INTEGER,
    "last_refill_at" TIMESTAMPTZ(3),
    "enabled" BOOLEAN DEFAULT true,
    "rate_limit_enabled" BOOLEAN DEFAULT true,
    "rate_limit_time_window" INTEGER,
    "rate_limit_max" INTEGER,
    "request_count" INTEGER DEFAULT 0,
    "remaining" INTEGER,
    "last_request" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "permissions" TEXT,
    "metadata" TEXT,

    CONSTRAINT "apikey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "workspace" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "setting" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "program" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "program_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "program_version" (
    "id" UUID NOT NULL,
    "program_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "includes" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "program_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "device_profile" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "device_profile_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "device_profile_version" (
    "id" UUID NOT NULL,
    "profile_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "device_profile_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "topology" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topology_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "topology_version" (
    "id" UUID NOT NULL,
    "topology_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topology_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "chain" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "chain_version" (
    "id" UUID NOT NULL,
    "chain_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "scenario" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scenario_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "scenario_version" (
    "id" UUID NOT NULL,
    "scenario_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "topology_version_id" UUID NOT NULL,
    "engine" TEXT NOT NULL,
    "parameters" JSONB NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scenario_version_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "scenario_version_chain" (
    "scenario_version_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "chain_version_id" UUID NOT NULL,

    CONSTRAINT "scenario_version_chain_pkey" PRIMARY KEY ("scenario_version_id", "position")
);

CREATE TABLE "job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "payload" JSONB NOT NULL,
    "progress" JSONB,
    "result" JSONB,
    "error" JSONB,
    "taken_by" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "beat_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "job_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "placement" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "scenario_version_id" UUID,
    "job_id" UUID,
    "engine" TEXT NOT NULL,
    "time_limit_s" DOUBLE PRECISION NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "problem" JSONB NOT NULL,
    "result" JSONB,
    "failure" TEXT,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "placement_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "deployment" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "chain_version_id" UUID,
    "placement_id" UUID,
    "segments" JSONB NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "removed_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "threshold_change" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "changed_by" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "threshold_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "event" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "hop" TEXT,
    "evidence" JSONB NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "acknowledged_at" TIMESTAMPTZ(3),
    "acknowledged_by" TEXT,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "exporter" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "label" TEXT,
    "accepted" BOOLEAN NOT NULL DEFAULT true,
    "time_unit" TEXT NOT NULL DEFAULT 'ns',
    "dialect" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exporter_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "report" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "snapshot" JSONB NOT NULL,
    "hash" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "share_link" (
    "id" UUID NOT NULL,
    "report_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "share_link_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "user_email_key" ON "user"("email");
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");
CREATE INDEX "session_user_id_idx" ON "session"("user_id");
CREATE INDEX "account_user_id_idx" ON "account"("user_id");
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");
CREATE INDEX "apikey_config_id_idx" ON "apikey"("config_id");
CREATE INDEX "apikey_reference_id_idx" ON "apikey"("reference_id");
CREATE INDEX "apikey_key_idx" ON "apikey"("key");
CREATE INDEX "program_workspace_id_idx" ON "program"("workspace_id");
CREATE UNIQUE INDEX "program_version_program_id_number_key" ON "program_version"("program_id", "number");
CREATE UNIQUE INDEX "device_profile_workspace_id_slug_key" ON "device_profile"("workspace_id", "slug");
CREATE UNIQUE INDEX "device_profile_version_profile_id_number_key" ON "device_profile_version"("profile_id", "number");
CREATE INDEX "topology_workspace_id_idx" ON "topology"("workspace_id");
CREATE UNIQUE INDEX "topology_version_topology_id_number_key" ON "topology_version"("topology_id", "number");
CREATE INDEX "chain_workspace_id_idx" ON "chain"("workspace_id");
CREATE UNIQUE INDEX "chain_version_chain_id_number_key" ON "chain_version"("chain_id", "number");
CREATE INDEX "scenario_workspace_id_idx" ON "scenario"("workspace_id");
CREATE UNIQUE INDEX "scenario_version_scenario_id_number_key" ON "scenario_version"("scenario_id", "number");
CREATE INDEX "job_state_created_at_idx" ON "job"("state", "created_at");
CREATE INDEX "placement_workspace_id_created_at_idx" ON "placement"("workspace_id", "created_at");
CREATE INDEX "deployment_workspace_id_idx" ON "deployment"("workspace_id");
CREATE INDEX "threshold_change_deployment_id_changed_at_idx" ON "threshold_change"("deployment_id", "changed_at");
CREATE INDEX "event_deployment_id_opened_at_idx" ON "event"("deployment_id", "opened_at");
CREATE INDEX "event_opened_at_idx" ON "event"("opened_at");
CREATE UNIQUE INDEX "exporter_address_key" ON "exporter"("address");
CREATE INDEX "report_workspace_id_created_at_idx" ON "report"("workspace_id", "created_at");
CREATE UNIQUE INDEX "share_link_token_hash_key" ON "share_link"("token_hash");
CREATE INDEX "share_link_report_id_idx" ON "share_link"("report_id");

ALTER TABLE "session" ADD CONSTRAINT "session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "program" ADD CONSTRAINT "program_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "program_version" ADD CONSTRAINT "program_version_program_id_fkey" FOREIGN KEY ("program_id") REFERENCES "program"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "device_profile" ADD CONSTRAINT "device_profile_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "device_profile_version" ADD CONSTRAINT "device_profile_version_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "device_profile"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "topology" ADD CONSTRAINT "topology_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "topology_version" ADD CONSTRAINT "topology_version_topology_id_fkey" FOREIGN KEY ("topology_id") REFERENCES "topology"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chain" ADD CONSTRAINT "chain_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chain_version" ADD CONSTRAINT "chain_version_chain_id_fkey" FOREIGN KEY ("chain_id") REFERENCES "chain"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scenario" ADD CONSTRAINT "scenario_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scenario_version" ADD CONSTRAINT "scenario_version_scenario_id_fkey" FOREIGN KEY ("scenario_id") REFERENCES "scenario"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scenario_version" ADD CONSTRAINT "scenario_version_topology_version_id_fkey" FOREIGN KEY ("topology_version_id") REFERENCES "topology_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "scenario_version_chain" ADD CONSTRAINT "scenario_version_chain_scenario_version_id_fkey" FOREIGN KEY ("scenario_version_id") REFERENCES "scenario_version"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "scenario_version_chain" ADD CONSTRAINT "scenario_version_chain_chain_version_id_fkey" FOREIGN KEY ("chain_version_id") REFERENCES "chain_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "placement" ADD CONSTRAINT "placement_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "placement" ADD CONSTRAINT "placement_scenario_version_id_fkey" FOREIGN KEY ("scenario_version_id") REFERENCES "scenario_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "placement" ADD CONSTRAINT "placement_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "job"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_chain_version_id_fkey" FOREIGN KEY ("chain_version_id") REFERENCES "chain_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "deployment" ADD CONSTRAINT "deployment_placement_id_fkey" FOREIGN KEY ("placement_id") REFERENCES "placement"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "threshold_change" ADD CONSTRAINT "threshold_change_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "event" ADD CONSTRAINT "event_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "report" ADD CONSTRAINT "report_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "share_link" ADD CONSTRAINT "share_link_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "report"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One default workspace at most.
CREATE UNIQUE INDEX "workspace_default_key" ON "workspace"("is_default") WHERE "is_default";

-- One open event of a kind for a segment at most: raising it twice is not possible.
CREATE UNIQUE INDEX "event_open_key" ON "event"("deployment_id", "segment_id", "kind") WHERE "closed_at" IS NULL;

-- ---- telemetry: written by COPY, partitioned by day, partitions made by ensurePartitions ----

-- 1 s windows of a segment (part 0) and of its parts: hops and links in order of the packet (part > 0). level: 0 = 1 s,
-- 1 = 10 s, 2 = 1 min, 3 = 1 h. collector_id and sequence tell a window that is delivered twice.
CREATE TABLE "segment_window" (
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT NOT NULL,
    "part" SMALLINT NOT NULL,
    "part_label" TEXT,
    "level" SMALLINT NOT NULL,
    "start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,
    "sum_us" DOUBLE PRECISION NOT NULL,
    "min_us" REAL,
    "max_us" REAL,
    "hist" BYTEA,
    "above_pl" INTEGER NOT NULL DEFAULT 0,
    "above_dl" INTEGER NOT NULL DEFAULT 0,
    "dropped" INTEGER NOT NULL DEFAULT 0,
    "seq_gaps" INTEGER NOT NULL DEFAULT 0,
    "collector_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "segment_window_pkey" PRIMARY KEY ("deployment_id", "segment_id", "level", "part", "start", "collector_id", "sequence")
) PARTITION BY RANGE ("start");

CREATE INDEX "segment_window_start_idx" ON "segment_window"("level", "start");

-- Counters of one exporter as the collector saw them, cumulative since the collector started.
CREATE TABLE "exporter_counter" (
    "collector_id" TEXT NOT NULL,
    "exporter" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "counters" JSONB NOT NULL,

    CONSTRAINT "exporter_counter_pkey" PRIMARY KEY ("collector_id", "exporter", "at")
) PARTITION BY RANGE ("at");
