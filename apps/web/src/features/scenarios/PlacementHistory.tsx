"use client";
import { Badge, type Column, Panel, Table } from "@p4twin/ui";
import { formatRelativeTime } from "@p4twin/ui/format";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { badgeOf } from "./placementWords.ts";

type Run = RouterOutputs["placements"]["list"][number];

const COLUMNS: readonly Column<Run>[] = [
  { id: "engine", header: "Engine", cell: (run) => run.engine },
  {
    id: "answer",
    header: "Answer",
    cell: ({ answer, gaveUp, status }) => {
      const { tone, word } = answer ? badgeOf(answer, gaveUp) : { tone: undefined, word: status };
      return <Badge tone={tone}>{word}</Badge>;
    },
  },
  { id: "limit", header: "Limit", unit: "s", numeric: true, cell: (run) => run.timeLimitS },
  { id: "when", header: "Started", cell: (run) => formatRelativeTime(Date.parse(run.createdAt), Date.now()) },
];

export type PlacementHistoryProps = {
  runs: readonly Run[];
  selected: string | null;
  onSelect: (id: string) => void;
};

/** Earlier runs of the same scenario version; each keeps its own answer. */
export function PlacementHistory({ runs, selected, onSelect }: PlacementHistoryProps) {
  return (
    <Panel
      title="Runs"
      subtitle={`${runs.length} of this version`}
      bodyClassName="max-h-64 overflow-auto p-0"
    >
      <Table
        caption="Placement runs"
        columns={COLUMNS}
        rows={runs}
        rowKey={(run) => run.id}
        selectedKey={selected}
        onSelect={(run) => onSelect(run.id)}
      />
    </Panel>
  );
}
