import type { EntryClassifier, Synthesis } from "../classes/synthesis.ts";
import { PACKET_LAYOUT } from "../header/layout.ts";
import type { Writes } from "../header/writes.ts";
import { IPV4 } from "../output/frames.ts";
import { otherFrames } from "../output/otherFrames.ts";
import type { Assignment, PlacedClassifier, TagGroup } from "./assignGroups.ts";
import { type DeviceRule, type RuleAction, ruleKey } from "./deviceRule.ts";
import type { FieldMatch } from "./expandFilter.ts";
import {
  type Broken,
  type Hop,
  NOTHING_BROKEN,
  type OffloadNetwork,
  parsePort,
  wayBetween,
} from "./network.ts";
import type { SplitRule } from "./splitRules.ts";
import { exitVlan, SERVER_BITS, type Tag } from "./tags.ts";

/** A classifier at its place: a switch of the way from the ingress to the server, or the server's NIC (null). */
export type ClassifierPlace = PlacedClassifier & {
  entry: string;
  switch: string | null;
  way: Hop[];
  /** whether the switch leads the pieces of packets to the server, before it looks at fields that they lack */
  leadsFragments: boolean;
};

export type RuleInput = {
  synthesis: Synthesis;
  network: OffloadNetwork;
  server: string;
  places: readonly ClassifierPlace[];
  assignment: Assignment;
  broken?: Broken;
};

/**
 * Our choice: the rest and ways by port alone lie below the classes, whose priorities fall by their order;
 * marked packets go first.
 */
const REST_PRIORITY = 1;
const WAY_PRIORITY = 2;
const CLASS_PRIORITY = 3;
/** OpenFlow's priorities have 16 bits. */
const MARKED_PRIORITY = 65_535;
const FRAGMENT_PRIORITY = MARKED_PRIORITY - 1;
export const MAX_CLASSIFIER_RULES = FRAGMENT_PRIORITY - CLASS_PRIORITY;

/**
 * All rules of a placed chain: classification with tags, the way to the server, its NIC, and the ways to the
 * exits (thesis Sec. 8.1.4).
 */
export function generateRules(input: RuleInput): DeviceRule[] {
  const rules: Omit<DeviceRule, "id">[] = [];
  for (const place of input.places) {
    rules.push(...classifierRules(input, place), ...wayRules(input, place));
  }
  rules.push(...exitRules(input), ...queueRules(input));
  const once = new Map(rules.map((r) => [ruleKey({ id: "", ...r }), r]));
  return [...once.values()].map((r, i) => ({ id: `r${i}`, ...r }));
}

function classifierRules(input: RuleInput, place: ClassifierPlace): Omit<DeviceRule, "id">[] {
  const { split, way } = place;
  const at = way.find((h) => h.node === (place.switch ?? input.server))!;
  const device = place.switch ?? nicOf(input);
  const inPort = place.switch === null ? null : at.inPort;
  const groups = input.assignment.groups.filter((g) => g.entry === place.entry);
  const rest = groups.find((g) => g.class === null)!;
  const groupOf = new Map(groups.flatMap((g) => g.rules.map((at) => [split.rules[at]!, g] as const)));
  const toGroup = (g: TagGroup, hardware: Writes): RuleAction[] =>
    place.switch === null
      ? [{ kind: "queue", core: g.core }]
      : [...writeActions(hardware), tagAction(g.tag), { kind: "output", port: at.outPort! }];
  const actionsOf = (rule: SplitRule): RuleAction[] => {
    const c = input.synthesis.classes[rule.class]!;
    if (rule.part === "split") {
      const group = groupOf.get(rule);
      return group ? toGroup(group, group.hardware) : toGroup(rest, {});
    }
    if (c.ending.kind !== "exit") return [{ kind: "drop" }];
    return [...writeActions(c.writes), ...toExit(input, device, c.ending.name)];
  };
  // frames without an IPv4 header are left to the rest
  const isOfIp = otherFrames(input.synthesis, classifierOf(input, place.entry)) !== "by rules";
  const ofIp = (fields: FieldMatch[]): FieldMatch[] =>
    !isOfIp || fields.some((f) => f.field === "ethType" || f.field.startsWith("ip"))
      ? fields
      : [...fields, { field: "ethType", value: IPV4, length: PACKET_LAYOUT.ethType }];
  const held = split.rules.filter((r) => r.part !== "software");
  return [
    ...held.flatMap((rule) =>
      rule.entries.map((fields) => ({
        device,
        role: "classify" as const,
        priority: CLASS_PRIORITY + split.length - 1 - rule.index,
        match: { inPort, vlan: null, fields: ofIp(fields) },
        actions: actionsOf(rule),
        class: rule.class,
        group: rule.part === "split" ? (groupOf.get(rule)?.id ?? rest.id) : null,
      })),
    ),
    {
      device,
      role: "rest",
      priority: REST_PRIORITY,
      match: { inPort, vlan: null, fields: [] },
      actions: toGroup(rest, {}),
      class: null,
      group: rest.id,
    },
    ...(place.leadsFragments
      ? [
          {
            device,
            role: "rest" as const,
            priority: FRAGMENT_PRIORITY,
            match: { inPort, vlan: null, fields: [], fragments: true as const },
            actions: toGroup(rest, {}),
            class: null,
            group: rest.id,
          },
        ]
      : []),
  ];
}

