import type { Synthesis } from "../classes/synthesis.ts";
import { beyondNotes } from "../output/beyondClasses.ts";
import { type Assignment, assignGroups } from "./assignGroups.ts";
import { chooseServer } from "./chooseServer.ts";
import { type DeviceDeployment, deploymentsOf } from "./deployments.ts";
import type { DeviceRule } from "./deviceRule.ts";
import { type ClassifierPlace, generateRules } from "./generateRules.ts";
import { type Broken, type Hop, NOTHING_BROKEN, type OffloadNetwork, wayBetween } from "./network.ts";
import { capacityOf, placeClassifier } from "./placeClassifier.ts";
import { CAPACITY_THRESHOLD } from "./selectSwitch.ts";
import type { SplitClassifier } from "./splitRules.ts";

export type OffloadOptions = {
  /** cores that the chain gets on its server */
  cores: number;
  /** part of a switch's free entries that a chain may take (CAP_THR) */
  threshold?: number;
  /** of the two random servers */
  seed?: number;
  /** the operator's server; null: Algorithm 3 */
  server?: string | null;
  /** synthesis time; 0 when it is cached, null when nobody measured it */
  synthesisMs?: number | null;
  /** nodes and links that must not be used */
  broken?: Broken;
  /** cores of `server` that failed before */
  deadCores?: readonly number[];
};

export type OffloadPlan = {
  status: "placed";
  server: string;
  /** servers that were asked for their load; 0 when the operator chose */
  queries: number;
  cores: number;
  places: ClassifierPlace[];
  assignment: Assignment;
  rules: DeviceRule[];
  deployments: DeviceDeployment[];
  /** what does not run in hardware and why, as sentences */
  notes: string[];
};
/** The chain cannot be placed: an answer, with every reason. */
export type OffloadRefusal = { status: "refused"; reasons: string[] };

/**
 * Places a synthesised chain: server by Algorithm 3, switch by Algorithm 4, split, tags and rules (thesis
 * Secs. 8.1.3, 8.1.4).
 */
export function planOffload(
  synthesis: Synthesis,
  network: OffloadNetwork,
  options: OffloadOptions,
): OffloadPlan | OffloadRefusal {
  const { cores, threshold = CAPACITY_THRESHOLD, broken = NOTHING_BROKEN } = options;
  const refused = (...reasons: string[]): OffloadRefusal => ({ status: "refused", reasons });
  const chosen = chooseServer(network, options, broken);
  if ("reason" in chosen) return refused(chosen.reason);
  const { id: server, queries } = chosen;
  const at = network.servers.find((s) => s.id === server)!;
  const places: ClassifierPlace[] = [];
  const taken = new Map<string, number>();
  for (const classifier of synthesis.classifiers) {
    const { entry } = classifier;
    const ingress = network.ingress[entry];
    if (ingress === undefined) return refused(`${entry} is not attached to a switch: name it in ingress`);
    const [node, port] = [ingress.slice(0, ingress.lastIndexOf(":")), ingress.split(":").at(-1)];
    const way = wayBetween(network, node, server, broken);
    if (way === null) return refused(`no path leads from ${ingress} to ${server}`);
    const hops: Hop[] = way.map((h, i) => (i === 0 ? { ...h, inPort: Number(port) } : h));
    const made = placeClassifier(synthesis, classifier, network, { hops, server, threshold, taken });
    if ("reasons" in made) return refused(...made.reasons);
    places.push(made);
  }
  const index = network.servers.indexOf(at);
  const dead = options.server === server ? (options.deadCores ?? []) : [];
  const usable = Array.from({ length: at.cores }, (_, i) => i).filter((c) => !dead.includes(c));
  if (usable.length < cores) return refused(`${server} has ${usable.length} cores that work, not ${cores}`);
  const assignment = assignGroups(synthesis, places, { at, index }, usable.slice(0, cores));
  const untagged = places.find(
    (p) => !assignment.groups.some((g) => g.entry === p.entry && g.class === null),
  );
  if (untagged) return refused(`no tag is left for ${untagged.entry}: take more cores`);
  const overwritten = at.nic.dispatch === "vlan" ? [] : lostMacs(synthesis, places);
  if (overwritten.length > 0) return refused(...overwritten);
  const unreachable = missingExits(synthesis, network, { places, server, broken });
  if (unreachable.length > 0) return refused(...unreachable);
  const rules = generateRules({ synthesis, network, server, places, assignment, broken });
  const leads = places.every((p) => p.leadsFragments);
  const languages = new Set(places.map((p) => p.target.language));
  const full = overfull(network, rules);
  if (full.length > 0) return refused(...full);
  return {
    status: "placed",
    server,
    queries,
    cores,
    places,
    assignment,
    rules,
    deployments: deploymentsOf(synthesis, network, places, rules, options.synthesisMs ?? 0),
    notes: [
      ...places.flatMap((p) => softwareNotes(p.split)),
      ...assignment.notes,
      ...beyondNotes(synthesis, { leadsFragments: leads, isOpenFlow: languages.has("openflow") }),
      ...(languages.has("openflow") && usesPortZero(rules)
        ? ["port 0 is in the rules, and OpenFlow's ports begin at 1: number them as the switch does"]
        : []),
    ],
  };
}

