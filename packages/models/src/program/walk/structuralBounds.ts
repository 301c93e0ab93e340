import { type Construct, constructs, type Features, noFeatures } from "../../core/index.ts";
import { nextStack, possibleCells } from "../flow/cells.ts";
import type { Flow, FlowNode, Operation } from "../flow/flow.ts";
import { type Component, stronglyConnected } from "./components.ts";

/**
 * Bounds from the shape of the flow alone, for programs whose states are too many to follow: the cheapest and
 * dearest way to an end for each construct by itself, whether or not a packet can take it. Loops count
 * `loopLimit` times, but a stack that nothing shifts is never extracted beyond its size. They enclose the
 * truth.
 */
export function structuralBounds(flow: Flow, loopLimit: number): { min: Features; max: Features } {
  const components = stronglyConnected(flow);
  const shifts = [...flow.nodes.values()].some((node) =>
    node.operations.some(({ kind }) => kind === "push" || kind === "pop"),
  );
  const min = noFeatures();
  const max = noFeatures();
  for (const construct of constructs) {
    const least = (node: FlowNode): number => leastCount(node, construct);
    const most = (node: FlowNode): number => mostCount(node, construct, flow, shifts);
    min[construct] = cheapest(flow, components, least);
    max[construct] = dearest(flow, components, most, loopLimit);
  }
  const written = new Set<string>();
  let stacked = 0;
  const stacks = new Set<string>();
  for (const node of flow.nodes.values()) {
    for (const operation of node.operations) {
      for (const cell of writtenCells(operation, flow)) written.add(cell);
      if (operation.kind !== "extract") continue;
      const stack = nextStack(operation.header);
      if (!stack) continue;
      for (const cell of possibleCells(stack, flow.storage)) stacks.add(cell);
    }
  }
  // after a shift an element can be extracted again: then each extraction counts for itself
  if (!shifts) for (const stack of stacks) stacked += flow.storage.stacks.get(stack)?.size ?? 0;
  // a shifted stack can be written at the same index again and again
  const modifiable = shifts ? flow.storage.headers.size : written.size;
  return {
    min,
    max: { ...max, parse: max.parse + stacked, modify: Math.min(max.modify, modifiable) },
  };
}

const isMachine = (operation: Operation): boolean =>
  operation.kind === "extract" && operation.isMachine === true;

/** What the node counts however the packet looks: validity may make removals, additions and writes count nothing. */
function leastCount(node: FlowNode, construct: Construct): number {
  const kind = construct === "parse" ? "extract" : construct === "copy" ? "copy" : "applyTable";
  if (construct !== "parse" && construct !== "copy" && construct !== "table") return 0;
  return node.operations.filter((operation) => operation.kind === kind && !isMachine(operation)).length;
}

function mostCount(node: FlowNode, construct: Construct, flow: Flow, shifts: boolean): number {
  if (construct === "modify") return mostWritten(node, flow);
  let count = 0;
  for (const operation of node.operations) {
    if (
      construct === "parse" &&
      operation.kind === "extract" &&
      !isMachine(operation) &&
      (shifts || !nextStack(operation.header))
    )
      count++;
    if (construct === "copy" && operation.kind === "copy") count++;
    if (construct === "table" && operation.kind === "applyTable") count++;
    if (construct === "add" && operation.kind === "setValid") count++;
    if (construct === "remove" && operation.kind === "setInvalid") count++;
    if (construct === "remove" && (operation.kind === "pop" || operation.kind === "push"))
      count += operation.count;
  }
  return count;
}

/** Headers that the operation may write a field of. */
const writtenCells = (operation: Operation, { storage }: Flow): readonly string[] =>
  operation.kind === "assign" && operation.header ? possibleCells(operation.header, storage) : [];

function mostWritten(node: FlowNode, flow: Flow): number {
  const named = new Set<string>();
  let open = 0;
  for (const operation of node.operations) {
    const cells = writtenCells(operation, flow);
    // an open index writes one element, each time perhaps another one
    if (cells.length > 1) open++;
    else for (const cell of cells) named.add(cell);
  }
  return named.size + open;
}

/**
 * Least sum over a way from the start to an end; a component of the flow costs at least nothing but its cheapest node.
 */
function cheapest(flow: Flow, components: readonly Component[], cost: (node: FlowNode) => number): number {
  const best = new Map<string, number>();
  // components come last to first, so every node outside the own component is known
  for (const component of components) {
    for (let round = 0; round <= component.nodes.length; round++) {
      let changed = false;
      for (const node of component.nodes) {
        const following = node.edges.map((edge) => best.get(edge.to) ?? Number.POSITIVE_INFINITY);
        const rest = node.kind === "end" ? 0 : Math.min(...following);
        const total = rest + cost(node);
        if (total < (best.get(node.id) ?? Number.POSITIVE_INFINITY)) {
          best.set(node.id, total);
          changed = true;
        }
      }
      if (!changed) break;
    }
  }
  const total = best.get(flow.start) ?? 0;
  return Number.isFinite(total) ? total : 0;
}

/** Greatest sum; a cycle is taken to visit each of its nodes `rounds` times. */
function dearest(
  flow: Flow,
  components: readonly Component[],
  cost: (node: FlowNode) => number,
  rounds: number,
): number {
  const best = new Map<string, number>();
  for (const component of components) {
    let rest = 0;
    let own = 0;
    for (const node of component.nodes) {
      own += cost(node) * (component.isCycle ? rounds : 1);
      for (const edge of node.edges) rest = Math.max(rest, best.get(edge.to) ?? 0);
    }
    for (const node of component.nodes) best.set(node.id, own + rest);
  }
  return best.get(flow.start) ?? 0;
}
