import type { Operation, Place, Value } from "../flow/flow.ts";
import type { DropPort } from "../lower/fates.ts";
import type { FlowNodes, Way } from "../lower/flowNodes.ts";
import { constant, operation } from "../lower/values.ts";
import { hex, operandValue, type Scope } from "./expressions.ts";
import { assign, primitiveOperations } from "./primitives.ts";
import type { Bmv2Operand, Bmv2Parser, Bmv2State, Bmv2Transition } from "./schema.ts";
import { isDefault } from "./transitions.ts";

/** Where a parser's states go when it ends; `problem` hears of states that are not there. */
export type ParserExits = { accept: string; reject: string; problem(message: string): void };

type Context = { nodes: FlowNodes; scope: Scope; group: string; dropPort: DropPort; exits: ParserExits };

/** Adds the states of a compiled parser; the id of the first one. */
export function lowerStates(
  parser: Bmv2Parser,
  group: string,
  scope: Scope,
  nodes: FlowNodes,
  dropPort: DropPort,
  exits: ParserExits,
): string {
  const context: Context = { nodes, scope, group, dropPort, exits };
  const ids = new Map(parser.parse_states.map((state) => [state.name, nodes.reserve()]));
  const target = (name: string | null): string => {
    if (name === null || name === "accept") return exits.accept;
    if (name === "reject") return exits.reject;
    const id = ids.get(name);
    if (id === undefined) exits.problem(`the parser goes to state ${name}, which it does not have`);
    return id ?? exits.reject;
  };
  for (const state of parser.parse_states) lowerState(state, target(state.name), target, context);
  return target(parser.init_state);
}

function lowerState(
  state: Bmv2State,
  id: string,
  target: (name: string | null) => string,
  context: Context,
): void {
  const { nodes, scope, group, exits } = context;
  const stateSpan = scope.names.span(state);
  const keys = transitionKeys(state, scope);
  const ways = transitionWays(state, keys.values, target, context);
  /** work since the last test, and the tests behind it, from the first to the last */
  const parts: { operations: Operation[]; test: Value | null }[] = [{ operations: [], test: null }];
  for (const each of state.parser_ops) {
    const span = scope.names.span(each, state);
    const operands = each.parameters.flatMap((parameter) => ("type" in parameter ? [parameter] : []));
    const last = parts.at(-1);
    if (each.op === "verify") {
      if (last) last.test = operandValue(operands[0], scope);
      parts.push({ operations: [], test: null });
    } else if (each.op === "extract" || each.op === "extract_VL") {
      last?.operations.push({ kind: "extract", header: extracted(operands[0], scope), span });
    } else if (each.op === "set") {
      last?.operations.push(...assign(operands[0], operandValue(operands[1], scope), span, scope));
    } else if (each.op === "primitive") {
      for (const parameter of each.parameters) {
        if ("type" in parameter) continue;
        last?.operations.push(...primitiveOperations(parameter, span, scope, nodes, context.dropPort));
      }
    }
  }
  parts.at(-1)?.operations.push(...keys.operations);
  let following: readonly Way[] = ways;
  for (const [index, part] of [...parts.entries()].reverse()) {
    const own = index === 0 ? id : nodes.reserve();
    const tested: readonly Way[] = part.test
      ? [
          { to: following[0]?.to ?? exits.reject, label: "true", guard: part.test },
          { to: exits.reject, label: "false", guard: null },
        ]
      : following;
    nodes.define(own, group, {
      kind: index === 0 ? "state" : "switch",
      label: index === 0 ? state.name : "transition",
      span: stateSpan,
      operations: part.operations,
      ways: tested,
      ...(index === 0 ? { state: state.name } : {}),
    });
    following = [{ to: own, label: "", guard: null }];
  }
}

/** A header, the next element of a stack, or nothing that is kept. */
function extracted(operand: Bmv2Operand | undefined, scope: Scope): Place {
  if (typeof operand?.value !== "string") return { root: "$skipped", steps: [] };
  if (operand.type === "stack") return { root: operand.value, steps: [{ kind: "next" }] };
  return scope.names.header(operand.value);
}

/** What a state selects on; a value that is not known is one unknown for all its transitions. */
function transitionKeys(state: Bmv2State, scope: Scope): { values: Value[]; operations: Operation[] } {
  const operations: Operation[] = [];
  const values = state.transition_key.map((key, index): Value => {
    const value = operandValue(key, scope);
    if (value.kind !== "unknown") return value;
    const place: Place = { root: `$select.${state.name}.${index}`, steps: [] };
    operations.push({ kind: "assign", target: place, header: null, value, span: scope.names.span(state) });
    return { kind: "read", place, shape: value.shape };
  });
  return { values, operations };
}

function transitionWays(
  state: Bmv2State,
  keys: readonly Value[],
  target: (name: string | null) => string,
  { exits }: Context,
): Way[] {
  const ways = state.transitions.map(
    (each): Way => ({
      to: target(each.next_state),
      label: each.value ?? "default",
      guard: isDefault(each) ? null : keysMatch(each, keys),
    }),
  );
  // BMv2 ends the parser here without an error; a compiler that wants NoMatch writes it as a state
  if (ways.every((way) => way.guard !== null))
    ways.push({ to: exits.accept, label: "no match", guard: null });
  return ways;
}

/** The value of a transition holds the keys side by side, each in whole bytes. Null: it always matches. */
function keysMatch({ type, value, mask }: Bmv2Transition, keys: readonly Value[]): Value | null {
  // a value set is filled at run time
  if (type === "parse_vset" || value === null)
    return { kind: "unknown", shape: { bits: null, isSigned: true } };
  let pattern = hex(value);
  let bits = mask == null ? null : hex(mask);
  const tests: Value[] = [];
  for (const key of [...keys].reverse()) {
    const width = 8 * Math.ceil(widthOf(key) / 8);
    const part = constant(BigInt.asUintN(width, pattern));
    const test = keys.length === 1 ? constant(pattern) : part;
    if (bits === null) tests.unshift(operation("==", [key, test]));
    else {
      const keyMask = keys.length === 1 ? bits : BigInt.asUintN(width, bits);
      if (keyMask !== 0n) tests.unshift(operation("match", [key, test, constant(keyMask)]));
    }
    pattern >>= BigInt(width);
    if (bits !== null) bits >>= BigInt(width);
  }
  return tests.length === 0 ? null : tests.reduce((a, b) => operation("&&", [a, b]));
}

const widthOf = (value: Value): number => ("shape" in value ? (value.shape.bits ?? 0) : 0);
