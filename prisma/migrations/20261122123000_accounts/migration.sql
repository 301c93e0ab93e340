-- Accounts: disabled ones, roles that an identity provider gave, two-factor sign-in, and how each session was opened.
ALTER TABLE "user" ADD COLUMN "disabled_at" TIMESTAMPTZ(3);
ALTER TABLE "user" ADD COLUMN "role_from" TEXT;
ALTER TABLE "user" ADD COLUMN "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "session" ADD COLUMN "method" TEXT;

CREATE TABLE "two_factor" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "two_factor_user_id_key" ON "two_factor"("user_id");
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