const classifierOf = ({ synthesis }: RuleInput, entry: string): EntryClassifier =>
  synthesis.classifiers.find((c) => c.entry === entry)!;

function writeActions(writes: Writes): RuleAction[] {
  return Object.entries(writes).flatMap(([field, write]): RuleAction[] => {
    if (write.kind === "const")
      return field === "ethType" && write.value === 0x0800
        ? []
        : [{ kind: "set", field, value: write.value }];
    if (write.kind === "add") return [{ kind: "add", field, by: write.by }];
    return write.kind === "copy" ? [{ kind: "copy", field, from: write.from, by: write.by }] : [];
  });
}

const tagAction = ({ kind, value }: Tag): RuleAction =>
  kind === "mac" ? { kind: "set", field: "ethDst", value } : { kind: "pushVlan", vlan: value };

/**
 * Where the chain's packets may leave: its exits, and its entries when replies go back to where their flow came from.
 */
export function exitsOf({ synthesis, network }: Pick<RuleInput, "synthesis" | "network">) {
  const used = new Set(synthesis.classes.flatMap((c) => (c.ending.kind === "exit" ? [c.ending.name] : [])));
  const cut = synthesis.classes.some((c) => c.ending.kind === "cut");
  const exits = synthesis.graph.exits.filter((e) => cut || used.has(e));
  const origins = synthesis.classes.some((c) => c.ending.kind === "origin")
    ? synthesis.classifiers.map((c) => c.entry)
    : [];
  return [
    ...exits.map((name) => ({ name, at: network.egress[name] })),
    ...origins.map((name) => ({ name, at: network.ingress[name] })),
  ].map((e, i) => ({ name: e.name, at: e.at === undefined ? null : parsePort(e.at), vlan: exitVlan(i) }));
}

const nicOf = ({ network, server }: RuleInput): string =>
  `${server}/${network.servers.find((s) => s.id === server)!.nic.id}`;

/** Actions at `device` that bring a packet to an exit: straight to its port, or on its way with the exit's VLAN. */
function toExit(input: RuleInput, device: string, name: string): RuleAction[] {
  const exit = exitsOf(input).find((e) => e.name === name);
  if (!exit?.at || exit.vlan === null) return [{ kind: "drop" }];
  if (exit.at.node === device) return [{ kind: "output", port: exit.at.port }];
  const way = wayBetween(input.network, device, exit.at.node, input.broken ?? NOTHING_BROKEN);
  if (way === null) return [{ kind: "drop" }];
  return [
    { kind: "pushVlan", vlan: exit.vlan },
    { kind: "output", port: way[0]!.outPort! },
  ];
}

/**
 * One rule a switch: before the classifier by the port, behind it by the tag, and for each direction where
 * packets pass by.
 */
