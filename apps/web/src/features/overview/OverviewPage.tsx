"use client";
import { Alert, EmptyState, PageHeader, Panel, Skeleton, SkeletonRows, textLink } from "@p4twin/ui";
import { formatClock } from "@p4twin/ui/format";
import { Activity } from "lucide-react";
import { EventFeed, useEvents } from "@/features/events/index.ts";
import { useTelemetry } from "@/features/telemetry/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useMayChange } from "@/shell/useMayChange.ts";
import { Checklist } from "./Checklist.tsx";
import { OverviewTiles } from "./OverviewTiles.tsx";
import { SegmentOverview } from "./SegmentOverview.tsx";
import { useHourAgo } from "./useHourAgo.ts";
import { type OverviewRow, useOverview } from "./useOverview.ts";
import { verdictCounts } from "./verdictCounts.ts";

const FEED_LIMIT = 12;

const SKELETON = (
  <div className="flex flex-col gap-3">
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {["a", "b", "c", "d"].map((id) => (
        <Skeleton key={id} className="h-22" />
      ))}
    </div>
    <SkeletonRows rows={6} label="Loading the segments" />
  </div>
);

/** One sentence: how it is now. */
function summaryOf(rows: readonly OverviewRow[]): string {
  const { segments, violated, drifting, noData, compared } = verdictCounts(rows);
  if (segments === 0) return "Predicted and observed latency of every segment.";
  const [worst] = rows;
  if (violated > 0 && worst) {
    const others = violated > 1 ? `, and ${countOf(violated - 1, "more segment")}` : "";
    return `${worst.segmentName}: ${worst.ruling.title}, ${worst.ruling.headline}${others}.`;
  }
  if (drifting > 0)
    return `All segments within budget. ${countOf(drifting, "model")} off from the observed latency.`;
  return noData > 0
    ? `No reports for ${countOf(noData, "segment")}; all others are within budget.`
    : `All segments are within their latency budgets${compared > 0 ? ", and the models agree" : ". Add programs and profiles to get predictions"}.`;
}

/** Start page: is all well, and where not. */
export function OverviewPage() {
  const overview = useOverview();
  const mayChange = useMayChange();
  const from = useHourAgo();
  const events = useEvents({
    from,
    to: new Date(Date.parse(from) + 2 * 3_600_000).toISOString(),
    limit: 1000,
  });
  const telemetry = useTelemetry();
  return (
    <>
      <PageHeader
        title="Overview"
        summary={overview.data ? summaryOf(overview.data) : "Reading the last minute…"}
        actions={
          mayChange && overview.data && overview.data.length > 0 ? (
            <ButtonLink href="/deployments/new">Bind segments</ButtonLink>
          ) : null
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {mayChange ? <Checklist /> : null}
        <QueryView query={overview} what="The segments" skeleton={SKELETON}>
          {(rows) => (
            <>
              {rows.length > 0 ? (
                <OverviewTiles rows={rows} events={events.data} telemetry={telemetry.data} />
              ) : null}
              <Silence
                heardMs={Math.max(0, ...(telemetry.data?.exporters ?? []).map((e) => e.lastHeardMs))}
              />
              <div className="grid gap-3 2xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:items-start">
                <Panel
                  title="Segments"
                  subtitle="last minute, worst first"
                  bodyClassName={rows.length === 0 ? undefined : "p-0 overflow-x-auto"}
                >
                  {rows.length === 0 ? <NoSegments mayChange={mayChange} /> : <SegmentOverview rows={rows} />}
                </Panel>
                <Panel
                  title="Events"
                  subtitle="last hour"
                  bodyClassName="p-0"
                  actions={
                    <AppLink href="/events" className={`text-xs ${textLink}`}>
                      All events
                    </AppLink>
                  }
                >
                  <QueryView query={events} what="The events" skeleton={<SkeletonRows rows={3} />}>
                    {(list) =>
                      list.length === 0 ? (
                        <p className="p-3 text-ink-3">No segment exceeded its budget in the last hour.</p>
                      ) : (
                        <EventFeed events={list.slice(0, FEED_LIMIT)} />
                      )
                    }
                  </QueryView>
                </Panel>
              </div>
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}

const SILENT_MS = 30_000;

/** Says so when switches that once sent have all gone quiet. `heardMs`: 0 when none ever sent. */
function Silence({ heardMs }: { heardMs: number }) {
  if (heardMs === 0 || Date.now() - heardMs < SILENT_MS) return null;
  return (
    <Alert
      tone="warn"
      title={`Nothing arrives since ${formatClock(heardMs)}`}
      action={
        <ButtonLink size="sm" href="/telemetry">
          Open telemetry
        </ButtonLink>
      }
    >
      No switch has sent a report since then; verdicts turn to “no data” within a minute.
    </Alert>
  );
}

function NoSegments({ mayChange }: { mayChange: boolean }) {
  return (
    <EmptyState
      icon={<Activity aria-hidden />}
      title="No segment is bound to live telemetry yet"
      action={
        <>
          {mayChange ? (
            <ButtonLink variant="primary" href="/deployments/new">
              Bind segments
            </ButtonLink>
          ) : null}
          <ButtonLink href="/telemetry">Show telemetry</ButtonLink>
          <ButtonLink href="/scenarios">Place a chain first</ButtonLink>
        </>
      }
    >
      Bind the segments of a chain to switch ids, ports and flows; each then shows here with its predicted and
      observed latency. No switch at hand? <code className="font-mono">DEMO=on npm start</code> on an empty
      data directory brings a demo cloud that sends real INT reports.
    </EmptyState>
  );
}
