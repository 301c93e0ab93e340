import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatBytes, formatCountExact, MISSING } from "@p4twin/ui/format";
import type { SystemState } from "./useSystem.ts";

type Queue = SystemState["queues"][number];

const amount = (value: number | null, unit: Queue["unit"]): string =>
  value === null ? MISSING : unit === "bytes" ? formatBytes(value) : `${formatCountExact(value)} ${unit}`;

const COLUMNS: readonly Column<Queue>[] = [
  { id: "title", header: "Queue", cell: (q) => q.title },
  { id: "where", header: "Process", cell: (q) => q.where },
  { id: "fill", header: "Holds now", numeric: true, cell: (q) => amount(q.fill, q.unit) },
  { id: "bound", header: "Holds at most", numeric: true, cell: (q) => amount(q.bound, q.unit) },
  {
    id: "dropped",
    header: "Dropped",
    numeric: true,
    hint: "since its process was started",
    cell: (q) => (q.dropped === null ? MISSING : formatCountExact(q.dropped)),
  },
  { id: "at", header: "When it is full", className: "min-w-60 whitespace-normal", cell: (q) => q.atBound },
];

/** What waits where, how much may, and what happens then. */
export function QueuesPanel({ queues }: Pick<SystemState, "queues">) {
  return (
    <Panel title="Queues" subtitle="what does not fit is counted">
      <ScrollArea label="Queues with their fill and bound">
        <Table
          caption="Queues with their fill and bound"
          columns={COLUMNS}
          rows={queues}
          rowKey={(q) => q.id}
          empty="No process has spoken yet."
        />
      </ScrollArea>
    </Panel>
  );
}
