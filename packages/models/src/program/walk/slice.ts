import type { Construct } from "../../core/index.ts";
import {
  aheadCells,
  definedByLookahead,
  nextIndexCell,
  nextStack,
  originCell,
  possibleCells,
  valueCells,
} from "../flow/cells.ts";
import type { Flow, FlowEdge, FlowNode, FlowStorage, Operation, Place } from "../flow/flow.ts";
import { hasOpenIndex } from "../state/openIndices.ts";
import { cyclicNodes } from "./components.ts";
import { beforeOperation, liveCells } from "./liveness.ts";
import { controllingBranches, nextMeetings } from "./meetings.ts";

/** An end of a slice: which one a packet takes does not change a count. */
const END = "end";

/**
 * The part of `flow` that decides how often a path counts `construct`: what counts it, what values and header validity
 * that depends on, and the branches that lead there. Each path of the flow is one of the slice with the same count and
 * the other way round, because a branch is left out only where each packet finds a way to where its ways meet again.
 * So the least and the greatest count are the same, of far fewer states (Weiser 1984, here without repetition: branches
 * in cycles stay).
 */
export function sliceFor(flow: Flow, construct: Construct): Flow {
  const cyclic = cyclicNodes(flow);
  const meeting = nextMeetings(flow);
  const controls = controllingBranches(flow, meeting);
  const relevant = new Set<string>();
  const kept = new Map<string, readonly Operation[]>();
  const bare = new Map<string, FlowNode>();
  for (const node of flow.nodes.values()) {
    const repeats = cyclic.has(node.id) && node.edges.length > 1;
    if (repeats || mayEndPath(node) || !meeting.has(node.id)) relevant.add(node.id);
    const operations = node.operations.map((each) => withoutWrite(each, construct));
    bare.set(node.id, { ...node, operations });
  }
  const flowWith = (nodes: ReadonlyMap<string, FlowNode>): Flow => ({ ...flow, nodes });
  const isNeeded = (operation: Operation, live: ReadonlySet<string>): boolean =>
    decides(operation, construct, flow.storage) ||
    // which element it names is a test
    hasOpenIndex(operation) ||
    definedCells(operation, flow.storage).some((cell) => live.has(cell));
  for (let before = -1; before !== relevant.size; ) {
    before = relevant.size;
    const guarded = new Map([...bare].map(([id, node]) => [id, relevant.has(id) ? node : unguarded(node)]));
    const live = liveCells(flowWith(guarded), new Set(), isNeeded);
    for (const [id, node] of guarded) {
      const needed = neededOperations(node, live, isNeeded, flow.storage);
      kept.set(id, needed);
      if (needed.length > 0 || relevant.has(id)) addControls(id, controls, relevant);
    }
  }
  const nodes = new Map<string, FlowNode>();
  for (const [id, node] of bare) {
    const operations = kept.get(id) ?? [];
    if (node.kind === "end") nodes.set(id, operations.length > 0 ? { ...node, operations } : endNode(id));
    else if (relevant.has(id) || node.edges.length === 1) nodes.set(id, { ...node, operations });
    else nodes.set(id, { ...node, operations, edges: [wayTo(id, meeting.get(id) || END)] });
  }
  nodes.set(END, endNode(END));
  return { ...flow, ...withoutEmptyNodes(flow.start, nodes, cyclic) };
}

/** Adds what decides whether a packet meets `id`, and what decides whether it meets that. */
function addControls(
  id: string,
  controls: ReadonlyMap<string, ReadonlySet<string>>,
  relevant: Set<string>,
): void {
  for (const branch of controls.get(id) ?? []) {
    if (relevant.has(branch)) continue;
    relevant.add(branch);
    addControls(branch, controls, relevant);
  }
}

const wayTo = (from: string, to: string): FlowEdge => ({ id: `${from}.0`, to, label: "", guard: null });

const unguarded = (node: FlowNode): FlowNode => ({
  ...node,
  edges: node.edges.map((edge) => ({ ...edge, guard: null })),
});

const endNode = (id: string): FlowNode => ({
  id,
  kind: "end",
  label: "",
  group: "",
  span: null,
  operations: [],
  branching: "ordered",
  edges: [],
  outcome: "forward",
});

/** Whether a packet may find no way on: tests that cover not everything, stacks that are full. */
function mayEndPath(node: FlowNode): boolean {
  if (node.kind === "end") return false;
  const { edges } = node;
  const isTotal =
    node.branching === "choice" ? edges.some(({ guard }) => !guard) : edges.at(-1)?.guard === null;
  const isMember = ({ steps }: Place): boolean => steps.every(({ kind }) => kind === "member");
  return !isTotal || node.operations.some((each) => each.kind === "extract" && !isMember(each.header));
}

/** Without the mark that a header was written, where marks do not matter. */
function withoutWrite(operation: Operation, construct: Construct): Operation {
  if (construct === "modify" || operation.kind !== "assign" || !operation.header) return operation;
  // a write through an open index also forgets what the elements held
  return operation.header.steps.every(({ kind }) => kind === "member")
    ? { ...operation, isUnmarked: true }
    : operation;
}

