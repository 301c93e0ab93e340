import { libraryFunctions } from "../src/chain/index.ts";
import { assert } from "../src/core/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import {
  applyChange,
  type Change,
  checkProblem,
  compareEvaluations,
  createCatalogue,
  createInstance,
  evaluatePlacement,
  greedy,
  startWhatIf,
  type WhatIf,
} from "../src/placement/index.ts";
import { fatTree, fatTreeDefaults, toNetwork } from "../src/topology/index.ts";

/** Racks of 40 servers with SmartNICs, as in the thesis' Exp. 5, and a cloud far beyond it. */
const RACKS = [30, 1000];
const SERVERS_PER_RACK = 40;
const CHAINS = 300;
const REPEATS = 7;

const kinds = [
  { functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 },
  { functions: ["lb", "l3fwd"], gbps: 1, maxDelayUs: 100 },
  { functions: ["fw", "lb", "l3fwd"], gbps: 3, maxDelayUs: null },
];

/**
 * From a change to its evaluation and the differences to the baseline, as the page does it: small and large
 * cloud in one run.
 */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
  const rows: Record<string, string | number>[] = [];
  const smallest = new Map<string, number>();
  for (const racks of RACKS) {
    const base = placed(racks, catalogue);
    const before = evaluatePlacement(base, { catalogue });
    for (const [name, change] of changesFor(racks)) {
      let leastMs = Number.POSITIVE_INFINITY;
      let firstMs = 0;
      for (let i = 0; i < REPEATS; i++) {
        const started = performance.now();
        const next = applyChange(base, change, catalogue);
        assert(next.ok, name);
        const { chains } = compareEvaluations(before, evaluatePlacement(next.value, { catalogue }));
        assert(chains.length === CHAINS, "every chain is compared");
        const ms = performance.now() - started;
        if (i === 0) firstMs = ms;
        leastMs = Math.min(leastMs, ms);
      }
      if (!smallest.has(name)) smallest.set(name, leastMs);
      rows.push({
        racks,
        devices: base.problem.devices.length,
        change: name,
        "first ms": round(firstMs),
        "least ms": round(leastMs),
        "to 30 racks": round(leastMs / smallest.get(name)!),
        "within 100 ms": leastMs < 100 ? "yes" : "no",
      });
    }
  }
  return { name: "what-if: change, evaluation and comparison of 300 chains", rows };
}

const round = (value: number): number => Math.round(value * 100) / 100;

function placed(racks: number, catalogue: ReturnType<typeof createCatalogue>): WhatIf {
  const shape = { ...fatTreeDefaults, racks, serversPerRack: SERVERS_PER_RACK, serverProfile: "cpu" };
  const network = toNetwork(fatTree({ ...shape, accelerators: ["npu", "fpga"], tors: ["asic"] }), 1);
  assert(network.ok, "every device of a fat tree has a profile");
  const chains = Array.from({ length: CHAINS }, (_, i) => ({ id: `c${i}`, ...kinds[i % kinds.length] }));
  const { problem, diagnostics } = checkProblem({ ...network.value, chains }, catalogue);
  assert(problem !== null, diagnostics.map((d) => d.message).join("; "));
  return startWhatIf(problem, greedy(createInstance(problem, catalogue), { nowMs: () => 0 }));
}

const changesFor = (racks: number): [string, Change][] => [
  ["move to the other end", { kind: "move", chain: "c0", position: 2, to: `rack${racks}-nic40` }],
  ["swap a profile", { kind: "profile", device: "rack1-nic1", profile: "fpga" }],
  ["fail a device", { kind: "fail", node: "rack1-tor" }],
  ["load of a chain", { kind: "load", chain: "c1", gbps: 4 }],
  ["delays under load", { kind: "latency", latency: "loaded", load: null }],
  ["budget", { kind: "budget", chain: "c0", maxDelayUs: 9 }],
];
