import type { ParserDeclaration, StateDeclaration, Transition } from "../../p4/index.ts";
import type { Operation } from "../flow/flow.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { prependCalls } from "./conditions.ts";
import type { Way } from "./flowNodes.ts";
import type { Frame } from "./frame.ts";
import { type Hoisted, hoistCalls } from "./hoist.ts";
import { lowerKeyset } from "./keysets.ts";
import { callOperations, callsAreSimple, isSimple, leadingSimple, simpleOperations } from "./simple.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, lowerValue, type Scope, typeOf } from "./values.ts";

/** Inlines a parser; `acceptTo` and `rejectTo` are where it ends. The id of its start state. */
export function lowerParserBody(
  declaration: ParserDeclaration,
  frame: Frame,
  acceptTo: string,
  rejectTo: string,
  builder: FlowBuilder,
): string {
  for (const local of declaration.locals) {
    if (local.kind === "variable") builder.declare(frame, local, local.name.text);
  }
  const targets = new Map<string, string>([
    ["accept", acceptTo],
    ["reject", rejectTo],
  ]);
  for (const state of declaration.states) targets.set(state.name.text, builder.reserve());
  const target = (name: string): string => targets.get(name) ?? rejectTo;
  const initialised = declaration.locals.filter((local) => local.kind === "variable");
  // once: not in the start state itself when something leads back to it, or when they branch
  const isOnce = declaration.states.every(({ transition }) => !targetsOf(transition).includes("start"));
  const inStart = isOnce && initialised.every((local) => isSimple(local, builder));
  const locals = inStart ? simpleOperations(initialised, frame, builder) : [];
  const isInner = frame.group !== declaration.name.text;
  for (const state of declaration.states) {
    const prefix = state.name.text === "start" ? locals : [];
    const name = isInner ? `${declaration.name.text}.${state.name.text}` : state.name.text;
    lowerState(state, name, target(state.name.text), prefix, frame, target, rejectTo, builder);
  }
  const start = target("start");
  return inStart ? start : builder.rules.statements(initialised, frame, stateExits(start, rejectTo), builder);
}

const targetsOf = (transition: Transition | null): string[] =>
  transition?.kind === "directTransition"
    ? [transition.target.text]
    : (transition?.cases.map(({ target }) => target.text) ?? []);

const stateExits = (next: string, rejectTo: string): Exits => ({
  next,
  returnTo: next,
  exitTo: rejectTo,
  rejectTo,
  breakTo: null,
  continueTo: null,
  result: null,
});

function lowerState(
  state: StateDeclaration,
  name: string,
  id: string,
  prefix: readonly Operation[],
  frame: Frame,
  target: (name: string) => string,
  rejectTo: string,
  builder: FlowBuilder,
): void {
  const simple = leadingSimple(state.statements, builder);
  for (const statement of state.statements) {
    if (statement.kind === "variable") builder.declare(frame, statement, statement.name.text);
  }
  const transition = lowerTransition(state.transition, frame, target, rejectTo, builder);
  const own = [...prefix, ...simpleOperations(simple, frame, builder)];
  const rest = state.statements.slice(simple.length);
  const parts = { kind: "state" as const, label: name, span: state.span, state: name };
  if (rest.length === 0 && !transition.calls) {
    builder.define(id, frame.group, {
      ...parts,
      operations: [...own, ...transition.operations],
      ways: transition.ways,
    });
    return;
  }
  const last = builder.add(frame.group, {
    kind: "switch",
    label: "transition",
    span: state.transition?.span ?? state.span,
    operations: transition.operations,
    ways: transition.ways,
  });
  const exits = stateExits(last, rejectTo);
  const calls = transition.calls ? prependCalls(transition.calls, transition.scope, exits, last) : last;
  const entry = builder.rules.statements(rest, frame, stateExits(calls, rejectTo), builder);
  builder.define(id, frame.group, {
    ...parts,
    operations: own,
    ways: [{ to: entry, label: "", guard: null }],
  });
}

/**
 * The ways out of a state, and the calls in what it selects by when they branch. A select without a matching case is
 * the error NoMatch, which rejects.
 */
function lowerTransition(
  transition: Transition | null,
  frame: Frame,
  target: (name: string) => string,
  rejectTo: string,
  builder: FlowBuilder,
): { operations: Operation[]; ways: Way[]; calls: Hoisted | null; scope: Scope } {
  if (transition?.kind !== "selectTransition") {
    const to = transition ? target(transition.target.text) : rejectTo;
    const scope: Scope = { builder, frame, results: new Map() };
    return { operations: [], ways: [{ to, label: "", guard: null }], calls: null, scope };
  }
  const hoisted = hoistCalls(transition.arguments, frame, builder);
  const scope: Scope = { builder, frame, results: hoisted.results };
  const calls = transition.arguments.every((each) => callsAreSimple(each, builder)) ? null : hoisted;
  const operations = calls ? [] : callOperations(hoisted, scope);
  const subjects = transition.arguments.map((argument) => {
    const value = lowerValue(argument, scope);
    if (value.kind !== "unknown") return value;
    // one unknown for all cases, so that they exclude each other
    const place = builder.temporary(frame, "$select", typeOf(scope, argument));
    const shape = shapeOf(typeOf(scope, argument));
    operations.push({ kind: "assign", target: place, header: null, value, span: argument.span });
    return { kind: "read" as const, place, shape };
  });
  const ways = transition.cases.map(
    (each): Way => ({
      to: target(each.target.text),
      label: builder.textOf(each.keyset.span),
      guard: lowerKeyset(each.keyset, subjects, scope),
    }),
  );
  if (ways.every((way) => way.guard !== null)) {
    const value = constant("error.NoMatch");
    const noMatch = builder.rejectWith(value, transition.span, frame.group, rejectTo);
    ways.push({ to: noMatch, label: "no match", guard: null });
  }
  return { operations, ways, calls, scope };
}
