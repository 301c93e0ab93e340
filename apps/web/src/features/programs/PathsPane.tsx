"use client";
import { Badge, type Column, IconButton, Input, SegmentedControl, type Sort, Table } from "@p4twin/ui";
import {
  chooseLatencyUnit,
  formatLatency,
  formatLatencyInterval,
  LATENCY_UNIT_LABEL,
} from "@p4twin/ui/format";
import { Pin, PinOff, Search } from "lucide-react";
import { useMemo } from "react";
import { countOf } from "@/lib/countOf.ts";
import { filterPaths, type PathRow, sortPaths } from "./model/pathRows.ts";

export type PathsPaneProps = {
  rows: readonly PathRow[];
  /** ids of the chosen devices, in their order */
  devices: readonly string[];
  /** devices that cannot run the program, with the reason */
  blocked: Readonly<Record<string, string>>;
  /** all feasible paths, listed or not */
  pathCount: number;
  truncated: boolean;
  selected: string | null;
  pinned: string | null;
  text: string;
  outcome: string | null;
  sort: Sort | null;
  onSelect: (pathId: string) => void;
  onPin: (pathId: string | null) => void;
  onFilter: (change: { q?: string | null; outcome?: string | null }) => void;
  onSort: (sort: Sort) => void;
};

const TONES = { forward: "ok", drop: "neutral", recirculate: "warn", clone: "accent" } as const;
/** More rows than this make scrolling slow and help nobody (our choice); filter and sort see all of them. */
const SHOWN_ROWS = 300;

/** Every feasible path: what it does, its vector, its latency on the chosen devices. */
export function PathsPane(props: PathsPaneProps) {
  const { rows, devices, blocked, selected, pinned, text, outcome, sort, onSelect, onPin, onFilter, onSort } =
    props;
  const shown = useMemo(
    () => sortPaths(filterPaths(rows, { text, outcome }), sort),
    [rows, text, outcome, sort],
  );
  const outcomes = [...new Set(rows.map((row) => row.path.outcome))];
  const unit = chooseLatencyUnit(
    rows.flatMap((row) => Object.values(row.latency).map((latency) => latency.meanUs)),
  );

  const columns: Column<PathRow>[] = [
    {
      id: "id",
      header: "Path",
      sortable: true,
      cell: ({ path }) => <span className="font-medium">{path.id}</span>,
    },
    {
      id: "outcome",
      header: "Outcome",
      sortable: true,
      cell: ({ path }) => <Badge tone={TONES[path.outcome]}>{path.outcome}</Badge>,
    },
    {
      id: "tables",
      header: "Tables",
      className: "max-w-72 truncate",
      cell: ({ tables }) =>
        tables ? <span title={tables}>{tables}</span> : <span className="text-ink-3">none</span>,
    },
    {
      id: "constructs",
      header: "Vector",
      numeric: true,
      sortable: true,
      hint: "Raw counts: parse, modify, copy, remove, add, table",
      cell: ({ vector }) => <code className="font-mono text-xs">{vector}</code>,
    },
    ...devices.map(
      (device): Column<PathRow> => ({
        id: device,
        header: device,
        unit: LATENCY_UNIT_LABEL[unit],
        numeric: true,
        sortable: true,
        cell: ({ latency }) => {
          const { meanUs = null, lowUs = null, highUs = null } = latency[device] ?? {};
          const reason = blocked[device];
          return (
            <span
              className={reason ? "text-ink-3" : undefined}
              title={
                reason ??
                (meanUs === null ? "no estimate" : `${meanUs} µs, ${lowUs ?? "?"} to ${highUs ?? "?"} µs`)
              }
            >
              {lowUs === null
                ? formatLatency(meanUs, unit)
                : formatLatencyInterval(meanUs, lowUs, highUs, unit)}
            </span>
          );
        },
      }),
    ),
    {
      id: "pin",
      header: <span className="sr-only">Pin</span>,
      className: "w-8",
      cell: ({ path }) => (
        <IconButton
          size="sm"
          label={path.id === pinned ? `Unpin ${path.id}` : `Pin ${path.id} to compare`}
          icon={path.id === pinned ? <PinOff aria-hidden className="text-accent" /> : <Pin aria-hidden />}
          onClick={() => onPin(path.id === pinned ? null : path.id)}
        />
      ),
    },
  ];
  const count =
    shown.length === rows.length
      ? countOf(rows.length, "path")
      : `${shown.length} of ${countOf(rows.length, "path")}`;
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5">
        <Input
          type="search"
          aria-label="Filter paths"
          placeholder="Filter by table, state, extern"
          leading={<Search aria-hidden />}
          className="w-64"
          value={text}
          onChange={(event) => onFilter({ q: event.target.value || null })}
        />
        {outcomes.length > 1 ? (
          <SegmentedControl
            aria-label="Outcome"
            size="sm"
            value={outcome ?? "all"}
            options={["all", ...outcomes].map((value) => ({ value, label: value }))}
            onValueChange={(value) => onFilter({ outcome: value === "all" ? null : value })}
          />
        ) : null}
        <span role="status" className="ml-auto text-xs text-ink-3">
          {count}
          {props.truncated ? `, ${props.pathCount.toLocaleString("en-US")} feasible: bounds stay exact` : ""}
          {shown.length > SHOWN_ROWS ? `, first ${SHOWN_ROWS} shown` : ""}
        </span>
      </div>
      <div className="min-h-0 grow overflow-auto">
        <Table
          caption="Feasible paths"
          columns={columns}
          rows={shown.slice(0, SHOWN_ROWS)}
          rowKey={({ path }) => path.id}
          selectedKey={selected}
          onSelect={({ path }) => onSelect(path.id)}
          sort={sort ?? undefined}
          onSortChange={onSort}
          empty={
            rows.length === 0
              ? "No paths while the source has errors, or when no packet can get through."
              : "No path fits the filter. Change or clear it."
          }
        />
      </div>
    </div>
  );
}
