import { describe, expect, it } from "vitest";
import { deviceIds, system } from "../../testing/queueing/thesisSystems.ts";
import { externalPpsAtController, requiredDevicePps, stabilityLimits } from "./dimensioning.ts";
import { refinedSojourn, simpleSojourn, utilisationsAt } from "./sojourn.ts";

const shares = [0.04, 0.2, 0.5, 1];
const maxRhoC = (device: string, controllerUs: number, share: number): number =>
  stabilityLimits(system(device, controllerUs, share)).maxControllerUtilisation ?? Number.NaN;

describe("dimensioning constraint (thesis Eq. 4.13)", () => {
  // [harkous-4.4.4]; null where the table has no number
  it.each([
    ["t4p4s", 240, [0.2011, 0.8715, 1.743, 2.614]],
    ["agilio-l3fwd", 240, [1.126, 4.878, null, null]],
    ["agilio-vxlan", 240, [0.6073, 2.632, null, null]],
    ["netfpga-l3fwd", 240, [2.495, null, null, null]],
    ["netfpga-vxlan", 240, [1.775, null, null, null]],
    ["t4p4s", 31, [0.026, 0.1126, 0.2251, 0.3377]],
    ["agilio-l3fwd", 31, [0.1454, 0.6301, 1.26, 1.89]],
    ["agilio-vxlan", 31, [0.0784, 0.3399, 0.6798, 1.0197]],
    ["netfpga-l3fwd", 31, [0.3222, 1.396, 2.793, 4.189]],
    ["netfpga-vxlan", 31, [0.2293, 0.9936, 1.987, 2.981]],
  ] as const)("[W7] limits of %s with a controller of %s us", (device, controllerUs, expected) => {
    shares.forEach((share, i) => {
      const value = expected[i];
      if (value === null) return;
      // four printed digits
      expect(Math.abs(maxRhoC(device, controllerUs, share) / value - 1)).toBeLessThan(2.5e-3);
    });
  });

  it.each([
    ["t4p4s", 0.04, 0.2],
    ["t4p4s", 0.2, 0.85],
    ["agilio-vxlan", 0.04, 0.6],
  ])("[W7] the text reads from its plot: %s at P %s until rho_c %s", (device, share, read) => {
    expect(Math.abs(maxRhoC(device, 240, share) - read)).toBeLessThan(0.025);
  });

  it.each([
    [10_000, []],
    [240, ["agilio-vxlan 0.04", "t4p4s 0.04", "t4p4s 0.2"]],
    [
      31,
      [
        "netfpga-l3fwd 0.04",
        "netfpga-vxlan 0.04",
        "agilio-l3fwd 0.04",
        "agilio-l3fwd 0.2",
        "agilio-vxlan 0.04",
        "agilio-vxlan 0.2",
        "agilio-vxlan 0.5",
        "t4p4s 0.04",
        "t4p4s 0.2",
        "t4p4s 0.5",
        "t4p4s 1",
      ],
    ],
  ])("[W8] with a controller of %s us the violated cases are those of the text", (controllerUs, expected) => {
    const violated = deviceIds.flatMap((device) =>
      shares
        .filter((share) => maxRhoC(device, controllerUs, share) <= 0.95)
        .map((share) => `${device} ${share}`),
    );
    expect(violated).toEqual(expected);
    if (controllerUs === 10_000) expect(maxRhoC("t4p4s", 10_000, 0.04)).toBeCloseTo(8.38, 2);
  });

  it.each([
    ["t4p4s", 31, 0.5, "device"],
    ["netfpga-l3fwd", 10_000, 1, "controller"],
  ] as const)(
    "[W9] %s with %s us at P %s gives way at the limit of the %s",
    (device, controllerUs, share, limitedBy) => {
      const s = system(device, controllerUs, share);
      const limits = stabilityLimits(s);
      expect(limits.limitedBy).toBe(limitedBy);
      for (const model of [simpleSojourn, refinedSojourn]) {
        expect(model(s, limits.maxExternalPps * 0.999).stable).toBe(true);
        expect(model(s, limits.maxExternalPps * 1.001).stable).toBe(false);
      }
      const { device: rhoD, controller, system: both } = utilisationsAt(s, limits.maxExternalPps / 2);
      expect(both).toBeCloseTo(rhoD + controller - rhoD * controller, 12);
    },
  );

  it("[W9] the rate that Eq. 4.13 asks for is the device's own rate at its limit", () => {
    const s = system("t4p4s", 240, 0.2);
    const rhoC = stabilityLimits(s).maxControllerUtilisation ?? Number.NaN;
    expect(requiredDevicePps(240, rhoC, 0.2)).toBeCloseTo(1e6 / 45.9, 6);
    expect(utilisationsAt(s, externalPpsAtController(s, rhoC)).device).toBeCloseTo(1, 12);
  });
});