/** Whether the operation counts `construct`, changes what a path has counted of it, or can end the path. */
function decides(operation: Operation, construct: Construct, storage: FlowStorage): boolean {
  const { kind } = operation;
  if (kind === "extract" && operation.header.steps.some((step) => step.kind !== "member")) return true;
  switch (construct) {
    case "parse":
      return kind === "extract" && !operation.isMachine;
    case "copy":
      return kind === "copy" && !operation.passing;
    case "table":
      return kind === "applyTable";
    case "add":
      return kind === "setValid";
    case "remove":
      return kind === "push" || kind === "pop" || (kind === "setInvalid" && !operation.isPassing);
    case "modify":
      if (kind === "assign") return operation.header !== null;
      if (kind === "extract" || kind === "setValid")
        return possibleCells(operation.header, storage).some(
          (cell) => (storage.headers.get(cell)?.siblings.length ?? 0) > 0,
        );
      return kind === "copy" || kind === "push" || kind === "pop" || kind === "setInvalid";
  }
}

/** Cells that the operation may change. */
function definedCells(operation: Operation, storage: FlowStorage): string[] {
  const wholeHeader = (cell: string): string[] => [
    cell,
    originCell(cell),
    ...(storage.headers.get(cell)?.fields ?? []).map((field) => `${cell}.${field.name}`),
  ];
  const withSiblings = (place: Place): string[] =>
    possibleCells(place, storage)
      .flatMap((cell) => [cell, ...(storage.headers.get(cell)?.siblings ?? [])])
      .flatMap(wholeHeader);
  switch (operation.kind) {
    case "extract": {
      const stack = nextStack(operation.header);
      const next = stack ? possibleCells(stack, storage).map(nextIndexCell) : [];
      const seen = operation.packet === undefined ? [] : aheadCells(operation.packet);
      return [...withSiblings(operation.header), ...next, ...seen];
    }
    case "lookahead":
      return [...definedByLookahead(operation.target, storage), ...aheadCells(operation.packet)];
    case "advance":
      return [...aheadCells(operation.packet)];
    case "setValid":
    case "setInvalid":
      return withSiblings(operation.header);
    case "copy":
      return [
        ...withSiblings(operation.target),
        ...(operation.passing === "header" ? possibleCells(operation.source, storage).map(originCell) : []),
      ];
    case "push":
    case "pop":
      return possibleCells(operation.stack, storage).flatMap((stack) => [
        nextIndexCell(stack),
        ...[...storage.headers.keys()].filter((cell) => cell.startsWith(`${stack}[`)).flatMap(wholeHeader),
      ]);
    case "assign":
      return [
        ...possibleCells(operation.target, storage),
        ...(operation.header && !operation.isUnmarked
          ? possibleCells(operation.header, storage).flatMap(wholeHeader)
          : []),
      ];
    default:
      return [];
  }
}

/** The operations of `node` that something behind them, or the count itself, depends on. */
function neededOperations(
  node: FlowNode,
  live: ReadonlyMap<string, ReadonlySet<string>>,
  isNeeded: (operation: Operation, live: ReadonlySet<string>) => boolean,
  storage: FlowStorage,
): Operation[] {
  if (node.operations.length === 0) return [];
  const cells = new Set<string>();
  for (const { to, guard } of node.edges) {
    for (const cell of live.get(to) ?? []) cells.add(cell);
    if (guard) for (const cell of valueCells(guard, storage)) cells.add(cell);
  }
  const needed: Operation[] = [];
  for (const operation of node.operations.toReversed()) {
    if (!isNeeded(operation, cells)) continue;
    beforeOperation(operation, cells, storage);
    needed.unshift(operation);
  }
  return needed;
}

/** The same without nodes that do nothing and lead to one place, and without two open ways to the same place. */
function withoutEmptyNodes(
  start: string,
  nodes: ReadonlyMap<string, FlowNode>,
  cyclic: ReadonlySet<string>,
): { start: string; nodes: Map<string, FlowNode> } {
  const targets = new Map<string, string>();
  const targetOf = (id: string): string => {
    const chain: string[] = [];
    let at = id;
    for (let node = nodes.get(at); node; node = nodes.get(at)) {
      const [edge] = node.edges;
      const known = targets.get(at);
      if (known !== undefined || node.operations.length > 0 || cyclic.has(at)) {
        at = known ?? at;
        break;
      }
      chain.push(at);
      if (node.kind === "end") at = END;
      else if (node.edges.length === 1 && edge?.guard === null) {
        at = edge.to;
        continue;
      }
      break;
    }
    for (const each of chain) targets.set(each, at);
    return at;
  };
  const kept = new Map<string, FlowNode>();
  const first = targetOf(start);
  const pending = [first];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const node = nodes.get(id);
    if (!node || kept.has(id)) continue;
    const open = new Set<string>();
    const edges = node.edges
      .map((edge) => ({ ...edge, to: targetOf(edge.to) }))
      .filter((edge) => {
        if (node.branching !== "choice" || edge.guard) return true;
        const isNew = !open.has(edge.to);
        open.add(edge.to);
        return isNew;
      });
    kept.set(id, { ...node, edges });
    pending.push(...edges.map(({ to }) => to));
  }
  return { start: first, nodes: kept };
}
