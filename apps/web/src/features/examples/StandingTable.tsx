import type { ListedFigure, Standing } from "@p4twin/models/placement";
import { Badge, type BadgeTone, type Column, ScrollArea, Table } from "@p4twin/ui";
import { formatWords } from "@p4twin/ui/format";

const TONES: Record<Standing["kind"], BadgeTone> = { reproduced: "ok", fitted: "warn", open: "neutral" };

/** What came of reproducing a figure: `fitted` when an input was chosen so that printed values come out. */
export function StandingBadge({ kind }: { kind: Standing["kind"] }) {
  return <Badge tone={TONES[kind]}>{kind}</Badge>;
}

const columns: readonly Column<ListedFigure>[] = [
  { id: "figure", header: "Figure", cell: ({ figure }) => figure, className: "min-w-20 whitespace-normal" },
  { id: "title", header: "What", cell: ({ title }) => title, className: "min-w-32 whitespace-normal" },
  { id: "standing", header: "Standing", cell: ({ standing }) => <StandingBadge kind={standing.kind} /> },
  {
    id: "why",
    header: "Why",
    cell: ({ standing }) => formatWords(standing.why),
    className: "min-w-64 whitespace-normal",
  },
];

/** All figures of a work, those that are not computed too: reproduced, fitted or open, and why. */
export function StandingTable({ work, figures }: { work: string; figures: readonly ListedFigure[] }) {
  const caption = `What came of the figures: ${work}`;
  return (
    <ScrollArea label={caption}>
      <Table
        caption={caption}
        columns={columns}
        rows={figures}
        rowKey={({ figure }) => figure}
        empty="No figures."
      />
    </ScrollArea>
  );
}
