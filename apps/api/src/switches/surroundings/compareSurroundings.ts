import type { Topology } from "@p4twin/models/topology";
import type { BoundSegment } from "@p4twin/models/twin";
import { canonicalJson } from "../../shared/hash.ts";
import type { DeploymentPiece, Surroundings } from "./pieces.ts";

/** Something of a switch's surroundings that differs; null where one side does not have it. */
export type SurroundingsChange = {
  kind: "profile" | "topology" | "threshold" | "binding" | "budget" | "placement";
  place: string;
  before: string | null;
  after: string | null;
};

/** What changed around a switch between two snapshots: profile, clouds, then deployments. */
export const compareSurroundings = (before: Surroundings, after: Surroundings): SurroundingsChange[] => [
  ...profileChanges(before, after),
  ...pairsOf(before.topologies, after.topologies).flatMap(([a, b]) => topologyChanges(a, b)),
  ...pairsOf(before.deployments, after.deployments).flatMap(([a, b]) => deploymentChanges(a, b)),
];

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** Those of one id side by side, in the order of the second list; those that are gone come last. */
function pairsOf<T extends { id: string }>(
  before: readonly T[],
  after: readonly T[],
): [T | null, T | null][] {
  const old = new Map(before.map((each) => [each.id, each]));
  const here = new Set(after.map(({ id }) => id));
  return [
    ...after.map((each): [T | null, T | null] => [old.get(each.id) ?? null, each]),
    ...before.flatMap((each): [T | null, T | null][] => (here.has(each.id) ? [] : [[each, null]])),
  ];
}

function profileChanges({ profile: a }: Surroundings, { profile: b }: Surroundings): SurroundingsChange[] {
  if (same(a, b)) return [];
  const words = (profile: Surroundings["profile"]): string | null =>
    profile && `${profile.id}, version ${profile.version}`;
  const others = a && b && words(a) === words(b) ? `${words(b)}, with other figures` : words(b);
  return [{ kind: "profile", place: "profile", before: words(a), after: others }];
}

type Cloud = Surroundings["topologies"][number];
function topologyChanges(a: Cloud | null, b: Cloud | null): SurroundingsChange[] {
  const { name: place } = b ?? a ?? { name: "" };
  const kind = "topology";
  const size = (cloud: Cloud | null): string | null =>
    cloud && `${cloud.document.nodes.length} nodes, ${cloud.document.links.length} links`;
  if (!a || !b) return [{ kind, place, before: size(a), after: size(b) }];
  const part = (before: string | null, after: string | null, id: string): SurroundingsChange[] =>
    before === after ? [] : [{ kind, place: `${place}: ${id}`, before, after }];
  const nodes = (cloud: Cloud) => cloud.document.nodes.map(nodeWords);
  const links = (cloud: Cloud) => linksOf(cloud.document);
  return [...pairsOf(nodes(a), nodes(b)), ...pairsOf(links(a), links(b))].flatMap(([old, now]) =>
    part(old?.words ?? null, now?.words ?? null, now?.id ?? old?.id ?? ""),
  );
}

/** Where a node is drawn is no change. */
const nodeWords = ({ id, kind, profile, delayUs, telemetry }: Topology["nodes"][number]) => ({
  id,
  words: [
    kind,
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    ...(delayUs === undefined ? [] : [`delay ${usText(delayUs)}`]),
    ...(telemetry ? [`INT node ${telemetry.nodeId}`] : []),
  ].join(", "),
});

/** Links have no name of their own: their ends, and which of several between them. */
function linksOf({ links }: Topology): { id: string; words: string }[] {
  const seen = new Map<string, number>();
  return links.map(({ a, b, aPort, bPort, gbps, delayUs }) => {
    const ends = `${a} to ${b}`;
    const nth = (seen.get(ends) ?? 0) + 1;
    seen.set(ends, nth);
    const words = [
      `${gbps} Gbit/s`,
      delayUs === undefined ? "delay unknown" : `delay ${usText(delayUs)}`,
      ...(aPort === undefined && bPort === undefined ? [] : [`ports ${aPort ?? "?"} and ${bPort ?? "?"}`]),
    ];
    return { id: nth === 1 ? ends : `${ends}, link ${nth}`, words: words.join(", ") };
  });
}

