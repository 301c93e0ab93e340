import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyWrites } from "../../../testing/synthesis/applyWrites.ts";
import { classify } from "../../../testing/synthesis/classify.ts";
import { libraryChain, planned } from "../../../testing/synthesis/offload/fixtures.ts";
import { runNetwork } from "../../../testing/synthesis/offload/runNetwork.ts";
import { packetNear } from "../../../testing/synthesis/packets.ts";
import { chainText, synthesiseText } from "../../../testing/synthesis/synthesiseText.ts";
import { createRandom } from "../../core/index.ts";
import { libraryDevice, libraryDevices } from "../../device/index.ts";
import { offloadableRules } from "../classes/offloadableRules.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import { sizeOf, valueAt } from "../header/fieldSet.ts";
import { matches } from "../header/filter.ts";
import { PACKET_LAYOUT, type Packet } from "../header/layout.ts";
import { expandFilter } from "./expandFilter.ts";
import { offloadNetworkSchema } from "./network.ts";
import { chainOffloadability } from "./offloadability.ts";
import { offloadTarget, offloadTargetIds, targetOfDevice } from "./target.ts";

const ovs = offloadTarget("ovs")!;
const lowest = (synthesis: Synthesis, entry: string, packet: Packet) => {
  const c = classify(synthesis, entry, packet);
  const after = applyWrites(c.writes, packet, synthesis.graph.layout, (_f, _p, w) => valueAt(w.values, 0)!);
  return { c, after };
};

