import { z } from "zod";
import type { Db } from "../database/client.ts";
import { toJson } from "../database/json.ts";
import { type Settings, settingsSchema } from "./schema.ts";

const SETTINGS_KEY = "settings";
const databaseSchema = z.object({ version: z.string(), size_bytes: z.coerce.number() });

/** Settings, and what the database says of itself. */
export function createSystemStore({ db }: { db: Db }) {
  return {
    async database(): Promise<{ version: string; sizeBytes: number }> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS size_bytes`;
      const { version, size_bytes } = databaseSchema.parse(rows[0]);
      return { version, sizeBytes: size_bytes };
    },

    queuedJobs: (): Promise<number> => db.job.count({ where: { state: "queued" } }),

    async settings(): Promise<Settings> {
      const row = await db.setting.findUnique({ where: { key: SETTINGS_KEY } });
      return settingsSchema.parse(row?.value ?? {});
    },

    async saveSettings(settings: Settings): Promise<void> {
      const value = toJson(settings);
      await db.setting.upsert({
        where: { key: SETTINGS_KEY },
        create: { key: SETTINGS_KEY, value },
        update: { value, updatedAt: new Date() },
      });
    },
  };
}

export type SystemStore = ReturnType<typeof createSystemStore>;
