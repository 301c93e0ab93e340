import type { Facts, Report, SoundChain } from "./verifyFacts.ts";

/** One stay of a chain in a device: the functions that run there, and whether the chain then leaves it. */
type Visit = { device: string; types: string[]; leaves: boolean };

/**
 * What the load of all chains adds to the delay of each (Eqs. 4.1, 4.8-4.12 over all chains that pass a
 * device), counted from hosts and routes, not from stated terms. A queue without a steady state is reported
 * (4.13); chains behind it have no entry. Without `options.latency: loaded` every chain has 0.
 */
export function checkLoad(facts: Facts, chains: readonly SoundChain[], report: Report): Map<string, number> {
  const { latency, load } = facts.problem.options;
  if (latency !== "loaded") return new Map(chains.map((c) => [c.id, 0]));
  const share = load?.newFlowShare ?? 0;
  const exponential = load?.model === "simple";
  // per device: sums of lambda S (utilisation) and of lambda (S^2 + sigma^2), lambda per us
  const busy = new Map<string, number>();
  const squares = new Map<string, number>();
  const ways = chains.map((chain) => {
    const { packetBytes = 1500 } = facts.problem.chains.find((c) => c.id === chain.chain)!;
    const perUs = (chain.gbps * 1e3) / (8 * packetBytes);
    const bytesAt = (device: string): number =>
      packetBytes + (facts.device(device)!.software?.overheadBytes ?? 0);
    const visits = visitsOf(facts, chain).map((visit) => {
      const { device } = visit;
      const profile = facts.device(device)!;
      const insideUs = insideOf(facts, visit);
      const heldUs = load?.service === "latency" ? insideUs : heldFor(facts, visit, 8 * bytesAt(device));
      const spread = exponential || profile.spreadUs === null ? 1 : profile.spreadUs / insideUs;
      const arrivals = (perUs * packetBytes) / bytesAt(device);
      return { device, insideUs, heldUs, arrivals, square: heldUs ** 2 * (1 + spread ** 2) };
    });
    visits.forEach(({ device, heldUs, arrivals, square }, i) => {
      const perVisit = arrivals * (i === 0 ? 1 + share : 1);
      busy.set(device, (busy.get(device) ?? 0) + perVisit * heldUs);
      squares.set(device, (squares.get(device) ?? 0) + perVisit * square);
    });
    return { id: chain.id, perUs, visits };
  });
  for (const [device, rho] of busy) {
    if (rho >= 1) report("4.13", [device], `${device} is offered ${rho} times what it serves`);
  }
  const waitOf = (device: string): number =>
    (coresOf(facts, device) * squares.get(device)!) / (2 * (1 - busy.get(device)!));
  let controllerUs = 0;
  if (load?.controller && share > 0) {
    const { serviceUs, sigmaUs = 0.1 * serviceUs } = load.controller;
    const perUs = share * ways.reduce((sum, w) => sum + w.perUs, 0);
    const rho = perUs * serviceUs;
    if (rho >= 1) {
      report("4.13", ["controller"], `the controller is offered ${rho} times what it serves`);
      return new Map();
    }
    const square = serviceUs ** 2 + (exponential ? serviceUs : sigmaUs) ** 2;
    controllerUs = serviceUs + (perUs * square) / (2 * (1 - rho));
  }
  const added = new Map<string, number>();
  for (const { id, visits } of ways) {
    if (visits.some((v) => busy.get(v.device)! >= 1)) continue;
    const [first] = visits;
    const again = first && share > 0 ? first.insideUs + waitOf(first.device) + controllerUs : 0;
    added.set(id, visits.reduce((sum, v) => sum + waitOf(v.device), 0) + share * again);
  }
  return added;
}

/** Cores between which the packets of a device are spread: each has a queue of its own. */
const coresOf = (facts: Facts, device: string): number => facts.device(device)!.software?.cores ?? 1;

function visitsOf(facts: Facts, { functions, hosts, moves, startsAtHost }: SoundChain): Visit[] {
  const visits: Visit[] = startsAtHost ? [] : [{ device: hosts[0]!, types: [], leaves: false }];
  let next = 0;
  const move = (): void => {
    const path = moves[next++] ?? [];
    path.slice(1).forEach((node, i) => {
      if (facts.device(path[i]!) !== null) visits.at(-1)!.leaves = true;
      if (facts.device(node) !== null) visits.push({ device: node, types: [], leaves: false });
    });
  };
  if (startsAtHost) move();
  functions.forEach((type, k) => {
    visits.at(-1)!.types.push(type);
    // behind the last function only a way to a host is left
    if (k + 1 === hosts.length || hosts[k + 1] !== hosts[k]) move();
  });
  return visits;
}

/**
 * Base, functions and, when the chain leaves, the required functions; 0 for what cannot run there, which is
 * reported elsewhere.
 */
function insideOf(facts: Facts, { device, types, leaves }: Visit): number {
  const profile = facts.device(device)!;
  const all = leaves ? [...types, ...facts.required] : types;
  return all.reduce((sum, type) => sum + (profile.functionUs(facts.fn(type)) ?? 0), profile.baseUs);
}

function heldFor(facts: Facts, { device, types }: Visit, bits: number): number {
  const { gbps, externs, software } = facts.device(device)!;
  const rates: number[] = gbps === null ? [] : [gbps];
  if (software !== null) {
    const { gigacycles, batchPackets, ioCycles } = software;
    const cycles = types.reduce((sum, type) => {
      const { cyclesPerPacket = 0, cyclesPerBatch = 0 } = facts.fn(type);
      return sum + cyclesPerPacket + cyclesPerBatch / batchPackets;
    }, ioCycles);
    rates.push((gigacycles * bits) / cycles);
  }
  for (const [name, limit] of externs) {
    const calls = types.filter((t) => facts.fn(t).externs.some((e) => e.toLowerCase() === name)).length;
    if (limit !== null && calls > 0) rates.push(limit / calls);
  }
  return rates.length === 0 ? 0 : bits / (1e3 * Math.min(...rates));
}
