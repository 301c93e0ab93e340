-- null: it is not read by gNMI, or was not yet
ALTER TABLE "attached_switch" ADD COLUMN "gnmi_address" TEXT;
ALTER TABLE "attached_switch" ADD COLUMN "gnmi" JSONB;
