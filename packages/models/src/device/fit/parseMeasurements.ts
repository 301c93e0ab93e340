import { constructs, type Diagnostic, type Span } from "../../core/index.ts";
import type { Construct } from "../../program/index.ts";
import type { ConstructCounts } from "../counted.ts";
import { type Column, columnOf, type Percentile } from "./measurementColumns.ts";
import { ofPackets } from "./ofPackets.ts";

/** One measured latency: what the program does with the packet, and the mean of its latency. */
export type Measurement = {
  counts: ConstructCounts;
  /** null when the file does not say */
  packetBytes: number | null;
  latencyUs: number;
  /** standard deviation of the packets' latencies; null when the file does not say */
  spreadUs: number | null;
  /** packets behind the mean; null when the file does not say */
  packets: number | null;
  /**
   * What was measured, and in which run of the switch (from one start to the next); null or left out when the file
   * does not say.
   */
  program?: string | null;
  run?: string | null;
  /** percentiles of the packets' latencies, by name; left out when the file does not say */
  percentilesUs?: Readonly<Partial<Record<Percentile, number>>>;
  /** line of the file, from 1 */
  line: number;
};

export type ParsedMeasurements = { measurements: Measurement[]; diagnostics: Diagnostic[] };

/** Our choice: what one pastes, and a fit of it stays below a second; of single packets what a file may hold. */
const MAX_ROWS = 20_000;
const MAX_PACKETS = 2_000_000;
const MAX_DIAGNOSTICS = 50;

export type ReadingOptions = {
  /** heading of the latencies (us), where it does not say so itself */
  latency?: string;
  /** counts by program, for a table that has none */
  countsOf?: ReadonlyMap<string, ConstructCounts>;
};

const example = "parse,modify,copy,remove,add,table,packetBytes,latencyUs";

/**
 * Reads measurements pasted from a table (CSV, TSV or semicolons) whose first line names the columns: the
 * counts of the constructs, `packetBytes`, `latencyUs` (or Ns, Ms), `spreadUs` and `packets` (behind the
 * mean), `program`, `run`, `p50Us`, `p95Us`, `p99Us`, in any order. Counts are raw: the base program has one parse and
 * one table. A construct without a column did not vary: it counts once where the base holds it, else 0. `start` instead
 * of `run` numbers the starts of each program: programs share none. Rows of single packets are summed up by program and
 * run (`ofPackets`). Lines that begin with # are left out.
 */
export function parseMeasurements(
  text: string,
  file: string,
  { latency, countsOf }: ReadingOptions = {},
): ParsedMeasurements {
  const diagnostics: Diagnostic[] = [];
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const starts = lineStarts(text);
  const report = (
    severity: "error" | "warning",
    code: string,
    message: string,
    line: number,
    cell?: Cell,
  ) => {
    if (diagnostics.length < MAX_DIAGNOSTICS)
      diagnostics.push({
        severity,
        code,
        message,
        span: spanOf(file, starts, line, cell, lines[line - 1] ?? ""),
      });
  };
  const headLine = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
  if (headLine < 0) {
    report(
      "error",
      "no-measurements",
      `there is nothing to fit; paste a table that begins with ${example}`,
      1,
    );
    return { measurements: [], diagnostics };
  }
  const head = lines[headLine]!;
  const separator = [";", "\t", ","].find((candidate) => head.includes(candidate)) ?? ",";
  const cells = cellsOf(head, separator);
  const columns = cells.map((cell) => columnOf(cell.text, latency));
  const seen = new Set<string>();
  cells.forEach((cell, i) => {
    const column = columns[i];
    if (!column) {
      report(
        "warning",
        "unknown-column",
        `column "${cell.text}" is not read; known are ${example},spreadUs,packets,program,run,start,p50Us,p95Us,p99Us`,
        headLine + 1,
        cell,
      );
      return;
    }
    const key = column.what === "count" ? column.construct : column.what === "start" ? "run" : column.what;
    if (seen.has(key))
      report("error", "column-twice", `there are two columns of ${key}; keep one`, headLine + 1, cell);
    seen.add(key);
    if (column.what === "latency" && /median/i.test(cell.text))
      report(
        "warning",
        "median",
        `"${cell.text}" is read as a mean; where packets have a tail the median is smaller: give the mean`,
        headLine + 1,
        cell,
      );
  });
  if (!seen.has("latency")) {
    report(
      "error",
      "no-latency",
      latency === undefined
        ? `no column holds the latency with its unit; name one latencyUs, as in ${example}`
        : `there is no column "${latency}"; there are ${cells.map((cell) => cell.text).join(", ")}`,
      headLine + 1,
    );
  }
  if (diagnostics.some((d) => d.severity === "error")) return { measurements: [], diagnostics };

  const hasCounts = columns.some((column) => column?.what === "count");
  const measurements: Measurement[] = [];
  for (let i = headLine + 1; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (measurements.length >= MAX_PACKETS) {
      report(
        "error",
        "too-many",
        `more than ${MAX_PACKETS} rows; give means instead of single packets`,
        i + 1,
      );
      break;
    }
    const row = readRow(cellsOf(line, separator), columns, (message, cell) =>
      report("error", "bad-number", message, i + 1, cell),
    );
    if (!row) continue;
    const counts = countsOf === undefined || hasCounts ? row.counts : countsOf.get(row.program ?? "");
    if (counts) measurements.push({ ...row, counts, line: i + 1 });
    else report("error", "no-counts", `the table of counts has no program "${row.program ?? ""}"`, i + 1);
  }
  if (!hasCounts && countsOf === undefined && new Set(measurements.map(({ program }) => program)).size > 1)
    report(
      "warning",
      "no-counts",
      `no column counts constructs, so every program is taken as the base program (one parse, one table); add ${constructs.join(", ")}, or a table of counts`,
      headLine + 1,
    );
  const summed = ofPackets(measurements);
  if (summed.length <= MAX_ROWS) return { measurements: summed, diagnostics };
  report(
    "error",
    "too-many",
    `more than ${MAX_ROWS} measurements; name program and run (or start) of single packets, or give their means`,
    headLine + 1,
  );
  return { measurements: [], diagnostics };
}