function wayRules(
  { assignment, server, network }: RuleInput,
  place: ClassifierPlace,
): Omit<DeviceRule, "id">[] {
  const classifier = place.way.findIndex((h) => h.node === (place.switch ?? server));
  const groups = assignment.groups.filter((g) => g.entry === place.entry);
  const isMac = groups[0]!.tag.kind === "mac";
  const prefix = [{ field: "ethDst", value: serverPart(groups[0]!.tag), length: SERVER_BITS }];
  const switches = place.way.filter((h) => h.node !== server);
  const base = { priority: WAY_PRIORITY, class: null, group: null };
  return switches.flatMap((hop, i): Omit<DeviceRule, "id">[] => {
    const out: RuleAction[] = [{ kind: "output", port: hop.outPort! }];
    if (i === classifier) return [];
    const at = { ...base, device: hop.node };
    if (i < classifier)
      return [
        { ...at, role: "forward", match: { inPort: hop.inPort, vlan: null, fields: [] }, actions: out },
      ];
    const forward = isMac
      ? [{ inPort: hop.inPort, vlan: null, fields: prefix }]
      : groups.map((g) => ({ inPort: hop.inPort, vlan: g.tag.value, fields: [] }));
    const rules = forward.map((match) => ({
      ...at,
      priority: MARKED_PRIORITY,
      role: "toServer" as const,
      match,
      actions: out,
    }));
    if (i === switches.length - 1) return rules;
    const back = { field: "ethSrc", value: serverMac(network, server), length: MAC_BITS };
    return [
      ...rules,
      {
        ...at,
        priority: MARKED_PRIORITY,
        role: "fromServer",
        match: { inPort: hop.outPort, vlan: null, fields: [back] },
        actions: [{ kind: "output", port: hop.inPort! }],
      },
    ];
  });
}

const MAC_BITS = PACKET_LAYOUT.ethDst;
const serverPart = ({ value }: Tag): number => Math.floor(value / 65_536) * 65_536;
/** Address of the server itself (our choice): what its own packets have as source. */
const serverMac = (network: OffloadNetwork, server: string): number =>
  (0x0200 * 65_536 + network.servers.findIndex((s) => s.id === server) + 1) * 65_536 + 0xffff;

/** From the server, and from switches that finish a class, to every exit; one exit beside the server needs no VLAN. */
function exitRules(input: RuleInput): Omit<DeviceRule, "id">[] {
  const { network, server, places } = input;
  const exits = exitsOf(input);
  const base = { class: null, group: null };
  return exits.flatMap(({ name, at, vlan }) => {
    if (at === null || vlan === null) return [];
    const starts = [
      server,
      ...places.flatMap((p) => (p.switch !== null && leavesFrom(input, p, name) ? [p.switch] : [])),
    ];
    return starts.flatMap((start) => {
      const way = wayBetween(network, start, at.node, input.broken ?? NOTHING_BROKEN) ?? [];
      return way.slice(1).map((hop, i): Omit<DeviceRule, "id"> => {
        const isLast = hop.node === at.node;
        const isMarked = !(start === server && isPlainExit(input));
        const port = isLast ? at.port : hop.outPort!;
        return {
          ...base,
          device: hop.node,
          priority: isMarked ? MARKED_PRIORITY : WAY_PRIORITY,
          role: start === server && i === 0 ? "fromServer" : "forward",
          match: { inPort: hop.inPort, vlan: isMarked ? vlan : null, fields: [] },
          actions: [...(isMarked && isLast ? [{ kind: "popVlan" as const }] : []), { kind: "output", port }],
        };
      });
    });
  });
}

/** Whether the server's packets need no mark: there is one exit, at the switch in front of it. */
export function isPlainExit(input: Pick<RuleInput, "synthesis" | "network" | "server" | "broken">): boolean {
  const [only, ...more] = exitsOf(input);
  if (!only?.at || more.length > 0) return false;
  return wayBetween(input.network, input.server, only.at.node, input.broken ?? NOTHING_BROKEN)?.length === 2;
}

const leavesFrom = ({ synthesis }: RuleInput, { split }: ClassifierPlace, exit: string): boolean =>
  split.rules.some((r) => {
    const { ending } = synthesis.classes[r.class]!;
    return r.part === "hardware" && ending.kind === "exit" && ending.name === exit;
  });

/** Rules of the NIC: one for each tag where its queues have no addresses of their own (flow mode). */
function queueRules(input: RuleInput): Omit<DeviceRule, "id">[] {
  const { nic } = input.network.servers.find((s) => s.id === input.server)!;
  if (nic.dispatch !== "flow") return [];
  const tagged = new Set(input.places.filter((p) => p.switch !== null).map((p) => p.entry));
  return input.assignment.groups
    .filter((g) => tagged.has(g.entry))
    .map((g) => ({
      device: nicOf(input),
      role: "queue",
      priority: WAY_PRIORITY,
      match: {
        inPort: null,
        vlan: null,
        fields: [{ field: "ethDst", value: g.tag.value, length: MAC_BITS }],
      },
      actions: [{ kind: "queue", core: g.core }],
      class: g.class,
      group: g.id,
    }));
}
