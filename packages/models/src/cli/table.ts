import type { EstimateReport, Intervals } from "../latency/index.ts";

export type Column = { readonly title: string; readonly align?: "left" | "right" };

/** Rows as aligned text with a line of titles; the last column keeps its length, so that long text is not padded. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map((c) => c.title), ...rows];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? "").length)));
  const last = columns.length - 1;
  return lines
    .map((line) =>
      columns
        .map(({ align }, i) => {
          const cell = line[i] ?? "";
          if (align === "right") return cell.padStart(widths[i]!);
          return i === last ? cell : cell.padEnd(widths[i]!);
        })
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

/** Microseconds for people: two decimals; a dash where the value is unknown. */
export const showUs = (us: number | null): string => (us === null ? "-" : us.toFixed(2));

/** Latency of the slowest path: "at most" where it is a bound, "at least" where an extern has no known cost. */
export function showSlowest({
  maxUs,
  areBounds,
  notCounted,
}: Pick<EstimateReport, "maxUs" | "areBounds" | "notCounted">): string {
  if (!areBounds) return `${notCounted ? "at least " : ""}${showUs(maxUs)} us`;
  return `at most ${showUs(maxUs)} us${notCounted ? " and what is not counted" : ""}`;
}

/** Both intervals of a prediction, as columns and as cells. */
export const intervalColumns: readonly [ofMean: Column, ofPacket: Column] = [
  { title: "one sigma of the mean us", align: "right" },
  { title: "of a packet us", align: "right" },
];

export const showIntervals = (of: Partial<Intervals> | null): [mean: string, packet: string] => {
  const range = (low: number | null | undefined, high: number | null | undefined): string =>
    low == null || high == null ? "-" : `${showUs(low)} .. ${showUs(high)}`;
  return [range(of?.meanLowUs, of?.meanHighUs), range(of?.lowUs, of?.highUs)];
};

export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
