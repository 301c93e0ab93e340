"use client";
import type { Change } from "@p4twin/models/placement";
import { Panel, SkeletonRows } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { CloudCanvas } from "@/features/clouds/index.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { routeNodes } from "./placementWords.ts";
import type { ShownAnswer } from "./useShownAnswer.ts";
import { drawingFacts } from "./whatIf/drawing.ts";
import { dropHandlers } from "./whatIf/functionDrag.ts";
import type { WhatIfControls } from "./whatIf/useWhatIf.ts";

export type ScenarioDrawingProps = {
  topologyVersionId: string;
  /** changes that were saved with the scenario */
  saved: readonly Change[];
  shown: ShownAnswer | null;
  whatIf: WhatIfControls;
  chain: string | null;
  onSelectChain: (chain: string) => void;
  node: string | null;
  onSelectNode: (node: string) => void;
};

type Drawn = { id: string; ways?: readonly Route[] | undefined } & Route;
type Route = Parameters<typeof routeNodes>[0];

/** A line for each chain, and for each way of one that branches. */
const lines = (chains: readonly Drawn[]) =>
  chains.flatMap(({ id, ways, ...route }) =>
    (ways ?? [route]).map((way, w) => ({
      ...{ id, nodes: routeNodes(way) },
      ...(ways === undefined ? {} : { label: `${id}, way ${w + 1}` }),
    })),
  );

/** The cloud with load, failures and the chains as routes; while something is changed, the baseline stands behind. */
export function ScenarioDrawing(props: ScenarioDrawingProps) {
  const { topologyVersionId, saved, shown, whatIf, chain, onSelectChain, node, onSelectNode } = props;
  const { prediction, changes, change } = whatIf;
  const trpc = useTRPC();
  const cloud = useQuery(trpc.topologies.get.queryOptions({ versionId: topologyVersionId }));
  const now = prediction?.now ?? null;
  const facts = useMemo(() => drawingFacts([...saved, ...changes], now), [saved, changes, now]);
  const laid = prediction?.state.layout.chains ?? shown?.placement.chains ?? [];
  const hosts = new Set(laid.find(({ id }) => id === chain)?.hosts ?? []);
  return (
    <Panel
      title={cloud.data?.name ?? "Cloud"}
      subtitle={changes.length > 0 ? "baseline dashed behind" : "chains as routes"}
      bodyClassName="h-96 p-0"
    >
      <QueryView query={cloud} what="The cloud" skeleton={<SkeletonRows rows={8} />}>
        {(loaded) => (
          <div
            className="h-full"
            {...dropHandlers(({ chain: id, position }, to) =>
              change({ kind: "move", chain: id, position, to }),
            )}
          >
            <CloudCanvas
              topology={loaded.document}
              routes={lines(laid)}
              ghosts={changes.length > 0 && shown ? lines(shown.placement.chains) : undefined}
              nodeFacts={facts.nodeFacts}
              linkFacts={facts.linkFacts}
              selectedRoute={chain}
              onSelectRoute={onSelectChain}
              selected={node ?? (hosts.size === 1 ? ([...hosts][0] ?? null) : null)}
              onSelect={onSelectNode}
            />
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
