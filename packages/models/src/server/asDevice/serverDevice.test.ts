import { describe, expect, it } from "vitest";
import { libraryDevice } from "../../device/index.ts";
import { cycleTable, libraryNic, libraryServer } from "../data/library.ts";
import { batchFill } from "./batchCycles.ts";
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
// a router of Table 7.1, 463 cycles, of which a batch pays its share once
const share = cycleTable().batchShare.value;
const router = { type: "router", cyclesPerPacket: 463 * (1 - share), cyclesPerBatch: 463 * share };
const routers = (n: number) => Array.from({ length: n }, () => router);

describe("a server as a device", () => {
  it.each(cycleTable().chain.points)(
    "[S15] $routers routers on 8 cores carry $gbps Gbps of 64 B, as published (Figs. 4.4, 7.7)",
    ({ routers: n, gbps, boundBy }) => {
      const { cores, frameBytes } = cycleTable().chain;
      const got = serverCapacity(device(cores), routers(n), frameBytes, nicBound(intel, frameBytes, null));
      if (boundBy === "below") expect(got.gbps).toBeLessThan(gbps);
      else expect(got.gbps / gbps).toBeCloseTo(1, 2);
      expect(got.boundBy).toBe(boundBy === "port" ? "port" : "cores");
    },
  );

  it("[S15] capacity is the cores over the sum of the cycles with input and output, or the port", () => {
    const one = serverCapacity(device(1), [{ type: "chain", cyclesPerPacket: 695 }], 1500, null);
    expect(one.pps).toBeCloseTo(3.2e9 / 795, 3);
    expect(one).toMatchObject({ boundBy: "cores", portKnown: false });
    // 0.82 Mpps passed one core of the slowest driver (Sec. 6.3.1)
    const slow = serverCapacity(device(1, "user"), [router], 60, null);
    expect(slow.pps).toBeGreaterThan(0.82e6);
    const bound = serverCapacity(device(16), [router], 60, nicBound(intel, 60, null));
    expect(bound).toMatchObject({ boundBy: "port", gbps: 31.5, portKnown: true });
  });

  it("[S15] a core finds as many packets at once as came during the last batch: one at low load", () => {
    // 20,000 cycles are 6.25 us at 3.2 GHz for a packet that is alone, not half a batch of 32
    const dpi = { type: "dpi", cyclesPerPacket: 20_000 };
    const idle = serverTerm(device(8), [dpi], 1e6 / (1500 * 8));
    if (!idle.stable) throw new Error(idle.reason);
    expect(idle.terms.find((t) => t.what === "dpi")!.us).toBeCloseTo(6.25, 9);
    expect(idle.terms.map((t) => t.what)).not.toContain("rest of the batch");
    const fill = (packetsPerUs: number) => batchFill(packetsPerUs, { perPacketUs: 0.1, perBatchUs: 0.2 }, 32);
    expect(fill(1e-6)).toBe(1);
    // b packets come while b are served: 0.2 + 5 x 0.1 = 0.7 us, 5 packets at 7.142 packets/us
    expect(fill(5 / 0.7)).toBeCloseTo(5, 9);
    expect(fill(9.9)).toBe(32);
    expect(fill(11)).toBe(32);
  });

  it("[S15] the latency of an idle server is near a DPDK router's, and a function adds no less than alone, no more than a batch", () => {
    const idle = (n: number) => {
      const term = serverTerm(device(8), routers(n), 1);
      if (!term.stable) throw new Error(term.reason);
      return term;
    };
    // Table 6.4: 8.01 us by the Profiler with its batch of 32
    expect(idle(1).lowUs).toBeLessThan(8.01);
    expect(idle(1).highUs).toBeGreaterThan(7.5);
    // Fig. 4.3: 1.4 us for each router more; senders send in bursts
    expect((idle(8).lowUs - idle(1).lowUs) / 7).toBeLessThan(1.4);
    expect((idle(8).highUs - idle(1).highUs) / 7).toBeGreaterThan(1.4);
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
