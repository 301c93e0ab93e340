import type { Catalogue } from "../catalogue.ts";
import { type FunctionFacts, functionFacts } from "../instance.ts";
import type { Conflict } from "../result.ts";
import { waysOf } from "../ways.ts";
import { forwarding } from "./fastestRoute.ts";
import { factsAt, switchDelaysOf, wiringOf } from "./network.ts";
import { movesOf, stopsOf } from "./routes.ts";
import type { LaidChain, WhatIf } from "./state.ts";

type Chain = WhatIf["problem"]["chains"][number];

/** Why a laid chain has no delay at all (hosts, functions, routes, failures), in words; nothing when it is sound. */
export function soundness(
  state: WhatIf,
  catalogue: Catalogue,
): (chain: Chain, laid: LaidChain | null) => Conflict[] {
  const { problem, failed } = state;
  const down = new Set(failed.nodes);
  const hosts = new Set((problem.hosts ?? []).map((h) => h.id));
  const cut = new Set(failed.links.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const { linkOf } = wiringOf(problem);
  const switchUs = switchDelaysOf(problem);
  const forwardUs = forwarding(state, catalogue);
  const functions = new Map<string, FunctionFacts>();
  for (const f of [...catalogue.functions, ...problem.functions]) functions.set(f.type, functionFacts(f));
  return (chain, laid) => {
    const found: Conflict[] = [];
    const report = (constraint: string, ids: string[], message: string): void => {
      found.push({ constraint, ids: [chain.id, ...ids], message: `chain ${chain.id}: ${message}` });
    };
    if (laid === null) {
      report("5.6", [], "has no place yet");
      return found;
    }
    if (laid.hosts.length !== chain.functions.length) {
      report("5.6", [], `has ${chain.functions.length} functions on ${laid.hosts.length} hosts`);
      return found;
    }
    chain.functions.forEach((type, k) => {
      const host = laid.hosts[k]!;
      const facts = factsAt(problem, catalogue, host);
      const fn = functions.get(type);
      if (facts === null || !fn) report("5.6", [host], `${type} is on ${host}, which is not a device`);
      else if (down.has(host)) report("failed", [host], `${type} is on ${host}, which has failed`);
      else if (!fn.runsOn(facts)) {
        const missing = fn.externs.filter((e) => !facts.externs.has(e)).map((e) => fn.externNames.get(e)!);
        if (missing.length > 0)
          report("5.10", [type, host], `${host} lacks the extern ${missing.join(", ")} of ${type}`);
        else if (fn.cyclesPerPacket === 0 && facts.software !== null)
          report("5.9", [type, host], `${type} states no cyclesPerPacket, which ${host} (a server) needs`);
        else report("5.9", [type, host], `${host} (${facts.profile}) has no architecture of ${type}`);
      }
    });
    const ends = [
      { host: chain.from, way: laid.entry, name: "from" },
      { host: chain.to, way: laid.exit, name: "to" },
    ];
    const wrong = ends.filter(({ host, way }) => (host === undefined) !== (way === undefined));
    for (const { host, name } of wrong) {
      const what =
        host === undefined ? `goes ${name} no host, but has a way there` : `has no way ${name} host ${host}`;
      report("5.28", host === undefined ? [] : [host], what);
    }
    if (wrong.length > 0) return found;
    const moves = movesOf(stopsOf(chain, laid.hosts));
    const paths = waysOf(laid);
    if (paths.length !== moves.length) {
      const changes = movesOf(laid.hosts).length;
      const routes = laid.route.filter((path) => path.length > 1).length;
      report("5.28", [], `changes its device ${changes} times, but has ${routes} routes`);
      return found;
    }
    moves.forEach(([from, to], i) => {
      const path = paths[i]!;
      if (path[0] !== from || path.at(-1) !== to)
        report("5.28", [from, to], `its route ${path.join(" - ")} does not lead from ${from} to ${to}`);
      path.slice(1, -1).forEach((node) => {
        if (down.has(node)) report("failed", [node], `${node} on its way has failed`);
        if (hosts.has(node)) report("5.28", [node], `host ${node} on its way passes nothing on`);
      });
      path.slice(0, -1).forEach((node) => {
        if (!switchUs.has(node) && factsAt(problem, catalogue, node) !== null && forwardUs(node) === null)
          report("5.25", [node], `${node} cannot run the required functions, so it forwards nothing`);
      });
      path.slice(1).forEach((node, k) => {
        const before = path[k]!;
        if (linkOf(before, node) === null)
          report("5.28", [before, node], `no way is left from ${before} to ${node}`);
        else if (cut.has(`${before} ${node}`))
          report("failed", [before, node], `the link ${before} - ${node} on its way has failed`);
      });
      const crossed = path.slice(1).map((node, k) => [path[k]!, node].sort().join(" "));
      if (new Set(crossed).size < crossed.length)
        report("5.29", [from, to], `its route ${path.join(" - ")} crosses a link twice`);
    });
    return found;
  };
}
