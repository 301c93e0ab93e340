import type { Placement } from "./result.ts";
import { type Facts, type Report, type SoundChain, TOLERANCE } from "./verifyFacts.ts";

/**
 * Resources of devices (5.11, 5.12, 5.14, 5.26, 5.27), capacity of links (5.30) and the power of the devices
 * in use (5.22).
 */
export function checkUse(
  facts: Facts,
  chains: readonly SoundChain[],
  placement: Placement,
  report: Report,
): void {
  const { problem } = facts;
  let powerWatts = 0;
  let costUsd = 0;
  for (const { id } of problem.devices) {
    const device = facts.device(id)!;
    const here = chains.flatMap((c) =>
      c.functions.flatMap((type, k) => {
        const ends = [0, c.functions.length - 1].filter((end) => end === k).length;
        const resident = c.takesRoom[k]!;
        return c.hosts[k] === id ? [{ type, chain: c.chain, gbps: c.gbps, ends, resident }] : [];
      }),
    );
    const left = chains.some((c) => c.moves.some((path) => path.slice(0, -1).includes(id)));
    const installed = [...here.filter((h) => h.resident).map((h) => h.type), ...(left ? facts.required : [])];
    if (here.length === 0 && !left) continue;
    powerWatts += device.powerWatts;
    costUsd += device.costUsd;
    const over = (constraint: string, what: string, used: number, limit: number | null): void => {
      if (limit !== null && used > limit + TOLERANCE) {
        report(constraint, [id], `${id} has ${limit} ${what}, the placement needs ${used}`);
      }
    };
    const counted = problem.options.sharing ? [...new Set(installed)] : installed;
    const total = (list: number[]): number => list.reduce((sum, n) => sum + n, 0);
    const sizes = counted.map((type) => total(Object.values(facts.fn(type).features)));
    over("5.11", "constructs", total(sizes), device.maxConstructs);
    over("5.12", "rules", total(installed.map((type) => facts.fn(type).rules)), device.maxRules);
    for (const [name, limit] of device.externs) {
      const users = here.filter((h) => facts.fn(h.type).externs.some((e) => e.toLowerCase() === name));
      over("5.14", `Gbps of ${name}`, total(users.map((h) => h.gbps)), limit);
    }
    if (device.software !== null) {
      const { gigacycles, ioCycles, batchPackets, overheadBytes } = device.software;
      const bytes = (chain: string): number =>
        overheadBytes + (problem.chains.find((c) => c.id === chain)!.packetBytes ?? 1500);
      const cycles = here.map((h) => {
        const { cyclesPerPacket = 0, cyclesPerBatch = 0 } = facts.fn(h.type);
        const each = cyclesPerPacket + cyclesPerBatch / batchPackets + (h.ends * ioCycles) / 2;
        return (h.gbps * each) / (8 * bytes(h.chain));
      });
      over("cores", "billion cycles per second", total(cycles), gigacycles);
    }
    const first = chains.filter((c) => c.hosts[0] === id);
    const last = chains.filter((c) => c.hosts.at(-1) === id);
    over("5.26", "Gbps of ingress", total(first.map((c) => c.gbps)), device.gbps);
    over("5.27", "Gbps of egress", total(last.map((c) => c.gbps)), device.gbps);
  }
  checkLinks(facts, chains, report);
  checkObjective(facts, placement, powerWatts, costUsd, report);
  if (!(Math.abs(placement.powerWatts - powerWatts) <= TOLERANCE)) {
    report(
      "powerWatts",
      [],
      `the answer states ${placement.powerWatts} W, the devices in use draw ${powerWatts} W`,
    );
  }
}

/** The weighted objective of the answer (PA16); of an answer that states none there is nothing to check. */
function checkObjective(
  { problem }: Facts,
  { objective, chains }: Placement,
  powerWatts: number,
  costUsd: number,
  report: Report,
): void {
  const { power, delay = 0, cost = 0, normalise = {} } = problem.options.objective;
  if (objective === undefined) return;
  const delayUs = chains.reduce((sum, c) => sum + c.delayUs, 0);
  const weighted =
    ((power ?? 0) * powerWatts) / (normalise.power ?? 1) +
    (delay * delayUs) / (normalise.delay ?? 1) +
    (cost * costUsd) / (normalise.cost ?? 1);
  const expected = power === undefined ? powerWatts : weighted;
  if (Math.abs(objective - expected) <= TOLERANCE * Math.max(1, Math.abs(expected))) return;
  report("objective", [], `the answer states ${objective} as its objective, its weights give ${expected}`);
}

function checkLinks(facts: Facts, chains: readonly SoundChain[], report: Report): void {
  const { links, options } = facts.problem;
  const loads = new Map<string, number>();
  for (const chain of chains) {
    for (const path of chain.moves) {
      path.slice(1).forEach((node, i) => {
        const arc = `${path[i]} ${node}`;
        loads.set(arc, (loads.get(arc) ?? 0) + chain.gbps);
      });
    }
  }
  for (const { a, b, gbps } of links) {
    const there = loads.get(`${a} ${b}`) ?? 0;
    const back = loads.get(`${b} ${a}`) ?? 0;
    const load = options.linkDirection === "half-duplex" ? there + back : Math.max(there, back);
    if (load > gbps + TOLERANCE)
      report("5.30", [a, b], `link ${a} - ${b} has ${gbps} Gbps, the placement needs ${load}`);
  }
}
