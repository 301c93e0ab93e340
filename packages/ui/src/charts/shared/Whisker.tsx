export interface WhiskerProps {
  /** Ends in pixels. */
  low: number;
  high: number;
  y: number;
  /** Half the height of the ends. */
  reach?: number;
}

/** Interval of a prediction; a halo keeps it legible on any bar. */
export function Whisker({ low, high, y, reach = 5 }: WhiskerProps) {
  const end = `v${2 * reach}`;
  const path = `M${low},${y - reach}${end}M${high},${y - reach}${end}M${low},${y}H${high}`;
  return (
    <g fill="none">
      <path d={path} className="stroke-surface" strokeWidth={3.5} />
      <path d={path} className="stroke-predicted" strokeWidth={1.75} />
    </g>
  );
}
