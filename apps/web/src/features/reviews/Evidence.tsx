import { type Column, Panel, PredictedLatency, ScrollArea, Table } from "@p4twin/ui";
import { formatLatency, LATENCY_UNIT_LABEL, type LatencyIntervals } from "@p4twin/ui/format";
import type { Review } from "./reviewWords.tsx";

type Result = Review["result"];
type Device = Result["devices"][number];
type Difference = NonNullable<Result["packets"]>["differences"][number];
type Change = NonNullable<Result["entries"]>["changes"][number];
type Chain = Result["chains"][number];

/** Narrow screens scroll: bytes in four columns would be a tower. */
const mono = (text: string) => <span className="block min-w-44 font-mono text-xs break-all">{text}</span>;
const us = (value: number | null): string => formatLatency(value, "us", 4);
const predicted = (value: number | null, intervals: LatencyIntervals | null) => (
  <PredictedLatency us={value} {...intervals} unit="us" digits={4} />
);

const deviceColumns: Column<Device>[] = [
  { id: "device", header: "Slowest path on", cell: ({ device }) => device },
  {
    id: "before",
    header: "Before",
    unit: LATENCY_UNIT_LABEL.us,
    numeric: true,
    cell: ({ beforeUs, beforeIntervals }) => predicted(beforeUs, beforeIntervals),
  },
  {
    id: "after",
    header: "After",
    unit: LATENCY_UNIT_LABEL.us,
    numeric: true,
    cell: ({ afterUs, afterIntervals, isLeast }) => (
      <>
        {isLeast ? "at least " : ""}
        {predicted(afterUs, afterIntervals)}
      </>
    ),
  },
];

const leaves = ({ sent, decided }: Difference["before"]): string => {
  const ports = sent.length === 0 ? "dropped" : `port ${sent.map(({ port }) => port).join(", ")}`;
  return decided ? `${ports}: ${decided.table}, ${decided.entry ?? "no entry"}, ${decided.action}` : ports;
};
const packetColumns: Column<Difference>[] = [
  { id: "packets", header: "Packets", numeric: true, cell: ({ packets }) => packets },
  {
    id: "witness",
    header: "Such as",
    className: "whitespace-normal",
    cell: ({ witness }) => (
      <>
        {mono(`port ${witness.port}: ${witness.text ?? witness.hex}`)}
        {witness.stf === null ? null : (
          <details>
            <summary className="cursor-pointer text-ink-2">With entries, as a test (STF)</summary>
            <pre className="font-mono text-xs whitespace-pre-wrap break-all">{witness.stf}</pre>
          </details>
        )}
      </>
    ),
  },
  { id: "before", header: "Before", className: "whitespace-normal", cell: ({ before }) => leaves(before) },
  { id: "after", header: "After", className: "whitespace-normal", cell: ({ after }) => leaves(after) },
];

const changeColumns: Column<Change>[] = [
  { id: "change", header: "Change", cell: ({ change }) => change },
  { id: "key", header: "Entry", className: "whitespace-normal", cell: ({ key }) => mono(key) },
  {
    id: "before",
    header: "Before",
    className: "whitespace-normal",
    cell: ({ before }) => (before === null ? "–" : mono(before)),
  },
  {
    id: "after",
    header: "After",
    className: "whitespace-normal",
    cell: ({ after }) => (after === null ? "–" : mono(after)),
  },
];

const hosts = (all: readonly string[]): string => (all.length === 0 ? "nowhere" : all.join(", "));
const latency = (id: string, header: string, cell: Column<Chain>["cell"]): Column<Chain> => ({
  ...{ id, header, unit: LATENCY_UNIT_LABEL.us, numeric: true, cell },
});
const chainColumns: Column<Chain>[] = [
  { id: "chain", header: "Chain", cell: ({ chain }) => chain },
  latency("before", "Before", ({ beforeUs, beforeIntervals }) => predicted(beforeUs, beforeIntervals)),
  latency("after", "After", ({ afterUs, afterIntervals }) => predicted(afterUs, afterIntervals)),
  latency("budget", "Budget", ({ budgetUs }) => us(budgetUs)),
  {
    id: "placeBefore",
    header: "Place before",
    className: "whitespace-normal",
    cell: ({ before }) => hosts(before),
  },
  {
    id: "placeAfter",
    header: "Place after",
    className: "whitespace-normal",
    cell: ({ after }) => hosts(after),
  },
];

