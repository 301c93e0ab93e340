-- The audit log: every change and every sign-in. Entries are chained by their hashes, and nothing but retention takes one away.
CREATE TABLE "audit_entry" (
    "seq" BIGINT NOT NULL DEFAULT 0,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT,
    "via" TEXT,
    "address" TEXT,
    "user_agent" TEXT,
    "workspace_id" UUID,
    "action" TEXT NOT NULL,
    "object_kind" TEXT,
    "object_id" TEXT,
    "object_name" TEXT,
    "outcome" TEXT NOT NULL,
    "times" INTEGER NOT NULL DEFAULT 1,
    -- JSON as text: what was hashed is read back letter by letter
    "before" TEXT,
    "after" TEXT,
    "input" TEXT,
    "prev_hash" TEXT NOT NULL DEFAULT '',
    "hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("seq")
);
CREATE INDEX "audit_entry_at_idx" ON "audit_entry" ("at");
CREATE INDEX "audit_entry_actor_id_idx" ON "audit_entry" ("actor_id", "seq");
CREATE INDEX "audit_entry_object_id_idx" ON "audit_entry" ("object_id", "seq");
CREATE INDEX "audit_entry_workspace_id_idx" ON "audit_entry" ("workspace_id", "seq");

-- Changes that have begun: each is noted here before it is made and leaves with its entry, so that a crash between the two is seen.
CREATE TABLE "audit_pending" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "entry" TEXT NOT NULL,

    CONSTRAINT "audit_pending_pkey" PRIMARY KEY ("id")
);

-- A part of what is hashed: its length in bytes, then its text; nothing can be moved from one part to the next.
CREATE FUNCTION "audit_part"(value TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN value IS NULL THEN '-' ELSE octet_length(convert_to(value, 'UTF8'))::text || ':' || value END $$;

CREATE FUNCTION "audit_chain"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  last_seq BIGINT;
  last_hash TEXT;
BEGIN
  -- one after the other, until the transaction ends: the lock is of the audit log alone
  PERFORM pg_advisory_xact_lock(5032771);
  SELECT seq, hash INTO last_seq, last_hash FROM audit_entry ORDER BY seq DESC LIMIT 1;
  NEW.seq := coalesce(last_seq, 0) + 1;
  NEW.prev_hash := coalesce(last_hash, '');
  NEW.hash := encode(sha256(convert_to(
    audit_part(NEW.prev_hash) || audit_part(NEW.seq::text)
    || audit_part(to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || audit_part(NEW.actor_id) || audit_part(NEW.actor_name) || audit_part(NEW.via)
    || audit_part(NEW.address) || audit_part(NEW.user_agent) || audit_part(NEW.workspace_id::text)
    || audit_part(NEW.action) || audit_part(NEW.object_kind) || audit_part(NEW.object_id) || audit_part(NEW.object_name)
    || audit_part(NEW.outcome) || audit_part(NEW.times::text)
    || audit_part(NEW.before) || audit_part(NEW.after) || audit_part(NEW.input), 'UTF8')), 'hex');
  RETURN NEW;
END $$;
-- rows that come back from a backup bring their hashes
CREATE TRIGGER "audit_chain" BEFORE INSERT ON "audit_entry"
  FOR EACH ROW WHEN (NEW.hash = '') EXECUTE FUNCTION "audit_chain"();

CREATE FUNCTION "audit_guard"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF OLD.at < now() - make_interval(
      days => (SELECT (value ->> 'auditRetentionDays')::integer FROM setting WHERE key = 'settings')) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'The audit log is append only: % is refused.', TG_OP
    USING ERRCODE = 'insufficient_privilege', HINT = 'Entries leave by the setting auditRetentionDays only.';
END $$;
CREATE TRIGGER "audit_guard" BEFORE UPDATE OR DELETE ON "audit_entry" FOR EACH ROW EXECUTE FUNCTION "audit_guard"();
CREATE TRIGGER "audit_guard_truncate" BEFORE TRUNCATE ON "audit_entry" FOR EACH STATEMENT EXECUTE FUNCTION "audit_guard"();
ALTER TABLE "audit_entry" ENABLE ALWAYS TRIGGER "audit_guard";
ALTER TABLE "audit_entry" ENABLE ALWAYS TRIGGER "audit_guard_truncate";
