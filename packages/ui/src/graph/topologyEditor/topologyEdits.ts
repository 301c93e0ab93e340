import type { Topology, TopologyLink, TopologyNode } from "@p4twin/models/topology";

export type Places = Readonly<Record<string, { x: number; y: number }>>;

/** Nodes and the links among them, as they were copied. */
export interface Fragment {
  nodes: readonly TopologyNode[];
  links: readonly TopologyLink[];
}

/** Where a copy lands beside its original, in pixels. */
const COPY_SHIFT = 40;

/** The name of a link among the links: its ends in their order. */
export const linkKey = ({ a, b }: { a: string; b: string }): string => `${a} ${b}`;

/** Links of `gbps` between the pairs that are nodes and not linked yet. */
export function newLinks(
  doc: Topology,
  pairs: readonly (readonly [string, string])[],
  gbps: number,
): TopologyLink[] {
  const ids = new Set(doc.nodes.map((node) => node.id));
  const joined = new Set(doc.links.flatMap(({ a, b }) => [`${a} ${b}`, `${b} ${a}`]));
  const added: TopologyLink[] = [];
  for (const [a, b] of pairs) {
    if (a === b || !ids.has(a) || !ids.has(b) || joined.has(`${a} ${b}`)) continue;
    joined.add(`${a} ${b}`).add(`${b} ${a}`);
    added.push({ a, b, gbps });
  }
  return added;
}

/** With another id of a node, in its links too; null when the id is taken or empty. */
export function renamed(doc: Topology, id: string, to: string): Topology | null {
  if (id === to || to === "" || doc.nodes.some((node) => node.id === to)) return null;
  const name = (old: string) => (old === id ? to : old);
  const links = doc.links.map((link) => ({ ...link, a: name(link.a), b: name(link.b) }));
  const nodes = doc.nodes.map((node) => (node.id === id ? { ...node, id: to } : node));
  return { ...doc, nodes, links };
}

/** With a copy of the fragment under new ids, the `nth` one a step further away from its original. */
export function withCopy(doc: Topology, fragment: Fragment, nth: number): { doc: Topology; ids: string[] } {
  const shift = COPY_SHIFT * nth;
  const names = new Map<string, string>();
  const nodes = [...doc.nodes];
  for (const { telemetry, ...node } of fragment.nodes) {
    // an INT node id names one switch: a copy has none
    const id = freeId({ ...doc, nodes }, node.id.replace(/-?\d+$/, ""));
    names.set(node.id, id);
    const { x, y } = node.position ?? { x: 0, y: 0 };
    nodes.push({ ...node, id, position: { x: x + shift, y: y + shift } });
  }
  const links = fragment.links.map((link) => ({
    ...link,
    a: names.get(link.a) ?? link.a,
    b: names.get(link.b) ?? link.b,
  }));
  return { doc: { ...doc, nodes, links: [...doc.links, ...links] }, ids: [...names.values()] };
}

/** Nodes of these ids and the links among them; null of none. */
export function fragmentOf(doc: Topology, ids: readonly string[]): Fragment | null {
  const wanted = new Set(ids);
  if (wanted.size === 0) return null;
  return {
    nodes: doc.nodes.filter((node) => wanted.has(node.id)),
    links: doc.links.filter((link) => wanted.has(link.a) && wanted.has(link.b)),
  };
}

/** A field that is undefined in the patch is taken away. */
export function patched<T extends object>(value: T, patch: { [Key in keyof T]?: T[Key] | undefined }): T {
  const merged = { ...value, ...patch };
  for (const key of Object.keys(merged)) {
    if (Reflect.get(merged, key) === undefined) Reflect.deleteProperty(merged, key);
  }
  return merged;
}

/** "switch1", "npu2": the first number that is free. */
export function freeId(doc: Topology, stem: string): string {
  const taken = new Set(doc.nodes.map((node) => node.id));
  let number = 1;
  while (taken.has(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}

/** With these positions, in whole pixels; other nodes stay where they are. */
export const withPlaces = (doc: Topology, places: Places): Topology => ({
  ...doc,
  nodes: doc.nodes.map((node) => {
    const place = places[node.id];
    return place ? { ...node, position: { x: Math.round(place.x), y: Math.round(place.y) } } : node;
  }),
});
