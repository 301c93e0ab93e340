import { termPaint } from "./termPaint.ts";

/** CSS background of a legend mark for a term. */
function swatch(colour: string, hatched: boolean): string {
  if (!hatched) return colour;
  const faint = `color-mix(in srgb, ${colour} 30%, transparent)`;
  return `repeating-linear-gradient(135deg, ${colour} 0 2px, ${faint} 2px 4px)`;
}

/** Names of the terms beside their paint. */
export function TermLegend({ constructs }: { constructs: readonly string[] }) {
  return constructs.map((construct) => {
    const paint = termPaint(construct);
    return (
      <span key={construct} className="inline-flex items-center gap-1">
        <span
          aria-hidden
          className="size-2.5 rounded-xs"
          style={{ background: swatch(paint.colour, paint.hatched) }}
        />
        {paint.label}
      </span>
    );
  });
}
