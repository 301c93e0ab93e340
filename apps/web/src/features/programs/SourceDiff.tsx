import type { SourceHunk } from "@p4twin/models/program";
import { cn } from "@p4twin/ui";

export type SourceDiffProps = { file: string; hunks: readonly SourceHunk[] };

const LOOKS = {
  same: { sign: " ", classes: "text-ink-2", word: "" },
  removed: { sign: "−", classes: "bg-bad-soft text-ink", word: "removed: " },
  added: { sign: "+", classes: "bg-ok-soft text-ink", word: "added: " },
} as const;

/** Lines with their numbers in both texts; null where a text does not have the line. */
function numbered({ beforeLine, afterLine, lines }: SourceHunk) {
  let [before, after] = [beforeLine, afterLine];
  return lines.map(({ kind, text }) => ({
    kind,
    text,
    before: kind === "added" ? null : before++,
    after: kind === "removed" ? null : after++,
  }));
}

/** What changed in a file, line by line. */
export function SourceDiff({ file, hunks }: SourceDiffProps) {
  return (
    <section aria-label={`Changes of ${file}`} className="overflow-hidden rounded-md border">
      <h3 className="border-b bg-bg px-3 py-1 font-mono text-xs font-medium">{file}</h3>
      {hunks.length === 0 ? (
        <p className="px-3 py-2 text-xs text-ink-3">No line differs.</p>
      ) : (
        <div className="max-h-96 overflow-auto font-mono text-xs leading-5">
          {hunks.map((hunk) => (
            <table key={`${hunk.beforeLine} ${hunk.afterLine}`} className="w-full border-b last:border-b-0">
              <caption className="sr-only">
                from line {hunk.beforeLine} before, {hunk.afterLine} now
              </caption>
              <tbody>
                {numbered(hunk).map(({ kind, text, before, after }) => (
                  <tr key={`${before} ${after}`} className={LOOKS[kind].classes}>
                    <td className="w-10 pr-2 text-right text-ink-3 select-none">{before}</td>
                    <td className="w-10 pr-2 text-right text-ink-3 select-none">{after}</td>
                    <td className={cn("w-4 text-center select-none", kind !== "same" && "font-semibold")}>
                      <span aria-hidden>{LOOKS[kind].sign}</span>
                      <span className="sr-only">{LOOKS[kind].word}</span>
                    </td>
                    <td className="whitespace-pre">{text || " "}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
      )}
    </section>
  );
}
