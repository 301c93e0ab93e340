"use client";
import { useState } from "react";
import { FlowGraph } from "../graph/FlowGraph.tsx";
import { TopologyCanvas } from "../graph/TopologyCanvas.tsx";
import { Panel } from "../primitives/Panel.tsx";
import {
  cloudLinks,
  cloudNodes,
  cloudRoutes,
  parserEdges,
  parserNodes,
  pathEdgeIds,
  pathNodeIds,
} from "./graphData.ts";
import { Section } from "./Section.tsx";

export function GraphSection() {
  const [node, setNode] = useState<string>("lpm");
  const [place, setPlace] = useState<string | null>(null);
  const [route, setRoute] = useState<string | null>(null);
  return (
    <Section title="Graphs">
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Panel title="Program" className="h-[36rem]">
          <FlowGraph
            label="Parser and control of l3fwd.p4"
            nodes={parserNodes}
            edges={parserEdges}
            pathNodeIds={pathNodeIds}
            pathEdgeIds={pathEdgeIds}
            selectedId={node}
            onSelect={setNode}
          />
        </Panel>
        <Panel title="Topology" className="h-[36rem]">
          <TopologyCanvas
            label="Topology edge-lab"
            nodes={cloudNodes}
            links={cloudLinks}
            routes={cloudRoutes}
            selectedId={place}
            onSelect={setPlace}
            selectedRouteId={route}
            onSelectRoute={(id) => setRoute(id === route ? null : id)}
            onMove={() => undefined}
          />
        </Panel>
      </div>
    </Section>
  );
}
