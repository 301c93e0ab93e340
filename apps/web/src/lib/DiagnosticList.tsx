import type { Diagnostic } from "@p4twin/models/core";
import { Badge, cn } from "@p4twin/ui";
import { formatWords } from "@p4twin/ui/format";

export type DiagnosticListProps = {
  diagnostics: readonly Diagnostic[];
  /** makes places clickable */
  onShow?: (diagnostic: Diagnostic) => void;
  label?: string;
  className?: string;
};

const TONES = { error: "bad", warning: "warn", info: "neutral" } as const;

/** Mistakes beyond these are counted, not drawn: a flood of them would freeze the page (our choice). */
const SHOWN = 100;

/** What is wrong with a text: place, words, stable code. */
export function DiagnosticList({ diagnostics, onShow, label = "Problems", className }: DiagnosticListProps) {
  if (diagnostics.length === 0) return null;
  return (
    <ul aria-label={label} className={cn("flex flex-col divide-y divide-line", className)}>
      {diagnostics.slice(0, SHOWN).map((diagnostic, index) => {
        const { severity, code, message, span } = diagnostic;
        const place = span ? `${span.line}:${span.column}` : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same mistake may stand twice; the list is replaced as a whole
          <li key={index} className="flex items-baseline gap-2 px-3 py-1.5">
            <Badge tone={TONES[severity]}>{severity}</Badge>
            {place && onShow ? (
              <button
                type="button"
                className="cursor-pointer font-mono text-xs text-accent hover:underline"
                aria-label={`Show line ${span?.line}, column ${span?.column}`}
                onClick={() => onShow(diagnostic)}
              >
                {place}
              </button>
            ) : (
              <span className="font-mono text-xs text-ink-3">{place}</span>
            )}
            <span className="min-w-0 grow break-words">{formatWords(message)}</span>
            <code className="shrink-0 font-mono text-2xs text-ink-3">{code}</code>
          </li>
        );
      })}
      {diagnostics.length > SHOWN ? (
        <li className="px-3 py-1.5 text-ink-2">
          and {(diagnostics.length - SHOWN).toLocaleString("en")} more. Correct these first.
        </li>
      ) : null}
    </ul>
  );
}
