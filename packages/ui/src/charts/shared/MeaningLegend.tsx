/** The four meanings that have a colour of their own. */
export type Meaning = "observed" | "predicted" | "pl" | "dl";

const LOOKS: Record<Meaning, { word: string; line: string }> = {
  observed: { word: "observed", line: "border-t-2 border-observed" },
  predicted: { word: "predicted", line: "h-2 border-t-2 border-predicted bg-predicted/20" },
  pl: { word: "PL", line: "border-t-2 border-dashed border-pl" },
  dl: { word: "DL", line: "border-t-2 border-dotted border-dl" },
};

/** Names of meanings beside the line that draws them. */
export function MeaningLegend({ meanings }: { meanings: readonly Meaning[] }) {
  return meanings.map((meaning) => (
    <span key={meaning} className="inline-flex items-center gap-1">
      <span aria-hidden className={`w-3.5 ${LOOKS[meaning].line}`} />
      {LOOKS[meaning].word}
    </span>
  ));
}
