import type { Clock } from "../shared/service.ts";
import type { Settings, Status } from "./schema.ts";
import type { SystemStore } from "./store.ts";

type Deps = {
  store: SystemStore;
  clock: Clock;
  version: string;
  databaseKind: Status["database"]["kind"];
};

/** What runs here, and the settings of the owner. */
export function createSystemService({ store, clock, version, databaseKind }: Deps) {
  const startedAt = clock();

  return {
    /** Answers also when the database does not: that is what it is for. */
    async status(): Promise<Status> {
      const asked = clock();
      const database = await store.database().catch(() => null);
      const answered = clock();
      return {
        version,
        node: process.version,
        startedAt: startedAt.toISOString(),
        uptimeS: (answered.getTime() - startedAt.getTime()) / 1_000,
        database: {
          ok: database !== null,
          kind: databaseKind,
          version: database?.version ?? null,
          sizeBytes: database?.sizeBytes ?? null,
          latencyMs: database ? answered.getTime() - asked.getTime() : null,
        },
        queuedJobs: database ? await store.queuedJobs().catch(() => null) : null,
      };
    },

    databaseReachable: (): Promise<boolean> =>
      store.database().then(
        () => true,
        () => false,
      ),

    settings: (): Promise<Settings> => store.settings(),

    async updateSettings(patch: Partial<Settings>): Promise<Settings> {
      const settings = { ...(await store.settings()), ...patch };
      await store.saveSettings(settings);
      return settings;
    },
  };
}

export type SystemService = ReturnType<typeof createSystemService>;
