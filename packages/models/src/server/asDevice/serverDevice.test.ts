import { describe, expect, it } from "vitest";
import { libraryDevice } from "../../device/index.ts";
import { libraryNic, libraryServer } from "../data/library.ts";
import { nicBound, portBound } from "./portBound.ts";
import { type ServerDevice, serverCapacity, serverDevice, serverTerm } from "./serverDevice.ts";

const xeon = libraryServer("xeon-e5-2667v3")!;
const intel = libraryNic("intel-82599-4x10g")!;
const mellanox = libraryNic("mlx-cx4-100g")!;
const device = (cores: number, driver: "dpdk" | "user" = "dpdk", transfers = 0): ServerDevice => {
  const made = serverDevice(xeon, { id: "s1", cores, driver, transfers });
  if (!made.ok) throw new Error(made.error);
  return made.value;
};
const router = { type: "router", cyclesPerPacket: 215 };

describe("a server as a device", () => {
  it("[S15] capacity is the cores over the sum of the cycles, or the port", () => {
    const one = serverCapacity(device(1), [{ type: "chain", cyclesPerPacket: 695 }], 1500, null);
    expect(one.pps).toBeCloseTo(4.604e6, -3);
    expect(one).toMatchObject({ boundBy: "cores", portKnown: false });
    // FastClick: 8 routers on 8 cores carry 10 Gbps of 64 B with checksum
    const eight = serverCapacity(
      device(8),
      Array.from({ length: 8 }, () => router),
      60,
      null,
    );
    expect(eight.gbps).toBeGreaterThan(9.5);
    expect(eight.gbps).toBeLessThan(10.5);
    const bound = serverCapacity(device(16), [router], 60, nicBound(intel, 60, null));
    expect(bound).toMatchObject({ boundBy: "port", gbps: 31.5, portKnown: true });
  });

  it("[S15] the latency of an idle server is what a DPDK router took, and a function adds what was measured", () => {
    const idle = (n: number) => {
      const term = serverTerm(
        device(8),
        Array.from({ length: n }, () => router),
        1,
      );
      if (!term.stable) throw new Error(term.reason);
      return term;
    };
    expect(Math.abs(idle(1).meanUs / 8 - 1)).toBeLessThan(0.25);
    const added = (idle(8).meanUs - idle(1).meanUs) / 7;
    // Fig. 4.3: 1.4 us; the interval of the model runs from 0.07 (alone) to 2.15 (a batch of 32)
    expect(Math.abs(added / 1.4 - 1)).toBeLessThan(0.25);
    expect((idle(8).highUs - idle(1).highUs) / 7).toBeGreaterThan(1.4);
    expect((idle(8).lowUs - idle(1).lowUs) / 7).toBeLessThan(1.4);
  });

  it("[S15] terms add up to the mean, inside the interval, and grow with the load until there is no answer", () => {
    const at = (pps: number) => serverTerm(device(2, "dpdk", 1), [router, router], pps);
    const most = serverCapacity(device(2), [router, router], 64, null).pps;
    let before = 0;
    for (const share of [0.1, 0.5, 0.9]) {
      const term = at(most * share);
      expect(term.stable).toBe(true);
      if (!term.stable) continue;
      expect(term.utilisation).toBeCloseTo(share, 9);
      expect(term.terms.reduce((sum, t) => sum + t.us, 0)).toBeCloseTo(term.meanUs, 9);
      expect(term.lowUs).toBeLessThanOrEqual(term.meanUs);
      expect(term.highUs).toBeGreaterThanOrEqual(term.meanUs);
      expect(term.meanUs).toBeGreaterThan(before);
      before = term.meanUs;
    }
    expect(at(most)).toMatchObject({ stable: false, reason: expect.stringContaining("add cores") });
  });

  it("[S15] refuses cores that the server does not have and drivers of which it states nothing", () => {
    expect(serverDevice(xeon, { id: "s", cores: 17, driver: "dpdk", transfers: 0 })).toMatchObject({
      ok: false,
      error: expect.stringContaining("16 cores"),
    });
    const poor = { ...xeon, drivers: xeon.drivers.slice(0, 1) };
    expect(serverDevice(poor, { id: "s", cores: 1, driver: "user", transfers: 0 })).toMatchObject({
      ok: false,
      error: expect.stringContaining("it knows dpdk"),
    });
  });

  it("[S15] what a NIC lets through: measured, between, at line rate, for a mix, unknown", () => {
    expect(nicBound(intel, 60, null)).toMatchObject({ gbps: 31.5, basis: "measured" });
    expect(nicBound(intel, 129, null)).toMatchObject({ gbps: 40, basis: "line-rate" });
    const between = nicBound(intel, 100, null)!;
    expect(between.basis).toBe("interpolated");
    expect(between.gbps).toBeGreaterThan(31.5);
    expect(between.gbps).toBeLessThan(40.001);
    expect(nicBound(intel, 40, null)).toBeNull();
    expect(nicBound(mellanox, 512, null)).toBeNull();
    expect(nicBound(mellanox, 513, null)).toMatchObject({ gbps: 100 });
    expect(nicBound(mellanox, 64, "campus")).toMatchObject({ gbps: 76, basis: "mix" });
    expect(nicBound(mellanox, 64, "other")).toBeNull();
  });

  it("[S15] a switch in front of the NIC bounds the port by Famelis' measurement", () => {
    const ovs = libraryDevice("ovs-dpdk-cx5")!;
    const inFront = { title: ovs.title, throughput: ovs.throughput! };
    // 12.5 Mpps up to 512 B, far below what the NIC takes
    expect(portBound(64, nicBound(mellanox, 64, "campus"), inFront)).toMatchObject({
      mpps: 12.5,
      basis: "ceiling",
      boundBy: ovs.title,
    });
    expect(portBound(1500, nicBound(intel, 1500, null), inFront)).toMatchObject({
      gbps: 40,
      boundBy: intel.title,
    });
    expect(portBound(64, null, inFront)?.mpps).toBe(12.5);
    expect(portBound(64, null, null)).toBeNull();
  });
});
