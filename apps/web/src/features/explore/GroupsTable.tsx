"use client";
import { Button, EmptyState, Table } from "@p4twin/ui";
import { formatCountExact, formatLatency, LATENCY_UNIT_LABEL, MISSING } from "@p4twin/ui/format";
import { Filter, SearchX } from "lucide-react";
import {
  changeText,
  DIMENSIONS,
  type DimensionId,
  type Group,
  type Groups,
  groupName,
  unitOf,
  VALUES,
  type ValueId,
} from "./exploreWords.ts";

export type GroupsTableProps = {
  answer: Groups;
  by: DimensionId;
  value: ValueId;
  onFilter: (key: string) => void;
};

/** The first groups with what is known of each, beside the period before. */
export function GroupsTable({ answer, by, value, onFilter }: GroupsTableProps) {
  const unit = unitOf(answer);
  const unitLabel = LATENCY_UNIT_LABEL[unit];
  const latency = (id: "p50Us" | "p99Us" | "maxUs", header: string) => ({
    ...{ id, header, unit: unitLabel, numeric: true },
    cell: (g: Group) => formatLatency(g[id], unit),
  });
  return (
    <Table
      caption={`Groups by ${DIMENSIONS[by]}`}
      rows={answer.groups}
      rowKey={(g) => g.key ?? ""}
      empty={
        <EmptyState icon={<SearchX aria-hidden />} title="Nothing in this range">
          {answer.held === null
            ? "No segment of this workspace has windows here. Choose another range, or take a filter away."
            : "No kept report matches. Choose another range, take a filter away, or look at windows: they are stored."}
        </EmptyState>
      }
      columns={[
        {
          id: "group",
          header: DIMENSIONS[by],
          cell: (g) => <span className="font-medium">{groupName(g)}</span>,
        },
        latency("p50Us", "p50"),
        latency("p99Us", "p99"),
        latency("maxUs", "Slowest"),
        {
          id: "queue",
          header: "Deepest queue",
          numeric: true,
          hint: "in the unit of the switch: packets, cells or bytes",
          cell: (g) => (g.queueMax === null ? MISSING : formatCountExact(g.queueMax)),
        },
        {
          id: "reports",
          header: "Reports",
          numeric: true,
          hint: answer.held === null ? "counted" : "estimated: what the kept reports stand for",
          cell: (g) => (
            <span title={g.samples === null ? undefined : `from ${formatCountExact(g.samples)} kept reports`}>
              {formatCountExact(g.reports)}
            </span>
          ),
        },
        { id: "dropped", header: "Drop reports", numeric: true, cell: (g) => formatCountExact(g.dropped) },
        {
          id: "before",
          header: "Period before",
          numeric: true,
          hint: `change of ${VALUES[value]} to the period before, of the same length`,
          cell: (g) => (g.previous === null ? "not seen" : changeText(g[value], g.previous[value])),
        },
        {
          id: "filter",
          header: "Filter",
          cell: ({ key, label }) =>
            key === null ? (
              MISSING
            ) : (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Filter by ${label ?? key}`}
                icon={<Filter aria-hidden />}
                onClick={() => onFilter(key)}
              >
                Filter
              </Button>
            ),
        },
      ]}
    />
  );
}
