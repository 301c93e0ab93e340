-- null: nothing is written to this switch
ALTER TABLE "attached_switch" ADD COLUMN "writing" JSONB;

CREATE TABLE "switch_write" (
    "id" UUID NOT NULL,
    "switch_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "by" TEXT,
    "state" TEXT NOT NULL,
    "items" JSONB NOT NULL,
    "message" TEXT,
    "undo_of" UUID,
    CONSTRAINT "switch_write_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "switch_write_switch_id_fkey" FOREIGN KEY ("switch_id") REFERENCES "attached_switch"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "switch_write_switch_id_at_idx" ON "switch_write"("switch_id", "at");
