import { describe, expect, it } from "vitest";
import { linkGbps, packetMpps } from "../../queueing/index.ts";
import { cfsQuantumMs, nicenessOf, priorityForQuantum } from "../advice/quantum.ts";
import { libraryServer } from "../data/library.ts";
import {
  cyclesToNs,
  nsToCycles,
  OVERHEAD_WITH_CRC_BYTES,
  OVERHEAD_WITHOUT_CRC_BYTES,
  sharedCoresMpps,
  timeBudgetNs,
  transferNs,
} from "./rates.ts";

describe("rates", () => {
  it.each([
    [64, 0.577],
    [128, 0.997],
    [256, 1.837],
    [1500, 9.997],
  ])("[R1] 0.82 Mpps of %i B are %f Gbps", (frameBytes, gbps) => {
    expect(linkGbps(0.82, frameBytes, OVERHEAD_WITHOUT_CRC_BYTES)).toBeCloseTo(gbps, 3);
  });

  it.each([
    [64, 7.44],
    [128, 4.22],
    [256, 2.26],
    [1500, 0.41],
  ])(
    "[R1] 5 Gbps of %i B with checksum are %f Mpps; the 3.55 printed for 256 B is not reproduced",
    (bytes, mpps) => {
      expect(packetMpps(5, bytes, OVERHEAD_WITH_CRC_BYTES)).toBeCloseTo(mpps, 2);
    },
  );

  it.each([
    [1, 512],
    [10, 51.2],
    [40, 12.8],
    [100, 5.12],
  ])("[R2] at %i Gbps a 64 B frame leaves %f ns", (gbps, ns) => {
    expect(timeBudgetNs(gbps, 64)).toBeCloseTo(ns, 10);
  });

  it("[R2] with what a link adds it is 6.72 ns at 100 Gbps, less than one transfer through the cache", () => {
    const budget = timeBudgetNs(100, 64, OVERHEAD_WITH_CRC_BYTES);
    expect(budget).toBeCloseTo(6.72, 10);
    expect(transferNs(1, libraryServer("xeon-e5-2667v3")!.transferNs)).toEqual({ lowNs: 14.3, highNs: 71.7 });
    expect(budget).toBeLessThan(14.3);
  });

  it.each([
    [100, 800],
    [119, 420],
    [120, 100],
    [139, 5],
  ])("[R3] priority %i has a slice of %i ms", (priority, ms) => {
    expect(cfsQuantumMs(priority)).toBe(ms);
    expect(priorityForQuantum(ms)).toBe(priority);
  });

  it("[R3] niceness -19 is 780 ms, not the 800 that the thesis prints for it", () => {
    expect(nicenessOf(101)).toBe(-19);
    expect(cfsQuantumMs(101)).toBe(780);
    expect(priorityForQuantum(1)).toBe(139);
  });

  it.each([
    [1397, 436.6],
    [1120, 350],
  ])("[R8] %i cycles at 3.2 GHz are %f ns", (cycles, ns) => {
    expect(cyclesToNs(cycles, 3.2)).toBeCloseTo(ns, 1);
    expect(nsToCycles(cyclesToNs(cycles, 3.2), 3.2)).toBeCloseTo(cycles, 9);
  });

  it("[S15] stages that share cores add their cycles; the least of their rates would be too much", () => {
    const [a, b] = [sharedCoresMpps(3.2, 4, [400]), sharedCoresMpps(3.2, 4, [400])];
    expect(sharedCoresMpps(3.2, 4, [400, 400])).toBeCloseTo(1 / (1 / a + 1 / b), 10);
    expect(sharedCoresMpps(3.2, 1, [2014])).toBeCloseTo(1.589, 3);
    expect(sharedCoresMpps(3.2, 1, [695])).toBeCloseTo(4.604, 3);
  });
});
