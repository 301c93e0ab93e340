import type { DeviceProfile } from "../device/index.ts";
import type { Catalogue, Problem } from "../placement/index.ts";
import type { Topology } from "../topology/index.ts";

/** One difference of two clouds: what it is about, and a line for people. */
export type CloudChange = {
  of: "node" | "link" | "chain" | "function" | "profile" | "options";
  change: "added" | "removed" | "changed";
  text: string;
};

type Item = { key: string; fields: Readonly<Record<string, unknown>> };

/** Differences of two problems of `place`: nodes, links, chains, functions, options, and the profiles that they use. */
export function problemChanges(
  before: { problem: Problem; catalogue: Catalogue },
  after: { problem: Problem; catalogue: Catalogue },
): CloudChange[] {
  const [old, now] = [before.problem, after.problem];
  const nodes = ({ devices, switches, hosts = [] }: Problem): Item[] => [
    ...devices.map(({ id, ...fields }) => ({ key: `device ${id}`, fields })),
    ...switches.map(({ id, ...fields }) => ({ key: `switch ${id}`, fields })),
    ...hosts.map(({ id }) => ({ key: `host ${id}`, fields: {} })),
  ];
  const chains = (problem: Problem): Item[] =>
    problem.chains.map(({ id, ...fields }) => ({ key: `chain ${id}`, fields }));
  const functions = (problem: Problem): Item[] =>
    problem.functions.map(({ type, source: _, ...fields }) => ({ key: `function ${type}`, fields }));
  const options = ({ options, required }: Problem): Item[] => [
    { key: "options", fields: { ...options, required } },
  ];
  return [
    ...changesOf("node", nodes(old), nodes(now)),
    ...changesOf("link", linksOf(old.links), linksOf(now.links)),
    ...changesOf("chain", chains(old), chains(now)),
    ...changesOf("function", functions(old), functions(now)),
    ...changesOf("profile", profilesOf(before), profilesOf(after)),
    ...changesOf("options", options(old), options(now)),
  ];
}

/** Differences of two topologies without chains. */
export function topologyChanges(before: Topology, after: Topology): CloudChange[] {
  const nodes = ({ nodes: all }: Topology): Item[] =>
    all.map(({ id, position: _, ...fields }) => ({ key: `node ${id}`, fields }));
  return [
    ...changesOf("node", nodes(before), nodes(after)),
    ...changesOf("link", linksOf(before.links), linksOf(after.links)),
  ];
}

/** A link is the same whichever end comes first; parallel ones are told apart by their ports, else by their order. */
function linksOf(links: Topology["links"]): Item[] {
  const met = new Map<string, number>();
  return links.map(({ a, b, aPort, bPort, ...fields }) => {
    const ends = [
      [a, aPort],
      [b, bPort],
    ].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
    const name = `link ${ends.map(([node]) => node).join(" - ")}`;
    const count = (met.get(name) ?? 0) + 1;
    met.set(name, count);
    const ports = ends.map(([node, port]) => [`port of ${node}`, port] as const);
    return {
      key: count === 1 ? name : `${name} (${count})`,
      fields: { ...fields, ...Object.fromEntries(ports) },
    };
  });
}

/** The numbers of the profiles that a problem's devices have; notes and sources say nothing of what is computed. */
function profilesOf({ problem, catalogue }: { problem: Problem; catalogue: Catalogue }): Item[] {
  const used = new Set(problem.devices.map(({ profile }) => profile));
  const known = new Map(catalogue.profiles.map((profile) => [profile.id, profile]));
  return [...used].flatMap((id) => {
    const profile = known.get(id);
    return profile ? [{ key: `profile ${id}`, fields: profileNumbers(profile) }] : [];
  });
}

/** How the numbers of a profile change, in one line; null: they do not. */
export const profileChanges = (before: DeviceProfile, after: DeviceProfile): string | null =>
  changesOf(
    "profile",
    [{ key: `profile ${after.id}`, fields: profileNumbers(before) }],
    [{ key: `profile ${after.id}`, fields: profileNumbers(after) }],
  )[0]?.text ?? null;

/** A profile's numbers, each under the name of its place; prose about them is left out. */
function profileNumbers(profile: DeviceProfile): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const walk = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) {
      if (typeof value !== "string" && value !== undefined && value !== null) found[path] = value;
      return;
    }
    for (const [name, each] of Object.entries(value))
      walk(each, path === "" || name === "value" ? path || name : `${path}.${name}`);
  };
  walk(profile, "");
  return found;
}

function changesOf(of: CloudChange["of"], before: readonly Item[], after: readonly Item[]): CloudChange[] {
  const [old, now] = [byKey(before), byKey(after)];
  return [
    ...after.flatMap(({ key, fields }): CloudChange[] => {
      const known = old.get(key);
      if (!known) return [{ of, change: "added", text: `${key} comes${stated(fields)}` }];
      const differences = fieldChanges(known, fields);
      return differences.length === 0
        ? []
        : [{ of, change: "changed", text: `${key}: ${differences.join(", ")}` }];
    }),
    ...before.flatMap(({ key }): CloudChange[] =>
      now.has(key) ? [] : [{ of, change: "removed", text: `${key} goes` }],
    ),
  ];
}

const byKey = (items: readonly Item[]) => new Map(items.map(({ key, fields }) => [key, fields]));

const stated = (fields: Item["fields"]): string => {
  const words = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || typeof value === "object" ? [] : [`${name} ${value}`],
  );
  return words.length === 0 ? "" : ` (${words.slice(0, MOST_FIELDS).join(", ")})`;
};

/** Fields of one thing that are named (our choice); the rest is counted. */
const MOST_FIELDS = 6;

function fieldChanges(before: Item["fields"], after: Item["fields"]): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]));
  const words = changed
    .slice(0, MOST_FIELDS)
    .map((name) => `${name} ${textOf(after[name])}, was ${textOf(before[name])}`);
  return changed.length > MOST_FIELDS ? [...words, `${changed.length - MOST_FIELDS} more`] : words;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "none";
  if (Array.isArray(value) && value.every((each) => typeof each !== "object"))
    return value.length === 0 ? "none" : value.join("+");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
