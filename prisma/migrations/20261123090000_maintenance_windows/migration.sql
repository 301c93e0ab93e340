-- Mutes that are planned: maintenance windows begin later than they are made.
ALTER TABLE "alert_mute" ADD COLUMN "starts_at" TIMESTAMPTZ(3);
UPDATE "alert_mute" SET "starts_at" = "created_at";
ALTER TABLE "alert_mute" ALTER COLUMN "starts_at" SET NOT NULL;
