import { describe, expect, it } from "vitest";
import { fatTree, fatTreeDefaults, toNetwork } from "../../topology/index.ts";
import { onOneDevice } from "../embedding.ts";
import { instanceOf, thesisChains } from "../fixtures/clouds.ts";
import { emptyLedger, sharesOf } from "../ledger.ts";
import { createDeviceStates } from "./deviceStates.ts";
import { createEqualBranches } from "./equalBranches.ts";
import { createPartMaker } from "./part.ts";

function rackCloud(racks: number, cores = 1) {
  const shape = { ...fatTreeDefaults, racks, cores, serversPerRack: 8, serverProfile: "cpu" };
  const network = toNetwork(fatTree({ ...shape, accelerators: ["npu", "fpga"], tors: ["asic"] }), 1);
  if (!network.ok) throw new Error("every device of a fat tree has a profile");
  const instance = instanceOf({ ...network.value, chains: [{ id: "a", ...thesisChains.A }] });
  const ledger = emptyLedger(instance);
  const states = createDeviceStates(instance, ledger, () => 0);
  const { length } = instance.devices;
  const equal = createEqualBranches(instance, ledger, (node) =>
    node < length ? 2 * states.stateOf(node).id : 1,
  );
  const all = { usable: () => true, carries: () => true };
  const reduced = (functions: number) => equal.reduced(createPartMaker(instance), functions, all);
  return { instance, states, equal, reduced };
}

describe("equal devices", () => {
  it("[PA21] n branches of each class stand for all: the same part for 6 racks and for 60", () => {
    // 3 racks with NPUs and 3 with FPGAs: core, and for each its ToR with 3 SmartNICs and their servers
    const nodes = 1 + 6 * (1 + 3 * 2);
    for (const racks of [6, 60]) expect(rackCloud(racks).reduced(3).nodes).toHaveLength(nodes);
  });

  it("[PA21] what is used becomes a class of its own, whatever the order of use", () => {
    const { instance, states, equal, reduced } = rackCloud(6);
    const nic = instance.nodes.indexOf("rack1-nic5");
    for (const share of sharesOf(instance, onOneDevice(instance, 0, nic))) {
      states.add(share, instance.chains[0]!, 0);
    }
    equal.changed([nic]);
    const part = reduced(1);
    // one fresh rack of each kind, the used one with its used branch beside a fresh one
    expect(part.nodes).toHaveLength(1 + 2 * (1 + 2) + (1 + 2 * 2));
    expect(part.nodes).toContain(nic);
    part.nodes.forEach((node, local) => {
      for (const a of part.leaving(local)) {
        expect(instance.arcs[a]!.from).toBe(node);
        expect(part.nodes).toContain(instance.arcs[a]!.to);
      }
    });
  });

  it("[PA21] racks below two cores can be passed through: n + (n - 1)(m - 1) of each class stand for all", () => {
    const rack = (servers: number): number => 1 + 2 * servers;
    for (const racks of [40, 80]) {
      expect(rackCloud(racks, 2).reduced(1).nodes).toHaveLength(2 + 2 * rack(1));
      expect(rackCloud(racks, 2).reduced(3).nodes).toHaveLength(2 + 2 * 5 * rack(3));
    }
  });
});