type Deployed = Surroundings["deployments"][number];
function deploymentChanges(a: Deployed | null, b: Deployed | null): SurroundingsChange[] {
  const { name: place } = b ?? a ?? { name: "" };
  if (!a || !b)
    return [
      {
        kind: "placement",
        place,
        before: a && placementText(a.document),
        after: b && placementText(b.document),
      },
    ];
  const [old, now] = [a.document, b.document];
  const changes: SurroundingsChange[] = [];
  const add = (kind: SurroundingsChange["kind"], at: string, before: string | null, after: string | null) => {
    if (before !== after) changes.push({ kind, place: at, before, after });
  };
  add("budget", place, budgetText(old), budgetText(now));
  add("placement", place, old.placementId, now.placementId);
  for (const [before, after] of pairsOf(old.segments, now.segments)) {
    const at = `${place}: ${(after ?? before)?.name ?? ""}`;
    add("threshold", at, before && thresholdText(before), after && thresholdText(after));
    const labels = Math.max(before?.elements.length ?? 0, after?.elements.length ?? 0);
    for (let i = 0; i < labels; i++) {
      const [x, y] = [before?.elements[i] ?? null, after?.elements[i] ?? null];
      if (same(x, y)) continue;
      const [was, is] = [x && elementText(x, y), y && elementText(y, x)];
      changes.push({ kind: "binding", place: `${at}: ${(y ?? x)?.label ?? ""}`, before: was, after: is });
    }
    if (before && after && !same(meetsOf(before), meetsOf(after)))
      changes.push({ kind: "binding", place: at, before: meetsText(before), after: meetsText(after) });
  }
  return changes;
}

/** As it was given: no difference may be rounded away. */
const usText = (us: number): string => `${us} µs`;

const budgetText = ({ chain }: DeploymentPiece): string | null =>
  chain &&
  `${chain.name}: ${chain.maxDelayUs === null ? "best effort" : `at most ${usText(chain.maxDelayUs)}`}`;

/** Functions of a deployment that are listed by their devices (our choice). */
const MOST_PLACED = 5;

/** What a deployment has placed where. */
function placementText({ segments, of }: DeploymentPiece): string {
  const all = segments.flatMap(({ elements }) => elements.flatMap(placedText));
  const placed = [...new Set(all)];
  const more = placed.length > MOST_PLACED ? [`${placed.length - MOST_PLACED} more`] : [];
  return [`${of} ${of === 1 ? "segment" : "segments"}`, ...placed.slice(0, MOST_PLACED), ...more].join(", ");
}
const placedText = (element: Element): string[] =>
  element.kind === "switch" && element.program
    ? [`${element.program} on ${element.label}${element.device ? ` (${element.device})` : ""}`]
    : [];

const thresholdText = ({ plUs, dlUs, alarm }: BoundSegment): string => {
  const rule = alarm ? `alarm ${fieldsText(Object.entries(alarm))}` : "usual alarm";
  return `PL ${usText(plUs)}, DL ${usText(dlUs)}, ${rule}`;
};

/** Which packets a segment takes. */
const meetsOf = ({ from, to, flows, exporters }: BoundSegment) => ({ from, to, flows, exporters });
const meetsText = ({ from, to, flows }: BoundSegment): string =>
  `node ${from.nodeId} port ${from.port ?? "any"} to node ${to.nodeId} port ${to.port ?? "any"}, ${flows.length} flows`;

type Element = BoundSegment["elements"][number];
/** What of an element is otherwise in another one; all of it where there is none. */
function elementText(element: Element, other: Element | null): string {
  const fields = Object.entries(element).filter(
    ([key, value]) => !other || !same(value, Object.entries(other).find(([name]) => name === key)?.[1]),
  );
  const absent = ([, value]: [string, unknown]): boolean => value === null || value === undefined;
  const missing = other ? fields.filter(absent).map(([key]) => `no ${key}`) : [];
  const given = fieldsText(fields.filter((field) => !absent(field)));
  return [...missing, given].filter((words) => words !== "").join(", ") || element.kind;
}

const fieldsText = (fields: readonly [string, unknown][]): string =>
  fields
    .map(([key, value]) => `${key} ${typeof value === "object" ? canonicalJson(value) : String(value)}`)
    .join(", ");
