-- Counters of 1 s windows become BIGINT, as those of the roll-ups are: seq_gaps passes INTEGER with a few datagrams.
-- A change of type rewrites every partition under a lock and needs its size again on the disk. So a table of more than 1 GiB, and one
-- that TimescaleDB keeps (its columnar chunks refuse the change), stays as it is: the writer reads the types and clamps to them.
-- docs/16-disk-and-spool.md says how to widen such a table by hand.
DO $$
DECLARE
    total BIGINT;
BEGIN
    -- a hypertable is no partitioned table of PostgreSQL
    IF (SELECT relkind FROM pg_class WHERE oid = 'segment_window'::regclass) <> 'p' THEN
        RETURN;
    END IF;
    SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0) INTO total
      FROM pg_inherits WHERE inhparent = 'segment_window'::regclass;
    IF total > 1073741824 THEN
        RETURN;
    END IF;
    ALTER TABLE "segment_window"
        ALTER COLUMN "count" TYPE BIGINT,
        ALTER COLUMN "above_pl" TYPE BIGINT,
        ALTER COLUMN "above_dl" TYPE BIGINT,
        ALTER COLUMN "dropped" TYPE BIGINT,
        ALTER COLUMN "seq_gaps" TYPE BIGINT;
END
$$;
