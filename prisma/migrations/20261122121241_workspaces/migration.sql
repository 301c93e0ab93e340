-- Several workspaces, and who is a member of which with which role.
ALTER TABLE "workspace" ADD COLUMN "archived_at" TIMESTAMPTZ(3);

CREATE TABLE "workspace_member" (
    "workspace_id" UUID NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workspace_member_pkey" PRIMARY KEY ("workspace_id", "user_id"),
    CONSTRAINT "workspace_member_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "workspace_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "workspace_member_user_id_idx" ON "workspace_member" ("user_id");

-- who was there stays what they were
INSERT INTO "workspace_member" ("workspace_id", "user_id", "role")
SELECT w.id, u.id, u.role FROM "workspace" w, "user" u WHERE w.is_default;
UPDATE "workspace" SET "name" = s.value ->> 'workspaceName'
FROM "setting" s WHERE s.key = 'settings' AND s.value ->> 'workspaceName' IS NOT NULL AND "workspace"."is_default";

-- Accounts come by invitation, by an identity provider and by the first start: whichever way, their role holds in the first workspace.
CREATE FUNCTION "join_first_workspace"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO workspace_member (workspace_id, user_id, role)
    SELECT id, NEW.id, NEW.role FROM workspace WHERE is_default ON CONFLICT DO NOTHING;
  ELSIF OLD.role IS DISTINCT FROM NEW.role THEN
    UPDATE workspace_member SET role = NEW.role
    WHERE user_id = NEW.id AND workspace_id IN (SELECT id FROM workspace WHERE is_default);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "join_first_workspace" AFTER INSERT OR UPDATE OF role ON "user"
  FOR EACH ROW EXECUTE FUNCTION "join_first_workspace"();
