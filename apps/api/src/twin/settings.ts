import { type DriftSettings, driftSettingsSchema } from "@p4twin/models/twin";
import { toJson } from "../database/json.ts";
import type { Scope } from "../database/scope.ts";

const KEY = "twin.drift";
/** Where the settings of a workspace stand. */
export const twinSettingsKey = (workspaceId: string): string => `${KEY} ${workspaceId}`;

/** How drifts are looked for: one document a workspace; where nothing was set, that of releases with one workspace. */
export function createTwinSettings({ db, workspaceId }: Scope) {
  const own = twinSettingsKey(workspaceId);
  return {
    async driftSettings(): Promise<DriftSettings> {
      const rows = await db.setting.findMany({ where: { key: { in: [own, KEY] } } });
      const row = rows.find(({ key }) => key === own) ?? rows[0];
      // settings of another release that no longer hold fall back to the defaults
      return driftSettingsSchema.safeParse(row?.value ?? {}).data ?? driftSettingsSchema.parse({});
    },

    async saveDriftSettings(settings: DriftSettings): Promise<void> {
      const value = toJson(settings);
      await db.setting.upsert({
        where: { key: own },
        create: { key: own, value },
        update: { value, updatedAt: new Date() },
      });
    },
  };
}
export type TwinSettings = ReturnType<typeof createTwinSettings>;
