import { describe, expect, it } from "vitest";
import { libraryFunctions } from "../chain/index.ts";
import { assumeUnpublished, libraryDevice, libraryDevices } from "../device/index.ts";
import { createCatalogue } from "./catalogue.ts";
import { exactEngine } from "./exact/exactEngine.ts";
import { greedyEngine } from "./greedyEngine.ts";
import { type Problem, problemSchema } from "./problem.ts";
import { verifyPlacement } from "./verify.ts";

// Famelis' pairs publish no latency, power or price: the operator assumes them, the same for all, so that
// only the rates differ
const assumed = { baseUs: 20, powerWatts: 100, costUsd: 1000 };
const pairs = ["ovs-vanilla", "p4-dpdk"];
const profiles = ["cx5", "sn1000"].flatMap((nic) =>
  pairs.map((name) => {
    const profile = libraryDevice(`${name}-${nic}`)!;
    return assumeUnpublished(profile, profile.id, assumed);
  }),
);
const catalogue = createCatalogue([...libraryDevices(), ...profiles], libraryFunctions());

/**
 * A MAC swap exists as an OpenFlow rule and as a PSA program (Famelis, Snippet 9 and Annex A): both switches
 * may run it.
 */
const problemOn = (nic: string, gbps: number, packetBytes: number): Problem =>
  problemSchema.parse({
    devices: pairs.map((name) => ({ id: name, profile: `${name}-${nic}` })),
    functions: [
      {
        type: "macswap",
        features: { parse: 1, modify: 1, copy: 0, remove: 0, add: 0, table: 1 },
        externs: [],
        architectures: ["openflow", "psa"],
        rules: 1,
      },
    ],
    required: [],
    chains: [{ id: "swap", functions: ["macswap"], gbps, packetBytes }],
  });

describe("devices whose throughput was measured by frame size", () => {
  it.each([
    // 40 Gbps of 512 B: only OVS on the ConnectX-5 (45 Gbps) against P4-DPDK (12 Gbps)
    ["cx5", 40, 512, "ovs-vanilla"],
    // 10 Gbps of 512 B on the SN1000: OVS forwards 6.3, P4-DPDK 11
    ["sn1000", 10, 512, "p4-dpdk"],
    ["sn1000", 20, 1500, "p4-dpdk"],
  ] as const)(
    "[PA29] on the %s %d Gbps of %d B go to %s: the card decides",
    async (nic, gbps, packetBytes, host) => {
      const problem = problemOn(nic, gbps, packetBytes);
      for (const engine of [exactEngine, greedyEngine]) {
        const placement = await engine.place(problem, { catalogue, nowMs: () => 0, online: true });
        expect(verifyPlacement(problem, catalogue, placement)).toEqual([]);
        expect(placement.chains.map((c) => c.hosts)).toEqual([[host]]);
      }
    },
  );

  it("[PA29] 12.1 Gbps of 1024 B do not fit where 11.63 were measured, though the ceiling in packets gives 12.24", async () => {
    const both = problemOn("sn1000", 1, 1024);
    const alone = (gbps: number): Problem => ({
      ...both,
      devices: both.devices.filter((d) => d.id === "ovs-vanilla"),
      chains: both.chains.map((c) => ({ ...c, gbps })),
    });
    for (const engine of [exactEngine, greedyEngine]) {
      const place = (gbps: number) => engine.place(alone(gbps), { catalogue, nowMs: () => 0, online: true });
      expect((await place(11.6)).chains.map((c) => c.hosts)).toEqual([["ovs-vanilla"]]);
      expect((await place(12.1)).chains.flatMap((c) => c.hosts)).not.toContain("ovs-vanilla");
    }
  });

  it("[PA29] what fits at no measured rate is infeasible, and the frame size decides", async () => {
    const place = (bytes: number) =>
      exactEngine.place(problemOn("sn1000", 20, bytes), { catalogue, nowMs: () => 0, online: true });
    expect((await place(1500)).status).toBe("optimal");
    expect((await place(512)).status).toBe("infeasible");
  });

  it("[PA29] a profile that is silent about latency, power or price is no device of a problem until it is assumed", () => {
    const silent = createCatalogue(libraryDevices(), libraryFunctions());
    expect(silent.device("p4-dpdk-cx5")).toBeNull();
    expect(catalogue.device("p4-dpdk-cx5", 64)?.gbps).toBeCloseTo(1.96, 2);
    // Famelis Table 8: its ceiling in packets would give 34.02, 33.71 was measured
    expect(catalogue.device("p4-dpdk-cx5", 1500)?.gbps).toBeCloseTo(33.71, 2);
    expect(catalogue.device("p4-dpdk-cx5", 64)).toBe(catalogue.device("p4-dpdk-cx5", 64));
  });
});
