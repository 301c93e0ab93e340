import { assert } from "../../core/index.ts";
import { fatTree, fatTreeDefaults, type Network, toNetwork } from "../../topology/index.ts";
import type { Catalogue } from "../catalogue.ts";
import { createInstance, type Instance } from "../instance.ts";
import { checkProblem } from "../parseProblem.ts";

type StudyChain = { functions: readonly string[]; gbps: number; maxDelayUs: number | null };

/** Chains A, B and C of Exp. 4 and 5 [harkous-5.3.5]. */
export const thesisKinds: readonly StudyChain[] = [
  { functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 },
  { functions: ["lb", "l3fwd"], gbps: 1, maxDelayUs: 100 },
  { functions: ["fw", "lb", "l3fwd"], gbps: 3, maxDelayUs: null },
];

/**
 * Chains of Exp. 1 to 3 by their length; all include LB, what else is not given (our choice). Those of six are the
 * functions of Table 5.5 but the required L2Fwd: of all that were tried only with them both printed powers come out.
 */
export const chainOfLength: Readonly<Record<2 | 4 | 6, readonly string[]>> = {
  2: ["lb", "l3fwd"],
  4: ["fw", "lb", "nat", "l3fwd"],
  6: ["fw", "vdecap", "lb", "tunneling", "nat", "l3fwd"],
};

/** The kinds of chains in turn, `count` in all. */
export const inTurn = (kinds: readonly StudyChain[], count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `c${i + 1}`, ...kinds[i % kinds.length]! }));

/** Racks of Exp. 4 and 5: 40 servers with a SmartNIC each, NPU and FPGA in every other rack, an ASIC as ToR. */
export const serverRacks = (racks: number): Network =>
  cloud({ racks, serversPerRack: 40, accelerators: ["npu", "fpga"], tors: ["asic"] });

/**
 * Exp. 1: two racks of three servers, half of their SmartNICs NPU and half FPGA, an ASIC as ToR: of the networks tried
 * the one that comes nearest to the printed capacities and powers (inferred, [harkous-5.3.5]).
 */
export function mixedServers(): Network {
  const network: Network = { devices: [], switches: [{ id: "core", delayUs: 1 }], links: [] };
  const nics = [
    ["npu", "npu", "fpga"],
    ["npu", "fpga", "fpga"],
  ];
  for (const [index, profiles] of nics.entries()) {
    const rack = index + 1;
    const tor = `rack${rack}-tor`;
    network.devices.push({ id: tor, profile: "asic" });
    network.links.push({ a: tor, b: "core", gbps: fatTreeDefaults.uplinkGbps });
    profiles.forEach((profile, i) => {
      const [nic, server] = [`rack${rack}-nic${i + 1}`, `rack${rack}-server${i + 1}`];
      network.devices.push({ id: nic, profile }, { id: server, profile: "cpu" });
      network.links.push({ a: nic, b: tor, gbps: fatTreeDefaults.accessGbps });
      network.links.push({ a: server, b: nic, gbps: fatTreeDefaults.pcieGbps });
    });
  }
  return network;
}

/** Exp. 2: four racks of CPU servers, so many of their ToRs programmable (four inferred, [harkous-5.3.5]). */
export const programmableTors = (asics: number): Network =>
  cloud({
    racks: 4,
    serversPerRack: 15,
    accelerators: [null],
    tors: Array.from({ length: 4 }, (_, i) => (i < asics ? "asic" : null)),
  });

/** Exp. 3: four racks of four servers, of which none, the first two or all have SmartNICs, half NPU and half FPGA. */
export const smartNics = (racksWith: number): Network =>
  cloud({
    racks: 4,
    serversPerRack: 4,
    accelerators: ["npu", "fpga", "npu", "fpga"].map((nic, i) => (i < racksWith ? nic : null)),
    tors: [null],
  });

function cloud(
  shape: Pick<Parameters<typeof fatTree>[0], "racks" | "serversPerRack" | "accelerators" | "tors">,
): Network {
  const topology = fatTree({ ...fatTreeDefaults, ...shape, serverProfile: "cpu" });
  const network = toNetwork(topology, fatTreeDefaults.switchDelayUs);
  assert(network.ok, "every device of a fat tree has a profile");
  return network.value;
}

/** An instance of a problem that cannot be wrong but for the catalogue. */
export function instanceOf(problem: object, catalogue: Catalogue): Instance {
  const checked = checkProblem(problem, catalogue);
  assert(checked.problem !== null, checked.diagnostics.map((d) => d.message).join("; "));
  return createInstance(checked.problem, catalogue);
}
