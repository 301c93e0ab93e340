import { chooseLatencyUnit, formatLatency, LATENCY_UNIT_LABEL, type LatencyUnit } from "../format/index.ts";
import { cn } from "../lib/cn.ts";

interface QuantityProps {
  /** The formatted number. */
  value: string;
  unit?: string;
  /** Exact value, source and formula: shown on hover. */
  exact?: string;
  className?: string;
}

/** A number with its unit in a lighter tone. */
function Quantity({ value, unit, exact, className }: QuantityProps) {
  return (
    <span className={cn("whitespace-nowrap", className)} title={exact}>
      {value}
      {unit ? <span className="ml-0.5 text-[0.85em] font-normal text-ink-3">{unit}</span> : null}
    </span>
  );
}

export interface LatencyProps {
  /** Microseconds; null when unknown. */
  us: number | null;
  /** The column's unit; chosen for this value alone when left out. */
  unit?: LatencyUnit;
  /** Where the number comes from; stands on hover after the exact value. */
  source?: string;
  className?: string;
}

/** A latency with its unit; hover gives the exact value. */
export function Latency({ us, unit, source, className }: LatencyProps) {
  const shownUnit = unit ?? chooseLatencyUnit([us]);
  if (us === null)
    return (
      <Quantity value={formatLatency(null, shownUnit)} exact={source ?? "unknown"} className={className} />
    );
  return (
    <Quantity
      value={formatLatency(us, shownUnit)}
      unit={LATENCY_UNIT_LABEL[shownUnit]}
      exact={source ? `${us} µs · ${source}` : `${us} µs`}
      className={className}
    />
  );
}
