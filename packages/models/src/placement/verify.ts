import { type Catalogue, smallestFrameBytes } from "./catalogue.ts";
import { type Problem, requiredTypes } from "./problem.ts";
import type { Placement } from "./result.ts";
import { checkDelay } from "./verifyDelay.ts";
import {
  checkCompatible,
  type Facts,
  type Report,
  type SoundChain,
  TOLERANCE,
  type Violation,
} from "./verifyFacts.ts";
import { checkLoad } from "./verifyLoad.ts";
import { checkUse } from "./verifyUse.ts";
import { type AskedWay, checkSingle, waysApart } from "./verifyWays.ts";

/**
 * Checks an answer of any engine against its problem (Eqs. 5.6, 5.9-5.12, 5.14, 5.19-5.31) from the problem
 * file and the catalogue alone; shares no code with the engines. The problem must have passed `parseProblem`.
 * Returns what is wrong, nothing when all holds.
 */
export function verifyPlacement(problem: Problem, catalogue: Catalogue, placement: Placement): Violation[] {
  const violations: Violation[] = [];
  const report: Report = (constraint, ids, message) => {
    violations.push({ constraint, ids, message });
  };
  const profileOf = new Map(problem.devices.map((d) => [d.id, d.profile]));
  const frameBytes = smallestFrameBytes(problem);
  const functions = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  const facts: Facts = {
    problem,
    device: (id) => {
      const profile = profileOf.get(id);
      return profile === undefined ? null : catalogue.device(profile, frameBytes);
    },
    fn: (type) => functions.get(type)!,
    required: requiredTypes(problem, catalogue.functions, "place"),
  };
  checkCount(problem, placement, report);
  const asked = new Map(problem.chains.map((chain) => [chain.id, chain]));
  const single = placement.chains.flatMap((placed): AskedWay[] => {
    const chain = asked.get(placed.id);
    if (chain === undefined) return [];
    return chain.branches === undefined
      ? checkSingle(chain, placed, report)
      : waysApart(chain, placed, report);
  });
  const placedOf = new Map(single.map(({ placed }) => [placed.id, placed]));
  const sound = single.flatMap((way) => soundChain(facts, way, report) ?? []);
  const loadUs = checkLoad(facts, sound, report);
  for (const chain of sound) {
    const added = loadUs.get(chain.id);
    // without a steady state there is no delay to compare
    if (added !== undefined) checkDelay(facts, chain, placedOf.get(chain.id)!, added, report);
  }
  checkUse(facts, sound, placement, report);
  return violations;
}

/**
 * Eq. 5.6 and what the answer says of itself: each chain of the problem is either placed once or rejected, and no
 * bound is above the answer.
 */
function checkCount(problem: Problem, placement: Placement, report: Report): void {
  const placed = placement.chains.map((c) => c.id);
  for (const { id } of problem.chains) {
    const times = placed.filter((p) => p === id).length;
    const rejected = placement.rejected.includes(id);
    if (times > 1) report("5.6", [id], `chain ${id} is placed ${times} times`);
    if (times === 1 && rejected) report("5.6", [id], `chain ${id} is both placed and rejected`);
    if (times === 0 && !rejected) report("5.6", [id], `chain ${id} is neither placed nor rejected`);
  }
  for (const id of [...placed, ...placement.rejected]) {
    if (!problem.chains.some((c) => c.id === id))
      report("chains", [id], `there is no chain ${id} in the problem`);
  }
  if (placement.embedded !== placed.length) {
    report(
      "embedded",
      [],
      `the answer counts ${placement.embedded} embedded chains, it lists ${placed.length}`,
    );
  }
  if (placement.status !== "infeasible" && placement.rejected.length > 0) {
    report("status", placement.rejected, `the answer is ${placement.status}, but rejects chains`);
  }
  const { status, objective, bound } = placement;
  if (status === "infeasible" || objective === undefined || bound === null) return;
  if (bound > objective + TOLERANCE * Math.max(1, Math.abs(objective))) {
    report("bound", [], `the answer states that none is below ${bound}, its own objective is ${objective}`);
  }
}

/**
 * Hosts, compatibility (5.9, 5.10) and routes (5.28, 5.29) of one chain; null when delays and loads cannot be computed.
 */
