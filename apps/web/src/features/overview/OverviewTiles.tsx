"use client";
import { StatTile } from "@p4twin/ui";
import { formatCount, formatPercent, formatRate } from "@p4twin/ui/format";
import type { Event } from "@/features/events/index.ts";
import { LOSS_WORTH_A_LOOK, type TelemetryState, telemetryLoss } from "@/features/telemetry/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import type { OverviewRow } from "./useOverview.ts";
import { verdictCounts } from "./verdictCounts.ts";

export type OverviewTilesProps = {
  rows: readonly OverviewRow[];
  /** events that were open in the last hour; undefined while unknown */
  events: readonly Event[] | undefined;
  /** null: the collector does not listen; undefined while unknown */
  telemetry: TelemetryState | null | undefined;
};

/** The four numbers that say whether all is well. */
export function OverviewTiles({ rows, events, telemetry }: OverviewTilesProps) {
  const counts = verdictCounts(rows);
  const open = events?.filter((event) => event.closedAt === null).length ?? 0;
  const loss = telemetry ? telemetryLoss(telemetry) : null;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatTile
        label="Segments within budget"
        value={`${counts.withinBudget} of ${counts.segments}`}
        context={
          counts.violated > 0
            ? `${counts.violated} violated`
            : counts.noData > 0
              ? `${counts.noData} without data`
              : "all seen within the last minute"
        }
        tone={counts.violated > 0 ? "bad" : "neutral"}
      />
      <StatTile
        label="Violations in the last hour"
        value={events ? formatCount(events.length) : null}
        loading={events === undefined}
        context={open > 0 ? `${open} still open` : "none open"}
        tone={open > 0 ? "bad" : "neutral"}
        href="/events"
        LinkComponent={AppLink}
      />
      <StatTile
        label="Models that drift"
        value={`${counts.drifting} of ${counts.compared}`}
        context={
          counts.compared === 0
            ? "nothing to compare yet"
            : counts.drifting > 0
              ? "observed and predicted part"
              : "all agree with what is seen"
        }
        tone={counts.drifting > 0 ? "warn" : "neutral"}
      />
      <StatTile
        label="Telemetry loss"
        value={loss && loss.share !== null ? formatPercent(loss.share) : null}
        loading={telemetry === undefined}
        context={
          telemetry === null
            ? "the collector does not listen"
            : telemetry?.reportsPerS != null
              ? `${formatRate(telemetry.reportsPerS)} reports`
              : null
        }
        tone={telemetry === null || (loss?.share ?? 0) > LOSS_WORTH_A_LOOK ? "warn" : "neutral"}
        href="/telemetry"
        LinkComponent={AppLink}
      />
    </div>
  );
}
