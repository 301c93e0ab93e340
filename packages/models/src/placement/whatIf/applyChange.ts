import { assertNever, err, ok, type Result } from "../../core/index.ts";
import type { Catalogue } from "../catalogue.ts";
import type { Problem } from "../problem.ts";
import type { Change } from "./change.ts";
import { profilesOf, switchDelaysOf, wiringOf, withProfile } from "./network.ts";
import { routedWays, waysAlong } from "./routedWays.ts";
import { type KeptPaths, laidOn, movesOf, routed, stopsOf } from "./routes.ts";
import type { Failed, LaidChain, WhatIf } from "./state.ts";

type Chain = Problem["chains"][number];

/**
 * The state after one change; the state before is left as it was. The error, in words, is for a change that
 * names what is not there: a what-if of an old URL. What a change makes impossible is told by
 * `evaluatePlacement`.
 */
export function applyChange(before: WhatIf, change: Change, catalogue: Catalogue): Result<WhatIf, string> {
  const { problem } = before;
  switch (change.kind) {
    case "move":
      return lay(before, catalogue, change.chain, (_, laid) => {
        if (laid === null) return err(`chain ${change.chain} has no place yet; place it as a whole`);
        if (change.position >= laid.hosts.length)
          return err(`chain ${change.chain} has no function ${change.position}`);
        return ok(laid.hosts.with(change.position, change.to));
      });
    case "place":
      return lay(
        before,
        catalogue,
        change.chain,
        (chain) => {
          const { functions } = chain;
          if (functions.length !== change.hosts.length)
            return err(`chain ${change.chain} has ${functions.length} functions, not ${change.hosts.length}`);
          return change.route && along(chain, change.hosts, change.route) === null
            ? err(`the ways given for chain ${change.chain} do not lead from each of its devices to the next`)
            : ok(change.hosts);
        },
        "alive",
        change.route,
      );
    case "reroute":
      return lay(
        before,
        catalogue,
        change.chain,
        (_, laid) => (laid ? ok(laid.hosts) : err(`chain ${change.chain} has no place yet`)),
        "none",
      );
    case "profile": {
      if (!profilesOf(problem).has(change.device)) return noDevice(change.device);
      if (catalogue.device(change.profile) === null) return noProfile(change.profile);
      const devices = withProfile(problem.devices, change.device, change.profile);
      return ok({ ...before, problem: { ...problem, devices } });
    }
    case "fail":
    case "restore": {
      const { node } = change;
      if (!profilesOf(problem).has(node) && !switchDelaysOf(problem).has(node))
        return err(`there is no device or switch ${node}`);
      const nodes = before.failed.nodes.filter((n) => n !== node);
      if (change.kind === "fail") nodes.push(node);
      return ok({ ...before, failed: { ...before.failed, nodes } });
    }
    case "fail-link":
    case "restore-link": {
      const link = wiringOf(problem).linkOf(change.a, change.b);
      if (link === null) return noLink(change.a, change.b);
      const links: Failed["links"] = [
        ...before.failed.links.filter(([a, b]) => a !== link.a || b !== link.b),
        ...(change.kind === "fail-link" ? [[link.a, link.b] as const] : []),
      ];
      return ok({ ...before, failed: { ...before.failed, links } });
    }
    case "load":
      return editChain(before, change.chain, (c) => ok({ ...c, gbps: change.gbps }));
    case "packet":
      return editChain(before, change.chain, (c) => ok({ ...c, packetBytes: change.packetBytes }));
    case "budget":
      return editChain(before, change.chain, (c) => ok({ ...c, maxDelayUs: change.maxDelayUs }));
    case "thresholds":
      return editChain(before, change.chain, (c) => setThresholds(c, change));
    case "add-chain":
      return addChain(before, change.chain, catalogue);
    case "remove-chain":
      if (!problem.chains.some((c) => c.id === change.chain)) return noChain(change.chain);
      return ok({
        ...before,
        problem: { ...problem, chains: problem.chains.filter((c) => c.id !== change.chain) },
        layout: { chains: before.layout.chains.filter((c) => c.id !== change.chain) },
      });
    case "add-device":
      return addDevice(before, change, catalogue);
    case "latency": {
      const { latency, load } = change;
      const options = { ...problem.options, latency, ...(load === null ? {} : { load }) };
      return ok({ ...before, problem: { ...problem, options } });
    }
    case "link": {
      const link = wiringOf(problem).linkOf(change.a, change.b);
      if (link === null) return noLink(change.a, change.b);
      const links = problem.links.map((l) => (l === link ? { ...l, gbps: change.gbps } : l));
      return ok({ ...before, problem: { ...problem, links } });
    }
    default:
      return assertNever(change, "change");
  }
}

/** All changes in turn; those that name what is not there are left out and listed. */
export function applyChanges(
  before: WhatIf,
  changes: readonly Change[],
  catalogue: Catalogue,
): { state: WhatIf; refused: { index: number; message: string }[] } {
  const refused: { index: number; message: string }[] = [];
  let state = before;
  changes.forEach((change, index) => {
    const next = applyChange(state, change, catalogue);
    if (next.ok) state = next.value;
    else refused.push({ index, message: next.error });
  });
  return { state, refused };
}