type Cell = { text: string; start: number };

function cellsOf(line: string, separator: string): Cell[] {
  let start = 0;
  return line.split(separator).map((raw) => {
    const cell = {
      text: raw.trim().replace(/^"(.*)"$/, "$1"),
      start: start + raw.length - raw.trimStart().length,
    };
    start += raw.length + 1;
    return cell;
  });
}

function readRow(
  cells: readonly Cell[],
  columns: readonly (Column | null)[],
  problem: (message: string, cell?: Cell) => void,
): Omit<Measurement, "line"> | null {
  const counts: Record<Construct, number> = { parse: 1, modify: 0, copy: 0, remove: 0, add: 0, table: 1 };
  let [packetBytes, latencyUs, spreadUs, packets]: (number | null)[] = [null, null, null, null];
  const named: { program: string | null; run: string | null } = { program: null, run: null };
  const percentilesUs: Partial<Record<Percentile, number>> = {};
  const beyond = cells.slice(columns.length).find((cell) => cell.text !== "");
  if (beyond) {
    problem(
      `the line has ${cells.length} values, the head ${columns.length}; write decimals with a point`,
      beyond,
    );
    return null;
  }
  let start: string | null = null;
  for (const [i, column] of columns.entries()) {
    if (!column) continue;
    const cell = cells[i];
    const value = cell && cell.text !== "" ? Number(cell.text) : Number.NaN;
    const whole = column.what === "count" || column.what === "packetBytes" || column.what === "packets";
    const least = column.what === "count" || column.what === "spread" ? 0 : Number.MIN_VALUE;
    if (cell !== undefined && (column.what === "program" || column.what === "run")) {
      named[column.what] = cell.text === "" ? null : cell.text;
      continue;
    }
    if (cell !== undefined && column.what === "start") {
      start = cell.text === "" ? null : cell.text;
      continue;
    }
    if (cell === undefined) {
      problem(`the line has ${cells.length} values, the head ${columns.length}; add what is missing`);
      return null;
    }
    if (!Number.isFinite(value) || value < least || (whole && !Number.isInteger(value))) {
      const wanted = whole ? "a whole number" : "a number";
      problem(`"${cell.text}" is not ${wanted}${least > 0 ? " above 0" : " of at least 0"}`, cell);
      return null;
    }
    if (column.what === "count") counts[column.construct] = value;
    else if (column.what === "packetBytes") packetBytes = value;
    else if (column.what === "packets") packets = value;
    else if (column.what === "latency") latencyUs = value * column.usPerUnit;
    else if (column.what === "spread") spreadUs = value * column.usPerUnit;
    else if ("usPerUnit" in column) percentilesUs[column.what] = value * column.usPerUnit;
  }
  if (start !== null) named.run = `${named.program ?? JSON.stringify(counts)}, start ${start}`;
  return latencyUs === null
    ? null
    : {
        counts,
        packetBytes: packetBytes ?? null,
        latencyUs,
        spreadUs: spreadUs ?? null,
        packets: packets ?? null,
        ...named,
        ...(Object.keys(percentilesUs).length > 0 ? { percentilesUs } : {}),
      };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return starts;
}

function spanOf(
  file: string,
  starts: readonly number[],
  line: number,
  cell: Cell | undefined,
  content: string,
): Span {
  const first = starts[line - 1] ?? 0;
  const [from, to] = cell ? [cell.start, cell.start + cell.text.length] : [0, content.length];
  return {
    file,
    start: first + from,
    end: first + to,
    line,
    column: from + 1,
    endLine: line,
    endColumn: to + 1,
  };
}
