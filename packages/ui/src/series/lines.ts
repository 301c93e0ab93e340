import type { ChartColours } from "./chartColours.ts";

/** One line of a live chart. */
export interface LineSpec {
  /** Column of the source. */
  column: string;
  label: string;
  /** Observed, predicted, or the number of a series colour (0 is the first). */
  tone?: "observed" | "predicted" | number;
  stroke?: "solid" | "dashed" | "dotted";
  /** Line width in pixels. */
  width?: number;
}

/** The three quantiles of an observed latency, told apart by stroke. */
export const QUANTILE_LINES: readonly LineSpec[] = [
  { column: "p50", label: "p50", tone: "observed", stroke: "solid", width: 2 },
  { column: "p95", label: "p95", tone: "observed", stroke: "dashed" },
  { column: "p99", label: "p99", tone: "observed", stroke: "solid" },
];

/**
 * Width of a line that names none. One pixel and not more: rasterisers draw hairlines by a short cut,
 * measured (50 lines of 3600 points, software canvas) 20 to 35 times faster than 1.25 pixels.
 */
export const LINE_WIDTH = 1;

const DASHES: Record<NonNullable<LineSpec["stroke"]>, number[] | undefined> = {
  solid: undefined,
  dashed: [6, 3],
  dotted: [1.5, 3],
};

/** Dash pattern in CSS pixels; undefined for a solid line. */
export function dashOf(line: LineSpec): number[] | undefined {
  return DASHES[line.stroke ?? "solid"];
}

/** Colour of a line among the resolved tokens. */
export function colourOf(line: LineSpec, colours: ChartColours): string {
  const tone = line.tone ?? "observed";
  if (typeof tone === "number") return colours.series[tone % colours.series.length] ?? colours.observed;
  return colours[tone];
}

/** The same colour as a CSS value for the legend. */
export function cssColourOf(line: LineSpec): string {
  const tone = line.tone ?? "observed";
  return typeof tone === "number" ? `var(--series-${(tone % 8) + 1})` : `var(--${tone})`;
}