/** Where the packets that were tried come from, but for those that were drawn or made for entries. */
const tried = ({ recorded, ofPaths }: NonNullable<Result["packets"]>) => {
  const parts = [
    ...(recorded > 0 ? [`${recorded} recorded`] : []),
    ...(ofPaths > 0 ? [`${ofPaths} made for paths`] : []),
  ];
  return parts.length === 0 ? null : (
    <p className="p-3 text-ink-2">Tried among others: {parts.join(", ")}.</p>
  );
};

/** What the findings rest on. */
export function Evidence({ result }: { result: Result }) {
  const { devices, packets, entries, chains, added, removed, notCompared } = result;
  return (
    <>
      {devices.length > 0 ? (
        <Panel title="Latency" bodyClassName="p-0 overflow-x-auto">
          <Table caption="Latency" columns={deviceColumns} rows={devices} rowKey={({ device }) => device} />
        </Panel>
      ) : null}
      {chains.length > 0 ? (
        <Panel title="Chains" bodyClassName="p-0 overflow-x-auto">
          <Table caption="Chains" columns={chainColumns} rows={chains} rowKey={({ chain }) => chain} />
        </Panel>
      ) : null}
      {entries && entries.changes.length > 0 ? (
        <Panel
          title={`Entries: ${entries.added} added, ${entries.removed} removed, ${entries.changed} changed`}
          bodyClassName="p-0"
        >
          {/* verdicts stand below, and hundreds of entries must not hide them */}
          <ScrollArea label="Entries that change" className="max-h-96">
            <Table
              caption="Entries that change"
              columns={changeColumns}
              rows={entries.changes}
              rowKey={({ change, key }) => `${change} ${key}`}
            />
          </ScrollArea>
          {entries.added + entries.removed + entries.changed > entries.shown ? (
            <p className="p-3 text-ink-2">The first {entries.shown} are listed.</p>
          ) : null}
        </Panel>
      ) : null}
      {packets ? (
        <Panel
          title={`${packets.differing.toLocaleString("en")} of ${packets.packets.toLocaleString("en")} packets leave differently`}
          bodyClassName="p-0 overflow-x-auto"
        >
          {packets.entries ? (
            <p className="p-3 text-ink-2">
              Packets hit {packets.entries.met} of {packets.entries.changed} changed entries and default
              actions. With {packets.entries.differing} of these, a packet leaves differently.
            </p>
          ) : null}
          {tried(packets)}
          {packets.differing === 0 ? (
            <p className="p-3 text-ink-2">
              All {packets.packets} packets that were tried leave as before. Packets that were not tried may
              differ.
            </p>
          ) : (
            <Table
              caption="Packets that leave differently"
              columns={packetColumns}
              rows={packets.differences}
              rowKey={({ witness, packets: count }) => `${witness.hex} ${witness.port} ${count}`}
            />
          )}
        </Panel>
      ) : null}
      <Paths title="Paths added" paths={added} />
      <Paths title="Paths removed" paths={removed} />
      {notCompared.length > 0 ? (
        <Panel title="Not compared">
          <ul className="list-disc pl-5 text-ink-2">
            {notCompared.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </>
  );
}

function Paths({ title, paths }: { title: string; paths: readonly string[] }) {
  if (paths.length === 0) return null;
  return (
    <Panel title={title}>
      <ul className="flex flex-col gap-1">
        {[...new Set(paths)].map((path) => (
          <li key={path}>{mono(path)}</li>
        ))}
      </ul>
    </Panel>
  );
}
