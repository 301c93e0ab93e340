"use client";
import { Alert, EmptyState, PageHeader, Panel, StatTile } from "@p4twin/ui";
import { formatClock, formatCount, formatPercent, formatRate } from "@p4twin/ui/format";
import { FileClock, Grid3x3, Map as MapIcon, Network, Radio } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { AcceptancePanel } from "./AcceptancePanel.tsx";
import { ClockPanel } from "./ClockPanel.tsx";
import { CollectorPanel } from "./CollectorPanel.tsx";
import { DeploymentFindings } from "./DeploymentFindings.tsx";
import { ExporterPanel } from "./ExporterPanel.tsx";
import { exporterCounts, QUIET_MS } from "./exporterCounts.ts";
import { frameFindings } from "./frameFindings.ts";
import { InterruptionNote } from "./InterruptionNote.tsx";
import { ProcessPanel } from "./ProcessPanel.tsx";
import { SetupCard } from "./SetupCard.tsx";
import { LOSS_WORTH_A_LOOK, telemetryLoss } from "./telemetryLoss.ts";
import { type TelemetryState, useTelemetry } from "./useTelemetry.ts";

/** What arrives, what could not be read, what belongs to no segment, what was stored: counters that add up. */
export function TelemetryPage() {
  const telemetry = useTelemetry();
  return (
    <>
      <PageHeader
        title="Telemetry"
        summary="What switches send here, and what became of every datagram since the collector started."
        actions={
          <>
            <ButtonLink href="/telemetry/map">
              <MapIcon aria-hidden /> Live map
            </ButtonLink>
            <ButtonLink href="/telemetry/explore">
              <Grid3x3 aria-hidden /> Explore
            </ButtonLink>
            <ButtonLink href="/telemetry/paths">
              <Network aria-hidden /> Paths heard
            </ButtonLink>
            <ButtonLink href="/telemetry/captures">
              <FileClock aria-hidden /> Captures
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <QueryView query={telemetry} what="The counters">
          {(state) =>
            state === null ? (
              <Alert tone="warn" title="The collector does not listen">
                It starts within a second of the server. If this stays, the port may be taken: the log of the
                server says so; choose another with <code className="font-mono">INT_PORT</code>.
              </Alert>
            ) : (
              <Counters state={state} />
            )
          }
        </QueryView>
      </div>
    </>
  );
}

function Counters({ state }: { state: TelemetryState }) {
  const { exporters, atMs } = state;
  const loss = telemetryLoss(state);
  const { heard, sending, quiet } = exporterCounts(state);
  const matched = exporters.reduce((n, e) => n + e.matched, 0);
  const reports = exporters.reduce((n, e) => n + e.reports, 0);
  const late = Date.now() - atMs > QUIET_MS;
  return (
    <>
      {late ? (
        <Alert tone="warn" title={`The collector has said nothing since ${formatClock(atMs)}`}>
          The numbers below are its last ones.
        </Alert>
      ) : null}
      {frameFindings(state).map(({ tone, title, text }) => (
        <Alert key={title} tone={tone} title={title}>
          {text}
        </Alert>
      ))}
      <InterruptionNote interruption={state.writer.interruption} />
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile
          label="Exporters sending"
          value={sending}
          context={`of ${heard} heard`}
          tone={quiet > 0 ? "warn" : "neutral"}
        />
        <StatTile
          label="Reports"
          value={formatRate(state.reportsPerS)}
          context={`${formatCount(reports)} so far`}
        />
        <StatTile
          label="Matched to a segment"
          value={reports > 0 ? formatPercent(matched / reports) : null}
          context={reports > 0 ? `${formatCount(reports - matched)} belong to none` : "no report yet"}
        />
        <StatTile
          label="Lost or not readable"
          value={loss.share === null ? null : formatPercent(loss.share)}
          context={`${formatCount(loss.lost)} of ${formatCount(loss.sent)} sent`}
          tone={(loss.share ?? 0) > LOSS_WORTH_A_LOOK ? "warn" : "neutral"}
        />
      </div>
      {exporters.length === 0 ? (
        <Panel>
          <EmptyState icon={<Radio aria-hidden />} title="Nothing has arrived yet">
            No datagram came in on {state.ports.map((p) => `${state.host}:${p.port}`).join(", ")}. Send a
            known scenario with the command below, or point a switch here.
          </EmptyState>
        </Panel>
      ) : (
        exporters.map((exporter) => <ExporterPanel key={exporter.address} exporter={exporter} nowMs={atMs} />)
      )}
      <DeploymentFindings />
      {/* how to begin comes first while nothing has */}
      {exporters.length === 0 ? <SetupCard listen={state} /> : null}
      <AcceptancePanel state={state} />
      <ClockPanel state={state} />
      <CollectorPanel state={state} />
      <ProcessPanel />
      {exporters.length === 0 ? null : <SetupCard listen={state} />}
    </>
  );
}
