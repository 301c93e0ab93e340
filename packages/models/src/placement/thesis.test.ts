import { describe, expect, it } from "vitest";
import { libraryFiles, libraryNames } from "../../library/index.ts";
import { withinDelay } from "../core/index.ts";
import { fatTree, fatTreeDefaults, toNetwork } from "../topology/index.ts";
import { delayTerms, onOneDevice, placedChain, singleDeviceUs } from "./embedding.ts";
import { catalogue, instanceOf, nowMs, thesisChains } from "./fixtures/clouds.ts";
import { greedy } from "./greedy.ts";
import { parseProblem } from "./parseProblem.ts";
import { efficiencyRatios } from "./ratio.ts";

const types = ["cpu", "npu", "fpga", "asic"] as const;
const facts = (profile: string) => catalogue.device(profile)!;
const oneOfEach = instanceOf({
  devices: types.map((profile) => ({ id: profile, profile })),
  chains: Object.entries(thesisChains).map(([id, chain]) => ({ id, ...chain })),
});

/** Servers of which every `withNpu`-th and `withFpga`-th brings a SmartNIC; links play no part in greedy. */
const servers = (count: number, npus: number, fpgas: number) => [
  ...Array.from({ length: count }, (_, i) => ({ id: `cpu${i}`, profile: "cpu" })),
  ...Array.from({ length: npus }, (_, i) => ({ id: `npu${i}`, profile: "npu" })),
  ...Array.from({ length: fpgas }, (_, i) => ({ id: `fpga${i}`, profile: "fpga" })),
];

