import { Badge, type Column, ScrollArea, Table } from "@p4twin/ui";
import type { SwitchEvent } from "./useEvents.ts";

type Item = SwitchEvent["evidence"]["items"][number] & { place: number };

const columns: Column<Item>[] = [
  {
    id: "severity",
    header: "Severity",
    cell: ({ severity }) => <Badge tone={severity === "critical" ? "bad" : "warn"}>{severity}</Badge>,
  },
  {
    id: "text",
    header: "Difference",
    className: "whitespace-normal",
    cell: ({ text }) => <span className="font-mono text-xs break-words">{text}</span>,
  },
];

/** How what a switch held differed from its intent, when that was seen last. */
export function DriftEvidence({ event: { evidence } }: { event: SwitchEvent }) {
  const { items, total, ending } = evidence;
  return (
    <>
      <ScrollArea label="Differences from the intent">
        <Table
          caption="Differences from the intent"
          columns={columns}
          rows={items.map((item, place) => ({ ...item, place }))}
          rowKey={({ place }) => String(place)}
        />
      </ScrollArea>
      {total > items.length ? <p className="mt-2 text-ink-2">{total - items.length} more differed.</p> : null}
      {ending ? <p className="mt-2 text-ink-2">Closed: {ending}</p> : null}
    </>
  );
}
