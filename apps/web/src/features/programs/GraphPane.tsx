"use client";
import { EmptyState, Select } from "@p4twin/ui";
import { FlowGraph, measureFlowGraph } from "@p4twin/ui/graph";
import { memo, useMemo } from "react";
import { useLayout } from "@/lib/useLayout.ts";
import type { PageGraph } from "@/workers/program/pageQuestions.ts";
import { blocksOf, flowModel } from "./model/flowModel.ts";

export type GraphPaneProps = {
  graph: PageGraph | null;
  programName: string;
  /** nodes and edges of the selected path */
  pathNodes: readonly string[] | undefined;
  pathEdges: readonly string[] | undefined;
  selectedNode: string | null;
  /** the block that is wanted alone; null: as fits */
  block: string | null;
  onSelectNode: (nodeId: string) => void;
  onBlock: (block: string) => void;
};

/** Parser above, controls below; the selected path bold, edges that no packet takes struck. */
export const GraphPane = memo(function GraphPane(props: GraphPaneProps) {
  const { graph, block, selectedNode, onBlock } = props;
  const blocks = useMemo(
    () => (graph ? blocksOf(graph, block, selectedNode) : null),
    [graph, block, selectedNode],
  );
  if (!graph || !blocks) {
    return (
      <EmptyState title="No graph while the source has errors">
        Correct the problems under the source; parser and controls are drawn as soon as it compiles.
      </EmptyState>
    );
  }
  return (
    <div className="flex h-full flex-col p-2">
      {blocks.choices.length > 1 ? (
        <Select
          aria-label="Block"
          className="h-7 w-48 text-xs"
          value={blocks.shown ?? "all"}
          onValueChange={onBlock}
          options={[
            { value: "all", label: "all blocks" },
            ...blocks.choices.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      ) : null}
      <Drawing {...props} graph={graph} shown={blocks.shown} />
    </div>
  );
});

type DrawingProps = GraphPaneProps & { graph: PageGraph; shown: string | null };

function Drawing({
  graph,
  shown,
  programName,
  pathNodes,
  pathEdges,
  selectedNode,
  onSelectNode,
}: DrawingProps) {
  const model = useMemo(() => flowModel(graph, shown), [graph, shown]);
  const question = useMemo(
    () => ({ kind: "graph" as const, ...measureFlowGraph(model.nodes, model.edges) }),
    [model],
  );
  const { answer, error } = useLayout(question);
  return (
    <FlowGraph
      nodes={model.nodes}
      edges={model.edges}
      label={`${shown ?? "Parser and controls"} of ${programName}`}
      pathNodeIds={pathNodes}
      pathEdgeIds={pathEdges}
      selectedId={selectedNode}
      onSelect={onSelectNode}
      layout={error ? undefined : answer}
      className="min-h-0 grow"
    />
  );
}
