import { cn } from "../../lib/cn.ts";
import { prepareShareBar, type SharePart } from "./prepareShareBar.ts";

export interface ShareBarProps {
  /** Parts of a whole, in order; `below`, `pl` and `dl` ids take their meaning's colour, others series colours. */
  parts: readonly SharePart[];
  /** What is divided: "Packets of segment 2". */
  label: string;
  showLegend?: boolean;
  className?: string;
}

const FILLS: Record<string, string> = { below: "bg-observed", pl: "bg-pl", dl: "bg-dl" };
const SERIES = ["bg-series-2", "bg-series-3", "bg-series-1", "bg-series-4", "bg-series-5", "bg-series-7"];

/** Shares of a whole as one bar, e.g. packets below PL, above PL, above DL. Small shares stay visible. */
export function ShareBar({ parts, label, showLegend = true, className }: ShareBarProps) {
  const model = prepareShareBar(parts);
  if (model.undrawable) return <div className={cn("text-xs text-ink-3", className)}>{model.undrawable}</div>;
  const fill = (id: string, index: number) => FILLS[id] ?? SERIES[index % SERIES.length];
  return (
    <div className={cn("flex flex-col gap-1", className)}>
      <div
        role="img"
        aria-label={`${label}: ${model.summary}`}
        className="flex h-2 gap-px overflow-hidden rounded-full bg-sunken"
      >
        {model.parts.map((part, index) =>
          part.share > 0 ? (
            <div
              key={part.id}
              title={part.title}
              className={cn("min-w-1", fill(part.id, index))}
              style={{ flexGrow: part.share, flexBasis: 0 }}
            />
          ) : null,
        )}
      </div>
      {showLegend ? (
        <ul className="flex flex-wrap gap-x-3 text-2xs text-ink-2">
          {model.parts.map((part, index) => (
            <li key={part.id} title={part.title} className="inline-flex items-center gap-1">
              <span aria-hidden className={cn("size-2 rounded-xs", fill(part.id, index))} />
              {part.label} <span className="text-ink">{part.text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
