import { describe, expect, it } from "vitest";
import { countedFeatures } from "../device/index.ts";
import { constructTerms } from "./constructTerms.ts";
import { estimateProgram } from "./estimateProgram.ts";
import { device, features, programOf, validation } from "./fixtures/tables.ts";
import { linearForm, linearSlopes } from "./linearForm.ts";

const meanOf = (id: string, f: ReturnType<typeof features>): number => {
  const { meanUs } = estimateProgram({ form: linearForm, program: programOf(f), device: device(id) })
    .estimates[0]!;
  if (meanUs === null) throw new Error("no mean");
  return meanUs;
};

describe("linear form", () => {
  it.each([
    [features(2, 2, 0, 0, 0, 1), features(1, 2, 0, 0, 0, 0)],
    [features(11, 0, 3, 4, 0, 2), features(10, 0, 3, 4, 0, 1)],
    [features(0, 0, 0, 0, 0, 0), features(0, 0, 0, 0, 0, 0)],
  ])("[L1] %o counts as %o", (raw, counted) => {
    expect(countedFeatures(raw)).toEqual(counted);
  });

  it("[L1] the term shows the count that is multiplied", () => {
    const terms = estimateProgram({
      form: linearForm,
      program: programOf(features(2, 2, 0, 0, 0, 1)),
      device: device("agilio-cx"),
    }).estimates[0]!.terms;
    expect(terms).toEqual([
      { construct: "base", count: 1, unitUs: 7.45, totalUs: 7.45 },
      { construct: "parse", count: 1, unitUs: 0.11, totalUs: 0.11 },
      { construct: "modify", count: 2, unitUs: 0.5, totalUs: 1 },
    ]);
  });

  it.each(validation)("[L2] Table 4.1: $nf on $device is $exact, printed $printed", (row) => {
    const meanUs = meanOf(row.device, row.f);
    expect(meanUs).toBeCloseTo(row.exact, 9);
    expect(Math.abs(meanUs - row.printed)).toBeLessThanOrEqual(0.05);
  });

  it("[L3] accuracy on Table 4.1 is above 95 %, least 95.61 % for L3Fwd on the Agilio", () => {
    const accuracy = validation.map((row) => ({
      row: `${row.nf} ${row.device}`,
      percent: 100 * (1 - Math.abs(meanOf(row.device, row.f) - row.measured) / row.measured),
    }));
    expect(accuracy.every((a) => a.percent > 95)).toBe(true);
    const least = accuracy.reduce((a, b) => (b.percent < a.percent ? b : a));
    expect(least.row).toBe("L3Fwd agilio-cx");
    expect(least.percent).toBeCloseTo(95.61, 2);
  });

  it("[L6] ten added headers: six at 1.59, four at 14.4, 74.9 with the linear base against 75.4 measured", () => {
    const { terms, meanUs } = estimateProgram({
      form: linearForm,
      program: programOf(features(4, 0, 0, 0, 10, 1)),
      device: device("agilio-cx"),
    }).estimates[0]!;
    expect(terms.slice(2)).toMatchObject([
      { construct: "add", count: 6, unitUs: 1.59, totalUs: 9.54 },
      { construct: "add", count: 4, unitUs: 14.4, totalUs: 57.6 },
    ]);
    expect(terms[3]!.note).toContain("beyond 6 headers");
    expect(meanUs).toBeCloseTo(74.92, 9);
  });

  it.each([
    [7, 10.01],
    [8, 11.44 + 17.68],
    [10, 14.3 + 17.68],
  ])("[L7] %i removed headers cost %d us on the Agilio", (count, expected) => {
    const terms = constructTerms(
      { features: features(1, 0, 0, count, 0, 1) },
      device("agilio-cx"),
      linearSlopes(device("agilio-cx"))!,
    );
    expect(terms.reduce((sum, t) => sum + t.totalUs, 0)).toBeCloseTo(expected, 9);
  });

  it.each([
    { what: "two headers of 60 B pass the 96 B threshold at the second", sizes: [60, 60], at: [1, 1] },
    { what: "eight headers of 4 B stay below it", sizes: Array(8).fill(4) as number[], at: [8] },
    { what: "six headers of 16 B meet it exactly", sizes: Array(6).fill(16) as number[], at: [6] },
  ])("[L8] added: $what", ({ sizes, at }) => {
    const path = { features: features(1, 0, 0, 0, sizes.length, 1), addedHeaderBytes: sizes };
    const terms = constructTerms(path, device("agilio-cx"), linearSlopes(device("agilio-cx"))!);
    expect(terms.map((t) => t.count)).toEqual(at);
  });

  it("[L8] removed: the four inner headers of VxLAN (50 B) and eight small ones stay below 112 B", () => {
    const profile = device("agilio-cx");
    const cost = (sizes: number[]) =>
      constructTerms(
        { features: features(1, 0, 0, sizes.length, 0, 1), removedHeaderBytes: sizes },
        profile,
        linearSlopes(profile)!,
      ).length;
    expect(cost([8, 14, 20, 8])).toBe(1);
    expect(cost(Array(8).fill(14) as number[])).toBe(1);
    expect(cost([40, 40, 40])).toBe(2);
  });
});
