import { cn } from "@p4twin/ui";
import { formatSigned } from "@p4twin/ui/format";

export type DeltaTextProps = {
  /** null: nothing to compare with */
  delta: number | null;
  unit?: string;
  /** a whole number */
  counted?: boolean;
  className?: string;
};

// below the tolerance of delays nothing has changed
const NOTHING = 1e-6;

/**
 * A difference to the baseline: signed, quiet when there is none, marked when it is worse (more is worse for all
 * that is compared here). Less is not praised: a lost chain takes no time either.
 */
export function DeltaText({ delta, unit, counted = false, className }: DeltaTextProps) {
  if (delta === null) return <span className={cn("text-ink-3", className)}>–</span>;
  if (Math.abs(delta) < NOTHING) return <span className={cn("text-ink-3", className)}>±0</span>;
  return (
    <span className={cn("font-medium", delta > 0 ? "text-warn" : "text-ink-2", className)} title={`${delta}`}>
      {counted ? formatSigned(delta, Math.max(1, `${Math.abs(delta)}`.length)) : formatSigned(delta)}
      {unit ? <span className="ml-0.5 font-normal text-ink-3">{unit}</span> : null}
    </span>
  );
}
