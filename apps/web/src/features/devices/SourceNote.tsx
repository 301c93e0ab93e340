import { type Source, works } from "@p4twin/models/device";
import { Badge } from "@p4twin/ui";
import { formatWords } from "@p4twin/ui/format";

const KINDS: Readonly<Record<Source["kind"], string>> = {
  measured: "measured",
  fitted: "fitted",
  assumed: "assumed",
  derived: "derived",
  ourChoice: "our choice",
};

/** A work as rows name it: what a measurement of one's own says of its machine is among the works cited. */
const nameOf = (work: string): string => (works[work] ? work : (work.split(":", 1)[0] ?? work));

/** Where a number comes from: how it came about, the place in the work, and what has to be known beside it. */
export function SourceNote({ source }: { source: Source | null }) {
  if (!source) return <span className="text-ink-3">not published</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={source.kind === "ourChoice" || source.kind === "assumed" ? "warn" : "neutral"}>
        {KINDS[source.kind]}
      </Badge>
      <span title={works[source.work] ?? source.work}>
        {nameOf(source.work)}, {source.place}
      </span>
      {source.note ? <span className="basis-full text-xs text-ink-3">{formatWords(source.note)}</span> : null}
    </span>
  );
}
