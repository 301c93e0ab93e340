import loadHighs from "highs";
import { libraryFunctions } from "../src/chain/index.ts";
import { assert } from "../src/core/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import {
  checkProblem,
  createCatalogue,
  createInstance,
  greedy,
  type Instance,
  type Placement,
  solveIlp,
  verifyPlacement,
} from "../src/placement/index.ts";
import { fatTree, fatTreeDefaults, toNetwork } from "../src/topology/index.ts";

/** Racks of the thesis' Exp. 5 that fit a laptop; 40 servers and SmartNICs each (harkous 5.9). */
const RACKS = [1, 2, 4];
const SERVERS_PER_RACK = 40;
/** Chains A, B and C in turn; fewer for the integer program, whose time per chain is what is compared. */
const GREEDY_CHAINS = 120;
const ILP_CHAINS = 12;
const REPEATS = 5;

const kinds = [
  { functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 },
  { functions: ["lb", "l3fwd"], gbps: 1, maxDelayUs: 100 },
  { functions: ["fw", "lb", "l3fwd"], gbps: 3, maxDelayUs: null },
];

/** Times of greedy and of the integer program (one chain at a time, as in Exp. 5) on one, two and four racks. */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const highs = await loadHighs();
  const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
  const nowMs = (): number => performance.now();
  const rows: Record<string, string | number>[] = [];
  for (const racks of RACKS) {
    const run = (
      chains: number,
      solve: (instance: Instance) => Placement,
      repeats: number,
    ): Placement & { leastMs: number } => {
      const { problem, diagnostics } = checkProblem({ ...cloud(racks), chains: chainsOf(chains) }, catalogue);
      assert(problem !== null, diagnostics.map((d) => d.message).join("; "));
      const instance = createInstance(problem, catalogue);
      const answers = Array.from({ length: repeats }, () => solve(instance));
      const answer = answers[0]!;
      assert(verifyPlacement(problem, catalogue, answer).length === 0, "the answer holds");
      return { ...answer, leastMs: Math.min(...answers.map((a) => a.timeMs)) };
    };
    const fast = run(GREEDY_CHAINS, (instance) => greedy(instance, { nowMs }), REPEATS);
    const exact = run(
      ILP_CHAINS,
      (instance) => solveIlp(instance, { timeLimitMs: null, online: true, nowMs }, highs),
      1,
    );
    const greedyMs = fast.leastMs / GREEDY_CHAINS;
    const ilpMs = exact.leastMs / ILP_CHAINS;
    rows.push({
      racks,
      devices: cloud(racks).devices.length,
      "greedy ms per chain": round(greedyMs),
      "ilp ms per chain": round(ilpMs),
      "ilp / greedy": Math.round(ilpMs / greedyMs),
      "greedy chains": fast.embedded,
      "ilp chains": exact.embedded,
    });
  }
  return {
    name: "placement (online, chains A, B, C; thesis on 4 racks: greedy 5 ms, ilp 435 ms per chain)",
    rows,
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

const round = (ms: number): number => Number(ms.toPrecision(3));
