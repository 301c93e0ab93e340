import { heatFill } from "./topologyLook.ts";

export interface HeatScaleProps {
  /** What is coloured: "p99 latency of a hop". */
  label: string;
  /** Heat from 0 to 1 with what it means, the palest first; none: nothing was measured. */
  stops: readonly { heat: number; words: string }[];
}

/** What the colours of a map of nodes mean, in numbers. */
export function HeatScale({ label, stops }: HeatScaleProps) {
  if (stops.length === 0) return null;
  return (
    <figure
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-ink-2"
      aria-label={`${label}: scale`}
    >
      <figcaption>{label}</figcaption>
      <ol className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        {stops.map(({ heat, words }) => (
          <li key={heat} className="flex items-center gap-1">
            <span
              aria-hidden
              className="inline-block size-3 rounded-xs border border-line-strong"
              style={{ backgroundColor: heatFill({ heat }) }}
            />
            {words}
          </li>
        ))}
      </ol>
    </figure>
  );
}
