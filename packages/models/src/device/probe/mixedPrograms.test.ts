import { expect, it } from "vitest";
import { information, MIXED, mixedPrograms, rowOf } from "./mixedPrograms.ts";
import { probePrograms } from "./probePrograms.ts";

const COSTS = 7;

it("[D24] each program of a mixed design says more of the costs than one of the experiments", () => {
  const each = (rows: number[][]): number => Math.exp(information(rows) / COSTS) / rows.length;
  const experiments = each(probePrograms().map(rowOf));
  const found = [MIXED.least, 24, MIXED.most].map((count) => each(mixedPrograms(count).map(rowOf)));
  for (const mixed of found) expect(mixed).toBeGreaterThan(2 * experiments);
});

it("[D24] programs of a mixed design differ, and a design is the same each time", () => {
  const programs = mixedPrograms(24);
  expect(new Set(programs.map(({ text }) => text)).size).toBe(24);
  expect(mixedPrograms(24)).toEqual(programs);
  expect(programs.map(({ name }) => name).slice(0, 2)).toEqual(["mixed1", "mixed2"]);
});
