import { formatCount } from "@p4twin/ui/format";
import type { TopologyLink, TopologyNode } from "@p4twin/ui/graph";
import { type Group, type Groups, groupName, type ValueId, valueWords } from "./exploreWords.ts";

/** Parts of the scale that the legend shows. */
const SCALE = [0, 0.25, 0.5, 0.75, 1] as const;

/** What the colours of the map mean, the palest first: they grow evenly. Empty where nothing was measured. */
export const heatScale = (most: number, value: ValueId): { heat: number; words: string }[] =>
  most <= 0
    ? []
    : SCALE.map((heat) => ({
        heat,
        words:
          heat === 0 ? "0" : valueWords(value, value === "queueMax" ? Math.round(heat * most) : heat * most),
      })).filter(({ words }, i, all) => words !== all[i - 1]?.words);

/** The bin that is shown: one of the range, or the whole of it. */
export type Bin = number | "all";

/** Node ids of a path, each with its domain, as groups name nodes. */
function nodesOf(pathKey: string): (string | null)[] {
  const at = pathKey.lastIndexOf(" ");
  const domain = pathKey.slice(0, at);
  return pathKey
    .slice(at + 1)
    .split(">")
    .map((id) => (id === "?" ? null : `${domain} ${id}`));
}

/** A node's name without its domain, as far as it has it. */
function nameAlone(key: string, group: Group): string {
  const name = groupName(group);
  const domain = ` (${key.slice(0, key.lastIndexOf(" "))})`;
  return name.endsWith(domain) ? name.slice(0, -domain.length) : name;
}

/** Names for the map: with the domain only where two nodes have one name, since little room is between nodes. */
function namesOf(known: ReadonlyMap<string, Group>): Map<string, string> {
  const alone = new Map([...known].map(([key, group]) => [key, nameAlone(key, group)]));
  const times = new Map<string, number>();
  for (const name of alone.values()) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    [...known].map(([key, group]) => {
      const name = alone.get(key) ?? "";
      return [key, times.get(name) === 1 ? name : groupName(group)];
    }),
  );
}

/**
 * What kept reports show as a map: nodes coloured by a value of the bin, against the greatest of all bins, so that
 * colours of different times compare; links between neighbours on paths, as wide as what passes them.
 */
export function mapModel(
  nodes: Groups,
  paths: Groups,
  value: ValueId,
  bin: Bin,
): { nodes: TopologyNode[]; links: TopologyLink[]; most: number } {
  const cells = nodes.groups.flatMap((group) => group.cells.flatMap((cell) => cell ?? []));
  const most = Math.max(0, ...cells, ...nodes.groups.flatMap((group) => group[value] ?? []));
  const known = new Map(nodes.groups.flatMap((group) => (group.key === null ? [] : [[group.key, group]])));
  const names = namesOf(known);
  const traffic = new Map<string, { a: string; b: string; reports: number }>();
  for (const { key, cells: own, reports } of paths.groups) {
    if (key === null) continue;
    const passed = bin === "all" ? reports : (own[bin] ?? 0);
    const way = nodesOf(key);
    for (const [i, a] of way.entries()) {
      const b = way[i + 1];
      if (a === null || b === null || b === undefined || a === b || !known.has(a) || !known.has(b)) continue;
      const id = a < b ? `${a} – ${b}` : `${b} – ${a}`;
      const link = traffic.get(id) ?? { a, b, reports: 0 };
      link.reports += passed;
      traffic.set(id, link);
    }
  }
  const busiest = Math.max(0, ...[...traffic.values()].map(({ reports }) => reports));
  return {
    most,
    nodes: [...known].map(([id, group]) => {
      const figure = bin === "all" ? group[value] : (group.cells[bin] ?? null);
      return {
        ...{ id, kind: "switch" as const, label: names.get(id) ?? "" },
        detail: valueWords(value, figure),
        heat: figure === null || most === 0 ? null : figure / most,
      };
    }),
    links: [...traffic].map(([id, { a, b, reports }]) => ({
      ...{ id, a, b },
      traffic: {
        share: busiest === 0 ? 0 : reports / busiest,
        words: `about ${formatCount(reports)} reports`,
      },
    })),
  };
}
