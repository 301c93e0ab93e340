import { cn } from "../../lib/cn.ts";
import { type BudgetBarInput, prepareBudgetBar } from "./prepareBudgetBar.ts";

export interface BudgetBarProps extends BudgetBarInput {
  /** What is measured: "Delay of chain web-edge". */
  label: string;
  className?: string;
}

const MARKS = {
  budget: "border-ink border-dashed",
  pl: "border-pl border-dashed",
  dl: "border-dl border-dotted",
} as const;

const percent = (share: number) => `${Math.min(1, share) * 100}%`;

/**
 * A predicted delay against its limits, with the delay before a change as a ghost. Stands in tables, whose
 * numbers are its twin.
 */
export function BudgetBar({ label, className, ...input }: BudgetBarProps) {
  const model = prepareBudgetBar(input);
  const bad = model.over === "budget" || model.over === "dl";
  return (
    <div
      role="img"
      aria-label={`${label}: ${model.summary}`}
      title={model.summary}
      className={cn("relative h-5 min-w-24", className)}
    >
      <div className="absolute inset-x-0 top-1.5 h-2 rounded-xs bg-sunken ring-1 ring-line" />
      {model.baseline === null ? null : (
        <div
          data-ghost
          className="absolute top-0.5 left-0 h-4 rounded-xs border border-dashed border-ink-3"
          style={{ width: percent(model.baseline) }}
        />
      )}
      {model.value === null ? null : (
        <div
          className={cn("absolute top-1.5 left-0 h-2 rounded-xs", bad ? "bg-bad" : "bg-predicted")}
          style={{ width: percent(model.value) }}
        />
      )}
      {model.marks.map(({ kind, at }) => (
        <div
          key={kind}
          className={cn("absolute inset-y-0 border-l-2", MARKS[kind])}
          style={{ left: percent(at) }}
        />
      ))}
    </div>
  );
}
