import { z } from "zod";

const name = z.string().regex(/^[A-Za-z][\w.-]*$/, "a letter, then letters, digits, _ . or -");
const endpoint = z
  .string()
  .regex(/^[A-Za-z][\w.-]*:\d{1,5}$/, "a node and the number of its port, such as s1:2");

const switchSchema = z.strictObject({
  id: name,
  /** what it can match and write: an id of the library's targets or devices */
  target: z.string().min(1).default("ovs"),
  /** how many rules it holds and how long they take: an id of the library's rule switches */
  model: z.string().min(1).nullable().default(null),
  /** entries of its table, before the model's; null: the model's, or no bound */
  capacity: z.int().min(0).nullable().default(null),
  usedRules: z.int().min(0).default(0),
});

/**
 * How a NIC leads a packet to a core: by a queue of its own for a MAC address or VLAN (VMDq), or by one rule
 * for each tag.
 */
const dispatchKinds = ["mac", "vlan", "flow"] as const;
export type DispatchKind = (typeof dispatchKinds)[number];

const serverSchema = z.strictObject({
  id: name,
  cores: z.int().min(1).max(256),
  freeCores: z.int().min(0).nullable().default(null),
  load: z.number().min(0).max(1).default(0),
  nic: z
    .strictObject({ id: name.default("nic0"), dispatch: z.enum(dispatchKinds).default("mac") })
    .prefault({}),
});

/**
 * Switches, servers and their links; `ingress` and `egress`: where the chain's interfaces (`napt[in]`) are attached.
 */
export const offloadNetworkSchema = z.strictObject({
  switches: z.array(switchSchema).min(1, "a network has at least one switch"),
  servers: z.array(serverSchema).min(1, "a network has at least one server"),
  links: z.array(z.tuple([endpoint, endpoint])),
  ingress: z.record(z.string(), endpoint),
  egress: z.record(z.string(), endpoint).default({}),
});

export type OffloadNetwork = z.infer<typeof offloadNetworkSchema>;
export type OffloadSwitch = OffloadNetwork["switches"][number];
export type OffloadServer = OffloadNetwork["servers"][number];
export type Port = { node: string; port: number };

export function parsePort(text: string): Port {
  const at = text.lastIndexOf(":");
  return { node: text.slice(0, at), port: Number(text.slice(at + 1)) };
}

/** A node on a way with the ports by which packets come in and leave; null where the way begins or ends. */
export type Hop = { node: string; inPort: number | null; outPort: number | null };

/** What is not to be used: nodes, and links by `linkKey`. */
export type Broken = { nodes: ReadonlySet<string>; links: ReadonlySet<string> };
export const NOTHING_BROKEN: Broken = { nodes: new Set(), links: new Set() };

export const linkKey = (a: string, b: string): string => [a, b].sort().join(" - ");

/**
 * A shortest way from `from` to `to`, the first by the order of links; servers are only ends. Null when there is none.
 */
export function wayBetween(
  network: OffloadNetwork,
  from: string,
  to: string,
  broken: Broken = NOTHING_BROKEN,
): Hop[] | null {
  if (broken.nodes.has(from) || broken.nodes.has(to)) return null;
  const servers = new Set(network.servers.map((s) => s.id));
  const reached = new Map<string, { before: string; outPort: number; inPort: number } | null>([[from, null]]);
  for (const node of reached.keys()) {
    if (node === to) break;
    if (node !== from && servers.has(node)) continue;
    for (const [a, b] of network.links) {
      const [one, two] = [parsePort(a), parsePort(b)];
      const [here, there] = one.node === node ? [one, two] : [two, one];
      if (here.node !== node || reached.has(there.node) || broken.nodes.has(there.node)) continue;
      if (broken.links.has(linkKey(node, there.node))) continue;
      reached.set(there.node, { before: node, outPort: here.port, inPort: there.port });
    }
  }
  if (!reached.has(to)) return null;
  const way: Hop[] = [];
  let outPort: number | null = null;
  for (let node: string | null = to; node !== null; ) {
    const step: { before: string; outPort: number; inPort: number } | null = reached.get(node) ?? null;
    way.unshift({ node, inPort: step?.inPort ?? null, outPort });
    outPort = step?.outPort ?? null;
    node = step?.before ?? null;
  }
  return way;
}
