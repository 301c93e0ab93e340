-- Exporters as settings: how their datagrams are read, and how many of them are taken.
ALTER TABLE "exporter"
    DROP COLUMN "time_unit",
    DROP COLUMN "dialect",
    ADD COLUMN "profile" JSONB NOT NULL DEFAULT '{}',
    ADD COLUMN "max_datagrams_per_second" INTEGER,
    ADD COLUMN "sample_one_in" INTEGER NOT NULL DEFAULT 1;

-- Never written: counters live in the collector since its start, and their history in whatever scrapes /metrics.
DROP TABLE "exporter_counter";
