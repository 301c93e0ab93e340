import { type DriftSettings, driftSettingsSchema } from "@p4twin/models/twin";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";

const KEY = "twin.drift";

/** How drifts are looked for: one document for the installation. */
export function createTwinSettings({ db }: Pick<Scope, "db">) {
  return {
    async driftSettings(): Promise<DriftSettings> {
      const row = await db.setting.findUnique({ where: { key: KEY } });
      // settings of another release that no longer hold fall back to the defaults
      return driftSettingsSchema.safeParse(row?.value ?? {}).data ?? driftSettingsSchema.parse({});
    },

    async saveDriftSettings(settings: DriftSettings): Promise<void> {
      const value = toJson(settings);
      await db.setting.upsert({
        where: { key: KEY },
        create: { key: KEY, value },
        update: { value, updatedAt: new Date() },
      });
    },
  };
}
export type TwinSettings = ReturnType<typeof createTwinSettings>;