describe("offloadability", () => {
  it("[F1] the elements of a chain agree with it: router yes, firewall with what it matches, NAPT and DPI not", () => {
    const { graph } = libraryChain("isp");
    const verdicts = (id: string) =>
      Object.fromEntries(chainOffloadability(graph, offloadTarget(id)!).map((f) => [f.function, f.verdict]));
    expect(verdicts("ovs")).toEqual({ firewall: "yes", router: "yes", napt: "partly" });
    expect(verdicts("p4")).toEqual({ firewall: "yes", router: "yes", napt: "partly" });
    expect(verdicts("openflow-1.3")).toMatchObject({ router: "partly", napt: "partly" });
    const dpi = synthesiseText(
      chainText({ dpi: "FromDevice(in) -> RegexMatcher(x) -> ToDevice(out);" }, [], ["[in]dpi"]),
    );
    expect(chainOffloadability(dpi.graph, ovs)).toMatchObject([
      { verdict: "no", reason: expect.stringContaining("payload") },
    ]);
  });

  it("[F1] every device of the library is a target; entries are the operable rules that were measured", () => {
    for (const profile of libraryDevices()) expect(targetOfDevice(profile).target.title).toBe(profile.title);
    expect(targetOfDevice(libraryDevice("netfpga-sume")!).entries).toBe(4000);
    expect(targetOfDevice(libraryDevice("ovs-vanilla-cx5")!).target.language).toBe("openflow");
    expect(offloadTargetIds()).toEqual(["dpdk-flow", "openflow-1.3", "ovs", "p4"]);
  });

  it("[F2] the entries of a filter match exactly its packets, ports of one value and of none included", () => {
    const port = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }), fc.constant(65_535));
    fc.assert(
      fc.property(
        fc.record({
          low: port,
          width: fc.integer({ min: 0, max: 30 }),
          proto: fc.constantFrom(null, 6, 17, 1),
          address: fc.integer({ min: 0, max: 1023 }),
        }),
        fc.record({ proto: fc.constantFrom(6, 17, 1, 0), port, address: fc.integer({ min: 0, max: 1100 }) }),
        ({ low, width, proto, address }, given) => {
          const filter = {
            dstPort: [low, Math.min(65_535, low + width)],
            ipSrc: [address, 1023],
            ...(proto === null ? {} : { ipProto: [proto, proto] }),
          };
          const hasPorts = given.proto === 6 || given.proto === 17;
          const packet = { ipProto: given.proto, dstPort: hasPorts ? given.port : 0, ipSrc: given.address };
          for (const target of [ovs, offloadTarget("p4")!]) {
            const made = expandFilter(filter, target);
            if (!("entries" in made)) {
              // port 0 stands for every protocol without ports, too many for single values
              expect([target.id, low, proto]).toEqual(["ovs", 0, null]);
              continue;
            }
            const hit = made.entries.some((e) =>
              e.every(({ field, value, length }) => {
                const unit = 2 ** (PACKET_LAYOUT[field as keyof typeof PACKET_LAYOUT] - length);
                const mine = (packet as Record<string, number>)[field] ?? 0;
                return Math.floor(mine / unit) === value / unit;
              }),
            );
            expect(hit).toBe(matches(filter, packet));
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(
      expandFilter({ dstPort: [1, 65_535], ipProto: [6, 6] }, offloadTarget("openflow-1.3")!),
    ).toMatchObject({
      field: "dstPort",
      reason: expect.stringContaining("more than 1024 entries"),
    });
    expect(expandFilter({ ipTos: [1, 1] }, ovs)).toMatchObject({ reason: expect.stringContaining("ipTos") });
  });
});

describe("partial offload", () => {
  const filters = [{ ipSrc: [0, 9] }, { ipSrc: [5, 20] }, { ipSrc: [15, 30] }, { ipSrc: [25, 40] }];
  it("[R19] rule 3 unsupported: all others of equal priority, only those before it of decreasing priority", () => {
    const all = (priority: (i: number) => number) =>
      offloadableRules(filters.map((_, i) => ({ filter: {}, priority: priority(i), isSupported: i !== 2 })));
    expect(all(() => 1)).toEqual([true, true, false, true]);
    expect(all((i) => 4 - i)).toEqual([true, true, false, false]);
  });

  it("[R19] by overlap: what a rule that stays holds back stays, too, and holds back what overlaps it", () => {
    // 1 stays; 2 overlaps 1; 3 overlaps 2 but not 1: its packets that 2 matches must still meet 2 first
    const rules = filters.map((filter, i) => ({ filter, priority: 9 - i, isSupported: i !== 0 }));
    expect(offloadableRules(rules)).toEqual([false, false, false, false]);
    const apart = rules.map((r, i) => (i === 1 ? { ...r, filter: { ipSrc: [10, 14] } } : r));
    expect(offloadableRules(apart)).toEqual([false, true, true, true]);
  });
});

describe("a placed chain does what the synthesised one does", () => {
  const chain = (name: string, dispatch: string, target: string, cores: number) => {
    const synthesis = libraryChain(name);
    const entry = synthesis.classifiers[0]!.entry;
    const network = offloadNetworkSchema.parse({
      switches: ["s1", "s2", "s3"].map((id) => ({ id, target })),
      servers: [{ id: "srv", cores: 16, nic: { dispatch } }],
      links: [
        ["s1:1", "s2:0"],
        ["s2:1", "s3:0"],
        ["s2:2", "srv:0"],
      ],
      ingress: { [entry]: "s1:0" },
      egress: Object.fromEntries(synthesis.graph.exits.map((e, i) => [e, `${["s3", "s1", "s2"][i]}:7`])),
    });
    return { synthesis, network, entry, plan: planned(synthesis, network, { cores }) };
  };
  const cases = [
    ["isp", "mac", "ovs", 4],
    ["isp", "vlan", "p4", 3],
    ["isp", "flow", "openflow-1.3", 4],
    ["thesis-example", "vlan", "ovs", 2],
    ["thesis-example", "flow", "netfpga-sume", 1],
  ] as const;

  it.each(cases)("[F3] %s, tags by %s, switches %s, %i cores", (name, dispatch, target, cores) => {
    const { synthesis, network, entry, plan } = chain(name, dispatch, target, cores);
    const random = createRandom(7);
    for (let i = 0; i < 400; i++) {
      const packet = packetNear(synthesis, 0, random);
      const { c, after } = lowest(synthesis, entry, packet);
      const run = runNetwork(synthesis, network, plan, entry, packet);
      const about = `${JSON.stringify(packet)} class ${c.id}`;
      expect(run.ending, about).toBe(
        c.ending.kind === "exit" ? `exit ${c.ending.name}` : c.ending.kind === "drop" ? "drop" : run.ending,
      );
      if (c.ending.kind === "exit")
        for (const f of Object.keys(PACKET_LAYOUT)) expect(run.packet[f], `${about} ${f}`).toBe(after[f]);
    }
  });

  it("[F4] packets of one flow meet one core, and cores of one state table choose from different values", () => {
    const { synthesis, network, entry, plan } = chain("isp", "mac", "ovs", 4);
    const random = createRandom(3);
    for (let i = 0; i < 100; i++) {
      const packet = { ...packetNear(synthesis, 0, random), ipTtl: 64 };
      const cores = [64, 65, 200].map(
        (ipTtl) => runNetwork(synthesis, network, plan, entry, { ...packet, ipTtl }).core,
      );
      expect(new Set(cores).size).toBe(1);
    }
    const { slices } = plan.assignment;
    expect(slices.length).toBeGreaterThan(1);
    const whole = synthesis.states[0]!.fields.find((f) => f.choice === "pool")!.values;
    expect(slices.reduce((sum, s) => sum + sizeOf(s.values), 0)).toBe(sizeOf(whole));
    const edges = slices.flatMap((s) => [s.values[0]!, s.values.at(-1)!]);
    expect(edges).toEqual([...edges].sort((a, b) => a - b));
  });
});