const usesPortZero = (rules: readonly DeviceRule[]): boolean =>
  rules.some((r) => r.match.inPort === 0 || r.actions.some((a) => a.kind === "output" && a.port === 0));

/** A destination MAC that is still needed where a MAC tag takes its place. */
function lostMacs({ classes }: Synthesis, places: readonly ClassifierPlace[]): string[] {
  const why = "which a MAC tag overwrites: add an EtherEncap, or use a NIC with dispatch vlan";
  return places
    .flatMap(({ entry, switch: at, split }) =>
      split.rules.flatMap((rule) => {
        if (at === null || rule.part === "hardware") return [];
        const c = classes[rule.class]!;
        if (rule.part === "software" && rule.filter.ethDst !== undefined)
          return [`the server reads the destination MAC of packets of ${entry}, ${why}`];
        return c.ending.kind === "exit" && c.writes.ethDst === undefined
          ? [`class ${c.id} of ${entry} leaves with the destination MAC that it came with, ${why}`]
          : [];
      }),
    )
    .filter((text, i, all) => all.indexOf(text) === i);
}

/** Switches that the rules of the ways fill beyond their capacity. */
const overfull = (network: OffloadNetwork, rules: readonly DeviceRule[]): string[] =>
  network.switches.flatMap((sw) => {
    const capacity = capacityOf(sw);
    const count = rules.filter((r) => r.device === sw.id).length;
    return capacity === null || count + sw.usedRules <= capacity
      ? []
      : [
          `${sw.id} holds ${capacity - sw.usedRules} more rules, not the ${count} that the chain and its ways need there`,
        ];
  });

function missingExits(
  { classes }: Synthesis,
  network: OffloadNetwork,
  { places, server, broken }: { places: readonly ClassifierPlace[]; server: string; broken: Broken },
): string[] {
  const used = new Set(classes.flatMap((c) => (c.ending.kind === "exit" ? [c.ending.name] : [])));
  const starts = [server, ...places.flatMap((p) => (p.switch === null ? [] : [p.switch]))];
  return [...used].flatMap((name) => {
    const at = network.egress[name];
    if (at === undefined) return [`${name} is not attached to a switch: name it in egress`];
    const node = at.slice(0, at.lastIndexOf(":"));
    const cut = starts.find((s) => wayBetween(network, s, node, broken) === null);
    return cut === undefined ? [] : [`no path leads from ${cut} to ${at} (${name})`];
  });
}

function softwareNotes({ entry, dispatches, rules }: SplitClassifier): string[] {
  const reasons = new Map<string, number>();
  for (const r of rules) if (r.reason !== null) reasons.set(r.reason, (reasons.get(r.reason) ?? 0) + 1);
  const notes = [...reasons].map(
    ([reason, n]) => `${n} of ${rules.length} rules of ${entry} stay in software: ${reason}`,
  );
  if (dispatches !== null) notes.unshift(`${entry}: ${dispatches}`);
  return notes;
}
