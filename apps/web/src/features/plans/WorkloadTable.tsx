"use client";
import { Button, type Column, IconButton, NumberInput, Panel, Select, Table } from "@p4twin/ui";
import { Plus, X } from "lucide-react";
import { countOf } from "@/lib/countOf.ts";
import type { PlanDraft } from "./planDraft.ts";

type Item = PlanDraft["workload"][number];
type Row = Item & { at: number };

export type WorkloadTableProps = {
  workload: readonly Item[];
  /** types that can be asked for */
  functions: readonly string[];
  onChange: (workload: Item[]) => void;
};

/** How many functions of which type and rate are to run. */
export function WorkloadTable({ workload, functions, onChange }: WorkloadTableProps) {
  const change = (at: number, part: Partial<Item>): void =>
    onChange(workload.map((item, index) => (index === at ? { ...item, ...part } : item)));
  const total = workload.reduce((sum, { count }) => sum + count, 0);
  const columns: Column<Row>[] = [
    {
      id: "function",
      header: "Function",
      cell: (row) => (
        <Select
          aria-label={`Function of row ${row.at + 1}`}
          className="w-36"
          value={row.function}
          options={functions.map((type) => ({ value: type, label: type }))}
          onValueChange={(type) => change(row.at, { function: type })}
        />
      ),
    },
    {
      id: "gbps",
      header: "Each carries",
      cell: (row) => (
        <NumberInput
          aria-label={`Throughput of row ${row.at + 1}`}
          className="w-28"
          unit="Gbps"
          min={0}
          step={0.5}
          value={row.gbps}
          onValueChange={(gbps) => gbps !== null && gbps > 0 && change(row.at, { gbps })}
        />
      ),
    },
    {
      id: "count",
      header: "How many",
      cell: (row) => (
        <NumberInput
          aria-label={`Count of row ${row.at + 1}`}
          className="w-24"
          min={1}
          value={row.count}
          onValueChange={(count) =>
            count !== null && Number.isInteger(count) && count > 0 && change(row.at, { count })
          }
        />
      ),
    },
    {
      id: "remove",
      header: <span className="sr-only">Remove</span>,
      cell: (row) => (
        <IconButton
          size="sm"
          label={`Remove ${row.function}`}
          icon={<X aria-hidden />}
          onClick={() => onChange(workload.filter((_, index) => index !== row.at))}
        />
      ),
    },
  ];
  return (
    <Panel
      title="Workload"
      subtitle={countOf(total, "function")}
      bodyClassName="p-0 overflow-x-auto"
      actions={
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...workload, { function: functions[0] ?? "fw", gbps: 1, count: 1 }])}
        >
          Add functions
        </Button>
      }
    >
      <Table
        caption="Workload"
        columns={columns}
        rows={workload.map((item, at) => ({ ...item, at }))}
        rowKey={(row) => `${row.at}`}
        empty="Nothing to run yet. Add functions, or drop a problem file below."
      />
    </Panel>
  );
}
