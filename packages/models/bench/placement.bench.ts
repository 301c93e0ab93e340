import loadHighs from "highs";
import { libraryFunctions } from "../src/chain/index.ts";
import { assert } from "../src/core/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import {
  agnostic,
  checkProblem,
  createCatalogue,
  createInstance,
  greedy,
  type Instance,
  type Placement,
  solveExact,
  solveIlp,
  verifyPlacement,
} from "../src/placement/index.ts";
import { fatTree, fatTreeDefaults, toNetwork } from "../src/topology/index.ts";

/** Racks of the thesis' Exp. 5, 40 servers and SmartNICs each (harkous 5.9). */
const RACKS = [4, 10, 20, 30];
const SERVERS_PER_RACK = 40;
/** Chains A, B and C in turn. */
const CHAINS = 300;
const REPEATS = 5;
/** The integer program takes seconds for a chain: the first chains only, and only where it ends in minutes. */
const ILP_CHAINS = 3;
const ILP_MAX_RACKS = 10;

const kinds = [
  { functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 },
  { functions: ["lb", "l3fwd"], gbps: 1, maxDelayUs: 100 },
  { functions: ["fw", "lb", "l3fwd"], gbps: 3, maxDelayUs: null },
];

/** Online embedding of the thesis' workload (Exp. 4 and 5): exact beside greedy, the integer program and the baseline, in one run. */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const highs = await loadHighs();
  const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
  const nowMs = (): number => performance.now();
  const solvers = {
    greedy: (instance: Instance) => greedy(instance, { nowMs }),
    exact: (instance: Instance) => solveExact(instance, { timeLimitMs: null, online: true, nowMs }),
    agnostic: (instance: Instance) => agnostic(instance, { timeLimitMs: null, nowMs }),
    ilp: (instance: Instance) => solveIlp(instance, { timeLimitMs: null, online: true, nowMs }, highs),
  };
  const rows: Record<string, string | number>[] = [];
  for (const racks of RACKS) {
    const instanceOf = (chains: number): Instance => {
      const { problem, diagnostics } = checkProblem({ ...cloud(racks), chains: chainsOf(chains) }, catalogue);
      assert(problem !== null, diagnostics.map((d) => d.message).join("; "));
      return createInstance(problem, catalogue);
    };
    const checked = (instance: Instance, placement: Placement): Placement => {
      const violations = verifyPlacement(instance.problem, catalogue, placement);
      assert(violations.length === 0, violations.map((v) => v.message).join("; "));
      return placement;
    };
    const instance = instanceOf(CHAINS);
    // alternating, so that both meet the same load of the machine; the least time counts
    const least = { greedy: Number.POSITIVE_INFINITY, exact: Number.POSITIVE_INFINITY };
    for (let i = 0; i < REPEATS; i++) {
      for (const id of ["greedy", "exact"] as const) {
        least[id] = Math.min(least[id], solvers[id](instance).timeMs / CHAINS);
      }
    }
    const quick = checked(instance, solvers.greedy(instance));
    const exact = checked(instance, solvers.exact(instance));
    const trial = checked(instance, solvers.agnostic(instance));
    rows.push({
      racks,
      devices: instance.devices.length,
      "greedy ms per chain": round(least.greedy),
      "exact ms per chain": round(least.exact),
      "exact / greedy": round(least.exact / least.greedy),
      "greedy W": quick.powerWatts,
      "exact W": exact.powerWatts,
      "agnostic W": trial.powerWatts,
      "extra trials per chain": round((trial.extraTrials ?? 0) / CHAINS),
      ...(racks > ILP_MAX_RACKS ? {} : ilpColumns(solvers, instanceOf(ILP_CHAINS))),
    });
  }
  return {
    name: "placement (online, chains A, B, C; thesis, ms per chain on 4, 10, 20, 30 racks: greedy 5, 30, 35, 53, ilp 435, 4137, 28500, 64000)",
    rows,
  };
}

/** The integer program on the first chains, exact on the same; both must end at the same power. */
function ilpColumns(
  solvers: Record<"exact" | "ilp", (instance: Instance) => Placement>,
  instance: Instance,
): Record<string, string | number> {
  const runs = Array.from({ length: REPEATS }, () => solvers.exact(instance));
  const exactMs = Math.min(...runs.map((r) => r.timeMs));
  const ilp = solvers.ilp(instance);
  assert(
    ilp.powerWatts === runs[0]?.powerWatts,
    `ilp ends at ${ilp.powerWatts} W, exact at ${runs[0]?.powerWatts} W`,
  );
  return {
    "ilp ms per chain": round(ilp.timeMs / ILP_CHAINS),
    "ilp / exact (first 3 chains)": Math.round(ilp.timeMs / exactMs),
  };
}

const chainsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `c${i + 1}`, ...kinds[i % kinds.length] }));

function cloud(racks: number) {
  const topology = fatTree({
    ...fatTreeDefaults,
    racks,
    serversPerRack: SERVERS_PER_RACK,
    serverProfile: "cpu",
    accelerators: ["npu", "fpga"],
    tors: ["asic"],
  });
  const network = toNetwork(topology, fatTreeDefaults.switchDelayUs);
  assert(network.ok, "every device of a fat tree has a profile");
  return network.value;
}

const round = (value: number): number => Number(value.toPrecision(3));
