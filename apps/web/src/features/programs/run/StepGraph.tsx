"use client";
import type { ProgramText } from "@p4twin/models/program";
import { ErrorState, SkeletonRows } from "@p4twin/ui";
import { useMemo } from "react";
import type { RunStep } from "@/workers/run/runQuestions.ts";
import { GraphPane } from "../GraphPane.tsx";
import { nodesOfSteps, passedOf } from "./model/stepNodes.ts";
import { useBeside } from "./model/useBeside.ts";

export type StepGraphProps = {
  program: ProgramText;
  programName: string;
  steps: readonly RunStep[];
  index: number;
  block: string;
  onBlock: (block: string) => void;
  onIndex: (index: number) => void;
};

/** The drawing of the program with what the copy of the packet passes, and the present step. */
export function StepGraph({ program, programName, steps, index, block, onBlock, onIndex }: StepGraphProps) {
  const question = useMemo(() => ({ kind: "graph" as const, program }), [program]);
  const { answer, error } = useBeside(question);
  const graph = answer?.kind === "graph" ? answer.graph : null;
  const nodes = useMemo(() => (graph ? nodesOfSteps(graph, steps) : []), [graph, steps]);
  const branch = steps[index]?.branch;
  const passed = useMemo(
    () =>
      graph
        ? passedOf(
            graph,
            nodes.filter((_, at) => steps[at]?.branch === branch),
          )
        : null,
    [graph, nodes, steps, branch],
  );
  if (error)
    return <ErrorState title="The graph could not be drawn">{error}. The steps are as they were.</ErrorState>;
  if (!answer) return <SkeletonRows rows={8} label="Drawing the program" />;
  return (
    <GraphPane
      graph={graph}
      programName={programName}
      pathNodes={passed?.nodes}
      pathEdges={passed?.edges}
      selectedNode={nodes[index] ?? nodes.slice(0, index).findLast((node) => node !== null) ?? null}
      block={block === "" ? null : block}
      onBlock={onBlock}
      onSelectNode={(id) => {
        const first = nodes.findIndex((node, at) => node === id && steps[at]?.branch === branch);
        const any = first < 0 ? nodes.indexOf(id) : first;
        if (any >= 0) onIndex(any);
      }}
    />
  );
}
