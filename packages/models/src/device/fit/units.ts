import { type ConstructCounts, countedFeatures } from "../counted.ts";
import type { Grouping } from "./henderson.ts";
import type { Measurement } from "./parseMeasurements.ts";

/** What one run of the switch says of one program: a mean that shares the run's shift (docs/14-twin.md). */
export type Unit = {
  program: string;
  run: string;
  counted: ConstructCounts;
  packetBytes: number | null;
  latencyUs: number;
  /** the measurements it is made of, by their place */
  rows: readonly number[];
};

/**
 * One unit for each run of a program, in the order in which they first appear: measurements of the same run are
 * repetitions, weighed by their packets. Without a run each measurement is one; without a program its counts name it.
 */
export function unitsOf(measurements: readonly Measurement[]): Unit[] {
  const units = new Map<string, { first: Measurement; program: string; run: string; rows: number[] }>();
  measurements.forEach((each, row) => {
    const program = each.program ?? JSON.stringify(each.counts);
    const run = each.run ?? `measurement ${row}`;
    const key = JSON.stringify([program, each.counts, run, each.packetBytes]);
    const known = units.get(key);
    if (known) known.rows.push(row);
    else units.set(key, { first: each, program, run, rows: [row] });
  });
  return [...units.values()].map(({ first, program, run, rows }) => {
    const weights = rows.map((row) => measurements[row]!.packets ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const latencyUs =
      rows.reduce((sum, row, i) => sum + weights[i]! * measurements[row]!.latencyUs, 0) / total;
    const counted = countedFeatures(first.counts);
    return { program, run, counted, packetBytes: first.packetBytes, latencyUs, rows };
  });
}

/** Whether all measurements are of one run, by its name: what that start adds to the base they cannot show. */
export function isOneRun(units: readonly Unit[], measurements: readonly Measurement[]): boolean {
  const named = measurements.every(({ run }) => run !== null && run !== undefined);
  return named && new Set(units.map(({ run }) => run)).size === 1;
}

/** Groups of units by a name that they share. */
export function groupingOf(names: readonly string[]): Grouping {
  const ids = new Map<string, number>();
  return names.map((name) => {
    const id = ids.get(name) ?? ids.size;
    ids.set(name, id);
    return id;
  });
}
