import type { Chain, NetworkFunction } from "../chain/index.ts";
import { assert, DELAY_TOLERANCE_US, gbpsToPps } from "../core/index.ts";
import { constructCount } from "../device/index.ts";
import {
  type Catalogue,
  type DeviceFacts,
  type SoftwareFacts,
  STANDARD_FRAME_BYTES,
  smallestFrameBytes,
} from "./catalogue.ts";
import { hostOf } from "./hosts.ts";
import { type Problem, placeWeights, requiredTypes, type Weights } from "./problem.ts";

/** A function as the engines see it: `constructs` is omega_y, from raw counts; externs by their name in lower case. */
export type FunctionFacts = {
  type: string;
  /** as it is described; null for the end of a chain at a host */
  described: NetworkFunction | null;
  constructs: number;
  rules: number;
  /** of one packet on the cores of a server; 0 when nobody states them */
  cyclesPerPacket: number;
  /** once for each batch that a core takes */
  cyclesPerBatch: number;
  externs: readonly string[];
  /** the same names as the function writes them */
  externNames: ReadonlyMap<string, string>;
  /**
   * whether a device has a common architecture (5.9) and every extern (5.10); in software it needs to state
   * its cycles (SV1)
   */
  runsOn(facts: DeviceFacts): boolean;
  /** Delta_d^y of Eq. 5.1 in us; asked only where the function runs */
  delayUs(facts: DeviceFacts): number;
};

/** Sums of rates and of constructs are compared with this tolerance, against rounding (our choice). */
export const CAPACITY_TOLERANCE = 1e-6;

export type DeviceInstance = {
  index: number;
  id: string;
  facts: DeviceFacts;
  /** Delta_d^req of Eq. 5.18; 0 where the device cannot forward */
  forwardUs: number;
  /** whether all required functions run here; without them no chain can leave the device */
  forwards: boolean;
  /** one end of chains (`hostOf`), no device of the problem */
  isHost: boolean;
};

/**
 * 10^9 cycles per second that function `k` of a chain takes of a server's cores in full batches (SV2); the first and
 * the last take half of input and output each, as they take the ports (5.26, 5.27).
 */
export function gigacyclesOf(
  { software }: DeviceFacts,
  { chain, functions, first, last }: ChainInstance,
  k: number,
): number {
  if (software === null) return 0;
  const { cyclesPerPacket, cyclesPerBatch } = functions[k]!;
  const ends = (k === first ? 1 : 0) + (k === last ? 1 : 0);
  const cycles = cyclesPerPacket + cyclesPerBatch / software.batchPackets + (ends * software.ioCycles) / 2;
  return (softwarePps(software, chain) * cycles) / 1e9;
}

/** Packets per second of a chain at a server: Gbps on the link, where each frame takes more than its bytes. */
const softwarePps = (
  { overheadBytes }: SoftwareFacts,
  { gbps, packetBytes = STANDARD_FRAME_BYTES }: Pick<Chain, "gbps" | "packetBytes">,
): number => gbpsToPps(gbps, packetBytes + overheadBytes);

/**
 * A chain as the engines see it. `functions`: its own, from `first` to `last`, and beside them the ends of a chain that
 * starts at a host (`first` is 1, not 0) or goes to one.
 */
export type ChainInstance = {
  chain: Chain;
  functions: readonly FunctionFacts[];
  first: number;
  last: number;
  budgetUs: number;
  /** of a way of a chain that branches */
  way: ChainWay | null;
};

/**
 * A way among those of its chain. `keys`: its functions and hosts by their places in the chain, the same for what ways
 * share; `counts`: whether it is the first way with that function, which then takes its room there.
 */
type ChainWay = { chain: string; keys: readonly string[]; counts: readonly boolean[] };

/** Whether function `k` takes room on its device: what several ways share takes it once. */
export const takesRoom = ({ way }: ChainInstance, k: number): boolean => way === null || way.counts[k]!;

/** The functions of a chain without the hosts at its ends. */
export const ownFunctions = ({ functions, first, last }: ChainInstance): readonly FunctionFacts[] =>
  functions.slice(first, last + 1);

/** One direction of a link; nodes are indices, devices and hosts first, then switches. `link` is the link's index. */
type Arc = { from: number; to: number; link: number; gbps: number; delayUs: number };

/** A problem with its names resolved: what the engines compute on. */
export type Instance = {
  /** without the links of hosts that no chain names */
  problem: Problem;
  /** the devices of the problem, then the hosts that its chains name */
  devices: readonly DeviceInstance[];
  /** ids of devices and hosts, then of switches */
  nodes: readonly string[];
  /** k_d of each node, 0 for devices */
  switchUs: readonly number[];
  arcs: readonly Arc[];
  /** indices of the arcs that leave each node */
  outgoing: readonly (readonly number[])[];
  chains: readonly ChainInstance[];
  required: readonly FunctionFacts[];
  weights: Weights;
};

/**
 * Resolves a problem that `parseProblem` or `checkProblem` accepted against the same catalogue; chains that branch are
 * unfolded before (`unfoldBranches`).
 */
