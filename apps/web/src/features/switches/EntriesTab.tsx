"use client";
import { Button, type Column, EmptyState, Input, Panel, Select, Table, textLink } from "@p4twin/ui";
import { formatCountExact, formatDateTime, formatSignificant } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { AttachedSwitch } from "./switchWords.ts";

type Row = RouterOutputs["switches"]["entries"]["rows"][number];
const PAGE = 100;
const ALL = "all";

/** Keys are long: they wrap, so that what an entry does and how often it was hit stand in view. */
const code = (text: string) => (
  <span className="block min-w-40 whitespace-normal font-mono text-xs [overflow-wrap:anywhere]">{text}</span>
);

const columns: Column<Row>[] = [
  { id: "key", header: "Entry", cell: ({ key }) => code(key) },
  { id: "value", header: "Does", cell: ({ value }) => code(value) },
  {
    id: "packets",
    header: "Packets",
    numeric: true,
    hint: "Since the entry was written; – where the switch does not count",
    cell: ({ packets }) => formatCountExact(packets),
  },
  {
    id: "perS",
    header: "Rate",
    unit: "packets/s",
    numeric: true,
    hint: "Between the last read and the oldest one of the last hour",
    cell: ({ perS }) => formatSignificant(perS),
  },
];

/** What the switch holds, a hundred at a time, with a filter. */
export function EntriesTab({ attached }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const [url, setUrl] = useQueryStates({
    place: parseAsString,
    text: parseAsString.withDefault("").withOptions({ throttleMs: 300 }),
    at: parseAsInteger.withDefault(0),
  });
  const entries = useQuery(
    trpc.switches.entries.queryOptions(
      {
        ...{ id: attached.id, offset: url.at, limit: PAGE },
        ...(url.place === null ? {} : { place: url.place }),
        ...(url.text === "" ? {} : { text: url.text }),
      },
      { placeholderData: keepPreviousData, refetchInterval: 10_000 },
    ),
  );
  const places = attached.reading?.tables.map(({ name }) => name) ?? [];
  return (
    <QueryView query={entries} what="The entries">
      {({ rows, total, countedAt }) => (
        <Panel
          title={`${total.toLocaleString("en")} entries`}
          bodyClassName="p-0 overflow-x-auto"
          actions={
            <>
              <Select
                aria-label="Table"
                value={url.place ?? ALL}
                onValueChange={(place) => void setUrl({ place: place === ALL ? null : place, at: null })}
                options={[
                  { value: ALL, label: "all tables" },
                  ...places.map((name) => ({ value: name, label: name })),
                ]}
              />
              <Input
                type="search"
                aria-label="Filter entries"
                placeholder="Filter"
                value={url.text}
                onChange={(event) => void setUrl({ text: event.target.value || null, at: null })}
                className="w-48"
              />
            </>
          }
        >
          <Table
            caption="Entries"
            columns={columns}
            rows={rows}
            rowKey={({ key }) => key}
            empty={<EmptyState title="No entries">Nothing is installed that fits the filter.</EmptyState>}
          />
          <div className="flex flex-wrap items-center gap-3 p-3 text-xs text-ink-2">
            {total > PAGE ? (
              <>
                <Button
                  size="sm"
                  disabled={url.at === 0}
                  onClick={() => void setUrl({ at: Math.max(0, url.at - PAGE) || null })}
                >
                  Show previous
                </Button>
                <span className="tabular-nums">
                  {url.at + 1} to {url.at + rows.length} of {total}
                </span>
                <Button
                  size="sm"
                  disabled={url.at + rows.length >= total}
                  onClick={() => void setUrl({ at: url.at + PAGE })}
                >
                  Show next
                </Button>
              </>
            ) : null}
            <span>{countedAt ? `Counters of ${formatDateTime(Date.parse(countedAt))}` : "No counters"}</span>
            {attached.snapshotId ? (
              <a className={textLink} href={`/api/v1/switch-snapshots/${attached.snapshotId}/entries.json`}>
                Entries as a file
              </a>
            ) : null}
          </div>
        </Panel>
      )}
    </QueryView>
  );
}
