import type { PartitionedTable } from "../database/partitions.ts";
import type { SystemStore } from "./store.ts";

/** Days for which each telemetry table is kept. */
export async function retention(
  store: Pick<SystemStore, "settings">,
): Promise<Record<PartitionedTable, number>> {
  const days = await store.settings();
  return {
    segment_window: days.retentionDays,
    segment_rollup_10: days.retention10sDays,
    segment_rollup_60: days.retention1minDays,
    segment_rollup_3600: days.retention1hDays,
  };
}
