import { describe, expect, it } from "vitest";
import { fatTree, fatTreeDefaults, toNetwork } from "../../topology/index.ts";
import { onOneDevice } from "../embedding.ts";
import { instanceOf, thesisChains } from "../fixtures/clouds.ts";
import { book, emptyLedger } from "../ledger.ts";
import { createTwins } from "./twins.ts";

function rackCloud(racks: number, cores = 1) {
  const shape = { ...fatTreeDefaults, racks, cores, serversPerRack: 8, serverProfile: "cpu" };
  const network = toNetwork(fatTree({ ...shape, accelerators: ["npu", "fpga"], tors: ["asic"] }), 1);
  if (!network.ok) throw new Error("every device of a fat tree has a profile");
  const instance = instanceOf({ ...network.value, chains: [{ id: "a", ...thesisChains.A }] });
  const ledger = emptyLedger(instance);
  return { instance, ledger, twins: createTwins(instance, ledger) };
}

describe("equal devices", () => {
  it("[PA21] n branches of each class stand for all: the same part for 6 racks and for 60", () => {
    // 3 racks with NPUs and 3 with FPGAs: core, and for each its ToR with 3 SmartNICs and their servers
    const nodes = 1 + 6 * (1 + 3 * 2);
    for (const racks of [6, 60]) expect(rackCloud(racks).twins.reduced(3).nodes).toHaveLength(nodes);
  });

  it("[PA21] what is used becomes a class of its own, whatever the order of use", () => {
    const { instance, ledger, twins } = rackCloud(6);
    const nic = instance.nodes.indexOf("rack1-nic5");
    const embedding = onOneDevice(instance, 0, nic);
    book(instance, ledger, embedding);
    twins.changed(embedding);
    const { nodes, arcs } = twins.reduced(1);
    // one fresh rack of each kind, the used one with its used branch beside a fresh one
    expect(nodes).toHaveLength(1 + 2 * (1 + 2) + (1 + 2 * 2));
    expect(nodes).toContain(nic);
    for (const node of nodes) {
      for (const a of arcs(node)) {
        expect(instance.arcs[a]!.from).toBe(node);
        expect(nodes).toContain(instance.arcs[a]!.to);
      }
    }
  });

  it("[PA21] nodes on cycles are all kept, the trees that hang on them collapse", () => {
    const { twins } = rackCloud(4, 2);
    expect(twins.reduced(1).nodes).toHaveLength(2 + 4 * (1 + 2));
  });
});
