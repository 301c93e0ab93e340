"use client";
import type { ProgramGraph } from "@p4twin/models/program";
import { EmptyState } from "@p4twin/ui";
import { FlowGraph } from "@p4twin/ui/graph";
import { useMemo } from "react";
import { flowModel } from "./model/flowModel.ts";

export type GraphPaneProps = {
  graph: ProgramGraph | null;
  programName: string;
  pathId: string | null;
  selectedNode: string | null;
  onSelectNode: (nodeId: string) => void;
};

/** Parser above, controls below; the selected path bold, edges that no packet takes struck. */
export function GraphPane({ graph, programName, pathId, selectedNode, onSelectNode }: GraphPaneProps) {
  const model = useMemo(() => (graph ? flowModel(graph) : null), [graph]);
  if (!graph || !model) {
    return (
      <EmptyState title="No graph while the source has errors">
        Correct the problems under the source; parser and controls are drawn as soon as it compiles.
      </EmptyState>
    );
  }
  const path = graph.paths.find((entry) => entry.id === pathId);
  return (
    <FlowGraph
      nodes={model.nodes}
      edges={model.edges}
      label={`Parser and controls of ${programName}`}
      pathNodeIds={path?.nodes}
      pathEdgeIds={path?.edges}
      selectedId={selectedNode}
      onSelect={onSelectNode}
      className="h-full p-2"
    />
  );
}
