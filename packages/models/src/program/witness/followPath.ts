import type { Flow, FlowNode, Operation, Value } from "../flow/flow.ts";
import { isExternResult } from "../lower/flowNodes.ts";
import { seenAhead, seenBy, setSeen } from "../state/ahead.ts";
import { assume } from "../state/assume.ts";
import { evaluate, resolvePlace } from "../state/evaluate.ts";
import { operationsOf, type Test, valuesWithin } from "../state/openIndices.ts";
import { cellsOfOperation, cellsOfValue } from "../state/reads.ts";
import { copyState, initialState, put, type State } from "../state/state.ts";
import type { Term } from "../state/term.ts";
import { execute } from "../walk/execute.ts";
import { type CellOrigin, namedSymbol, nameReads, type Origin, type Origins } from "./symbols.ts";

/** What must be so that a packet takes a path; each condition is a truth value. */
export type Condition = { term: Term; holds: boolean };

/** A header that the parser takes from the packet: the bits of its fields; null: as many as `varying` says. */
type Extraction = { bits: (number | null)[]; varying: Term | null };

/** One way in which a path can be taken: conditions by reasons of `||` that were told apart. */
export type Way = {
  conditions: readonly Condition[];
  extractions: readonly Extraction[];
  origins: Origins;
  /** of each table in order: whether the program asks for a hit (true) or a miss (false) */
  hits: readonly (boolean | undefined)[];
  /** what is known about terms, by key */
  facts: State["facts"];
};

/** Our choice: ways of one path that are followed. */
const MAX_WAYS = 8;

/** Reads of what the control plane can set. */
const STATEFUL = new Set(["register.read", "meter.execute_meter"]);

type Following = Way & {
  state: State;
  /** bits that the parser passed since the last extraction */
  advanced: number;
  /** tables that were applied, and what the control plane can set that was read */
  applied: number;
  reads: number;
};

/**
 * Follows the path over `edges` (ids, in order) once more with nothing forgotten and with the origin of each unknown.
 * Ways that contradict themselves are left out.
 */
export function followPath(flow: Flow, edges: readonly string[]): Way[] {
  let ways: Following[] = [begin(flow)];
  let node = flow.nodes.get(flow.start);
  for (const id of edges) {
    if (!node) return [];
    const at = node;
    const position = at.edges.findIndex((edge) => edge.id === id);
    const taken = at.edges[position];
    if (!taken) return [];
    ways = ways.flatMap((way) => passNode(way, at, flow));
    const guards = at.branching === "ordered" ? at.edges.slice(0, position).map((each) => each.guard) : [];
    for (const guard of guards) if (guard) ways = ways.flatMap((way) => learn(way, guard, false, flow));
    const { guard } = taken;
    if (guard) ways = ways.flatMap((way) => learn(way, guard, true, flow));
    ways = ways.slice(0, MAX_WAYS);
    node = flow.nodes.get(taken.to);
  }
  return ways.map((way) => ({ ...way, facts: way.state.facts }));
}

const begin = (flow: Flow): Following => {
  const state = initialState(flow.storage);
  return {
    conditions: [],
    extractions: [],
    origins: new Map(),
    hits: [],
    facts: state.facts,
    state,
    advanced: 0,
    applied: 0,
    reads: 0,
  };
};

/** Variables of blocks and calls have cells of their own; what is in none of them is the machine's or a header's. */
function cellOrigin({ extractions, advanced }: Following, flow: Flow): CellOrigin {
  return (cell) => {
    const owner = cell.slice(0, cell.lastIndexOf("."));
    if (isExternResult({ root: cell, steps: [] })) {
      const fields = flow.storage.headers.get(owner)?.fields ?? [];
      const before = fields.slice(
        0,
        fields.findIndex(({ name }) => cell === `${owner}.${name}`),
      );
      const offset = before.reduce((sum, { shape }) => sum + (shape.bits ?? 0), advanced);
      return { kind: "extern", behind: extractions.length - 1, offset, read: null };
    }
    if (cell.includes("@") || flow.storage.headers.has(owner)) return { kind: "unset" };
    return { kind: "metadata", field: cell.slice(cell.lastIndexOf(".") + 1) };
  };
}

type Guard = NonNullable<FlowNode["edges"][number]["guard"]>;

function learn(way: Following, guard: Guard, holds: boolean, flow: Flow): Following[] {
  const state = copyState(way.state);
  const origins: Origins = new Map(way.origins);
  nameReads(state, cellsOfValue(guard, flow.storage), origins, cellOrigin(way, flow));
  return valuesWithin(state, guard, flow.storage).flatMap(({ state: within, item, tests }) => {
    const conditions = conditionsOf(state, [...tests, { condition: item, holds }], flow);
    return assume(within, item, holds, flow.storage).map((next) => ({
      ...way,
      state: next,
      origins,
      conditions: [...way.conditions, ...conditions],
    }));
  });
}

/** Tests as terms, without those whose answer is known. */
const conditionsOf = (state: State, tests: readonly Test[], flow: Flow): Condition[] =>
  tests.flatMap(({ condition, holds }) => {
    const term = evaluate(copyState(state), condition, flow.storage);
    return term.kind === "constant" ? [] : [{ term, holds }];
  });

/** A way inside a node: what comes next in it. */
type Inside = { way: Following; isParameter: boolean; position: number; read: number | null };

