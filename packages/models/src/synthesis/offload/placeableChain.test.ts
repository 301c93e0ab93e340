import { describe, expect, it } from "vitest";
import { libraryChain, planned, triangle } from "../../../testing/synthesis/offload/fixtures.ts";
import { chainFileSchema, type NetworkFunction } from "../../chain/index.ts";
import { softwareCycles } from "../classes/cost.ts";
import { ELEMENT_CYCLES, SYNTHESISED_CYCLES } from "../element/cycles.ts";
import { placeableChain } from "./placeableChain.ts";
import { offloadTarget } from "./target.ts";

const isp = libraryChain("isp");
const network = (target: string, more: Record<string, unknown> = {}) =>
  triangle({
    switches: ["s1", "s2", "s3"].map((id) => ({ id, target, capacity: 10_000 })),
    ingress: { "firewall[in]": "s1:0" },
    egress: { "router[isp]": "s1:8", "napt[internet]": "s3:9" },
    ...more,
  });
const chainOf = (target: string, more?: Record<string, unknown>) => {
  const plan = planned(isp, network(target, more), { cores: 4 });
  return { plan, ...placeableChain("lib:isp", isp, plan, { gbps: 5 }) };
};

describe("a placed chain as a chain of the placement room", () => {
  it("[F9] the switch's part has its entries and writes, the server's part the cycles that are left", () => {
    const { plan, file, notes } = chainOf("p4");
    expect(chainFileSchema.parse(file)).toEqual(file);
    expect(notes).toEqual([]);
    const [onSwitch, onServer] = file.functions;
    expect(file.chains).toMatchObject([{ id: "isp", functions: ["isp-offloaded", "isp-server"], gbps: 5 }]);
    expect(onSwitch).toMatchObject({
      rules: plan.places[0]!.split.tableEntries,
      // Ethernet, IPv4, ports; TTL, both other fields of the Ethernet header and the tag
      features: { parse: 3, modify: 4, table: 1 },
      architectures: ["v1model", "pisa", "sume"],
    });
    // worked example 4.6: 695 cycles whole (Strip, Classifier, write with TTL, EtherEncap among them)
    const dearest = isp.classes.map((c) => c.after).reduce((a, b) => (b.cycles > a.cycles ? b : a));
    const taken =
      ELEMENT_CYCLES.IPClassifier! + SYNTHESISED_CYCLES.rewriteAndTtl - ELEMENT_CYCLES.IPRewriter!;
    expect(onServer).toMatchObject({
      ...softwareCycles({ cycles: dearest.cycles - dearest.searchCycles - taken, searchCycles: 0 }),
      architectures: ["server"],
    });
  });

  it("[F9] what OpenFlow does may run on P4 devices too, a device of the library is what it is", () => {
    expect(chainOf("ovs").file.functions[0]!.architectures).toEqual(["openflow", "v1model", "pisa", "sume"]);
    const [p4, ...others] = [offloadTarget("p4")!, offloadTarget("ovs")!, offloadTarget("openflow-1.3")!];
    for (const other of others) {
      for (const [field, kind] of Object.entries(other.match))
        expect(["mask", kind]).toContain(p4.match[field]);
      for (const part of ["constants", "sums"] as const)
        expect(p4.write[part]).toEqual(expect.arrayContaining(other.write[part]));
    }
    expect(chainOf("bmv2-cx5").file.functions[0]!.architectures).toContain("v1model");
  });

  it("[F9] a switch that only chooses cores, or none at all, leaves the whole function to the server", () => {
    const whole = Math.max(...isp.classes.map((c) => c.after.cycles));
    const alone = (f: NetworkFunction) => (f.cyclesPerPacket ?? 0) + (f.cyclesPerBatch ?? 0);
    const dispatch = chainOf("openflow-1.3").file;
    expect(dispatch.functions.map(alone)).toEqual([0, whole]);
    const full = chainOf("ovs", {
      switches: ["s1", "s2", "s3"].map((id) => ({ id, target: "ovs", capacity: 5 })),
    });
    expect(full.file.chains[0]!.functions).toEqual(["isp-server"]);
    expect(alone(full.file.functions[0]!)).toBe(whole);
    expect(full.notes).toEqual([expect.stringContaining("the server does the rest")]);
  });
});
