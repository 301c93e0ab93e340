import { constructs, type Diagnostic } from "../../core/index.ts";
import type { ConstructCounts } from "../counted.ts";
import { parseMeasurements } from "./parseMeasurements.ts";

/**
 * Counts of each program from a table with a column `program` and columns of counts; other columns are not read. A
 * program that stands in several rows must have the same counts in all.
 */
export function programCounts(
  text: string,
  file: string,
): { counts: ReadonlyMap<string, ConstructCounts>; diagnostics: Diagnostic[] } {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const at = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
  const head = lines[at] ?? "";
  const separator = [";", "\t", ","].find((each) => head.includes(each)) ?? ",";
  const wanted = head
    .split(separator)
    .flatMap((name, i) => (["program", ...constructs].includes(name.trim().toLowerCase()) ? [i] : []));
  // the reader of measurements wants a latency: any number does
  const table = lines
    .slice(Math.max(0, at))
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line, row) => {
      const cells = line.split(separator);
      return [...wanted.map((i) => cells[i] ?? ""), row === 0 ? "latencyUs" : "1"].join(separator);
    });
  const { measurements, diagnostics } = parseMeasurements(table.join("\n"), file);
  const counts = new Map<string, ConstructCounts>();
  for (const { program, counts: found } of measurements) {
    if (!program) continue;
    const known = counts.get(program);
    if (known && constructs.some((name) => known[name] !== found[name]))
      diagnostics.push({
        ...{ severity: "error", code: "counts-twice", span: null },
        message: `program "${program}" stands twice with different counts; keep one`,
      });
    counts.set(program, found);
  }
  if (counts.size === 0 && diagnostics.length === 0)
    diagnostics.push({
      ...{ severity: "error", code: "no-counts", span: null },
      message: `no row names a program; a table of counts begins with program,${constructs.join(",")}`,
    });
  return { counts, diagnostics };
}