function soundChain(
  facts: Facts,
  { of, takesRoom, chain, placed }: AskedWay,
  report: Report,
): SoundChain | null {
  const { id, functions } = chain;
  if (placed.hosts.length !== functions.length) {
    report(
      "5.6",
      [id],
      `chain ${id} has ${functions.length} functions, the answer gives ${placed.hosts.length} hosts`,
    );
    return null;
  }
  let sound = true;
  functions.forEach((type, k) => {
    const host = placed.hosts[k]!;
    const device = facts.device(host);
    if (device === null) {
      report("5.6", [id, host], `chain ${id}: ${type} is on "${host}", which is not a device`);
      sound = false;
    } else if (!checkCompatible(facts.fn(type), host, device, id, report)) sound = false;
  });
  if (!checkEnds(chain, placed, report)) return null;
  const { entry, exit } = placed;
  const moves = placed.route.filter((path) => path.length > 1);
  const pairs = placed.hosts
    .slice(1)
    .flatMap((to, k) => (to === placed.hosts[k] ? [] : [[placed.hosts[k]!, to] as const]));
  if (moves.length !== pairs.length) {
    report(
      "5.28",
      [id],
      `chain ${id} changes its device ${pairs.length} times, but has ${moves.length} routes`,
    );
    return null;
  }
  pairs.forEach(([from, to], i) => {
    if (!checkPath(facts, moves[i]!, from, to, id, report)) sound = false;
  });
  const [first, last] = [placed.hosts[0]!, placed.hosts.at(-1)!];
  if (entry && !checkPath(facts, entry, chain.from!, first, id, report)) sound = false;
  if (exit && !checkPath(facts, exit, last, chain.to!, id, report)) sound = false;
  if (!sound) return null;
  const { gbps, maxDelayUs } = chain;
  const ways = [...(entry ? [entry] : []), ...moves, ...(exit ? [exit] : [])];
  const startsAtHost = entry !== undefined;
  return {
    id,
    chain: of,
    takesRoom,
    gbps,
    maxDelayUs,
    functions,
    hosts: placed.hosts,
    moves: ways,
    startsAtHost,
  };
}

/** A chain has a way from or to a host exactly where the problem names one. */
function checkEnds(
  { id, from, to }: Problem["chains"][number],
  { entry, exit }: Placement["chains"][number],
  report: Report,
): boolean {
  const ends = [
    { host: from, way: entry, name: "entry", verb: "starts at" },
    { host: to, way: exit, name: "exit", verb: "ends at" },
  ];
  const wrong = ends.filter(({ host, way }) => (host === undefined) !== (way === undefined));
  for (const { host, name, verb } of wrong) {
    const message =
      host === undefined
        ? `chain ${id} ${verb} no host, but the answer gives it an ${name}`
        : `chain ${id} ${verb} host ${host}, but the answer gives no way there (${name})`;
    report("5.28", [id], message);
  }
  return wrong.length === 0;
}

function checkPath(
  facts: Facts,
  path: string[],
  from: string,
  to: string,
  chain: string,
  report: Report,
): boolean {
  const shown = path.join(" - ");
  const faults: string[] = [];
  if (path[0] !== from || path.at(-1) !== to) faults.push(`does not lead from ${from} to ${to}`);
  path.slice(1).forEach((node, i) => {
    const before = path[i]!;
    const linked = facts.problem.links.some(
      (l) => (l.a === before && l.b === node) || (l.a === node && l.b === before),
    );
    if (!linked) faults.push(`uses a link ${before} - ${node} that does not exist`);
  });
  for (const node of path.slice(1, -1)) {
    if (facts.problem.hosts?.some((h) => h.id === node))
      faults.push(`goes through host ${node}, which passes nothing on`);
  }
  for (const fault of faults) report("5.28", [chain], `route ${shown} of chain ${chain} ${fault}`);
  const crossed = path
    .slice(1)
    .map((node, i) => (node < path[i]! ? `${node} ${path[i]}` : `${path[i]} ${node}`));
  if (new Set(crossed).size < crossed.length) {
    report("5.29", [chain], `route ${shown} of chain ${chain} crosses a link twice`);
  }
  return faults.length === 0;
}
