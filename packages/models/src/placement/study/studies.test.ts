import { describe, expect, it } from "vitest";
import { catalogue, highsModule } from "../fixtures/clouds.ts";
import { figure516 } from "./onlineFigures.ts";
import { studies } from "./studies.ts";
import { chainOfLength, mixedServers } from "./studyClouds.ts";
import { mayHold, slopeChange } from "./workloadFigures.ts";

const highs = await highsModule();
const tools = { catalogue, highs, nowMs: () => performance.now() };
const facts = (profile: string) => catalogue.device(profile)!;
const hashing = (profile: string, gbps: number): number =>
  Math.floor(facts(profile).externs.get("siphash-2-4")! / gbps);

describe("figures of the thesis, computed here", () => {
  it("[PA28] every figure says where it is from and how long it takes", () => {
    expect(studies.map((s) => s.figure)).toEqual(["5.4", "5.5", "5.10", "5.12", "5.14", "5.16", "5.17"]);
    for (const { title, source, typicalMs } of studies) {
      expect(title.length).toBeGreaterThan(0);
      expect(source).toMatch(/^Harkous, thesis, Fig\. 5\.\d+/);
      expect(typicalMs).toBeGreaterThan(0);
    }
  });

  it.each([
    // the thesis has 13, 21, 27 chains: one of the slots of its network is lost, in each case
    ["10 us", 10, 14],
    ["100 us", 100, 22],
    ["best effort", null, 28],
  ])(
    "[PA28] C6, Exp. 1, %s: the network inferred from 13, 21 and 27 chains has one slot more",
    (_, maxDelayUs, slots) => {
      const workload = { network: mixedServers(), functions: chainOfLength[6], gbps: 3, maxDelayUs };
      const able = maxDelayUs === null ? ["cpu", "npu", "fpga", "asic"] : ["npu", "fpga", "asic"];
      const counts = { cpu: 6, npu: maxDelayUs === 10 ? 0 : 4, fpga: 2, asic: 2 };
      const hashed = able.reduce((sum, p) => sum + counts[p as keyof typeof counts] * hashing(p, 3), 0);
      expect(hashed).toBe(slots);
      expect(mayHold(workload, slots + 1, tools)).toBe(false);
    },
  );

  it.each([
    [568, { asic: 2, fpga: 2 }],
    [280, { asic: 1, npu: 2, cpu: 1 }],
  ])("[PA28] C7: %d W is the power of devices that hash for 10 chains of 3 Gbps", (watts, used) => {
    const devices = Object.entries(used);
    expect(devices.reduce((sum, [p, n]) => sum + n * facts(p).powerWatts, 0)).toBe(watts);
    expect(devices.reduce((sum, [p, n]) => sum + n * hashing(p, 3), 0)).toBeGreaterThanOrEqual(10);
  });

  it.each([1, 2, 3, 4])(
    "[PA28] C8, Exp. 2: with %d ASICs the slope changes at 30 chains for each",
    (asics) => {
      expect(slopeChange(asics, tools)).toBe(30 * asics);
    },
  );

  it("[PA28] C9, Exp. 4: with and without a delay model the power is the same, the time is not", () => {
    const { series, comparisons } = figure516.run(tools);
    const [aware, baseline] = series;
    expect(aware?.points).toEqual(baseline?.points);
    expect(comparisons.map((c) => c.target)).toEqual(["C9", "C9", "C9"]);
    expect(comparisons.every((c) => c.assumption !== null)).toBe(true);
  });
});
