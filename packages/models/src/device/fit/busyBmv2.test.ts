import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { libraryDevice } from "../library.ts";
import type { DeviceProfile } from "../profile.ts";
import { fitProfile } from "./fitProfile.ts";
import { parseMeasurements } from "./parseMeasurements.ts";
import { profileFromFit } from "./profileFromFit.ts";
import { testFit } from "./score.ts";

/**
 * `p4twin probe run` on a real BMv2 while the machine had thirty processes for two processors: 20 mixed programs and
 * 14 of the experiments, six starts each, in one random order.
 */
const measurements = startsOf("busyBmv2.csv");
function startsOf(file: string) {
  return parseMeasurements(readFileSync(new URL(`./fixtures/${file}`, import.meta.url), "utf8"), file)
    .measurements;
}
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

it("[D10] eight programs in four starts between 0.5 ms and 1 s make no profile: their base was one of 68 ms", () => {
  const fit = fitProfile(startsOf("tooBusyBmv2.csv"));
  expect(fit.coefficients[0]!.us).toBeLessThan(0);
  const like = libraryDevice("bmv2-cx5") as DeviceProfile;
  const made = profileFromFit(fit, { id: "mine", title: "mine", work: "tooBusyBmv2.csv", like });
  expect(made.ok ? [] : made.error.map(({ code }) => code)).toContain("no-base");
});
