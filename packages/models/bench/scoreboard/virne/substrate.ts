import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../../src/core/index.ts";

/** A physical network: processing of its nodes and bandwidth of its links, which both directions share. */
export type Substrate = {
  cpu: readonly number[];
  links: readonly { ends: readonly [number, number]; bandwidth: number }[];
};
type Ends = readonly [number, number];
type Graph = { nodes: number; edges: readonly Ends[] };

/** Virne's default for processing and bandwidth: whole numbers, uniform (`settings/p_net_setting/default.yaml`). */
const CAPACITY = { least: 50, most: 100 };
/** Its default Waxman graph: 0.5 e^(-d / 0.2 L), where L is the largest distance, on the unit square, connected. */
const WAXMAN = { nodes: 100, beta: 0.5, alpha: 0.2 };

/**
 * What Virne's exact program (ViNEYard's, on existing links only; SCIP of OR-tools 9.15, Virne's limit of 10 s) made of
 * the first ten requests of seed 1, each on the empty network; measured on 23 November 2026 on a busy machine.
 */
const theirs = (proven: number): string => `its program: ${proven} of the first 10 proven in 10 s each`;

/** Networks that Virne is measured on; of the two that were drawn from maps the size, where their files are not had. */
export const NETWORKS = [
  { name: "Waxman 100", file: null, nodes: 100, edges: null, theirs: theirs(1) },
  { name: "GEANT", file: "Geant.gml", nodes: 40, edges: 61, theirs: theirs(4) },
  { name: "BRAIN", file: "Brain.gml", nodes: 161, edges: 166, theirs: "-" },
] as const;

/** The network with capacities drawn; `isReal`: its links are those of the file in `folder`. */
export function substrateOf(
  { file, nodes, edges }: (typeof NETWORKS)[number],
  folder: string | null,
  random: Random,
): Substrate & { isReal: boolean } {
  const path = folder !== null && file !== null ? join(folder, file) : null;
  const isReal = path !== null && existsSync(path);
  const graph = isReal
    ? graphOfGml(readFileSync(path, "utf8"))
    : edges === null
      ? waxman(random)
      : sparse(nodes, edges, random);
  const capacity = (): number => uniform(CAPACITY.least, CAPACITY.most, random);
  return {
    isReal,
    cpu: Array.from({ length: graph.nodes }, capacity),
    links: graph.edges.map((ends) => ({ ends, bandwidth: capacity() })),
  };
}

export const uniform = (least: number, most: number, random: Random): number =>
  least + random.integer(most - least + 1);

function waxman(random: Random): Graph {
  for (;;) {
    const at = Array.from({ length: WAXMAN.nodes }, () => [random.next(), random.next()] as const);
    const pairs = pairsOf(at.length);
    const distance = ([a, b]: Ends): number => Math.hypot(at[a]![0] - at[b]![0], at[a]![1] - at[b]![1]);
    const longest = Math.max(...pairs.map(distance));
    const edges = pairs.filter(
      (pair) => random.next() < WAXMAN.beta * Math.exp(-distance(pair) / (WAXMAN.alpha * longest)),
    );
    if (isConnected(at.length, edges)) return { nodes: at.length, edges };
  }
}

/** A random tree with more links between nodes that have none yet: as many as the network that it stands for. */
function sparse(nodes: number, count: number, random: Random): Graph {
  const edges: Ends[] = Array.from({ length: nodes - 1 }, (_, i) => [random.integer(i + 1), i + 1]);
  while (edges.length < count) {
    const [a, b] = [random.integer(nodes), random.integer(nodes)];
    if (a !== b && !edges.some((ends) => ends.includes(a) && ends.includes(b))) edges.push([a, b]);
  }
  return { nodes, edges };
}

/** Nodes in the order of the file; parallel links count once, as Virne reads them. */
function graphOfGml(text: string): Graph {
  const ids = [...text.matchAll(/node \[\s+id (\d+)/g)].map(([, id]) => id!);
  const numbers = new Map(ids.map((id, i) => [id, i]));
  const seen = new Map<string, Ends>();
  for (const [, source, target] of text.matchAll(/source (\d+)\s+target (\d+)/g)) {
    const [a, b] = [numbers.get(source!)!, numbers.get(target!)!];
    if (a !== b) seen.set([Math.min(a, b), Math.max(a, b)].join(" "), [a, b]);
  }
  return { nodes: ids.length, edges: [...seen.values()] };
}

const pairsOf = (nodes: number): Ends[] =>
  Array.from({ length: nodes }, (_, a) =>
    Array.from({ length: nodes - a - 1 }, (_, i): Ends => [a, a + 1 + i]),
  ).flat();

function isConnected(nodes: number, edges: readonly Ends[]): boolean {
  const reached = new Set([0]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const [a, b] of edges)
      if (reached.has(a) || reached.has(b)) {
        reached.add(a);
        reached.add(b);
      }
  }
  return reached.size === nodes;
}
