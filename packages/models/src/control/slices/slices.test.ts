import { describe, expect, it } from "vitest";
import { sliceCase } from "../study/sliceCase.ts";
import { boundedSlices, simulateSlices, sliceReport } from "./simulateSlices.ts";
import { type BoundedSlice, requiredLinkBps, strictDelaysUs, worstCaseDelaysUs } from "./sliceBounds.ts";

const slicesOf = (name: string): BoundedSlice[] => boundedSlices(sliceCase(name, 285, "vQueue", 1).slices);

describe("worst-case delays (thesis Eqs. 6.1-6.4)", () => {
  // [harkous-bounds], ms: DC, Enterprise, Peering at 285, 330, 900, 1650 Mbps
  it.each([
    ["A", [29.053, 25.091, 9.2, 5.018], [29.053, 25.091, 9.2, 5.018], [29.053, 25.091, 9.2, 5.018]],
    ["B", [3.368, 2.909, 1.067, 0.582], [34.254, 28.867, 9.658, 5.151], [34.254, 28.867, 9.658, 5.151]],
    ["C", [3.789, 3.273, 1.2, 0.655], [3.789, 3.273, 1.2, 0.655], [35.789, 29.939, 9.771, 5.183]],
    ["D", [3.368, 2.909, 1.067, 0.582], [3.875, 3.335, 1.208, 0.657], [35.875, 30.001, 9.779, 5.185]],
  ])("[V7] Fig. 6.10, Table 6.4: case %s", (name, ...expected) => {
    [285, 330, 900, 1650].forEach((mbps, i) => {
      const found = worstCaseDelaysUs(slicesOf(name), mbps * 1e6);
      for (const [s, us] of found.entries())
        expect(Math.abs(us / 1000 - expected[s][i])).toBeLessThan(0.00051);
    });
  });

  it.each([
    ["A", "dc", 5, 1656.0, 1650, 0.005],
    ["B", "enterprise", 10, 870.7, 900, 0.035],
    ["C", "peering", 30, 329.44, 330, 0.002],
    ["D", "peering", 30, 330.01, 330, 0.002],
  ])(
    "[V8] case %s: %s within %s ms from %s Mbps, the text says %s (A21)",
    (name, id, ms, exact, text, tolerance) => {
      const mbps = requiredLinkBps(slicesOf(name), id, ms * 1000) / 1e6;
      expect(Math.abs(mbps - exact)).toBeLessThan(0.051);
      expect(Math.abs(mbps / text - 1)).toBeLessThan(tolerance);
    },
  );

  it("[V8] cases C and D hold DC to 5 ms from 216 and 192 Mbps", () => {
    expect(requiredLinkBps(slicesOf("C"), "dc", 5000) / 1e6).toBeCloseTo(216, 3);
    expect(requiredLinkBps(slicesOf("D"), "dc", 5000) / 1e6).toBeCloseTo(192, 3);
  });

  it("[V9] a link that higher priorities fill leaves no bound", () => {
    expect(worstCaseDelaysUs(slicesOf("D"), 60e6)[2]).toBe(Number.POSITIVE_INFINITY);
    expect(strictDelaysUs(slicesOf("D"), 60e6)[2]).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("slices on one link", () => {
  it.each(["A", "B", "C", "D"])(
    "[V9] case %s at 330 Mbps, twice the limits offered: nobody is above the strict bound",
    (name) => {
      const scenario = sliceCase(name, 330, "vQueue", 2);
      const bounds = strictDelaysUs(boundedSlices(scenario.slices), 330e6);
      const found = simulateSlices(scenario, { seconds: 6, seed: 1 });
      // one packet of a lower priority is not interrupted
      const packetUs = (1500 * 8) / 330;
      found.forEach(({ maxUs, loss, throughputMbps }, i) => {
        expect(maxUs).toBeLessThan(bounds[i] + packetUs);
        expect(loss).toBeGreaterThan(0.4);
        expect(Math.abs(throughputMbps / scenario.slices[i].rateMbps - 1)).toBeLessThan(0.05);
      });
    },
  );

  it("[V9] with several priorities the thesis' value is below the strict bound, with one they are equal", () => {
    expect(strictDelaysUs(slicesOf("A"), 285e6)).toEqual(worstCaseDelaysUs(slicesOf("A"), 285e6));
    expect(strictDelaysUs(slicesOf("D"), 285e6)[2] / 1000).toBeCloseTo(36.8, 2);
    expect(worstCaseDelaysUs(slicesOf("D"), 285e6)[2]).toBeLessThan(strictDelaysUs(slicesOf("D"), 285e6)[2]);
  });

  it("[V10] 285 Mbps for 300 Mbps of limits (Exp. 3): vQueue keeps Peering at 30 ms, meters let it pass 800 ms (D11)", () => {
    const peering = (control: "vQueue" | "meter") => {
      const found = simulateSlices(sliceCase("C", 285, control, 1.5), { seconds: 20, seed: 1 });
      expect(found[0].maxUs).toBeLessThan(20_000);
      expect(found[1].maxUs).toBeLessThan(10_000);
      return found[2];
    };
    const [vQueue, meter] = [peering("vQueue"), peering("meter")];
    // the work counts delays in bins of 1024 us (Sec. 6.4.1)
    expect(vQueue.maxUs).toBeLessThan(30_000 + 1024);
    expect(meter.maxUs).toBeGreaterThan(800_000);
    // what the higher limits leave: 285 - 48 - 12 = 225 Mbps
    for (const { throughputMbps } of [vQueue, meter])
      expect(Math.abs(throughputMbps / 225 - 1)).toBeLessThan(0.02);
  });

  it("[V10] the report says that vQueue holds the limits and meters do not, with the bounds beside", () => {
    const settings = { seconds: 5, seed: 2 };
    const report = sliceReport(sliceCase("C", 285, "vQueue", 1.5), settings);
    expect(report).toMatchObject({ kind: "slices", control: "vQueue", holds: true, ...settings });
    expect(report.slices[2].limitUs).toBe(30_000);
    expect(report.slices[2].strictUs).toBeCloseTo(36_800, 6);
    expect(sliceReport(sliceCase("C", 285, "meter", 1.5), settings).holds).toBe(false);
    expect(sliceReport(sliceCase("D", 60, "vQueue", 0.1), settings).slices[2].strictUs).toBeNull();
  });

  it("[V3] the DC slice is marked above its target, the others never", () => {
    const found = simulateSlices(sliceCase("C", 285, "vQueue", 1.2), { seconds: 2, seed: 1 });
    expect(found.map(({ marked }) => marked > 0)).toEqual([true, false, false]);
    expect(simulateSlices(sliceCase("C", 285, "vQueue", 0.5), { seconds: 1, seed: 1 })[0].marked).toBe(0);
  });
});
