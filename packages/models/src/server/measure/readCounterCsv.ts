import type { Diagnostic } from "../../core/index.ts";
import { didYouMean } from "../../core/index.ts";
import { counterNames } from "../perPacket/counters.ts";
import { countsOf, type MeasuredFunction, type Measurement } from "./measurement.ts";
import { lineSpan } from "./perfEvents.ts";

const timeColumns = ["runMs", "notRunnableMs", "runnableMs"] as const;
const columns = [
  "function",
  "pid",
  "packets",
  ...counterNames,
  ...timeColumns,
  "migrations",
  "cycles",
] as const;
type Column = (typeof columns)[number];

const isColumn = (name: string): name is Column => columns.some((c) => c === name);

/** Whether a text is our own CSV: its first row names a column `function`. */
export const isCounterCsv = (text: string): boolean => /^\s*(#[^\n]*\n\s*)*"?function"?\s*[,;]/.test(text);

/**
 * Our CSV: a header with `function` and `packets` and any of the counts, times (ms), `migrations`, `cycles`,
 * `pid`; one row a function, in the order of the chain. Counts are those of the run (per packet when
 * `packets` is 1); an empty cell was not counted.
 */
export function readCounterCsv(
  text: string,
  file: string,
): { measurement: Measurement | null; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const error = (line: number, code: string, message: string): void => {
    diagnostics.push({ severity: "error", code, message, span: lineSpan(file, line) });
  };
  const rows = text
    .split(/\r?\n/)
    .map((row, i) => ({ line: i + 1, row: row.trim() }))
    .filter(({ row }) => row !== "" && !row.startsWith("#"));
  const [head, ...body] = rows;
  if (head === undefined) return { measurement: null, diagnostics };
  const separator = head.row.includes(";") ? ";" : ",";
  const cellsOf = (row: string): string[] =>
    row.split(separator).map((c) => c.trim().replace(/^"(.*)"$/, "$1"));
  const names = cellsOf(head.row);
  for (const name of names.filter((n) => !isColumn(n)))
    error(
      head.line,
      "unknown-column",
      `no column "${name}"${didYouMean(name, columns)}; there are ${columns.join(", ")}`,
    );
  if (!names.includes("packets"))
    error(
      head.line,
      "missing-column",
      "the column packets is missing: how many packets each function handled (1 for counts per packet)",
    );
  // the header comes again where files of several runs were put together
  const cells = body.filter(({ row }) => row !== head.row);
  const functions = cells.flatMap(({ line, row }) => readRow(names, cellsOf(row), line, error));
  if (cells.length === 0)
    error(head.line, "no-functions", "there is no row under the header; write one for each function");
  if (diagnostics.length > 0) return { measurement: null, diagnostics };
  const name = functions.map((f) => f.id).join(", ");
  const observations = { coreScaling: [], classification: [] };
  return { measurement: { name, server: null, setup: {}, functions, observations }, diagnostics };
}

type Report = (line: number, code: string, message: string) => void;

function readRow(
  names: readonly string[],
  cells: readonly string[],
  line: number,
  error: Report,
): MeasuredFunction[] {
  if (cells.length !== names.length) {
    error(line, "row-length", `has ${cells.length} cells, the header has ${names.length}`);
    return [];
  }
  const before: string[] = [];
  const value = (column: Column): number | null => {
    const cell = cells[names.indexOf(column)];
    if (cell === undefined || cell === "") return null;
    const n = Number(cell);
    if (Number.isFinite(n) && n >= 0) return n;
    before.push(column);
    error(
      line,
      "bad-number",
      `${column} is "${cell}", it must be a number of at least 0 without marks of thousands`,
    );
    return null;
  };
  const id = cells[names.indexOf("function")] ?? "";
  if (id === "") error(line, "no-name", "the function has no name; write one in its first column");
  const packets = value("packets");
  if ((packets ?? 0) <= 0 && names.includes("packets") && !before.includes("packets"))
    error(line, "no-packets", "packets must be greater than 0: counts are divided by it");
  return [
    {
      id,
      pid: value("pid"),
      packets,
      counts: countsOf(Object.fromEntries(counterNames.map((n) => [n, value(n) ?? undefined]))),
      times: {
        runMs: value("runMs"),
        notRunnableMs: value("notRunnableMs"),
        runnableMs: value("runnableMs"),
      },
      migrations: value("migrations"),
      cycles: value("cycles"),
      hotspots: [],
    },
  ];
}
