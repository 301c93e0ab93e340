import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  countedFeatures,
  fitProfile,
  heldOut,
  type Measurement,
  parseMeasurements,
} from "../../src/device/index.ts";
import { inRange, meanOf, percent, type Row, within } from "./row.ts";
import { windowRow } from "./windowRow.ts";

/**
 * Measured runs of a real switch: programs and runs predicted from the others, beside what identical runs differ by.
 */
export function switchRows(folder: string, kind: "quiet" | "busy"): Row[] {
  const file = `${kind}-runs.csv`;
  const text = readFileSync(join(folder, file), "utf8");
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
  const read = parseMeasurements(table, file);
  const programs = new Map<string, number[]>();
  for (const row of rows) {
    const name = row[at("program")]!;
    programs.set(name, [...(programs.get(name) ?? []), Number(row[at("meanUs")])]);
  }
  /** standard deviation between the runs of a program as a share of their mean; mean over programs */
  const spread = meanOf(
    [...programs.values()].map((runs) => {
      const mean = meanOf(runs);
      return Math.sqrt((meanOf(runs.map((us) => (us - mean) ** 2)) * runs.length) / (runs.length - 1)) / mean;
    }),
  );
  const byProgram = heldOut(read.measurements, "program");
  const byRun = heldOut(read.measurements, "run");
  return [
    {
      what: `real BMv2, ${kind}: mean error on programs held out`,
      reference: `standard deviation between identical runs: ${percent(spread)}`,
      ours: percent(byProgram?.meanErrorShare),
      holds: within(byProgram?.meanErrorShare, spread),
    },
    {
      what: `real BMv2, ${kind}: p99 error on programs held out`,
      reference: `twice that: ${percent(2 * spread)}`,
      ours: percent(byProgram?.p99ErrorShare),
      holds: within(byProgram?.p99ErrorShare, 2 * spread),
    },
    ...(["p50", "p95"] as const).map((name) => {
      const error = percentileError(read.measurements, name);
      return {
        what: `real BMv2, ${kind}: ${name} error on programs held out`,
        reference: `twice that: ${percent(2 * spread)}`,
        ours: percent(error),
        holds: within(error, 2 * spread),
      };
    }),
    ...(
      [
        ["programs", byProgram],
        ["runs", byRun],
      ] as const
    ).map(([name, held]) => ({
      what: `real BMv2, ${kind}: coverage of 95 % intervals, ${name} held out`,
      reference: "90 to 98 %",
      ours: percent(held?.coverage95),
      holds: inRange(held?.coverage95, 0.9, 0.98),
    })),
    windowRow(folder, kind, read.measurements),
  ];
}

/**
 * A percentile of each program by the tail of the others, beside the geometric mean of its runs: the mean error of
 * those that the others can predict.
 */
function percentileError(measurements: readonly Measurement[], name: "p50" | "p95"): number | null {
  const programs = [...new Set(measurements.map(({ program }) => program))];
  const errors = programs.flatMap((program) => {
    const own = measurements.filter((each) => each.program === program);
    const fit = fitProfile(measurements.filter((each) => each.program !== program));
    const predicted = fit.predict(countedFeatures(own[0]!.counts), null);
    const shown = own.flatMap(({ percentilesUs }) => percentilesUs?.[name] ?? []);
    if (!predicted || fit.tail[name] === undefined || shown.length === 0) return [];
    return Math.abs((predicted.us * fit.tail[name]) / Math.exp(meanOf(shown.map(Math.log))) - 1);
  });
  return errors.length === 0 ? null : meanOf(errors);
}
