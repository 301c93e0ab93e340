import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fitProfile } from "./fitProfile.ts";
import { parseMeasurements } from "./parseMeasurements.ts";
import { testFit } from "./score.ts";

/**
 * `p4twin probe run` on a real BMv2 while the machine had thirty processes for two processors: 20 mixed programs and
 * 14 of the experiments, six starts each, in one random order.
 */
const { measurements } = parseMeasurements(
  readFileSync(new URL("./fixtures/busyBmv2.csv", import.meta.url), "utf8"),
  "busyBmv2.csv",
);
const isMixed = ({ program }: { program?: string | null }): boolean => !!program?.startsWith("mixed");

it("[D20] a start of 69 ms among starts of 0.8 ms is no bend of a real BMv2", () => {
  expect(measurements).toHaveLength(204);
  expect(fitProfile(measurements).bends).toEqual([]);
});

it("[D21] programs kept back from the fit lie inside its 95 % intervals in 90 to 99 of 100 starts", () => {
  const fit = fitProfile(measurements.filter(isMixed));
  const { programs } = testFit(
    fit,
    measurements.filter((each) => !isMixed(each)),
  );
  const [inside, runs] = programs.reduce(
    ([in95, of], each) => [in95 + (each.inside ?? 0), of + each.runs],
    [0, 0],
  );
  expect(runs).toBe(84);
  expect(inside / runs).toBeGreaterThanOrEqual(0.9);
  expect(inside / runs).toBeLessThanOrEqual(0.99);
});