describe("published values of the thesis", () => {
  it.each([
    ["l2fwd", 3],
    ["l3fwd", 5],
    ["fw", 4],
    ["vdecap", 16],
    ["lb", 4],
    ["tunneling", 4],
    ["nat", 6],
  ])("[PA1] %s has %d constructs (A17)", (type, constructs) => {
    const instance = instanceOf({
      devices: [{ id: "d", profile: "cpu" }],
      chains: [{ id: "c", functions: [type], gbps: 1 }],
    });
    expect(instance.chains[0]?.functions[0]?.constructs).toBe(constructs);
  });

  it.each([
    ["A", [45.9, 10, 4.39, 2], 15],
    ["B", [135.9, 48.78, 4.55, 2.2], 9],
    ["C", [135.9, 49, 4.89, 2.2], 13],
  ])("[PA2] chain %s takes %j us on CPU, NPU, FPGA, ASIC [harkous-delays]", (id, delays, constructs) => {
    const chain = oneOfEach.chains.find((c) => c.chain.id === id)!;
    types.forEach((type, i) => {
      expect(singleDeviceUs(chain, facts(type))).toBeCloseTo(delays[i]!, 9);
    });
    expect(chain.functions.reduce((sum, f) => sum + f.constructs, 0)).toBe(constructs);
  });

  it("[PA2] 10.00 us on the NPU meets the budget of 10 us", () => {
    expect(withinDelay(singleDeviceUs(oneOfEach.chains[0]!, facts("npu")), 10)).toBe(true);
    const npuOnly = instanceOf({
      devices: [{ id: "n", profile: "npu" }],
      chains: [{ id: "A", ...thesisChains.A }],
    });
    expect(greedy(npuOnly, { nowMs }).status).toBe("feasible");
  });

  it("[PA3] the delay of Fig. 5.6 decomposes as printed (C13)", () => {
    const instance = instanceOf({
      devices: [
        { id: "cpu1", profile: "cpu" },
        { id: "asic1", profile: "asic" },
        { id: "asic2", profile: "asic" },
      ],
      switches: [{ id: "core1", delayUs: 1 }],
      links: [
        { a: "cpu1", b: "asic1", gbps: 10 },
        { a: "asic1", b: "core1", gbps: 100 },
        { a: "core1", b: "asic2", gbps: 100 },
      ],
      chains: [{ id: "s", functions: ["nat", "fw", "lb", "l3fwd"], gbps: 1 }],
    });
    const embedding = { chain: 0, hosts: [0, 1, 1, 2], arcs: [[0], [], [2, 4]] };
    const steps = delayTerms(instance, embedding).map((t) => `${t.device} ${t.what}`);
    expect(steps).toEqual([
      ...["cpu1 base", "cpu1 nat", "cpu1 l2fwd"],
      ...["asic1 base", "asic1 fw", "asic1 lb", "asic1 l2fwd"],
      "core1 switch",
      ...["asic2 base", "asic2 l3fwd"],
    ]);
    const placed = placedChain(instance, embedding);
    expect(placed.route).toEqual([
      ["cpu1", "asic1"],
      ["asic1", "core1", "asic2"],
    ]);
    expect(placed.delayUs).toBeCloseTo(45.9 + 2 + 0.2 + 1 + 2, 9);
  });

  it("[PA3] a programmable device in transit costs its base and its L2 forwarding, a link its own delay", () => {
    const instance = instanceOf({
      devices: [
        { id: "npu1", profile: "npu" },
        { id: "npu2", profile: "npu" },
        { id: "cpu1", profile: "cpu" },
      ],
      links: [
        { a: "npu1", b: "npu2", gbps: 10 },
        { a: "npu2", b: "cpu1", gbps: 10, delayUs: 0.3 },
      ],
      chains: [{ id: "s", functions: ["fw", "l3fwd"], gbps: 1 }],
    });
    const { delayUs, terms } = placedChain(instance, { chain: 0, hosts: [0, 2], arcs: [[0, 2]] });
    expect(delayUs).toBeCloseTo(7.45 + 0.22 + 0.5 + (7.45 + 0.5) + 0.3 + 45.9, 9);
    expect(terms.map((t) => t.kind)).toEqual([
      "base",
      "function",
      "forward",
      "base",
      "forward",
      "link",
      "base",
      "function",
    ]);
  });

  it("[PA3] a chain on one device has that device as its only route", () => {
    const placed = placedChain(oneOfEach, onOneDevice(oneOfEach, 0, 1));
    expect(placed).toMatchObject({ hosts: ["npu", "npu", "npu"], route: [["npu"]] });
    expect(placed.delayUs).toBeCloseTo(10, 9);
    expect(placed.terms[0]).toEqual({ device: "npu", what: "base", us: 7.45, kind: "base" });
  });

  it("[PA4] efficiency ratios and their order are those of Eq. 5.32 (A16)", () => {
    const ratios = efficiencyRatios(types.map(facts));
    const expected = { cpu: 0, npu: 0.2458, asic: 0.3731, fpga: 5.6289 };
    for (const [type, ratio] of Object.entries(expected)) expect(ratios.get(type)).toBeCloseTo(ratio, 4);
    expect([...ratios].sort((a, b) => a[1] - b[1]).map(([type]) => type)).toEqual([
      "cpu",
      "npu",
      "asic",
      "fpga",
    ]);
  });

  it("[PA4] types that differ in nothing have ratio 0", () => {
    expect(efficiencyRatios([facts("cpu")])).toEqual(new Map([["cpu", 0]]));
  });

  it("[PA6] an ASIC carries 11 times the traffic and 6 times the hashing of a CPU (A18)", () => {
    const [asic, cpu] = [facts("asic"), facts("cpu")];
    expect(asic.gbps! / cpu.gbps!).toBeCloseTo(11.1, 1);
    expect(asic.externs.get("siphash-2-4")! / cpu.externs.get("siphash-2-4")!).toBeCloseTo(6.06, 2);
  });

  it.each([
    ["no SmartNIC", 0, 0, 8, 0],
    ["half of the servers equipped", 2, 2, 18, 1.25],
    ["all servers equipped", 4, 4, 28, 2.5],
  ])("[PA6] Exp. 3 with %s: capacity gain (A19)", (_, npus, fpgas, chains, gain) => {
    const instance = instanceOf({
      devices: servers(8, npus, fpgas),
      chains: Array.from({ length: 40 }, (_, i) => ({
        id: `s${i}`,
        functions: ["fw", "lb", "nat", "l3fwd"],
        gbps: 2,
      })),
    });
    const { embedded } = greedy(instance, { nowMs });
    expect(embedded).toBe(chains);
    expect(embedded / 8 - 1).toBeCloseTo(gain, 9);
  });

  it("[PA5] Exp. 4, A, B and C in turn on 4 racks: 2413 functions until the first rejection ([harkous-5.3.5], our computation)", () => {
    const racks = fatTree({
      ...{ ...fatTreeDefaults, racks: 4, serversPerRack: 40, serverProfile: "cpu" },
      ...{ accelerators: ["npu", "fpga"], tors: ["asic"] },
    });
    const network = toNetwork(racks, fatTreeDefaults.switchDelayUs);
    if (!network.ok) throw new Error("every device of a fat tree has a profile");
    const turn = Object.values(thesisChains);
    const chains = Array.from({ length: 920 }, (_, i) => ({ id: `c${i}`, ...turn[i % 3] }));
    const { rejected } = greedy(instanceOf({ ...network.value, chains }), { nowMs });
    const before = chains.slice(
      0,
      chains.findIndex((c) => c.id === rejected[0]),
    );
    expect(before.reduce((sum, c) => sum + (c.functions?.length ?? 0), 0)).toBe(2413);
  });

  it.each([...libraryNames("problems", ".yaml"), ...libraryNames("problems", ".json")])(
    "[PA15] library problem %s is valid",
    (name) => {
      const path = [`problems/${name}.yaml`, `problems/${name}.json`].find((p) => p in libraryFiles)!;
      expect(parseProblem(libraryFiles[path]!, path, catalogue).diagnostics).toEqual([]);
    },
  );
});