/** Carries out what the node does: several ways where an index can be several, none where nothing gets through. */
function passNode(before: Following, node: FlowNode, flow: Flow): Following[] {
  const portsBefore = new Map([...before.state.values].filter(([cell]) => cell.endsWith(".egress_spec")));
  const way = { ...before, state: copyState(before.state), origins: new Map(before.origins) };
  let inside: Inside[] = [{ way, isParameter: node.tableRun !== undefined, position: 0, read: null }];
  for (const operation of node.operations)
    inside = inside
      .flatMap((each) => withIndices(each, operation, flow))
      .flatMap(({ item, ...each }) => carryOut(each, item, node, portsBefore, flow));
  return inside.map(({ way }) => way);
}

function withIndices(
  { way, ...rest }: Inside,
  operation: Operation,
  flow: Flow,
): (Inside & { item: Operation })[] {
  const { state, origins } = way;
  if (operation.kind === "lookahead") nameAhead(way, operation, flow);
  nameReads(state, cellsOfOperation(state, operation, flow.storage), origins, cellOrigin(way, flow));
  const chosen = operationsOf(state, operation, flow.storage).slice(0, MAX_WAYS);
  return chosen.map(({ state: next, item, tests }) => ({
    ...rest,
    item,
    way: {
      ...way,
      state: next,
      origins: chosen.length > 1 ? new Map(origins) : origins,
      conditions: [...way.conditions, ...conditionsOf(state, tests, flow)],
    },
  }));
}

/** What a parser sees ahead and has not seen before is a part of the packet. */
function nameAhead(
  { state, origins, extractions, advanced }: Following,
  operation: Extract<Operation, { kind: "lookahead" }>,
  { storage }: Flow,
): void {
  const { cell } = resolvePlace(state, operation.target, storage);
  const bits = cell === null ? null : seenBy(operation, cell, storage);
  if (bits === null || (seenAhead(state, operation.packet)?.bits ?? 0) >= bits) return;
  const origin: Origin = { kind: "extern", behind: extractions.length - 1, offset: advanced, read: null };
  const term = namedSymbol(state, { bits, isSigned: false }, origin, origins);
  setSeen(state, operation.packet, { term, bits });
}

function carryOut(
  inside: Inside,
  operation: Operation,
  node: FlowNode,
  portsBefore: ReadonlyMap<string, Term>,
  flow: Flow,
): Inside[] {
  const filled =
    operation.kind === "extract" ? resolvePlace(inside.way.state, operation.header, flow.storage).cell : null;
  const [done] = execute(inside.way.state, [operation], flow.storage);
  if (!done) return [];
  const way: Following = { ...inside.way, state: done.state };
  const isParameter =
    inside.isParameter && operation.kind === "assign" && operation.target.steps.length === 0;
  const next: Inside = { ...inside, way, isParameter };
  if (operation.kind === "extract" && operation.isMachine !== true)
    extracted(way, filled, operation.varyingBits, flow);
  if (operation.kind === "extract") way.advanced = 0;
  if (operation.kind === "advance") way.advanced += operation.bits ?? 0;
  if (operation.kind === "applyTable") way.applied++;
  if (operation.kind === "extern") next.read = STATEFUL.has(operation.name) ? way.reads++ : null;
  if (operation.kind !== "assign") return [next];
  const { value, target } = operation;
  if (value.kind === "constant" && typeof value.value === "boolean" && target.root.includes(".$hit@"))
    way.hits = withAt(way.hits, way.applied - 1, value.value);
  const { cell } = resolvePlace(way.state, target, flow.storage);
  if (value.kind !== "unknown" || cell === null) return [next];
  // a packet that is not replicated leaves egress by the port that ingress chose
  const port = cell.endsWith(".egress_port") ? portsBefore.get(cell.replace(/port$/, "spec")) : undefined;
  const origin: Origin = isParameter
    ? { kind: "parameter", application: way.applied - 1, position: next.position++ }
    : node.kind === "architecture"
      ? metByQueue(cell)
      : { kind: "extern", behind: way.extractions.length - 1, offset: way.advanced, read: next.read };
  const symbol = (): Term => namedSymbol(way.state, value.shape, origin, way.origins);
  put(way.state, "values", cell, (node.kind === "architecture" ? port : undefined) ?? symbol());
  return [next];
}

/** What the queue tells, and what tells copies apart. */
function metByQueue(cell: string): Origin {
  const field = cell.slice(cell.lastIndexOf(".") + 1);
  return COPIED.has(field) ? { kind: "architecture" } : { kind: "metadata", field };
}
const COPIED = new Set(["egress_spec", "egress_port", "instance_type", "egress_rid"]);

function withAt<T>(list: readonly (T | undefined)[], index: number, value: T): (T | undefined)[] {
  const made = Array.from({ length: Math.max(list.length, index + 1) }, (_, i) => list[i]);
  made[index] = value;
  return made;
}

/** The fields of the header in `cell` are what the packet has there. */
function extracted(
  way: Following,
  cell: string | null,
  varyingBits: Value | undefined,
  { storage }: Flow,
): void {
  const { state } = way;
  const extraction = way.extractions.length;
  const fields = cell === null ? [] : (storage.headers.get(cell)?.fields ?? []);
  const varying = varyingBits ? evaluate(state, varyingBits, storage) : null;
  const bits = fields.map(({ shape }) => shape.bits);
  way.extractions = [...way.extractions, { bits, varying }];
  fields.forEach(({ name, shape }, field) => {
    const origin: Origin = { kind: "packet", extraction, field };
    put(state, "values", `${cell}.${name}`, namedSymbol(state, shape, origin, way.origins));
  });
}
