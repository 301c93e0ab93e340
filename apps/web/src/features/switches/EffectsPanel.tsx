"use client";
import { Badge, type BadgeTone, Button, type Column, PredictedLatency, Table } from "@p4twin/ui";
import { formatLatencyWithUnit, LATENCY_UNIT_LABEL, MISSING } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Effects = RouterOutputs["switches"]["effects"];
type Path = Effects["paths"][number];
type Chain = Effects["chains"][number];
/** A chain, or one of its segments below it. */
type Row = {
  key: string;
  chain: Chain;
  segment: Chain["segments"][number] | null;
};

const usText = (us: number | null): string => (us === null ? MISSING : formatLatencyWithUnit(us));
const TONES: Record<Path["change"], BadgeTone> = {
  same: "neutral",
  changed: "warn",
  added: "ok",
  removed: "bad",
};
const VERDICTS: Record<Chain["verdict"], BadgeTone> = {
  ...{ holds: "ok", mended: "ok", broken: "bad", "stays broken": "bad", unknown: "neutral" },
};

type Both = Pick<Path, "beforeUs" | "afterUs" | "beforeIntervals" | "afterIntervals">;
function bothColumns<R>(of: (row: R) => Both): Column<R>[] {
  const predicted = (us: number | null, intervals: Both["beforeIntervals"]) => (
    <PredictedLatency us={us} {...intervals} unit="us" digits={4} />
  );
  const column = { unit: LATENCY_UNIT_LABEL.us, numeric: true, hint: "Mean ± one standard deviation of it" };
  return [
    {
      ...column,
      id: "before",
      header: "Before",
      cell: (row) => predicted(of(row).beforeUs, of(row).beforeIntervals),
    },
    {
      ...column,
      id: "after",
      header: "After",
      cell: (row) => predicted(of(row).afterUs, of(row).afterIntervals),
    },
  ];
}

const pathColumns: Column<Path>[] = [
  { id: "change", header: "Change", cell: ({ change }) => <Badge tone={TONES[change]}>{change}</Badge> },
  {
    id: "path",
    header: "Path",
    className: "whitespace-normal",
    cell: ({ path }) => <span className="font-mono text-xs">{path}</span>,
  },
  ...bothColumns<Path>((path) => path),
];

const chainColumns: Column<Row>[] = [
  {
    id: "name",
    header: "Chain, segments",
    className: "whitespace-normal",
    cell: ({ chain, segment }) =>
      segment ? (
        <span className="pl-4">{segment.segment}</span>
      ) : (
        <AppLink href={`/twin/${chain.deploymentId}`}>{chain.chain ?? chain.deployment}</AppLink>
      ),
  },
  ...bothColumns<Row>(({ chain, segment }) => segment ?? chain),
  {
    id: "budget",
    header: "Budget",
    cell: ({ chain, segment }) =>
      segment
        ? `PL ${usText(segment.plUs)}, DL ${usText(segment.dlUs)}`
        : chain.maxDelayUs === null
          ? "best effort"
          : usText(chain.maxDelayUs),
  },
  {
    id: "verdict",
    header: "Verdict",
    cell: ({ chain, segment }) =>
      segment ? null : <Badge tone={VERDICTS[chain.verdict]}>{chain.verdict}</Badge>,
  },
];

const rowsOf = (chains: readonly Chain[]): Row[] =>
  chains.flatMap((chain) => [
    { key: chain.deploymentId, chain, segment: null },
    ...chain.segments.map((segment, i) => ({ key: `${chain.deploymentId} ${i}`, chain, segment })),
  ]);

/** What two snapshots mean for the latency of paths and chains; worked out when it is asked for. */
export function EffectsPanel({ before, after }: { before: string; after: string }) {
  const trpc = useTRPC();
  const [asked, setAsked] = useState<string | null>(null);
  const pair = `${before} ${after}`;
  const effects = useQuery(
    trpc.switches.effects.queryOptions(
      { before, after },
      { enabled: asked === pair, staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  if (asked !== pair)
    return (
      <div>
        <Button size="sm" onClick={() => setAsked(pair)}>
          Latency of paths and chains
        </Button>
      </div>
    );
  return (
    <QueryView query={effects} what="The latency of both">
      {({ counts, paths, pathsTotal, chains, notes, device }) => (
        <section aria-label="Latency of paths and chains" className="flex flex-col gap-3">
          {counts ? (
            <p>
              Paths: {counts.added} added, {counts.removed} removed, {counts.changed} changed, {counts.same}{" "}
              the same{device ? `; latency on ${device}` : ""}.
            </p>
          ) : null}
          {paths.length > 0 ? (
            <div className="overflow-x-auto">
              <Table
                caption="Paths that come, go or take another time"
                columns={pathColumns}
                rows={paths}
                rowKey={({ change, path }) => `${change} ${path}`}
              />
              {pathsTotal > paths.length ? (
                <p className="p-3 text-ink-2">{pathsTotal - paths.length} more are not listed.</p>
              ) : null}
            </div>
          ) : counts ? (
            <p className="text-ink-2">No path was added or removed, and none changed its latency.</p>
          ) : null}
          {chains.length > 0 ? (
            <div className="overflow-x-auto">
              <Table
                caption="Chains through this switch"
                columns={chainColumns}
                rows={rowsOf(chains)}
                rowKey={({ key }) => key}
              />
              <p className="p-3 text-ink-3 text-xs">
                Predicted means at the stated load, each with one standard deviation of the mean and of a
                packet, with what this switch ran in its place; a chain is the sum of its segments.
              </p>
            </div>
          ) : (
            <p className="text-ink-2">
              No deployment passes this switch: name an element like it, or give it the device id of the
              switch as INT node id.
            </p>
          )}
          {notes.map((note) => (
            <p key={note} className="text-ink-2">
              {note}
            </p>
          ))}
        </section>
      )}
    </QueryView>
  );
}
