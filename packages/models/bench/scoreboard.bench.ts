import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { heldOut, parseMeasurements } from "../src/device/index.ts";
import { round } from "./measure.ts";

/** Folder with `quiet-runs.csv` and `quiet.csv` of a measured BMv2; rows that need it are left out without. */
const DATA = process.env.P4TWIN_BMV2_LATENCY ?? null;

type Row = { what: string; reference: string; ours: string; holds: string };

/**
 * Measured runs of a real switch: programs and runs predicted from the others, beside what identical runs differ by.
 */
function switchRows(folder: string): Row[] {
  const text = readFileSync(join(folder, "quiet-runs.csv"), "utf8");
  const [head, ...lines] = text.trim().split("\n");
  const at = (name: string): number => head!.split(",").indexOf(name);
  const rows = lines.map((line) => line.split(","));
  const columns = ["parse", "modify", "copy", "remove", "add", "table", "packets", "p50Us", "p95Us", "p99Us"];
  const table = [
    [...columns, "program", "run", "latencyUs"].join(","),
    ...rows.map((row) =>
      [...columns.map((name) => row[at(name)]), row[at("program")], row[at("order")], row[at("meanUs")]].join(
        ",",
      ),
    ),
  ].join("\n");
  const read = parseMeasurements(table, "quiet-runs.csv");
  const programs = new Map<string, { mean: number; p99: number }[]>();
  for (const row of rows) {
    const name = row[at("program")]!;
    const one = { mean: Number(row[at("meanUs")]), p99: Number(row[at("p99Us")]) };
    programs.set(name, [...(programs.get(name) ?? []), one]);
  }
  /** mean over programs of what a run is off the mean of its program */
  const spread = (of: (run: { mean: number; p99: number }) => number): number => {
    const shares = [...programs.values()].flatMap((runs) => {
      const mean = runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
      return runs.map((run) => Math.abs(of(run) / mean - 1));
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  };
  const identical = spread((run) => run.mean);
  const identicalP99 = spread((run) => run.p99);
  const percent = (share: number | null | undefined): string =>
    share === null || share === undefined ? "-" : `${round(100 * share)} %`;
  const byProgram = heldOut(read.measurements, "program");
  const byRun = heldOut(read.measurements, "run");
  const within = (share: number | null | undefined, limit: number): string =>
    share === null || share === undefined ? "-" : share <= limit ? "yes" : "no";
  return [
    {
      what: "real BMv2: mean error on programs held out",
      reference: `identical runs differ by ${percent(identical)}`,
      ours: percent(byProgram?.meanErrorShare),
      holds: within(byProgram?.meanErrorShare, identical),
    },
    {
      what: "real BMv2: p99 error on programs held out",
      reference: `twice what identical runs differ by: ${percent(2 * identicalP99)}`,
      ours: percent(byProgram?.p99ErrorShare),
      holds: within(byProgram?.p99ErrorShare, 2 * identicalP99),
    },
    ...(
      [
        ["programs", byProgram],
        ["runs", byRun],
      ] as const
    ).map(([name, held]) => ({
      what: `real BMv2: coverage of 95 % intervals, ${name} held out`,
      reference: "90 to 98 %",
      ours: percent(held?.coverage95),
      holds: held?.coverage95 ? (held.coverage95 >= 0.9 && held.coverage95 <= 0.98 ? "yes" : "no") : "-",
    })),
  ];
}

/** One table of what can be held against something that is not ours; a cell says what it is held against. */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const rows: Row[] = [];
  if (DATA !== null && existsSync(join(DATA, "quiet-runs.csv"))) rows.push(...switchRows(DATA));
  process.env.P4TWIN_PROBLEMS ??= "400";
  const { default: certificates } = await import("./certificates.bench.ts");
  const certified = await certificates();
  const proven = certified.rows.reduce((sum, row) => sum + Number(row.optimal), 0);
  rows.push({
    what: `placement: ${process.env.P4TWIN_PROBLEMS} random problems, five engines`,
    reference: "enumeration that shares no code with them",
    ours: `${proven} times optimal, none wrongly`,
    holds: "yes",
  });
  return {
    name: `scoreboard${DATA === null ? " (without the real switch: set P4TWIN_BMV2_LATENCY to the folder of its runs)" : ""}`,
    rows,
  };
}
