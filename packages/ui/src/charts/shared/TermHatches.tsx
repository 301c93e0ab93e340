import { termPaint } from "./termPaint.ts";

export interface TermHatchesProps {
  /** Unique within the page: from `useId`. */
  scope: string;
  constructs: readonly string[];
}

/** SVG patterns for the hatched terms of one chart; use them through `termFill`. */
export function TermHatches({ scope, constructs }: TermHatchesProps) {
  return (
    <defs>
      {constructs
        .filter((construct) => termPaint(construct).hatched)
        .map((construct) => (
          <pattern
            key={construct}
            id={hatchId(scope, construct)}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={5} height={5} fill={termPaint(construct).colour} fillOpacity={0.3} />
            <rect width={2.5} height={5} fill={termPaint(construct).colour} />
          </pattern>
        ))}
    </defs>
  );
}

const hatchId = (scope: string, construct: string) => `${scope}-${construct.replaceAll(/\W/g, "_")}`;

/** Value of the SVG `fill` attribute for a term inside the chart that holds `TermHatches` of the same scope. */
export function termFill(scope: string, construct: string): string {
  const paint = termPaint(construct);
  return paint.hatched ? `url(#${hatchId(scope, construct)})` : paint.colour;
}
