import loadHighs from "highs";
import { libraryFunctions } from "../src/chain/index.ts";
import { assert } from "../src/core/index.ts";
import { libraryDevices } from "../src/device/index.ts";
import { createExactSession, type ExactSession } from "../src/placement/exact/session.ts";
import { createGreedySession } from "../src/placement/greedySession.ts";
import { solveModel } from "../src/placement/ilp/solveModel.ts";
import {
  agnostic,
  checkProblem,
  createCatalogue,
  createInstance,
  greedy,
  type Instance,
  type Placement,
  placedChain,
  solveExact,
  verifyPlacement,
} from "../src/placement/index.ts";
import { fatTree, fatTreeDefaults, toNetwork } from "../src/topology/index.ts";
import { heapMb, median, round } from "./measure.ts";

/**
 * Racks of the thesis' Exp. 5, 40 servers and SmartNICs each [harkous-5.3.5], and a large cloud; chains A, B
 * and C in turn.
 */
const CLOUDS = [
  { racks: 4, chains: 300 },
  // until the first rejection
  { racks: 4, chains: 900 },
  { racks: 10, chains: 300 },
  { racks: 20, chains: 300 },
  { racks: 30, chains: 300 },
  { racks: 1000, chains: 300 },
];
const SERVERS_PER_RACK = 40;
const REPEATS = 45;
const MANY_DEVICES = 10_000;
/** The integer program solves the next chain of each kind, on top of all others. */
const NEXT = 3;
const ILP_MAX_RACKS = 30;
const LIMITS = { maxLabels: 300_000, stop: () => false };

const kinds = [
  { functions: ["fw", "nat", "l3fwd"], gbps: 2, maxDelayUs: 10 },
  { functions: ["lb", "l3fwd"], gbps: 1, maxDelayUs: 100 },
  { functions: ["fw", "lb", "l3fwd"], gbps: 3, maxDelayUs: null },
];
const catalogue = createCatalogue(libraryDevices(), libraryFunctions());
const nowMs = (): number => performance.now();
type Row = Record<string, string | number>;

/**
 * Online embedding of the thesis' workload (Exp. 4 and 5): exact beside greedy in alternating runs, both with
 * their network set up before, each chain from the request to its printed delay terms; the integer program on
 * the same state.
 */
export default async function bench(): Promise<{ name: string; rows: Row[] }> {
  const highs = await loadHighs();
  const rows = CLOUDS.map(({ racks, chains }): Row => {
    const before = heapMb();
    const instance = instanceOf(racks, chains + NEXT);
    const times = compare(instance, chains);
    const session = createExactSession(instance);
    for (let i = 0; i < chains; i++) step(instance, session, i);
    const heap = heapMb() - before;
    const all = instanceOf(racks, chains);
    const [quick, exact] = [
      greedy(all, { nowMs }),
      solveExact(all, { timeLimitMs: null, online: true, nowMs }),
    ];
    const trial = agnostic(all, { timeLimitMs: null, nowMs });
    for (const placement of [quick, exact, trial]) check(all, placement);
    return {
      racks,
      chains,
      devices: instance.devices.length,
      ...times,
      "greedy W (placed)": `${quick.powerWatts} (${quick.embedded})`,
      "exact W (placed)": `${exact.powerWatts} (${exact.embedded})`,
      "agnostic: extra trials": round((trial.extraTrials ?? 0) / chains),
      ...(racks > ILP_MAX_RACKS ? {} : ilpColumns(instance, session, chains, highs)),
      "heap MB": Math.round(heap),
    };
  });
  return {
    name: "placement (online, chains A, B, C, us and ms per chain, medians; thesis, ms per chain on 4, 10, 20, 30 racks: greedy 5, 30, 35, 53, ilp 435, 4137, 28500, 64000; extra trials 1.68)",
    rows,
  };
}

/** One chain, from the request to the printed answer. */
function step(instance: Instance, session: ExactSession, index: number): boolean {
  const { embedding } = session.embed(index, LIMITS);
  if (!embedding) return false;
  session.book(embedding);
  return placedChain(instance, embedding).delayUs > 0;
}

/**
 * Alternating runs, so that both meet the same load of the machine. Of each chain the median over the runs
 * counts, then the mean over the chains: most are easy, and what the others cost is not left out.
 */
function compare(instance: Instance, chains: number): Row {
  const repeats = instance.devices.length > MANY_DEVICES ? 7 : REPEATS;
  const [greedyUs, exactUs] = [createTimes(chains), createTimes(chains)];
  const setUpMs: { greedy: number[]; exact: number[] } = { greedy: [], exact: [] };
  for (let i = 0; i < repeats; i++) {
    const t0 = nowMs();
    const quick = createGreedySession(instance, {});
    const t1 = nowMs();
    const exact = createExactSession(instance);
    setUpMs.greedy.push(t1 - t0);
    setUpMs.exact.push(nowMs() - t1);
    for (let c = 0; c < chains; c++) {
      const started = nowMs();
      const embedding = quick.embed(c);
      if (embedding) {
        quick.book(embedding);
        placedChain(instance, embedding);
      }
      greedyUs.add(c, nowMs() - started);
      const between = nowMs();
      step(instance, exact, c);
      exactUs.add(c, nowMs() - between);
    }
  }
  const [own, other] = [exactUs.meanUs(), greedyUs.meanUs()];
  return {
    "set-up ms greedy / exact": `${round(median(setUpMs.greedy))} / ${round(median(setUpMs.exact))}`,
    "greedy us": round(other),
    "exact us": round(own),
    "exact / greedy": round(own / other),
  };
}

function createTimes(chains: number): { add(chain: number, ms: number): void; meanUs(): number } {
  const times: number[][] = Array.from({ length: chains }, () => []);
  return {
    add: (chain, ms) => void times[chain]!.push(ms * 1000),
    meanUs: () => times.reduce((sum, us) => sum + median(us), 0) / chains,
  };
}

/** The next chains by the integer program and by exact on the same state; both must add the same power. */
function ilpColumns(
  instance: Instance,
  session: ExactSession,
  chains: number,
  highs: Awaited<ReturnType<typeof loadHighs>>,
): Row {
  let [ilpMs, exactMs] = [0, 0];
  for (let index = chains; index < chains + NEXT; index++) {
    const started = nowMs();
    const exact = session.embed(index, LIMITS);
    const between = nowMs();
    const scope = { chains: [index], ledger: session.ledger, without: new Set<never>() };
    const ilp = solveModel(instance, scope, { timeLimitMs: null }, highs);
    exactMs += between - started;
    ilpMs += nowMs() - between;
    const best = ilp.status === "optimal" ? ilp.bound! : Number.POSITIVE_INFINITY;
    assert(
      best === exact.objective || Math.abs(best - exact.objective) < 1e-4,
      `chain ${index}: ilp adds ${best} W, exact ${exact.objective} W`,
    );
  }
  return { "ilp ms": round(ilpMs / NEXT), "ilp / exact": Math.round(ilpMs / exactMs) };
}

function check(instance: Instance, placement: Placement): void {
  const violations = verifyPlacement(instance.problem, catalogue, placement);
  assert(violations.length === 0, violations.map((v) => v.message).join("; "));
}

function instanceOf(racks: number, count: number): Instance {
  const chains = Array.from({ length: count }, (_, i) => ({ id: `c${i + 1}`, ...kinds[i % kinds.length] }));
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
  const { problem, diagnostics } = checkProblem({ ...network.value, chains }, catalogue);
  assert(problem !== null, diagnostics.map((d) => d.message).join("; "));
  return createInstance(problem, catalogue);
}
