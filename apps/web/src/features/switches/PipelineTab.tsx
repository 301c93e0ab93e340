import { Alert, type Column, EmptyState, Panel, Table } from "@p4twin/ui";
import { formatSignificant, formatWords } from "@p4twin/ui/format";
import { Candidates } from "./Candidates.tsx";
import { type AttachedSwitch, CONFIGS } from "./switchWords.ts";

type TableRow = NonNullable<AttachedSwitch["reading"]>["tables"][number];

const columns: Column<TableRow>[] = [
  { id: "name", header: "Table", cell: ({ name }) => <span className="font-mono text-xs">{name}</span> },
  { id: "entries", header: "Entries", numeric: true, cell: ({ entries }) => entries.toLocaleString("en") },
  { id: "size", header: "Room for", numeric: true, cell: ({ size }) => size?.toLocaleString("en") ?? "–" },
  {
    id: "used",
    header: "Used",
    numeric: true,
    cell: ({ entries, size }) => (size ? `${formatSignificant((100 * entries) / size, 2)} %` : "–"),
  },
  { id: "counted", header: "Counters", cell: ({ counted }) => (counted ? "per entry" : "none") },
];

/** Tables of the pipeline that runs, and what this server does otherwise than the specification. */
export function PipelineTab({ attached }: { attached: AttachedSwitch }) {
  const { reading } = attached;
  if (!reading)
    return <EmptyState title="No pipeline was read yet">Read the switch when it answers.</EmptyState>;
  return (
    <div className="flex flex-col gap-3">
      <Panel title={`Program: ${CONFIGS[reading.config]}`} bodyClassName="p-0 overflow-x-auto">
        <Table caption="Tables" columns={columns} rows={reading.tables} rowKey={({ name }) => name} />
      </Panel>
      {reading.config === "opaque" || reading.config === "none" ? <Candidates attached={attached} /> : null}
      {reading.unread.map(({ what, why }) => (
        <Alert key={what} tone="warn" title={`Not read: ${what}`}>
          {why}
        </Alert>
      ))}
      {reading.notes.length > 0 ? (
        <Panel title="Deviations of this server">
          <ul className="list-disc pl-5 text-ink-2">
            {reading.notes.map((note) => (
              <li key={note}>{formatWords(note)}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}
