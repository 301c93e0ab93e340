"use client";
import {
  Alert,
  Badge,
  type BadgeTone,
  type Column,
  Panel,
  PredictedLatency,
  StatTile,
  Table,
} from "@p4twin/ui";
import {
  formatCount,
  formatPercent,
  formatPercentDelta,
  formatSignificant,
  formatWords,
  MISSING,
} from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";

export type Refit = Extract<RouterOutputs["refits"]["propose"], { ok: true }>;
type Coefficient = Refit["coefficients"][number];
/** A switch that is passed twice has two. */
type Sample = Refit["samples"][number] & { at: number };

const STATUS: Readonly<Record<Coefficient["status"], { tone: BadgeTone; words: string }>> = {
  told: { tone: "ok", words: "determined" },
  partly: { tone: "warn", words: "partly determined" },
  unseen: { tone: "neutral", words: "as published" },
  bound: { tone: "warn", words: "held at 0" },
};

const COEFFICIENTS: readonly Column<Coefficient>[] = [
  { id: "name", header: "Coefficient", cell: ({ name }) => (name === "base" ? "base delay" : name) },
  { id: "prior", header: "Published", unit: "µs", numeric: true, cell: (c) => formatSignificant(c.priorUs) },
  {
    id: "us",
    header: "Proposed",
    unit: "µs",
    numeric: true,
    cell: (c) => <span className="font-medium">{formatSignificant(c.us)}</span>,
  },
  {
    id: "interval",
    header: "95 % interval",
    unit: "µs",
    numeric: true,
    cell: (c) =>
      c.lowUs === null ? "unknown" : `${formatSignificant(c.lowUs)} to ${formatSignificant(c.highUs)}`,
  },
  {
    id: "told",
    header: "Determined by data",
    numeric: true,
    hint: "Share of the doubt about the published value that the data took away",
    cell: (c) => formatPercent(c.determinedShare),
  },
  {
    id: "status",
    header: "Origin",
    cell: (c) => <Badge tone={STATUS[c.status].tone}>{STATUS[c.status].words}</Badge>,
  },
  {
    id: "note",
    header: "Evidence",
    className: "whitespace-normal min-w-48 text-ink-2",
    cell: (c) => formatWords(c.note ?? ""),
  },
];

type PredictedProps = { us: number; observedUs: number; intervals: Sample["afterIntervals"] };

const off = (us: number, observedUs: number) => (observedUs > 0 ? us / observedUs - 1 : null);
const SAMPLES: readonly Column<Sample>[] = [
  { id: "place", header: "Where", cell: (s) => s.place },
  { id: "program", header: "Program", cell: (s) => s.program.replace(/^lib:/, "") },
  { id: "packets", header: "Packets", numeric: true, cell: (s) => formatCount(s.packets) },
  { id: "observed", header: "Observed", unit: "µs", numeric: true, cell: (s) => formatSignificant(s.meanUs) },
  {
    id: "before",
    header: "Before",
    unit: "µs",
    numeric: true,
    hint: "One standard deviation of the mean, and of a packet",
    cell: (s) => <Predicted us={s.beforeUs} observedUs={s.meanUs} intervals={s.beforeIntervals} />,
  },
  {
    id: "after",
    header: "After",
    unit: "µs",
    numeric: true,
    hint: "In another run of the switch: one standard deviation of the mean, and of a packet",
    cell: (s) => <Predicted us={s.afterUs} observedUs={s.meanUs} intervals={s.afterIntervals} />,
  },
];

function Predicted({ us, observedUs, intervals }: PredictedProps) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <PredictedLatency us={us} {...intervals} unit="us" />
      <span className="text-ink-3">{formatPercentDelta(off(us, observedUs))}</span>
    </span>
  );
}

/**
 * A proposed refit: how much better it is, every coefficient beside the published one, and what the data cannot tell.
 */
export function RefitAnswer({ refit }: { refit: Refit }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <StatTile
          label="Mean error before"
          value={formatPercent(refit.before)}
          context="by the published profile"
        />
        <StatTile label="Mean error after" value={formatPercent(refit.after)} context="by the proposed one" />
        <StatTile
          label="Error on programs held out"
          value={refit.heldOut === null ? MISSING : formatPercent(refit.heldOut)}
          context={
            refit.heldOut === null
              ? "needs three programs"
              : refit.heldOutRuns === null
                ? "each from the others"
                : `each from the others; of runs held out ${formatPercent(refit.heldOutRuns)}`
          }
        />
        <StatTile
          label="Observed"
          value={formatCount(refit.packets)}
          context={`packets of ${refit.programs} ${refit.programs === 1 ? "program" : "programs"} at ${refit.samples.length} places`}
        />
      </div>
      {refit.after >= refit.before ? (
        <Alert tone="warn" title="The published profile explains these observations no worse">
          A refit is of use when the model drifts: choose a range in which it did, or keep the profile.
        </Alert>
      ) : null}
      {refit.notIdentifiable.length > 0 ? (
        <Alert title="Not identifiable from these measurements">
          <ul className="list-disc pl-5">
            {refit.notIdentifiable.map((line) => (
              <li key={line}>{formatWords(line)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      <Panel
        title="Coefficients"
        subtitle={`of ${refit.device}, version ${refit.version}`}
        bodyClassName="overflow-x-auto p-0"
      >
        <Table
          caption="Proposed coefficients"
          columns={COEFFICIENTS}
          rows={refit.coefficients}
          rowKey={(c) => c.name}
        />
      </Panel>
      <Panel title="Observed, before and after" bodyClassName="overflow-x-auto p-0">
        <Table
          caption="Observations"
          columns={SAMPLES}
          rows={refit.samples.map((sample, at) => ({ ...sample, at }))}
          rowKey={(s) => String(s.at)}
        />
      </Panel>
      {refit.notes.length > 0 ? (
        <details className="text-ink-3 text-xs">
          <summary className="cursor-pointer">What was taken as known ({refit.notes.length})</summary>
          <ul className="mt-1 list-disc pl-5">
            {refit.notes.map((note) => (
              <li key={note}>{formatWords(note)}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
