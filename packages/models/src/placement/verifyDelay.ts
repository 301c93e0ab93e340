import type { PlacedChain } from "./result.ts";
import { checkCompatible, type Facts, type Report, type SoundChain, TOLERANCE } from "./verifyFacts.ts";

/**
 * Delay of one chain by Eqs. 5.18-5.21, counted with theta in and theta out (the engines walk the route
 * instead), held against the stated delay, the stated terms and the budget (5.31). `loadUs`: what the load of
 * all chains adds (`checkLoad`).
 */
export function checkDelay(
  facts: Facts,
  chain: SoundChain,
  placed: PlacedChain,
  loadUs: number,
  report: Report,
): void {
  const thetaIn = new Map<string, number>();
  const thetaOut = new Map<string, number>();
  const count = (map: Map<string, number>, id: string): void => {
    map.set(id, (map.get(id) ?? 0) + 1);
  };
  let linksUs = 0;
  for (const path of chain.moves) {
    path.slice(1).forEach((node, i) => {
      const before = path[i]!;
      count(thetaOut, before);
      count(thetaIn, node);
      const link = facts.problem.links.find(
        (l) => (l.a === before && l.b === node) || (l.a === node && l.b === before),
      );
      linksUs += link?.delayUs ?? 0;
    });
  }
  // a chain from a host enters its first device by a link
  const entered = chain.startsAtHost ? 0 : facts.device(chain.hosts[0]!)!.baseUs;
  let delayUs = loadUs + linksUs + entered;
  for (const [id, times] of thetaIn) delayUs += times * (facts.device(id)?.baseUs ?? 0);
  for (const [id, times] of thetaOut) {
    const device = facts.device(id);
    if (device === null) {
      // a host adds nothing
      delayUs += times * (facts.problem.switches.find((s) => s.id === id)?.delayUs ?? 0);
      continue;
    }
    for (const type of facts.required) {
      if (!checkCompatible(facts.fn(type), id, device, chain.id, report)) return;
      delayUs += times * device.functionUs(facts.fn(type))!;
    }
  }
  chain.functions.forEach((type, k) => {
    delayUs += facts.device(chain.hosts[k]!)!.functionUs(facts.fn(type))!;
  });
  const { id, maxDelayUs } = chain;
  if (maxDelayUs !== null && delayUs > maxDelayUs + TOLERANCE) {
    report("5.31", [id], `chain ${id} takes ${delayUs} us, its budget is ${maxDelayUs} us`);
  }
  if (!(Math.abs(placed.delayUs - delayUs) <= TOLERANCE)) {
    report(
      "delayUs",
      [id],
      `the answer states ${placed.delayUs} us for chain ${id}, Eq. 5.19 gives ${delayUs} us`,
    );
  }
  const sum = placed.terms.reduce((total, t) => total + t.us, 0);
  if (!(Math.abs(sum - delayUs) <= TOLERANCE)) {
    report("terms", [id], `the terms of chain ${id} add up to ${sum} us, Eq. 5.19 gives ${delayUs} us`);
  }
}
