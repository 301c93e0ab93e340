import { describe, expect, it } from "vitest";
import type { CoreCurve } from "../data/curves.ts";
import { latencyRatio, workloadLatency } from "./latency.ts";
import {
  ablation,
  coresFor,
  coreThroughput,
  coreWorkload,
  coreWorkloads,
  transfersPerPacket,
  workloadLimitGbps,
} from "./throughput.ts";

const system = (workload: string, id: string): CoreCurve =>
  coreWorkload(workload)!.systems.find((s) => s.id === id)!;
const at = (workload: string, id: string, cores: number): number | null => {
  const got = coreThroughput(system(workload, id), cores, workloadLimitGbps(coreWorkload(workload)!));
  return got.known ? got.gbps : null;
};
/** Whether a value is the stated one within 10 % [katsikas-targets]. */
const near = (value: number | null, stated: number): boolean =>
  value !== null && Math.abs(value / stated - 1) <= 0.1;

describe("throughput against cores", () => {
  it("[R24] RSS gains 5.37 Gbps a core and ends at 67; a dispatcher gains 4.91 and falls from 53 to 41", () => {
    const stateful = (id: string, n: number) => at("stateful-100g", id, n);
    expect(stateful("rss", 2)! - stateful("rss", 1)!).toBeCloseTo(5.37, 10);
    expect([13, 14, 15, 16].map((n) => stateful("rss", n))).toEqual([67, 67, 67, 67]);
    expect(near(stateful("rss", 12), 67)).toBe(true);
    expect(stateful("dispatcher", 3)! - stateful("dispatcher", 2)!).toBeCloseTo(4.91, 10);
    expect(near(stateful("dispatcher", 12), 53)).toBe(true);
    expect([13, 14, 15, 16].map((n) => stateful("dispatcher", n))).toEqual([50, 47, 44, 41]);
  });

  it("[R24] tags reach 75 Gbps and lie on the curve of forwarding from 2 cores on, which has 76 at 4", () => {
    const workload = coreWorkload("stateful-100g")!;
    expect(at("stateful-100g", "forward", 4)).toBe(76);
    expect([4, 8, 16].map((n) => at("stateful-100g", "tag", n))).toEqual([75, 75, 75]);
    expect(at("stateful-100g", "tag", 2)).toBe(at("stateful-100g", "forward", 2));
    expect(coreThroughput(system("stateful-100g", "tag"), 2, workloadLimitGbps(workload))).toEqual({
      known: true,
      gbps: 38,
      lowGbps: 38,
      highGbps: 75,
      basis: "interpolated",
    });
    expect(at("stateful-100g", "tag", 1)).toBeNull();
  });

  it("[R25] without dispatch Metron degrades first, without both next, a dispatcher last", () => {
    expect(ablation().map((a) => [a.id, a.degradesAfterCores])).toEqual([
      ["no-dispatch", 5],
      ["neither", 9],
      ["dispatcher", 12],
    ]);
  });

  it("[R29] cores for 40 Gbps of the firewall: 1, 9, 11", () => {
    const cores = (id: string) => coresFor(system("firewall-40g", id), 40, 40);
    expect(["tag", "rss", "dispatcher"].map(cores)).toEqual([1, 9, 11]);
  });

  it("[R30] with DPI tags are at the limit with 10 cores, the others have 25 Gbps at most with 16", () => {
    expect(coresFor(system("dpi-40g", "tag"), 40, 40)).toBe(10);
    for (const id of ["rss", "dispatcher"]) {
      expect(at("dpi-40g", id, 16)).toBeCloseTo(25, 3);
      expect(at("dpi-40g", id, 16)!).toBeLessThanOrEqual(25);
      expect(coresFor(system("dpi-40g", id), 26, 40)).toBeNull();
    }
  });

  it("[S12] no curve is above what its NIC lets through, and only one that falls goes down", () => {
    for (const workload of coreWorkloads()) {
      const limit = workloadLimitGbps(workload);
      expect(limit).not.toBeNull();
      for (const curve of workload.systems) {
        let before = 0;
        for (let cores = curve.fromCores; cores <= 16; cores++) {
          const got = coreThroughput(curve, cores, limit);
          expect(got.known).toBe(true);
          if (!got.known) continue;
          expect(got.gbps).toBeLessThanOrEqual(limit!);
          expect(got.lowGbps).toBeLessThanOrEqual(got.highGbps);
          if (curve.fall === null || cores <= (curve.knee?.value ?? 0))
            expect(got.gbps).toBeGreaterThanOrEqual(before);
          before = got.gbps;
        }
      }
    }
    expect(coreThroughput(system("stateful-100g", "rss"), 0, null)).toMatchObject({ known: false });
    expect(coreThroughput(system("stateful-100g", "dispatcher"), 17, null)).toMatchObject({ known: false });
    expect(coreThroughput(system("stateful-100g", "forward"), 9, 50)).toMatchObject({ gbps: 50 });
  });

  it("[S12] every anchor of a curve is marked as a calibration or as derived from one", () => {
    for (const { systems } of coreWorkloads())
      for (const { gbpsPerCore, plateauGbps } of systems) {
        expect(["calibration", "derived"]).toContain(gbpsPerCore.kind);
        expect(plateauGbps.kind).toBe("calibration");
      }
  });

  it("[S12] latency over that of tags: stated at its cores, a line over 1 / cores between, unknown outside", () => {
    const firewall = (id: string, n: number) => latencyRatio(system("firewall-40g", id), n);
    expect(firewall("rss", 1)).toMatchObject({ low: 2.9, basis: "calibration" });
    expect(firewall("dispatcher", 2)).toMatchObject({ low: 4.7 });
    expect(firewall("dispatcher", 16)).toMatchObject({ low: 1.3 });
    expect(firewall("rss", 8)).toMatchObject({ low: 1.19, high: 1.19, basis: "interpolated" });
    const four = firewall("dispatcher", 4);
    expect(four).toMatchObject({ basis: "interpolated" });
    expect(four.known && four.low > 1.3 && four.low < 4.7).toBe(true);
    expect(firewall("rss", 17)).toEqual({ known: false, reason: "stated from 1 to 16 cores" });
    expect(firewall("tag", 5)).toMatchObject({ low: 1, high: 1 });
    expect(latencyRatio(system("stateful-100g", "rss"), 4)).toMatchObject({ known: false });
    const latency = workloadLatency(coreWorkload("stateful-100g")!);
    expect(latency?.othersLowUs).toBeCloseTo(786.5, 6);
    expect(workloadLatency(coreWorkload("dpi-40g")!)).toBeNull();
    expect(["dispatcher", "pipeline", "rss", "tag", "x"].map(transfersPerPacket)).toEqual([4, 2, 1, 0, null]);
  });
});
