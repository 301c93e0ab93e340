"use client";
import { StatusItem } from "@p4twin/ui";
import { formatClock, formatPercent, formatRate } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { useOverview, verdictCounts } from "@/features/overview/index.ts";
import { useIncidents } from "@/features/system/index.ts";
import {
  exporterCounts,
  LOSS_WORTH_A_LOOK,
  telemetryLoss,
  useTelemetry,
} from "@/features/telemetry/index.ts";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { useTRPC } from "@/lib/trpc.ts";

const POLL_MS = 10_000;

/**
 * Health of the whole in one line: exporters, reports per second, loss, database, model verdicts; each opens its page.
 */
export function StatusStrip() {
  const trpc = useTRPC();
  const telemetry = useTelemetry();
  const status = useQuery(trpc.system.status.queryOptions(undefined, { refetchInterval: POLL_MS }));
  const overview = useOverview(POLL_MS);
  const incidents = useIncidents({ open: true, limit: 50 }, POLL_MS);
  const state = telemetry.data ?? null;
  const exporters = state ? exporterCounts(state) : null;
  const loss = state ? telemetryLoss(state) : null;
  const counts = overview.data ? verdictCounts(overview.data) : null;
  const database = status.data?.database;
  if (status.error)
    return (
      <StatusItem
        label="Server"
        value={
          status.dataUpdatedAt > 0 ? `no answer since ${formatClock(status.dataUpdatedAt)}` : "no answer"
        }
        tone="idle"
        state="The numbers on this page are from before. Check that npm start is still running."
        href="/system"
        LinkComponent={AppLink}
      />
    );
  return (
    <>
      <StatusItem
        label="Exporters"
        value={exporters ? `${exporters.sending} of ${exporters.heard}` : "–"}
        tone={exporters === null || exporters.heard === 0 ? "idle" : exporters.quiet > 0 ? "warn" : "ok"}
        state={
          exporters
            ? `${exporters.sending} sending, ${exporters.quiet} gone quiet`
            : "the collector does not listen"
        }
        href="/telemetry"
        LinkComponent={AppLink}
      />
      <StatusItem
        label="Reports"
        value={state ? formatRate(state.reportsPerS) : "–"}
        tone={state?.reportsPerS ? "ok" : "idle"}
        href="/telemetry"
        LinkComponent={AppLink}
      />
      <StatusItem
        label="Loss"
        value={formatPercent(loss?.share)}
        tone={
          loss === null || loss.share === null
            ? "idle"
            : loss.share > LOSS_WORTH_A_LOOK || (state?.writer.dropped ?? 0) > 0
              ? "warn"
              : "ok"
        }
        state={loss ? `${loss.lost} of ${loss.sent} datagrams lost or not readable` : undefined}
        href="/telemetry"
        LinkComponent={AppLink}
      />
      <StatusItem
        label="Database"
        value={database ? (database.ok ? "connected" : "lost") : "–"}
        tone={database ? (database.ok ? "ok" : "bad") : "idle"}
        state={database?.version ? `PostgreSQL ${database.version}` : undefined}
        href="/system"
        LinkComponent={AppLink}
      />
      <StatusItem
        label="System"
        value={
          incidents.data
            ? incidents.data.incidents.length === 0
              ? "no incident"
              : countOf(incidents.data.incidents.length, "incident")
            : "–"
        }
        tone={
          incidents.data === undefined
            ? "idle"
            : incidents.data.incidents.some((i) => i.severity === "critical")
              ? "bad"
              : incidents.data.incidents.length > 0
                ? "warn"
                : "ok"
        }
        state={incidents.data?.incidents[0]?.title}
        href="/system"
        LinkComponent={AppLink}
      />
      <StatusItem
        label="Segments"
        value={
          counts === null
            ? "–"
            : counts.violated > 0
              ? `${counts.violated} violated`
              : counts.drifting > 0
                ? `${counts.drifting} drifting`
                : counts.compared > 0
                  ? "hold"
                  : counts.withinBudget > 0
                    ? "within budget"
                    : "no data"
        }
        tone={
          counts === null || counts.withinBudget + counts.violated === 0
            ? "idle"
            : counts.violated > 0
              ? "bad"
              : counts.drifting > 0
                ? "warn"
                : "ok"
        }
        state={
          counts
            ? `${counts.withinBudget} of ${countOf(counts.segments, "segment")} within budget`
            : undefined
        }
        href="/"
        LinkComponent={AppLink}
      />
    </>
  );
}
