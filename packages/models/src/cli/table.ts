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

export const printJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
