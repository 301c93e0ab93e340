import { type Catalogue, type DeviceFacts, smallestFrameBytes } from "../catalogue.ts";
import type { Problem } from "../problem.ts";

type Link = Problem["links"][number];

/** The links of a problem as a graph of numbered nodes; nodes without a link are not in it. */
export type Wiring = {
  ids: readonly string[];
  indexOf: ReadonlyMap<string, number>;
  links: readonly Link[];
  /** entries of node n in `to` and `via` begin at `first[n]` and end before `first[n + 1]` */
  first: Int32Array;
  to: Int32Array;
  /** index of the link */
  via: Int32Array;
  /**
   * Nodes outside of all cycles hang on the rest as trees: 1 in `hangs`, and the next node towards the rest
   * in `up` (-1 for the last one of a network without cycles). A way enters such a tree only where it begins
   * or ends there.
   */
  hangs: Uint8Array;
  up: Int32Array;
  linkOf(a: string, b: string): Link | null;
};

const wirings = new WeakMap<readonly Link[], Wiring>();

/** The wiring of a problem, kept as long as its list of links: a what-if asks again and again for the same one. */
export function wiringOf({ links }: Problem): Wiring {
  const known = wirings.get(links);
  if (known) return known;
  const indexOf = new Map<string, number>();
  const number = (id: string): number => {
    const index = indexOf.get(id) ?? indexOf.size;
    indexOf.set(id, index);
    return index;
  };
  const pairs = links.map(({ a, b }) => [number(a), number(b)] as const);
  const first = new Int32Array(indexOf.size + 1);
  for (const [a, b] of pairs) {
    first[a + 1]!++;
    first[b + 1]!++;
  }
  for (let n = 0; n < indexOf.size; n++) first[n + 1]! += first[n]!;
  const next = first.slice();
  const to = new Int32Array(2 * links.length);
  const via = new Int32Array(2 * links.length);
  pairs.forEach(([a, b], link) => {
    for (const [from, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const entry = next[from]!++;
      to[entry] = other;
      via[entry] = link;
    }
  });
  const degree = (node: number): number => first[node + 1]! - first[node]!;
  const wiring: Wiring = {
    ...hangingOn(first, to),
    ids: [...indexOf.keys()],
    indexOf,
    links,
    first,
    to,
    via,
    linkOf(a, b) {
      const ends = [indexOf.get(a), indexOf.get(b)];
      if (ends[0] === undefined || ends[1] === undefined) return null;
      // the end with fewer links: a core switch has thousands
      const [from, other] = degree(ends[0]) <= degree(ends[1]) ? [ends[0], ends[1]] : [ends[1], ends[0]];
      for (let e = first[from]!; e < first[from + 1]!; e++) if (to[e] === other) return links[via[e]!]!;
      return null;
    },
  };
  wirings.set(links, wiring);
  return wiring;
}

/** Takes off nodes with one link left, round by round. */
function hangingOn(first: Int32Array, to: Int32Array): Pick<Wiring, "hangs" | "up"> {
  const count = first.length - 1;
  const hangs = new Uint8Array(count);
  const up = new Int32Array(count).fill(-1);
  const degree = Int32Array.from({ length: count }, (_, n) => first[n + 1]! - first[n]!);
  const leaves: number[] = [];
  for (let n = 0; n < count; n++) if (degree[n] === 1) leaves.push(n);
  for (const node of leaves) {
    hangs[node] = 1;
    for (let e = first[node]!; e < first[node + 1]!; e++) {
      const other = to[e]!;
      if (hangs[other] === 1) continue;
      up[node] = other;
      degree[other]!--;
      if (degree[other] === 1) leaves.push(other);
    }
  }
  return { hangs, up };
}

/** Profile of each device by id. */
export type Profiles = Pick<ReadonlyMap<string, string>, "get" | "has">;

const profiles = new WeakMap<Problem["devices"], Profiles>();

/** Profile of each device by id, kept as long as the list of devices. */
export function profilesOf({ devices }: Pick<Problem, "devices">): Profiles {
  const known = profiles.get(devices);
  if (known) return known;
  const map = new Map(devices.map((d) => [d.id, d.profile]));
  profiles.set(devices, map);
  return map;
}

/** The devices with another profile for one of them; what is known of the others is not looked up again. */
export function withProfile(devices: Problem["devices"], id: string, profile: string): Problem["devices"] {
  const before = profilesOf({ devices });
  const next = devices.map((d) => (d.id === id ? { ...d, profile } : d));
  profiles.set(next, {
    get: (other) => (other === id ? profile : before.get(other)),
    has: (other) => before.has(other),
  });
  return next;
}

const delays = new WeakMap<Problem["switches"], ReadonlyMap<string, number>>();

/** Delay of each plain switch by id (us), kept as long as the list of switches. */
export function switchDelaysOf({ switches }: Problem): ReadonlyMap<string, number> {
  const known = delays.get(switches);
  if (known) return known;
  const map = new Map(switches.map((s) => [s.id, s.delayUs]));
  delays.set(switches, map);
  return map;
}

/** What the catalogue says of a device of the problem; null when there is no such device or profile. */
export function factsAt(problem: Problem, catalogue: Catalogue, id: string): DeviceFacts | null {
  const profile = profilesOf(problem).get(id);
  return profile === undefined ? null : catalogue.device(profile, smallestFrameBytes(problem));
}
