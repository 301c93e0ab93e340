-- Engines of the workspace: Python files and addresses, as immutable versions.
CREATE TABLE "engine" (
    "id" UUID NOT NULL,
    "workspace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "engine_version" (
    "id" UUID NOT NULL,
    "engine_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "estimates" BOOLEAN NOT NULL,
    "places" BOOLEAN NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "engine_version_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "engine_workspace_id_idx" ON "engine"("workspace_id");
CREATE UNIQUE INDEX "engine_version_engine_id_number_key" ON "engine_version"("engine_id", "number");

ALTER TABLE "engine" ADD CONSTRAINT "engine_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "engine_version" ADD CONSTRAINT "engine_version_engine_id_fkey" FOREIGN KEY ("engine_id") REFERENCES "engine"("id") ON DELETE CASCADE ON UPDATE CASCADE;
