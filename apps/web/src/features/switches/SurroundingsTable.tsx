import { type Column, Table } from "@p4twin/ui";
import type { RouterOutputs } from "@/lib/trpc.ts";

type Compared = RouterOutputs["switches"]["compare"];
type Change = NonNullable<Compared["surroundings"]>[number];

const columns: Column<Change>[] = [
  { id: "kind", header: "What", cell: ({ kind }) => kind },
  { id: "place", header: "Where", className: "whitespace-normal", cell: ({ place }) => place },
  { id: "before", header: "Before", className: "whitespace-normal", cell: ({ before }) => before ?? "–" },
  { id: "after", header: "After", className: "whitespace-normal", cell: ({ after }) => after ?? "–" },
];

/** What changed around a switch: program and profile that were chosen, clouds, thresholds, bindings. */
export function SurroundingsTable({
  surroundings,
  surroundingsTotal,
}: Pick<Compared, "surroundings" | "surroundingsTotal">) {
  if (!surroundings)
    return (
      <p className="text-ink-2">
        One of the two is older than what snapshots keep of profile, cloud and thresholds.
      </p>
    );
  if (surroundings.length === 0)
    return <p className="text-ink-2">Same profile, cloud, thresholds and bindings.</p>;
  return (
    <div className="overflow-x-auto">
      <Table
        caption="Changes of profile, cloud, thresholds and bindings"
        columns={columns}
        rows={surroundings}
        rowKey={({ kind, place, before, after }) => JSON.stringify([kind, place, before, after])}
      />
      {surroundingsTotal > surroundings.length ? (
        <p className="p-3 text-ink-2">{surroundingsTotal - surroundings.length} more are not listed.</p>
      ) : null}
    </div>
  );
}
