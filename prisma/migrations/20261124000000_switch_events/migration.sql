-- What is open, muted or noted of alarms is of a segment (or deployment), or of an attached switch.
ALTER TABLE "event" ALTER COLUMN "deployment_id" DROP NOT NULL;
ALTER TABLE "event" ALTER COLUMN "segment_id" DROP NOT NULL;
ALTER TABLE "event" ADD COLUMN "switch_id" UUID;
ALTER TABLE "event" ADD CONSTRAINT "event_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "event" ADD CONSTRAINT "event_place" CHECK (("switch_id" IS NULL) = ("deployment_id" IS NOT NULL) AND ("deployment_id" IS NULL) = ("segment_id" IS NULL));
CREATE INDEX "event_switch_id_opened_at_idx" ON "event"("switch_id", "opened_at");
-- One open event of a kind for a switch at most, as for a segment.
CREATE UNIQUE INDEX "event_open_switch_key" ON "event"("switch_id", "kind") WHERE "closed_at" IS NULL;

ALTER TABLE "alert_mute" ALTER COLUMN "deployment_id" DROP NOT NULL;
ALTER TABLE "alert_mute" ADD COLUMN "switch_id" UUID;
ALTER TABLE "alert_mute" ADD CONSTRAINT "alert_mute_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_mute" ADD CONSTRAINT "alert_mute_place" CHECK (("switch_id" IS NULL) = ("deployment_id" IS NOT NULL));
CREATE INDEX "alert_mute_switch_id_until_idx" ON "alert_mute"("switch_id", "until");

ALTER TABLE "alert_record" ALTER COLUMN "deployment_id" DROP NOT NULL;
ALTER TABLE "alert_record" ADD COLUMN "switch_id" UUID;
ALTER TABLE "alert_record" ADD CONSTRAINT "alert_record_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "alert_record" ADD CONSTRAINT "alert_record_place" CHECK (("switch_id" IS NULL) = ("deployment_id" IS NOT NULL));
CREATE INDEX "alert_record_switch_id_at_idx" ON "alert_record"("switch_id", "at");
