import { installMs, libraryRuleSwitch } from "../../server/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import { dispatchedEntries } from "./assignGroups.ts";
import { type DeviceRule, ruleKey } from "./deviceRule.ts";
import { linkKey, type OffloadNetwork, parsePort } from "./network.ts";
import { type OffloadOptions, type OffloadPlan, planOffload } from "./planOffload.ts";
import { regroupPools } from "./regroupPools.ts";

/** What fails: a link (named by its ends), a switch, the chain's server, or one of its cores. */
export type Failure =
  | { kind: "link"; a: string; b: string }
  | { kind: "switch"; id: string }
  | { kind: "server"; id: string }
  | { kind: "core"; server: string; core: number };

/** Rules that a change adds, removes, or keeps with another port or action. */
export type RuleChange = {
  added: DeviceRule[];
  removed: DeviceRule[];
  changed: { before: DeviceRule; after: DeviceRule }[];
};

/**
 * The answer to one failure, computed before it happens; `lostState`: flows whose state was on what failed begin anew.
 */
export type Backup =
  | {
      failure: Failure;
      survives: true;
      plan: OffloadPlan;
      change: RuleChange;
      lostState: boolean;
      /** ms to install it, the slowest switch; null: some switch has no published time */
      installMs: number | null;
    }
  | { failure: Failure; survives: false; reasons: string[] };

/** Everything on the chain's ways that can fail. */
export function failuresOf(network: OffloadNetwork, plan: OffloadPlan): Failure[] {
  const used = new Set(plan.rules.map((r) => r.device));
  const onWay = (node: string): boolean => used.has(node) || node === plan.server;
  const links = network.links.flatMap(([a, b]): Failure[] => {
    const [one, two] = [parsePort(a).node, parsePort(b).node];
    return onWay(one) && onWay(two) ? [{ kind: "link", a: one, b: two }] : [];
  });
  const switches = network.switches.filter((s) => used.has(s.id));
  const cores = [...new Set(plan.assignment.groups.map((g) => g.core))].sort((a, b) => a - b);
  return [
    ...links,
    ...switches.map((s): Failure => ({ kind: "switch", id: s.id })),
    { kind: "server", id: plan.server },
    ...cores.map((core): Failure => ({ kind: "core", server: plan.server, core })),
  ];
}

/**
 * The plan behind a failure and what it changes (thesis Sec. 8.1.4: alternatives are computed beforehand and
 * stand in every instance). After a link or switch the server stays; a failed server is replaced by Algorithm
 * 3; the groups of a failed core move to the next one.
 */
export function backupFor(
  synthesis: Synthesis,
  network: OffloadNetwork,
  options: OffloadOptions,
  plan: OffloadPlan,
  failure: Failure,
): Backup {
  if (failure.kind === "core") return coreBackup(network, plan, failure, options.deadCores ?? []);
  const broken = {
    nodes: new Set(failure.kind === "link" ? [] : [failure.id]),
    links: new Set(failure.kind === "link" ? [linkKey(failure.a, failure.b)] : []),
  };
  const server = failure.kind === "server" ? null : plan.server;
  const next = planOffload(synthesis, network, { ...options, server, broken });
  if (next.status === "refused") return { failure, survives: false, reasons: next.reasons };
  const change = changeOf(plan.rules, next.rules);
  const lostState = failure.kind === "server" && synthesis.states.length > 0;
  return { failure, survives: true, plan: next, change, lostState, installMs: changeMs(network, change) };
}

function coreBackup(
  network: OffloadNetwork,
  plan: OffloadPlan,
  failure: Extract<Failure, { kind: "core" }>,
  dead: readonly number[],
): Backup {
  const server = network.servers.find((s) => s.id === plan.server)!;
  const cores = [...new Set(plan.assignment.groups.map((g) => g.core))];
  const spare = Array.from({ length: server.cores }, (_, i) => i).find(
    (c) => !cores.includes(c) && !dead.includes(c),
  );
  const heir = spare ?? cores.find((c) => c !== failure.core);
  if (heir === undefined)
    return { failure, survives: false, reasons: [`${server.id} has no other core; give it two`] };
  const affected = plan.assignment.groups.filter((g) => g.core === failure.core);
  const groups = plan.assignment.groups.map((g) => (affected.includes(g) ? { ...g, core: heir } : g));
  const rules = plan.rules.map((r) => {
    const isTheirs = r.actions.some((a) => a.kind === "queue" && a.core === failure.core);
    return isTheirs ? { ...r, actions: [{ kind: "queue" as const, core: heir }] } : r;
  });
  const slices = regroupPools(plan.assignment.slices, {
    after: groups,
    originOf: (g) => plan.assignment.groups.find((o) => o.id === g.id)!,
    dispatched: dispatchedEntries(plan.places),
  });
  const change = changeOf(plan.rules, rules);
  return {
    failure,
    survives: true,
    // the agent leads the tags of the failed core to its heir: nothing changes in the switches
    plan: { ...plan, rules, assignment: { ...plan.assignment, groups, slices: slices ?? [] } },
    change,
    lostState: affected.some((g) => g.state !== null || g.class === null),
    installMs: changeMs(network, change),
  };
}

/**
 * Rules by what they match; a rule of the same class and role that matches or does something else counts as changed.
 */
export function changeOf(before: readonly DeviceRule[], after: readonly DeviceRule[]): RuleChange {
  const keys = new Set(before.map(ruleKey));
  const kept = new Set(after.map(ruleKey));
  const gone = before.filter((r) => !kept.has(ruleKey(r)));
  const fresh = after.filter((r) => !keys.has(ruleKey(r)));
  const changed: RuleChange["changed"] = [];
  const added: DeviceRule[] = [];
  const placeOf = (r: DeviceRule): string => `${r.device} ${r.role} ${r.class} ${r.priority}`;
  const waiting = new Map<string, DeviceRule[]>();
  for (const r of gone) waiting.set(placeOf(r), [...(waiting.get(placeOf(r)) ?? []), r]);
  for (const after of fresh) {
    const here = waiting.get(placeOf(after)) ?? [];
    const fields = JSON.stringify(after.match.fields);
    const at = here.findIndex(
      (g) => JSON.stringify(g.match.fields) === fields || (g.group === after.group && after.class === null),
    );
    if (at < 0) added.push(after);
    else changed.push({ before: here.splice(at, 1)[0]!, after });
  }
  return { added, removed: [...waiting.values()].flat(), changed };
}

/**
 * The slowest device; null when a switch of the change has no published time. NIC rules go with the agent's message.
 */
export function changeMs(network: OffloadNetwork, { added, removed, changed }: RuleChange): number | null {
  const devices = [...added, ...removed, ...changed.map((c) => c.after)].map((r) => r.device);
  const times = [...new Set(devices)].flatMap((id) => {
    const sw = network.switches.find((s) => s.id === id);
    if (!sw) return [];
    const model = sw.model === null ? null : libraryRuleSwitch(sw.model);
    return [model && installMs(model, devices.filter((d) => d === id).length)];
  });
  return times.includes(null) ? null : Math.max(0, ...times.flatMap((t) => t ?? []));
}
