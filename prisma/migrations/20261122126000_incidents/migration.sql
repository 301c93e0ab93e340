-- Faults of P4Twin itself: what was wrong, from when until when, and what was sent of it.
CREATE TABLE "incident" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "cause" TEXT NOT NULL,
    "evidence" JSONB NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "cleared_at" TIMESTAMPTZ(3),

    CONSTRAINT "incident_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "notification_delivery" ADD COLUMN "incident_id" UUID;

CREATE INDEX "incident_raised_at_idx" ON "incident"("raised_at");
CREATE INDEX "notification_delivery_incident_id_idx" ON "notification_delivery"("incident_id");

ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "incident"("id") ON DELETE CASCADE ON UPDATE CASCADE;
