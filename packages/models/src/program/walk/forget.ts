import { nextIndexCell, originCell, valueCells } from "../flow/cells.ts";
import type { Flow, FlowEdge, FlowNode, FlowStorage, Value } from "../flow/flow.ts";
import { mayStayOpen } from "../state/openIndices.ts";
import { copyState, forget, type Origin, put, type State } from "../state/state.ts";
import { boolShape } from "../state/term.ts";
import { beforeOperation, type LiveCells, visitsCell } from "./liveness.ts";

/** Of what is live, which headers are valid, and what the analysis itself notes in "$…", which has few values. */
export const withoutValues = (live: LiveCells, { headers }: FlowStorage): LiveCells =>
  new Map(
    [...live].map(([id, cells]) => [
      id,
      new Set([...cells].filter((cell) => headers.has(ownerOf(cell)) || cell.includes("$"))),
    ]),
  );

/**
 * Whether operations may do something else when values are forgotten: an index that stays open adds or removes a header
 * each time, and leaves open which one.
 */
export const hasLostIndices = ({ nodes, storage }: Flow): boolean =>
  [...nodes.values()].some(({ operations }) => mayStayOpen(operations, storage));

/** Whether what is in `cell` when a packet comes to `node` has to be remembered for what happens there. */
export type IsUsed = (node: string, cell: string) => boolean;

/**
 * What has to be remembered so that these uses are answered, and how far paths are in stacks and loops. The validity
 * of a header and where it came from are remembered together.
 */
export function cellsFor(flow: Flow, loopHeads: ReadonlySet<string>, isUsed: IsUsed): LiveCells {
  const live = new Map<string, Set<string>>();
  const predecessors = new Map<string, Set<string>>();
  for (const { id, edges } of flow.nodes.values()) {
    live.set(id, new Set());
    for (const { to } of edges) predecessors.set(to, (predecessors.get(to) ?? new Set<string>()).add(id));
  }
  const pending = new Set([...flow.nodes.keys()].reverse());
  for (const id of pending) {
    pending.delete(id);
    const node = flow.nodes.get(id);
    if (!node) continue;
    const before = live.get(id)?.size ?? 0;
    const now = cellsInto(node, live, isUsed, flow.storage);
    if (loopHeads.has(id)) now.add(visitsCell(id));
    live.set(id, now);
    if (now.size !== before) for (const predecessor of predecessors.get(id) ?? []) pending.add(predecessor);
  }
  return live;
}

function cellsInto(node: FlowNode, live: LiveCells, isUsed: IsUsed, storage: FlowStorage): Set<string> {
  let cells = new Set<string>();
  const isKept = (cell: string): boolean =>
    cells.has(cell) || cell.endsWith(NEXT) || isUsed(node.id, ownerOf(cell));
  for (const { to, guard } of node.edges) {
    for (const cell of live.get(to) ?? []) cells.add(cell);
    for (const cell of guard ? valueCells(guard, storage) : []) if (isKept(cell)) cells.add(cell);
  }
  for (const operation of node.operations.toReversed()) {
    const before = new Set(cells);
    beforeOperation(operation, before, storage);
    cells = new Set([...before].filter(isKept));
  }
  for (const cell of [...cells].map(ownerOf))
    if (storage.headers.has(cell)) cells.add(cell).add(originCell(cell));
  return cells;
}

const [ORIGIN, NEXT] = [originCell(""), nextIndexCell("")];

/** The header that a cell is about. */
export const ownerOf = (cell: string): string =>
  cell.endsWith(ORIGIN) ? cell.slice(0, -ORIGIN.length) : cell;

/**
 * The flow in which a value that is forgotten may be known or not: what holds only of a known value may then hold, and
 * may not, where the value can be that.
 */
export function withOpenDecisions(flow: Flow): Flow {
  const open = (value: Value): Value => {
    if (value.kind !== "operation") return value;
    const operands = value.operands.map(open);
    if (value.operator !== "known") return { ...value, operands };
    const truth = (operator: "==" | "&&" | "||", ...parts: Value[]): Value => ({
      kind: "operation",
      operator,
      operands: parts,
      shape: boolShape,
    });
    const perhaps = truth("&&", truth("==", ...operands), { kind: "unknown", shape: boolShape });
    return truth("||", value, perhaps);
  };
  const openEdge = (edge: FlowEdge): FlowEdge => (edge.guard ? { ...edge, guard: open(edge.guard) } : edge);
  const nodes = [...flow.nodes.values()].map((node) => ({ ...node, edges: node.edges.map(openEdge) }));
  return { ...flow, nodes: new Map(nodes.map((node) => [node.id, node])) };
}

/** Headers that were forgotten and are asked for, and what each can be as far as that is asked. */
export type Forgotten = readonly { cell: string; origins: readonly (Origin | null)[] }[];

/** For each node the headers that its operations or tests ask for and that are not `remembered`. */
export function askedHeaders(flow: Flow, live: LiveCells, remembered: LiveCells): Map<string, Forgotten> {
  const asked = new Map<string, Forgotten>();
  for (const node of flow.nodes.values()) {
    const cells = askedCells(node, live, flow.storage);
    const forgotten = [...new Set([...cells].map(ownerOf))].filter(
      (cell) => flow.storage.headers.has(cell) && !remembered.get(node.id)?.has(cell),
    );
    const originsOf = (cell: string): (Origin | null)[] =>
      cells.has(originCell(cell)) ? [null, "packet", "added"] : [null, "added"];
    if (forgotten.length > 0)
      asked.set(
        node.id,
        forgotten.map((cell) => ({ cell, origins: originsOf(cell) })),
      );
  }
  return asked;
}

/** Cells of headers that `node` asks, and of values that its tests do. */
export function askedCells(node: FlowNode, live: LiveCells, storage: FlowStorage): Set<string> {
  const asked = new Set<string>();
  const behind = new Set<string>();
  for (const { to, guard } of node.edges) {
    for (const cell of live.get(to) ?? []) if (!isOfHeader(cell, storage)) behind.add(cell);
    for (const cell of guard ? valueCells(guard, storage) : []) asked.add(cell);
  }
  for (const cell of asked) if (!isOfHeader(cell, storage)) behind.add(cell);
  for (const operation of node.operations.toReversed()) {
    beforeOperation(operation, behind, storage);
    for (const cell of behind) {
      if (!isOfHeader(cell, storage)) continue;
      asked.add(cell);
      behind.delete(cell);
    }
  }
  return asked;
}

const isOfHeader = (cell: string, storage: FlowStorage): boolean =>
  storage.headers.has(cell) || cell.endsWith(ORIGIN);

/** The state with each of the forgotten headers being what it can be. */
export const withOrigins = (state: State, forgotten: Forgotten): State[] =>
  forgotten.reduce(
    (states, { cell, origins }) =>
      states.flatMap((each) => origins.map((origin) => withOrigin(each, cell, origin))),
    [state],
  );

function withOrigin(state: State, cell: string, origin: Origin | null): State {
  const next = copyState(state);
  if (origin) put(next, "headers", cell, origin);
  else forget(next, "headers", cell);
  return next;
}