const noDevice = (id: string): Result<never, string> => err(`there is no device ${id}`);
const noChain = (id: string): Result<never, string> => err(`there is no chain ${id}`);
const noLink = (a: string, b: string): Result<never, string> => err(`there is no link ${a} - ${b}`);
const noProfile = (id: string): Result<never, string> =>
  err(`there is no device profile ${id}, or it does not say its latency, its power or its price`);

/** The chain on these devices by these ways; null where they do not lead along it. */
function along(
  chain: Chain,
  hosts: readonly string[],
  route: readonly (readonly string[])[],
): LaidChain | null {
  if (chain.branches !== undefined) return waysAlong(chain, hosts, route);
  return leads(stopsOf(chain, hosts), route) ? laidOn(chain, chain.id, hosts, route) : null;
}

/** Whether the ways are those between places that follow each other; of a chain on one device the device itself. */
function leads(hosts: readonly string[], route: readonly (readonly string[])[]): boolean {
  const moves = movesOf(hosts);
  if (moves.length === 0) return route.length === 1 && route[0]!.length === 1 && route[0]![0] === hosts[0];
  return (
    route.length === moves.length &&
    moves.every(([from, to], i) => route[i]![0] === from && route[i]!.at(-1) === to)
  );
}

/** Puts a chain on the hosts that `hostsOf` says. */
function lay(
  before: WhatIf,
  catalogue: Catalogue,
  id: string,
  hostsOf: (chain: Chain, laid: LaidChain | null) => Result<readonly string[], string>,
  keep: KeptPaths = "all",
  route?: readonly (readonly string[])[],
): Result<WhatIf, string> {
  const { problem, layout } = before;
  const chain = problem.chains.find((c) => c.id === id);
  if (!chain) return noChain(id);
  const laid = layout.chains.find((c) => c.id === id) ?? null;
  const hosts = hostsOf(chain, laid);
  if (!hosts.ok) return hosts;
  const missing = hosts.value.find((host) => !profilesOf(problem).has(host));
  if (missing !== undefined) return noDevice(missing);
  const given = route && along(chain, hosts.value, route);
  const next = given
    ? given
    : chain.branches === undefined
      ? routed(before, catalogue, laid, id, hosts.value, keep)
      : routedWays(before, catalogue, laid, chain, hosts.value, keep);
  const chains = laid ? layout.chains.map((c) => (c === laid ? next : c)) : [...layout.chains, next];
  return ok({ ...before, layout: { chains } });
}

function editChain(
  before: WhatIf,
  id: string,
  edit: (chain: Chain) => Result<Chain, string>,
): Result<WhatIf, string> {
  const { problem } = before;
  const chain = problem.chains.find((c) => c.id === id);
  if (!chain) return noChain(id);
  const edited = edit(chain);
  if (!edited.ok) return edited;
  const chains = problem.chains.map((c) => (c === chain ? edited.value : c));
  return ok({ ...before, problem: { ...problem, chains } });
}

function setThresholds(
  chain: Chain,
  { segment: id, plUs, dlUs }: Extract<Change, { kind: "thresholds" }>,
): Result<Chain, string> {
  if (plUs > dlUs) return err(`segment ${id}: PL ${plUs} us is above DL ${dlUs} us`);
  if (!chain.segments.some((s) => s.id === id)) return err(`chain ${chain.id} has no segment ${id}`);
  return ok({ ...chain, segments: chain.segments.map((s) => (s.id === id ? { ...s, plUs, dlUs } : s)) });
}

function addChain(before: WhatIf, chain: Chain, catalogue: Catalogue): Result<WhatIf, string> {
  const { problem } = before;
  if (problem.chains.some((c) => c.id === chain.id)) return err(`there is a chain ${chain.id} already`);
  const types = new Set([...catalogue.functions, ...problem.functions].map((f) => f.type));
  const unknown = chain.functions.find((type) => !types.has(type));
  if (unknown !== undefined) return err(`there is no function ${unknown}`);
  for (const end of [chain.from, chain.to]) {
    if (end !== undefined && !problem.hosts?.some((h) => h.id === end)) return err(`there is no host ${end}`);
  }
  const bad = chain.segments.find(
    (s) => s.fromFunction > s.toFunction || s.toFunction >= chain.functions.length || s.plUs > s.dlUs,
  );
  if (bad) return err(`segment ${bad.id} does not lie inside chain ${chain.id}, or its PL is above its DL`);
  return ok({ ...before, problem: { ...problem, chains: [...problem.chains, chain] } });
}

function addDevice(
  before: WhatIf,
  { id, profile, links }: Extract<Change, { kind: "add-device" }>,
  catalogue: Catalogue,
): Result<WhatIf, string> {
  const { problem } = before;
  const isNode = (node: string): boolean =>
    profilesOf(problem).has(node) || switchDelaysOf(problem).has(node);
  if (isNode(id) || problem.hosts?.some((h) => h.id === id)) return err(`there is a node ${id} already`);
  if (catalogue.device(profile) === null) return noProfile(profile);
  const missing = links.find((l) => !isNode(l.to));
  if (missing) return err(`there is no device or switch ${missing.to}`);
  const added = links.map(({ to, gbps }) => ({ a: id, b: to, gbps }));
  return ok({
    ...before,
    problem: {
      ...problem,
      devices: [...problem.devices, { id, profile }],
      links: [...problem.links, ...added],
    },
  });
}
