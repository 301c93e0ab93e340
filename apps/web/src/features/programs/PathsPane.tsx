"use client";
import { Badge, type Column, IconButton, PredictedLatency, type Sort, Table } from "@p4twin/ui";
import { chooseLatencyUnit, LATENCY_UNIT_LABEL, type LatencyUnit } from "@p4twin/ui/format";
import { Pin, PinOff } from "lucide-react";
import { memo, useMemo } from "react";
import { countOf } from "@/lib/countOf.ts";
import type { PageAnalysis } from "@/workers/program/pageQuestions.ts";
import { ExtremePaths } from "./ExtremePaths.tsx";
import { limitOf } from "./model/deviceFit.ts";
import {
  filterChoices,
  filterPaths,
  latencyAt,
  outcomeAt,
  type PathRow,
  type PathTable,
  pathTable,
  sortPaths,
  tablesAt,
  vectorAt,
} from "./model/pathRows.ts";
import { countRanges } from "./model/summary.ts";
import type { ProgramUrl, SetProgramUrl } from "./model/urlState.ts";
import { PathFilters } from "./PathFilters.tsx";

export type PathsPaneProps = {
  analysis: PageAnalysis;
  /** ids of the chosen devices, in their order */
  devices: readonly string[];
  selected: string | null;
  pinned: string | null;
  url: Pick<ProgramUrl, "q" | "outcome" | "table" | "action" | "from" | "to">;
  setUrl: SetProgramUrl;
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  onSelect: (pathId: string) => void;
  onPin: (pathId: string | null) => void;
};

const TONES = { forward: "ok", drop: "neutral", recirculate: "warn", clone: "accent" } as const;
/** Tables of a path that are named in its row; hover has all of them (our choice). */
const FEW_TABLES = 4;

/** Every feasible path: what it does, its vector, its latency on the chosen devices. */
export const PathsPane = memo(function PathsPane(props: PathsPaneProps) {
  const { analysis, devices, selected, pinned, url, setUrl, sort, onSort, onSelect, onPin } = props;
  const { q, outcome, table, action, from, to } = url;
  const device = devices[0] ?? null;
  const all = useMemo(() => pathTable(analysis), [analysis]);
  const shown = useMemo(() => {
    const filter = { text: q, outcome, table, action, device, fromUs: from, toUs: to };
    return sortPaths(all, filterPaths(all, filter), sort);
  }, [all, q, outcome, table, action, device, from, to, sort]);
  const choices = useMemo(() => filterChoices(analysis.paths, table), [analysis, table]);
  const unit = useMemo(
    () =>
      chooseLatencyUnit(
        [...all.latency.values()].flatMap(({ meanUs }) => [...meanUs].filter((us) => !Number.isNaN(us))),
      ),
    [all],
  );
  const { summary } = analysis;
  const latency = device === null ? null : (analysis.devices[device]?.latency ?? null);

  const columns: Column<PathRow>[] = [
    {
      id: "id",
      header: "Path",
      sortable: true,
      cell: ({ id }) => <span className="font-medium">{id}</span>,
    },
    {
      id: "outcome",
      header: "Outcome",
      sortable: true,
      cell: (row) => {
        const outcomeOf = outcomeAt(all, row);
        return <Badge tone={TONES[outcomeOf]}>{outcomeOf}</Badge>;
      },
    },
    {
      id: "tables",
      header: "Tables",
      className: "max-w-72 truncate",
      cell: (row) =>
        tablesAt(all, row, FEW_TABLES) ? (
          <span title={tablesAt(all, row)}>{tablesAt(all, row, FEW_TABLES)}</span>
        ) : (
          <span className="text-ink-3">none</span>
        ),
    },
    {
      id: "constructs",
      header: "Vector",
      numeric: true,
      sortable: true,
      hint: "Raw counts: parse, modify, copy, remove, add, table",
      cell: (row) => <code className="font-mono text-xs">{vectorAt(all, row)}</code>,
    },
    ...devices.map((id) => latencyColumn(all, id, unit, limitOf(analysis.devices[id]))),
    {
      id: "pin",
      header: <span className="sr-only">Pin</span>,
      className: "w-8",
      cell: ({ id }) => (
        <IconButton
          size="sm"
          label={id === pinned ? `Unpin ${id}` : `Pin ${id} to compare`}
          icon={id === pinned ? <PinOff aria-hidden className="text-accent" /> : <Pin aria-hidden />}
          onClick={() => onPin(id === pinned ? null : id)}
        />
      ),
    },
  ];
  const count =
    shown.length === all.rows.length
      ? countOf(shown.length, "path")
      : `${shown.length} of ${countOf(all.rows.length, "path")}`;
  return (
    <div className="flex min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b px-3 py-1.5">
        <PathFilters url={url} setUrl={setUrl} choices={choices} device={device} />
        <span role="status" className="ml-auto text-xs text-ink-3">
          {count}
          {summary.truncated ? ` listed of ${summary.pathCount.toLocaleString("en-US")}` : ""}
        </span>
      </div>
      {summary.truncated && device !== null && latency ? (
        <ExtremePaths
          device={device}
          pathCount={summary.pathCount}
          latency={latency}
          selected={selected}
          onSelect={onSelect}
        />
      ) : null}
      {summary.truncated ? (
        <p className="border-b bg-bg px-3 py-1.5 text-xs text-ink-3">
          Counts over all paths: <span className="text-ink-2">{countRanges(summary).join(", ")}</span>
        </p>
      ) : null}
      <div className="min-h-0 grow overflow-auto">
        <Table
          caption="Feasible paths"
          windowed
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
          selectedKey={selected}
          onSelect={({ id }) => onSelect(id)}
          sort={sort ?? undefined}
          onSortChange={onSort}
          empty={
            all.rows.length === 0
              ? "No paths while the source has errors, or when no packet can get through."
              : "No path fits the filter. Change or clear it."
          }
        />
      </div>
    </div>
  );
});

const latencyColumn = (
  table: PathTable,
  id: string,
  unit: LatencyUnit,
  limit: string | null,
): Column<PathRow> => ({
  id,
  header: id,
  unit: LATENCY_UNIT_LABEL[unit],
  numeric: true,
  sortable: true,
  hint: "Mean, with one standard deviation of the mean; below it that of a packet",
  cell: (row) => {
    const { meanUs, ...intervals } = latencyAt(table, id, row);
    const refused = limit === null ? {} : { title: limit, className: "text-ink-3" };
    return <PredictedLatency us={meanUs} {...intervals} unit={unit} {...refused} />;
  },
});
