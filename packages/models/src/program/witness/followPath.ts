import type { Flow, FlowNode, Value } from "../flow/flow.ts";
import { isExternResult } from "../lower/flowNodes.ts";
import { assume } from "../state/assume.ts";
import { evaluate, resolvePlace } from "../state/evaluate.ts";
import { copyState, initialState, put, type State } from "../state/state.ts";
import type { Term } from "../state/term.ts";
import { execute } from "../walk/execute.ts";
import {
  type CellOrigin,
  namedSymbol,
  nameOperation,
  nameReads,
  type Origin,
  type Origins,
} from "./symbols.ts";

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
    ways = ways.filter((way) => passNode(way, at, flow));
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
    applied: 0,
    reads: 0,
  };
};

/** Variables of blocks and calls have cells of their own; what is in none of them is the machine's or a header's. */
function cellOrigin({ extractions }: Following, flow: Flow): CellOrigin {
  return (cell) => {
    const owner = cell.slice(0, cell.lastIndexOf("."));
    if (isExternResult({ root: cell, steps: [] })) {
      const fields = flow.storage.headers.get(owner)?.fields ?? [];
      const before = fields.slice(
        0,
        fields.findIndex(({ name }) => cell === `${owner}.${name}`),
      );
      const offset = before.reduce((sum, { shape }) => sum + (shape.bits ?? 0), 0);
      return { kind: "extern", behind: extractions.length - 1, offset, read: null };
    }
    if (cell.includes("@") || flow.storage.headers.has(owner)) return { kind: "unset" };
    return { kind: "metadata", field: cell.slice(cell.lastIndexOf(".") + 1) };
  };
}

function learn(
  way: Following,
  guard: NonNullable<FlowNode["edges"][number]["guard"]>,
  holds: boolean,
  flow: Flow,
): Following[] {
  const state = copyState(way.state);
  const origins: Origins = new Map(way.origins);
  nameReads(state, guard, flow.storage, origins, cellOrigin(way, flow));
  const term = evaluate(copyState(state), guard, flow.storage);
  const conditions = term.kind === "constant" ? way.conditions : [...way.conditions, { term, holds }];
  return assume(state, guard, holds, flow.storage).map((next) => ({
    ...way,
    state: next,
    origins,
    conditions,
  }));
}

/** Carries out what the node does; false where the packet cannot get through. */
function passNode(way: Following, node: FlowNode, flow: Flow): boolean {
  way.state = copyState(way.state);
  way.origins = new Map(way.origins);
  const { state, origins } = way;
  const originOf = cellOrigin(way, flow);
  const portsBefore = new Map([...state.values].filter(([cell]) => cell.endsWith(".egress_spec")));
  let isParameter = node.tableRun !== undefined;
  let position = 0;
  let read: number | null = null;
  for (const operation of node.operations) {
    isParameter &&= operation.kind === "assign" && operation.target.steps.length === 0;
    nameOperation(state, operation, flow.storage, origins, originOf);
    const filled =
      operation.kind === "extract" ? resolvePlace(state, operation.header, flow.storage).cell : null;
    if (execute(state, [operation], flow.storage) === null) return false;
    if (operation.kind === "extract" && operation.isMachine !== true)
      extracted(way, filled, operation.varyingBits, flow);
    if (operation.kind === "applyTable") way.applied++;
    if (operation.kind === "extern") read = STATEFUL.has(operation.name) ? way.reads++ : null;
    if (operation.kind !== "assign") continue;
    const { value, target } = operation;
    if (value.kind === "constant" && typeof value.value === "boolean" && target.root.includes(".$hit@"))
      way.hits = withAt(way.hits, way.applied - 1, value.value);
    if (value.kind !== "unknown") continue;
    const { cell } = resolvePlace(state, target, flow.storage);
    if (cell === null) continue;
    // a packet that is not replicated leaves egress by the port that ingress chose
    const port = cell.endsWith(".egress_port") ? portsBefore.get(cell.replace(/port$/, "spec")) : undefined;
    const origin: Origin = isParameter
      ? { kind: "parameter", application: way.applied - 1, position: position++ }
      : node.kind === "architecture"
        ? { kind: "architecture" }
        : { kind: "extern", behind: way.extractions.length - 1, offset: 0, read };
    put(
      state,
      "values",
      cell,
      (node.kind === "architecture" ? port : undefined) ?? namedSymbol(state, value.shape, origin, origins),
    );
  }
  return true;
}

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