export function createInstance(asked: Problem, catalogue: Catalogue): Instance {
  assert(!asked.chains.some(({ branches }) => branches !== undefined), "chains that branch are unfolded");
  const named = new Set(asked.chains.flatMap(({ from, to }) => [from ?? [], to ?? []].flat()));
  const problem = withoutIdleHosts(asked, named);
  const types = new Map<string, FunctionFacts>();
  for (const fn of [...catalogue.functions, ...problem.functions]) {
    types.set(fn.type, functionFacts(fn));
  }
  const functionOf = (type: string): FunctionFacts => {
    const facts = types.get(type);
    assert(facts, `function "${type}" of an unchecked problem`);
    return facts;
  };
  const required = requiredTypes(problem, catalogue.functions, "place").map(functionOf);
  const frameBytes = smallestFrameBytes(problem);
  const devices = problem.devices.map(({ id, profile }, index): DeviceInstance => {
    const facts = catalogue.device(profile, frameBytes);
    assert(facts, `profile "${profile}" of an unchecked problem`);
    const forwards = required.every((f) => f.runsOn(facts));
    const forwardUs = forwards ? sumOf(required, (f) => f.delayUs(facts)) : 0;
    return { index, id, facts, forwards, forwardUs, isHost: false };
  });
  const ends = new Map<string, FunctionFacts>();
  for (const id of named) {
    const { device, end } = hostOf(devices.length, id);
    devices.push(device);
    ends.set(id, end);
  }
  const taken = new Set<string>();
  const wayOf = ({ id, from, to }: Chain): ChainWay | null => {
    const way = problem.ways?.[id];
    if (way === undefined) return null;
    const keys = [
      ...(from === undefined ? [] : ["from"]),
      ...way.positions.map(String),
      ...(to === undefined ? [] : ["to"]),
    ];
    const counts = keys.map((key) => {
      const own = `${way.chain} ${key}`;
      const isFirst = !taken.has(own);
      taken.add(own);
      return isFirst;
    });
    return { chain: way.chain, keys, counts };
  };
  const nodes = [...devices.map((d) => d.id), ...problem.switches.map((s) => s.id)];
  const nodeIndex = new Map(nodes.map((id, i) => [id, i]));
  const indexOf = (id: string): number => {
    const index = nodeIndex.get(id);
    assert(index !== undefined, `node "${id}" of an unchecked problem`);
    return index;
  };
  const arcs = problem.links.flatMap(({ a, b, gbps, delayUs = 0 }, link): Arc[] => [
    { from: indexOf(a), to: indexOf(b), link, gbps, delayUs },
    { from: indexOf(b), to: indexOf(a), link, gbps, delayUs },
  ]);
  const outgoing: number[][] = nodes.map(() => []);
  arcs.forEach((arc, i) => {
    outgoing[arc.from]!.push(i);
  });
  return {
    problem,
    devices,
    nodes,
    switchUs: [...devices.map(() => 0), ...problem.switches.map((s) => s.delayUs)],
    arcs,
    outgoing,
    chains: problem.chains.map((chain): ChainInstance => {
      const own = chain.functions.map(functionOf);
      const start = chain.from === undefined ? [] : [ends.get(chain.from)!];
      const end = chain.to === undefined ? [] : [ends.get(chain.to)!];
      return {
        chain,
        functions: [...start, ...own, ...end],
        first: start.length,
        last: start.length + own.length - 1,
        budgetUs:
          chain.maxDelayUs === null ? Number.POSITIVE_INFINITY : chain.maxDelayUs + DELAY_TOLERANCE_US,
        way: wayOf(chain),
      };
    }),
    required,
    weights: placeWeights(problem.options.objective),
  };
}

/** Hosts that no chain names carry nothing: their links are left out. */
function withoutIdleHosts(problem: Problem, named: ReadonlySet<string>): Problem {
  const idle = new Set((problem.hosts ?? []).flatMap(({ id }) => (named.has(id) ? [] : [id])));
  if (idle.size === 0) return problem;
  return { ...problem, links: problem.links.filter(({ a, b }) => !idle.has(a) && !idle.has(b)) };
}

export function functionFacts(fn: NetworkFunction): FunctionFacts {
  const externNames = new Map(fn.externs.map((e) => [e.toLowerCase(), e]));
  const externs = [...externNames.keys()];
  const delays = new Map<DeviceFacts, number>();
  return {
    type: fn.type,
    described: fn,
    constructs: constructCount(fn.features),
    rules: fn.rules,
    cyclesPerPacket: fn.cyclesPerPacket ?? 0,
    cyclesPerBatch: fn.cyclesPerBatch ?? 0,
    externs,
    externNames,
    runsOn: (facts) =>
      fn.architectures.some((a) => facts.architectures.includes(a)) &&
      externs.every((e) => facts.externs.has(e)) &&
      (facts.software === null || fn.cyclesPerPacket !== undefined),
    delayUs: (facts) => {
      const known = delays.get(facts);
      if (known !== undefined) return known;
      const us = facts.functionUs(fn);
      assert(us !== null, `${fn.type} has a delay on ${facts.profile}`);
      delays.set(facts, us);
      return us;
    },
  };
}

export const sumOf = <T>(list: readonly T[], value: (item: T, index: number) => number): number =>
  list.reduce((sum, item, index) => sum + value(item, index), 0);
