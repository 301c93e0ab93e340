"use client";
import { type Column, Panel, ScrollArea, Table } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import { useMemo } from "react";
import type { ClassRow, SynthesisView } from "@/workers/servers/synthesisView.ts";

export type ClassesPanelProps = {
  view: SynthesisView;
  selected: number | null;
  onSelect: (id: number) => void;
};

const mpps = (value: number | null): string => (value === null ? "–" : formatSignificant(value));

const CLASSES: Column<ClassRow>[] = [
  { id: "id", header: "Class", numeric: true, cell: (c) => c.id },
  { id: "filters", header: "Filters", numeric: true, cell: (c) => c.filters.toLocaleString("en") },
  { id: "ending", header: "Leaves by", cell: (c) => c.ending },
  {
    id: "operations",
    header: "Operations",
    numeric: true,
    cell: (c) => `${c.before.operations} → ${c.after.operations}`,
  },
  {
    id: "cycles",
    header: "Cycles",
    numeric: true,
    hint: "Median cycles of Table 7.1; elements that it lacks are not counted",
    cell: (c) => (
      <span title={c.uncounted.length > 0 ? `not counted: ${c.uncounted.join(", ")}` : undefined}>
        {c.before.cycles} → {c.after.cycles}
        {c.uncounted.length > 0 ? " +" : ""}
      </span>
    ),
  },
  {
    id: "mpps",
    header: "Per core",
    unit: "Mpps",
    numeric: true,
    cell: (c) => `${mpps(c.before.mpps)} → ${mpps(c.after.mpps)}`,
  },
  { id: "why", header: "Saved, and by what", cell: (c) => c.why },
  {
    id: "operation",
    header: "Operation",
    cell: (c) => (
      <span title={c.operation} className="block max-w-xl truncate">
        {c.operation}
      </span>
    ),
  },
];

type FilterRow = SynthesisView["filters"][number] & { key: string };

const FILTERS: Column<FilterRow>[] = [
  { id: "key", header: "Order", numeric: true, cell: (f) => f.key },
  { id: "class", header: "Class", numeric: true, cell: (f) => f.class },
  { id: "entry", header: "Entry", cell: (f) => f.entry },
  { id: "text", header: "Packets", cell: (f) => <code className="font-mono text-xs">{f.text}</code> },
];

/** Classes with their operation, exit and cost, and the filters of the chosen one (or all) in first-match order. */
export function ClassesPanel({ view, selected, onSelect }: ClassesPanelProps) {
  const filters = useMemo(
    () =>
      view.filters
        .map((f, i): FilterRow => ({ ...f, key: String(i + 1) }))
        .filter((f) => selected === null || f.class === selected),
    [view.filters, selected],
  );
  return (
    <div className="flex flex-col gap-3">
      <Panel title="Traffic classes" subtitle="all packets with one operation and one exit">
        <ScrollArea label="Traffic classes of the chain" className="max-h-96">
          <Table
            caption="Traffic classes of the chain"
            columns={CLASSES}
            rows={view.classes}
            rowKey={(c) => String(c.id)}
            selectedKey={selected === null ? null : String(selected)}
            onSelect={(c) => onSelect(c.id)}
            windowed
          />
        </ScrollArea>
      </Panel>
      <Panel
        title="Filters"
        subtitle={selected === null ? "the first match decides the class" : `of class ${selected}`}
      >
        <ScrollArea label="Filters in first-match order" className="max-h-80">
          <Table
            caption="Filters in first-match order"
            columns={FILTERS}
            rows={filters}
            rowKey={(f) => f.key}
            onSelect={(f) => onSelect(f.class)}
            windowed
          />
        </ScrollArea>
      </Panel>
    </div>
  );
}
