-- Wrong windows are voided: taken out of the twin with a note, kept apart, and put back when that is undone.
-- A later column of "segment_window" goes into "voided_window" too.
CREATE TABLE "window_void" (
    "id" UUID NOT NULL,
    "deployment_id" UUID NOT NULL,
    "segment_id" TEXT,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,
    "windows" INTEGER NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "window_void_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "window_void_deployment_id_fkey" FOREIGN KEY ("deployment_id") REFERENCES "deployment"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "window_void_deployment_id_from_at_idx" ON "window_void"("deployment_id", "from_at");

CREATE TABLE "voided_window" (LIKE "segment_window" INCLUDING DEFAULTS);
ALTER TABLE "voided_window"
    ADD COLUMN "void_id" UUID NOT NULL REFERENCES "window_void"("id") ON DELETE CASCADE;

CREATE INDEX "voided_window_void_id_idx" ON "voided_window"("void_id");
