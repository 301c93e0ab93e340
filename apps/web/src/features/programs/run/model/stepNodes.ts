import type { Span } from "@p4twin/models/core";
import type { GraphNode } from "@p4twin/models/program";
import type { PageGraph } from "@/workers/program/pageQuestions.ts";
import type { RunStep } from "@/workers/run/runQuestions.ts";

/** Steps between two nodes may stand for nodes without a place in the source, this many at most (our choice). */
const LONGEST_GAP = 6;

/**
 * The node of the drawing at which each step happens; null: none. A text that the drawing has several times, such as an
 * action of two tables, is the one that the drawing reaches from the step before.
 */
export function nodesOfSteps({ nodes, edges }: PageGraph, steps: readonly RunStep[]): (string | null)[] {
  const ways = waysOf(edges);
  const last = new Map<number, string>();
  return steps.map(({ branch, event }) => {
    // a block is entered at the first of its steps
    if (event.at === null || event.kind === "enter") return null;
    const candidates = event.kind === "table" ? tablesCalled(nodes, event.name) : nodesAt(nodes, event.at);
    const before = last.get(branch) ?? null;
    const found =
      candidates.find(({ id }) => id === before) ??
      (before === null ? null : nearest(ways, before, new Set(candidates.map(({ id }) => id)))) ??
      candidates[0] ??
      null;
    if (found === null) return null;
    const id = typeof found === "string" ? found : found.id;
    last.set(branch, id);
    return id;
  });
}

/** What a copy passes of the drawing: its nodes, and the edges between them. */
export function passedOf(
  { edges }: PageGraph,
  nodes: readonly (string | null)[],
): { nodes: string[]; edges: string[] } {
  const ways = waysOf(edges);
  const passed = { nodes: new Set<string>(), edges: new Set<string>() };
  let before: string | null = null;
  for (const node of nodes) {
    if (node === null) continue;
    passed.nodes.add(node);
    for (const way of before === null || before === node
      ? []
      : (route(ways, before, (id) => id === node) ?? [])) {
      passed.edges.add(way.id);
      passed.nodes.add(way.to);
    }
    before = node;
  }
  return { nodes: [...passed.nodes], edges: [...passed.edges] };
}

type Way = { id: string; to: string };
type Ways = ReadonlyMap<string, readonly Way[]>;

function waysOf(edges: PageGraph["edges"]): Ways {
  const ways = new Map<string, Way[]>();
  for (const { id, from, to } of edges) ways.set(from, [...(ways.get(from) ?? []), { id, to }]);
  return ways;
}

const holds = (outer: Span, inner: Span): boolean =>
  outer.file === inner.file && outer.start <= inner.start && inner.end <= outer.end;

/** The drawing has a table at its declaration, a step where it is applied: the name tells. */
const tablesCalled = (nodes: readonly GraphNode[], name: string): GraphNode[] =>
  nodes.filter(({ kind, label }) => kind === "table" && (name === label || name.endsWith(`.${label}`)));

/** The nodes whose text holds a place most closely. */
function nodesAt(nodes: readonly GraphNode[], at: Span): GraphNode[] {
  const sizeOf = ({ span }: GraphNode): number => (span ? span.end - span.start : 0);
  const around = nodes.filter(({ span }) => span !== null && (holds(span, at) || holds(at, span)));
  const inside = around.filter(({ span }) => span !== null && holds(span, at));
  const fitting = inside.length > 0 ? inside : around;
  const least = Math.min(...fitting.map(sizeOf));
  return fitting.filter((node) => sizeOf(node) === least);
}

const nearest = (ways: Ways, from: string, wanted: ReadonlySet<string>): string | null =>
  route(ways, from, (id) => wanted.has(id))?.at(-1)?.to ?? null;

/** The shortest way from a node to one that is wanted; null: there is none so short. */
function route(ways: Ways, from: string, isWanted: (id: string) => boolean): Way[] | null {
  let front: { at: string; way: Way[] }[] = [{ at: from, way: [] }];
  const seen = new Set([from]);
  for (let length = 0; length < LONGEST_GAP; length++) {
    const next: typeof front = [];
    for (const { at, way } of front)
      for (const each of ways.get(at) ?? []) {
        if (seen.has(each.to)) continue;
        seen.add(each.to);
        if (isWanted(each.to)) return [...way, each];
        next.push({ at: each.to, way: [...way, each] });
      }
    front = next;
  }
  return null;
}
