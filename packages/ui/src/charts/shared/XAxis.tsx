export interface XAxisProps {
  /** Ticks in pixels with their text. */
  ticks: readonly { x: number; text: string }[];
  /** Grid lines reach from here... */
  top: number;
  /** ...to here; the texts stand below. */
  bottom: number;
}

/** Vertical grid lines with texts below. */
export function XAxis({ ticks, top, bottom }: XAxisProps) {
  return (
    <g aria-hidden>
      {ticks.map((tick) => (
        <g key={tick.x} transform={`translate(${tick.x},0)`}>
          <line y1={top} y2={bottom} className="stroke-line" />
          <text y={bottom + 13} textAnchor="middle" className="fill-ink-3 text-2xs">
            {tick.text}
          </text>
        </g>
      ))}
    </g>
  );
}
