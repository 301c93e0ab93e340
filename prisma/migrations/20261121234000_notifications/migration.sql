-- Causes of events, mutes, the audit of alerts, channels and deliveries.
ALTER TABLE "event" ADD COLUMN "cause" TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE "event" ADD COLUMN "suppressed" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "event" ADD COLUMN "mute_id" UUID;

CREATE TABLE "alert_mute" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT,
    "reason" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "alert_mute_pkey" PRIMARY KEY ("id")
);

-- Append only: what happened to events, mutes and deliveries, by whom, with what was before and after.
CREATE TABLE "alert_record" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT,
    "event_id" UUID,
    "what" TEXT NOT NULL,
    "by" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "alert_record_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_channel" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "target" JSONB NOT NULL,
    "filter" JSONB NOT NULL,
    "sealed_secret" TEXT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "removed_at" TIMESTAMPTZ(3),
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_channel_pkey" PRIMARY KEY ("id")
);

-- What is to be sent stands here in the transaction that changed the event: no restart loses one.
CREATE TABLE "notification_delivery" (
    "id" UUID NOT NULL,
    "channel_id" UUID NOT NULL,
    "event_id" UUID,
    "what" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_delivery_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "alert_mute_deployment_id_until_idx" ON "alert_mute"("deployment_id", "until");
CREATE INDEX "alert_record_deployment_id_at_idx" ON "alert_record"("deployment_id", "at");
CREATE INDEX "alert_record_event_id_idx" ON "alert_record"("event_id");
CREATE INDEX "notification_channel_workspace_id_idx" ON "notification_channel"("workspace_id");
CREATE INDEX "notification_delivery_channel_id_created_at_idx" ON "notification_delivery"("channel_id", "created_at");
CREATE INDEX "notification_delivery_event_id_idx" ON "notification_delivery"("event_id");
-- what is due: deliveries that ended do not lengthen the search
CREATE INDEX "notification_delivery_due_idx" ON "notification_delivery"("due_at") WHERE "state" = 'waiting';

ALTER TABLE "event" ADD CONSTRAINT "event_mute_id_fkey" FOREIGN KEY ("mute_id") REFERENCES "alert_mute"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "alert_mute" ADD CONSTRAINT "alert_mute_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_record" ADD CONSTRAINT "alert_record_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_record" ADD CONSTRAINT "alert_record_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_channel" ADD CONSTRAINT "notification_channel_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "event"("id") ON DELETE CASCADE ON UPDATE CASCADE;
