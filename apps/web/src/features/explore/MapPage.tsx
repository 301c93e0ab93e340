"use client";
import { Breadcrumbs, EmptyState, PageHeader, Panel, SegmentedControl, Slider, textLink } from "@p4twin/ui";
import { formatDateTime, formatDuration } from "@p4twin/ui/format";
import { HeatScale, TopologyCanvas } from "@p4twin/ui/graph";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Map as MapIcon } from "lucide-react";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { instants, useFollowedRange } from "@/lib/useFollowedRange.ts";
import { useLayoutWorker } from "@/lib/useLayoutWorker.ts";
import { SPANS } from "./exploreUrl.ts";
import { type Groups, VALUES } from "./exploreWords.ts";
import { type Bin, heatScale, mapModel } from "./mapModel.ts";

const STEP_MS = 5_000;
const SHOWN = ["p99Us", "queueMax"] as const;
/** Nodes and paths of the map: as many as an answer lists. */
const MOST = 500;

/** The network as kept reports show it: hop latency or queue as colour, traffic as width, over time. */
export function MapPage() {
  const trpc = useTRPC();
  const [url, setUrl] = useQueryStates({
    span: parseAsInteger.withDefault(900),
    value: parseAsStringLiteral(SHOWN).withDefault("p99Us"),
    /** begin of the bin that is shown, epoch seconds; null: the newest */
    at: parseAsInteger,
    node: parseAsString,
  });
  const range = instants(useFollowedRange(null, url.span, STEP_MS));
  const ask = (groupBy: "node" | "path", value: "p99Us" | "queueMax" | "reports") =>
    trpc.explore.groups.queryOptions(
      { source: "reports", range, groupBy, filters: [], value, limit: MOST },
      { placeholderData: keepPreviousData },
    );
  const nodes = useQuery(ask("node", url.value));
  const paths = useQuery(ask("path", "reports"));
  return (
    <>
      <PageHeader
        title="Live map"
        summary="Switches coloured by hop latency or queue depth, links as wide as their traffic, from kept reports. Move the slider to go back in time."
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Telemetry", href: "/telemetry" }, { label: "Live map" }]}
        />
      </PageHeader>
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <div className="flex flex-wrap items-center gap-3">
          <SegmentedControl
            aria-label="Colour of nodes"
            size="sm"
            value={url.value}
            onValueChange={(value) => void setUrl({ value })}
            options={SHOWN.map((value) => ({ value, label: VALUES[value] }))}
          />
          <SegmentedControl
            aria-label="Time range"
            size="sm"
            value={String(url.span)}
            onValueChange={(span) => void setUrl({ span: Number(span), at: null })}
            options={SPANS.map(({ seconds, label }) => ({ value: String(seconds), label }))}
          />
        </div>
        <QueryView query={nodes} what="The map">
          {(answer) => (
            <MapPanel
              nodes={answer}
              paths={paths.data ?? { ...answer, groups: [] }}
              value={url.value}
              at={url.at}
              onAt={(at) => void setUrl({ at })}
              selected={url.node}
              onSelect={(node) => void setUrl({ node })}
            />
          )}
        </QueryView>
      </div>
    </>
  );
}

type MapPanelProps = {
  nodes: Groups;
  paths: Groups;
  value: (typeof SHOWN)[number];
  at: number | null;
  onAt: (at: number | null) => void;
  selected: string | null;
  onSelect: (node: string) => void;
};

function MapPanel({ nodes, paths, value, at, onAt, selected, onSelect }: MapPanelProps) {
  const { fromMs, toMs, binMs, groups, groupCount } = nodes;
  const bins = Math.round((toMs - fromMs) / binMs);
  const last = lastBin(nodes);
  const chosen = at === null ? last : Math.floor((1_000 * at - fromMs) / binMs);
  const bin: Bin = Math.min(bins - 1, Math.max(0, chosen));
  const model = useMemo(() => mapModel(nodes, paths, value, bin), [nodes, paths, value, bin]);
  const layOut = useLayoutWorker();
  if (groups.length === 0)
    return (
      <EmptyState icon={<MapIcon aria-hidden />} title="No node in this range">
        The map shows the nodes that reports name. Point a switch here, or choose a longer range.
      </EmptyState>
    );
  const begin = fromMs + bin * binMs;
  return (
    <Panel
      title={at === null ? "Now" : formatDateTime(begin)}
      subtitle={`${formatDuration(binMs)} a step${groupCount > groups.length ? `, the first ${groups.length} of ${groupCount} nodes` : ""}`}
      actions={
        <Slider
          aria-label="Time"
          className="w-72 max-w-full"
          min={0}
          max={bins - 1}
          value={bin}
          valueText={at === null ? "newest" : formatDateTime(begin)}
          onValueChange={(next) => onAt(next >= last ? null : Math.floor((fromMs + next * binMs) / 1_000))}
        />
      }
    >
      <div className="h-112">
        <TopologyCanvas
          label={`Nodes by ${VALUES[value].toLowerCase()}`}
          nodes={model.nodes}
          links={model.links}
          layOut={layOut}
          selectedId={selected}
          onSelect={onSelect}
          className="h-full p-2"
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line pt-2">
        <HeatScale label={VALUES[value]} stops={heatScale(model.most, value)} />
        <p className="text-2xs text-ink-3">
          Not coloured: unknown at this time. Width of a link: its reports.
        </p>
      </div>
      {selected === null ? null : (
        <p className="pt-2 text-sm">
          <AppLink
            className={textLink}
            href={`/telemetry/explore?by=queue&filter=${encodeURIComponent(`node=${selected}`)}`}
          >
            Queues and reports of {model.nodes.find(({ id }) => id === selected)?.label ?? selected}
          </AppLink>
        </p>
      )}
    </Panel>
  );
}

/** The newest bin in which anything was measured; the last one without any. */
function lastBin({ groups, fromMs, toMs, binMs }: Groups): number {
  const bins = Math.round((toMs - fromMs) / binMs);
  for (let bin = bins - 1; bin > 0; bin--)
    if (groups.some(({ cells }) => cells[bin] !== null && cells[bin] !== undefined)) return bin;
  return bins - 1;
}
