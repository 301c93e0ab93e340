import { constructs, type Diagnostic, err, ok, type Random, type Result } from "../../core/index.ts";
import type { LatencySummary } from "./latencySummary.ts";
import type { ProbeProgram } from "./probePrograms.ts";

const MEASURED = ["packets", "latencyUs", "spreadUs", "p50Us", "p95Us", "p99Us"] as const;
const COLUMNS = ["program", "start", ...constructs, "packetBytes", ...MEASURED];

/** The sheet of programs that all take a packet of `packetBytes`: a line each, what is measured left empty. */
export function probeSheet(programs: readonly ProbeProgram[], packetBytes: number): string {
  const lines = programs.map(({ name, counts }) =>
    [
      name,
      "",
      ...constructs.map((construct) => counts[construct]),
      packetBytes,
      ...MEASURED.map(() => ""),
    ].join(","),
  );
  return `${[COLUMNS.join(","), ...lines].join("\n")}\n`;
}

/** A program that a sheet names, and its line once one start is measured: what stood in other columns stays. */
type SheetLine = { program: string; filled(start: number, summary: LatencySummary): string };
export type ProbeSheet = { heading: string; lines: SheetLine[] };

/** Names become files and are in a command: what a folder could be is refused. */
const NAME = /^\w[\w-]*$/;

/** Reads a sheet as `probeSheet` writes it; lines may be gone, columns be added. `file` names it in diagnostics. */
export function readProbeSheet(text: string, file: string): Result<ProbeSheet, Diagnostic[]> {
  const problem = (message: string): Result<never, Diagnostic[]> =>
    err([{ severity: "error", code: "sheet", message: `${file}: ${message}`, span: null }]);
  const [heading = "", ...lines] = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const columns = heading.split(",").map((cell) => cell.trim());
  const missing = COLUMNS.find((column) => !columns.includes(column));
  if (missing !== undefined)
    return problem(`no column ${missing}; make the sheet again with p4twin probe --out`);
  const at = (column: string): number => columns.indexOf(column);
  const read: SheetLine[] = [];
  for (const line of lines) {
    const cells = line.split(",").map((cell) => cell.trim());
    const program = cells[at("program")] ?? "";
    if (!NAME.test(program))
      return problem(`"${program}" cannot be a program; names have letters, digits, _ and -`);
    if (read.some((each) => each.program === program))
      return problem(`${program} has two lines; each is measured in several starts anyway, keep one`);
    read.push({
      program,
      filled(start, summary) {
        const made = [...cells];
        made[at("start")] = String(start);
        for (const name of MEASURED) {
          const value = summary[name];
          made[at(name)] = value === null ? "" : String(Number(value.toFixed(3)));
        }
        return made.join(",");
      },
    });
  }
  return read.length > 0 ? ok({ heading, lines: read }) : problem("no line names a program");
}

/** `starts` rounds over all `lines`, each in a random order of its own. */
export function probeOrder<T>(lines: readonly T[], starts: number, random: Random): T[] {
  return Array.from({ length: starts }, () => {
    const round = [...lines];
    for (let i = round.length - 1; i > 0; i--) {
      const j = random.integer(i + 1);
      [round[i], round[j]] = [round[j]!, round[i]!];
    }
    return round;
  }).flat();
}
