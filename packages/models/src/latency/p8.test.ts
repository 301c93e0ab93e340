import { describe, expect, it } from "vitest";
import { constructTerms } from "./constructTerms.ts";
import { estimateProgram } from "./estimateProgram.ts";
import { device, features, programOf, validation } from "./fixtures/tables.ts";
import { linearForm } from "./linearForm.ts";
import { p8Form, targetLatency } from "./p8Form.ts";

const estimate = (id: string, f: ReturnType<typeof features>) =>
  estimateProgram({ program: programOf(f), device: device(id), form: p8Form }).estimates[0]!;

const meanOf = (id: string, f: ReturnType<typeof features>): number => {
  const { meanUs } = estimate(id, f);
  if (meanUs === null) throw new Error("no mean");
  return meanUs;
};

const target = (id: string, parsed: number): number => {
  const found = targetLatency(device(id).p8!, parsed);
  if (!found) throw new Error("no P_target");
  return found.us;
};

describe("p8 form", () => {
  it("[L4] worked example of Eq. 5: 7.73 + 2 * 0.5 = 8.73 (P1)", () => {
    const { meanUs, terms } = estimate("agilio-cx", features(2, 2, 0, 0, 0, 1));
    expect(meanUs).toBe(8.73);
    expect(terms[0]).toMatchObject({
      construct: "base",
      unitUs: 7.73,
      note: "P_target(2), printed in the paper",
    });
  });

  it.each(validation)("[L4] Table II: $nf on $device is $p8 (P2)", (row) => {
    expect(Math.abs(meanOf(row.device, row.f) - row.p8)).toBeLessThanOrEqual(0.05 + 1e-9);
  });

  it("[L4] the largest error over Table II is 0.9 us, T4P4S VxLAN_Decap (P3)", () => {
    const errors = validation.map((row) => Math.abs(meanOf(row.device, row.f) - row.measured));
    expect(Math.max(...errors)).toBeCloseTo(0.9, 9);
    expect(errors.indexOf(Math.max(...errors))).toBe(6);
  });

  it("[L4] L3_Fwd on Netronome reaches 93.5 %, below the paper's claim of 94 % (P4)", () => {
    expect(100 * (1 - (meanOf("agilio-cx", validation[1].f) - 8.2) / 8.2)).toBeCloseTo(93.54, 2);
  });

  it("[L6] ten added headers on Base_4: 75.0 against 75.4 measured; 14.4 on all ten would be 152 (P5)", () => {
    const meanUs = meanOf("agilio-cx", features(4, 0, 0, 0, 10, 1));
    expect(meanUs).toBeCloseTo(75.0, 1);
    expect(Math.abs(meanUs - 75.4)).toBeLessThanOrEqual(0.5);
    expect(target("agilio-cx", 4) + 10 * 14.4).toBeGreaterThan(150);
  });

  it("[L7] eight removed headers on Base_14 lie within 3.5 of 35.1 (P6)", () => {
    expect(Math.abs(meanOf("agilio-cx", features(14, 0, 0, 8, 0, 1)) - 35.1)).toBeLessThanOrEqual(3.5);
  });

  it.each([1, 2, 3, 4, 11, 14])(
    "[L5] NetFPGA at %i headers lies within 0.12 of 3.5 + 0.177 (n - 1) (P9)",
    (n) => {
      expect(Math.abs(target("netfpga-sume", n) - (3.5 + 0.177 * (n - 1)))).toBeLessThanOrEqual(0.12 + 1e-9);
    },
  );

  it.each([
    ["agilio-cx", 4, 7.86],
    ["agilio-cx", 14, 9.16],
    ["netfpga-sume", 7, 4.562],
    ["t4p4s", 1, 45.9],
    ["t4p4s", 14, 45.9],
  ] as const)("[L5] missing P_target of %s at %i is %d by the profile's rule", (id, parsed, us) => {
    const found = targetLatency(device(id).p8!, parsed);
    expect(found).toEqual({ us: expect.closeTo(us, 9), provenance: "interpolated" });
  });

  it.each([
    ["agilio-cx", 2, 0.17],
    ["agilio-cx", 3, 0.06],
    ["agilio-cx", 11, 0.22],
    ["netfpga-sume", 2, -0.01],
    ["netfpga-sume", 3, -0.01],
    ["netfpga-sume", 11, -0.09],
  ] as const)(
    "[L5] P_target of %s at %i differs from the thesis form by %d (P12)",
    (id, parsed, difference) => {
      const profile = device(id);
      const basis = linearForm.basis(profile, features(parsed, 0, 0, 0, 0, 1));
      if (!basis.available) throw new Error("linear is always available");
      const parse = constructTerms({ features: features(parsed, 0, 0, 0, 0, 1) }, profile, basis.slopes);
      const linear = basis.base.totalUs + parse.reduce((sum, t) => sum + t.totalUs, 0);
      expect(target(id, parsed) - linear).toBeCloseTo(difference, 9);
    },
  );

  it.each([
    ["npu", 2, /no P_target values/],
    ["agilio-cx", 15, /P_target\(15\) of agilio-cx is not known \(known up to 14/],
    ["agilio-cx", 0, /P_target\(0\)/],
  ] as const)("[L5] %s with %i parsed headers has no answer, and says so", (id, parsed, reason) => {
    const report = estimateProgram({
      program: programOf(features(parsed, 0, 0, 0, 0, 1)),
      device: device(id),
      form: p8Form,
    });
    expect(report.estimates[0]).toMatchObject({ meanUs: null, lowUs: null, highUs: null, terms: [] });
    expect(report.estimates[0]!.notes[0]).toMatch(reason);
    expect([report.minUs, report.maxUs]).toEqual([null, null]);
  });

  it("[L5] parsing makes no term of its own beside P_target", () => {
    expect(estimate("netfpga-sume", features(11, 0, 3, 4, 0, 2)).terms.map((t) => t.construct)).toEqual([
      "base",
      "copy",
      "remove",
      "table",
    ]);
  });
});
