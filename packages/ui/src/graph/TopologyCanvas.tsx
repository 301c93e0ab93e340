"use client";
import { useMemo } from "react";
import { ChartFrame } from "../charts/shared/ChartFrame.tsx";
import { cn } from "../lib/cn.ts";
import { Button } from "../primitives/Button.tsx";
import { Skeleton } from "../primitives/Skeleton.tsx";
import { collapseRoutes } from "./clusterTopology.ts";
import type { GraphLayout } from "./layoutGraph.ts";
import { TopologySurface } from "./TopologySurface.tsx";
import { TopologySvg } from "./TopologySvg.tsx";
import { topologyTwin } from "./topologyTwin.ts";
import type { TopologyLink, TopologyNode, TopologyRoute } from "./topologyTypes.ts";
import { useClusters } from "./useClusters.ts";
import { type LayOutTopology, useTopologyLayout } from "./useTopologyLayout.ts";

export interface TopologyCanvasProps {
  nodes: readonly TopologyNode[];
  links: readonly TopologyLink[];
  routes?: readonly TopologyRoute[];
  /** Ways of a baseline: faint and dashed behind the routes. */
  ghosts?: readonly TopologyRoute[];
  /** What is drawn: "Topology edge-lab". */
  label: string;
  selectedId?: string | null;
  onSelect?: (nodeId: string) => void;
  /** Only this route is lit. */
  selectedRouteId?: string | null;
  onSelectRoute?: (routeId: string) => void;
  /** Nodes can be dragged; told once, at the end, in the coordinates of the layout. */
  onMove?: (nodeId: string, x: number, y: number) => void;
  /** Layout from a worker; made here when left out. */
  layout?: GraphLayout;
  /** Finds the layout of a large cloud in a worker; the page waits with a skeleton. Keep its identity. */
  layOut?: LayOutTopology;
  className?: string;
}

const NO_ROUTES: readonly TopologyRoute[] = [];

/**
 * Up to here every node is an element of the page; above, a canvas paints them (our choice; see the bench of
 * the canvas).
 */
const SVG_NODES = 150;

/**
 * A cloud: devices with their load as a ring, links by rate, chains as coloured routes. Above a thousand
 * nodes racks or neighbourhoods are drawn as one node each, which a click opens.
 */
export function TopologyCanvas({
  nodes,
  links,
  routes = NO_ROUTES,
  ghosts = NO_ROUTES,
  label,
  selectedId = null,
  onSelect,
  selectedRouteId = null,
  onSelectRoute,
  onMove,
  layout: given,
  layOut,
  className,
}: TopologyCanvasProps) {
  const clusters = useClusters(nodes, links, routes);
  const { shownAs } = clusters;
  const clustered = clusters.clusterCount > 0;
  const layout = useTopologyLayout(clusters.nodes, clusters.links, clustered ? undefined : given, layOut);
  const shownGhosts = useMemo(
    () => (clustered ? collapseRoutes(ghosts, shownAs) : ghosts),
    [clustered, ghosts, shownAs],
  );
  const onPick = (id: string, passing: boolean): void => {
    if (!clusters.isCluster(id)) onSelect?.(id);
    else if (!passing) clusters.open(id);
  };
  const Scene = clusters.nodes.length > SVG_NODES ? TopologySurface : TopologySvg;

  return (
    <ChartFrame
      label={label}
      twin={() => topologyTwin(nodes, links, routes)}
      undrawable={nodes.length === 0 ? "This topology has no nodes yet." : null}
      legend={
        <>
          {clustered ? (
            <span className="inline-flex items-center gap-2" role="status">
              {nodes.length} nodes in {clusters.clusterCount} clusters; click one to open it.
              {clusters.openCount > 0 ? (
                <Button size="sm" onClick={clusters.closeAll}>
                  Close all clusters
                </Button>
              ) : null}
            </span>
          ) : null}
          {routes.map((route, index) => (
            <button
              key={`${route.id} ${route.label}`}
              type="button"
              disabled={!onSelectRoute}
              aria-pressed={route.id === selectedRouteId}
              onClick={() => onSelectRoute?.(route.id)}
              className="inline-flex items-center gap-1 enabled:cursor-pointer enabled:hover:text-ink aria-pressed:font-semibold aria-pressed:text-ink"
            >
              <span
                aria-hidden
                className="h-1 w-4 rounded-full"
                style={{ background: `var(--series-${(index % 8) + 1})` }}
              />
              {route.label}
            </button>
          ))}
        </>
      }
      className={cn("h-full min-h-72", className)}
    >
      <div className="relative min-h-0 grow overflow-hidden rounded-md border border-line bg-bg">
        {layout ? (
          <Scene
            nodes={clusters.nodes}
            links={clusters.links}
            routes={clusters.routes}
            ghosts={shownGhosts}
            layout={layout}
            label={label}
            selectedId={selectedId === null ? null : (shownAs.get(selectedId) ?? selectedId)}
            onPick={onPick}
            selectedRouteId={selectedRouteId}
            onMove={onMove}
          />
        ) : (
          <Skeleton className="absolute inset-3" />
        )}
      </div>
    </ChartFrame>
  );
}
