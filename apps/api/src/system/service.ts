import type { Statement } from "../cluster/statements.ts";
import type { Supervision } from "../cluster/supervision.ts";
import type { PartitionedTable } from "../database/partitions.ts";
import type { DatabaseLook } from "../database/watch.ts";
import type { DiskState } from "../disk/guard.ts";
import { LEVELS_S, type LevelS } from "../rollup/levels.ts";
import type { Clock } from "../shared/service.ts";
import { createProcessView } from "./processView.ts";
import { retention } from "./retention.ts";
import type { Settings, SettingsPatch, Status, SystemProcess, SystemState, WindowStorage } from "./schema.ts";
import type { SystemStore } from "./store.ts";
import { toSystemState } from "./systemState.ts";

type Deps = {
  store: SystemStore;
  clock: Clock;
  version: string;
  databaseKind: Status["database"]["kind"];
  windowBytes(): Promise<Readonly<Record<PartitionedTable, number>>>;
  /** what every process said last */
  statements(): readonly Statement[];
  /** what the supervisor said last; null where there is none */
  supervision(): Supervision | null;
  /** null without a broker */
  brokerConnected(): boolean | null;
  database(): DatabaseLook | null;
  /** of the data directory; null where nobody watches it */
  disk(): DiskState | null;
};

/** Tables of stored windows by their length. */
const WINDOW_TABLES = {
  1: "segment_window",
  10: "segment_rollup_10",
  60: "segment_rollup_60",
  3600: "segment_rollup_3600",
} as const satisfies Record<LevelS, PartitionedTable>;

/** What runs here, and the settings of the owner. */
export function createSystemService(deps: Deps) {
  const { store, clock, version, databaseKind, windowBytes } = deps;
  const startedAt = clock();
  const processView = createProcessView();

  return {
    async windowStorage(): Promise<WindowStorage[]> {
      const [bytes, days] = await Promise.all([windowBytes(), retention(store)]);
      return LEVELS_S.map((levelS) => ({
        levelS,
        bytes: bytes[WINDOW_TABLES[levelS]],
        retentionDays: days[WINDOW_TABLES[levelS]],
      }));
    },

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

    /** Every process that spoke lately. Its number on the machine is the owner's to see. */
    processes: (withPids: boolean): SystemProcess[] =>
      processView({ statements: deps.statements(), supervision: deps.supervision(), withPids, at: clock() }),

    state: (): SystemState =>
      toSystemState({
        ...{ at: clock(), databaseKind, database: deps.database(), statements: deps.statements() },
        ...{ brokerConnected: deps.brokerConnected(), supervision: deps.supervision() },
        disk: deps.disk(),
      }),

    settings: (): Promise<Settings> => store.settings(),

    async updateSettings(patch: SettingsPatch): Promise<Settings> {
      const settings = { ...(await store.settings()), ...patch };
      await store.saveSettings(settings);
      return settings;
    },
  };
}

export type SystemService = ReturnType<typeof createSystemService>;
