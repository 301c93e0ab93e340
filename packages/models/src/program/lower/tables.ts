import type { Span } from "../../core/index.ts";
import {
  type ActionDeclaration,
  type ActionReference,
  type BoundArgument,
  type CallExpression,
  controlPlanePath,
  type Expression,
  type Parameter,
  type TableDeclaration,
} from "../../p4/index.ts";
import type { EntryPlace, Operation, Value } from "../flow/flow.ts";
import { addBody } from "./bodies.ts";
import type { CallResult, Exits, FlowBuilder } from "./builder.ts";
import { prependCalls } from "./conditions.ts";
import type { Way } from "./flowNodes.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { hoistCalls } from "./hoist.ts";
import { bindParameters, copyOut } from "./parameters.ts";
import { actionOf, anyRow, firstRow, rowsOf, runtimeMisses } from "./tableRows.ts";
import { constant, lowerValue, operation, type Scope, unknownValue } from "./values.ts";

/** One thing that applying a table can do. */
type TableOutcome = {
  action: ActionDeclaration | null;
  name: string;
  /** null: the program does not ask, hit and miss are one path */
  hit: boolean | null;
  /** what the program gives for `in`, `out` and `inout` parameters */
  call: CallExpression | null;
  /** a call that fixes the action data, which else the control plane sets */
  data: CallExpression | null;
  guard: Value | null;
  /** of one entry: action data that the control plane gives, and where it is written */
  values?: readonly bigint[] | null;
  entry?: EntryPlace;
};

/** Applies `table`: a node that counts it, and one node for each action that it can run. */
export function lowerTable(
  table: TableDeclaration,
  span: Span,
  result: CallResult | null,
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  const path = controlPlanePath(frame.controlPath, table);
  const name = builder.tables.get(path)?.shown ?? table.name.text;
  const hoisted = hoistCalls(
    keysOf(table).map((key) => key.expression),
    frame,
    builder,
  );
  const scope: Scope = { builder, frame, results: hoisted.results };
  const isByEntry = builder.flowFor === "packets";
  const outcomes = (isByEntry ? entryOutcomes : tableOutcomes)(table, path, result?.hit != null, scope);
  const alike = new Map<string, string>();
  const ways = outcomes.map((outcome): Way => {
    const label = outcome.hit === null ? outcome.name : `${outcome.hit ? "hit" : "miss"}: ${outcome.name}`;
    // entries that run the same with the same values
    const key = outcome.values ? `${label} ${outcome.values.join(" ")}` : null;
    const to =
      (key === null ? undefined : alike.get(key)) ??
      lowerOutcome(table, name, outcome, span, result, frame, exits, builder);
    if (key !== null) alike.set(key, to);
    return { to, label, guard: outcome.guard, ...(outcome.entry ? { entry: outcome.entry } : {}) };
  });
  const applied = builder.add(frame.group, {
    kind: "table",
    label: name,
    span: table.span,
    operations: [{ kind: "applyTable", table: name, span }],
    branching: isByEntry ? "ordered" : "choice",
    ways,
  });
  return prependCalls(hoisted, scope, exits, applied);
}

const keysOf = (table: TableDeclaration) =>
  table.properties.flatMap((property) => (property.kind === "keyProperty" ? property.elements : []));

function lowerOutcome(
  table: TableDeclaration,
  name: string,
  outcome: TableOutcome,
  span: Span,
  result: CallResult | null,
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  const operations: Operation[] = [];
  if (result?.hit && outcome.hit !== null) {
    operations.push({ kind: "assign", target: result.hit, header: null, value: constant(outcome.hit), span });
  }
  if (result?.action) {
    operations.push({
      kind: "assign",
      target: result.action,
      header: null,
      value: constant(outcome.name),
      span,
    });
  }
  const parts = {
    kind: "action" as const,
    label: outcome.name,
    span: outcome.action?.span ?? table.span,
    tableRun: { name, action: outcome.name },
  };
  if (!outcome.action) {
    return builder.add(frame.group, {
      ...parts,
      operations,
      ways: [{ to: exits.next, label: "", guard: null }],
    });
  }
  const inner = builder.frame(outcome.name, frame.group, frame.role, frame);
  const scope: Scope = { builder, frame, results: new Map() };
  const { body } = outcome.action;
  const given = argumentsOf(outcome.action, outcome, scope).filter(
    ({ parameter, argument }) => argument || !bindValue(parameter, outcome, inner, builder),
  );
  const { before, after } = bindParameters(given, span, inner, scope, body);
  operations.push(...before);
  const next = copyOut(after, span, scope, exits.next);
  return addBody(body, inner, operations, { ...exits, next }, builder, parts);
}

/** Binds a parameter to the number that an entry gives for it; false when it gives none. */
function bindValue(
  parameter: Parameter,
  { action, values }: TableOutcome,
  inner: Frame,
  { checked }: FlowBuilder,
): boolean {
  const data = action?.parameters.filter(({ direction }) => direction === "none") ?? [];
  const value = values?.[data.indexOf(parameter)];
  if (value === undefined) return false;
  const isTruth = typeOfDeclaration(checked, parameter).kind === "bool";
  inner.bindings.set(parameter, { kind: "value", value: constant(isTruth ? value !== 0n : value) });
  return true;
}

/** A parameter without an argument is action data of the control plane. */
function argumentsOf(
  action: ActionDeclaration,
  { call, data }: TableOutcome,
  { builder }: Scope,
): BoundArgument[] {
  const given = (of: CallExpression | null, parameter: Parameter) => {
    const bound = of ? builder.checked.calls.get(of) : undefined;
    const bindings = bound?.kind === "action" ? bound.bindings : [];
    return bindings.find((each) => each.parameter === parameter)?.argument ?? null;
  };
  return action.parameters.map((parameter) => ({
    parameter,
    argument: given(parameter.direction === "none" ? data : (call ?? data), parameter),
  }));
}

/** The actions that a table lists. */
const actionsOf = (table: TableDeclaration) =>
  table.properties.flatMap((property) => (property.kind === "actionsProperty" ? property.actions : []));

/** Every action that the table can run, in the order of `actions`, the default action last. */
function tableOutcomes(
  table: TableDeclaration,
  path: string,
  tellsHit: boolean,
  scope: Scope,
): TableOutcome[] {
  const { builder } = scope;
  const listed = actionsOf(table);
  const keys = keysOf(table);
  const fallback = defaultAction(table);
  const subjects = keys.map((key) => lowerValue(key.expression, scope));
  const rows = rowsOf(table, path, subjects, scope);
  const candidates = listed.filter((reference) => !isMarked(reference, "defaultonly"));

  const hits = candidates.flatMap((reference): TableOutcome[] => {
    const { name, action, call } = actionOf(reference.action, builder);
    if (keys.length === 0) return [];
    const hit = { action, name, hit: true, call, data: null };
    if (!rows) return [{ ...hit, guard: null }];
    const mine = rows.all.filter(({ actions }) => actions.includes(name));
    const [only] = mine;
    if (!only) return [];
    const fixed = { call: call ?? only.call, data: mine.length === 1 ? only.call : null };
    return [{ ...hit, ...fixed, guard: rows.isTold ? firstRow(mine, rows.all) : anyRow(mine) }];
  });
  const missed = runtimeMisses(builder, path);
  const misses = missOutcomes(listed, keys.length, fallback, missed, builder);
  const missGuard = rows && rows.all.length > 0 ? anyRow(rows.all) : null;
  const guarded = misses.map((miss) => ({ ...miss, guard: missGuard && operation("!", [missGuard]) }));
  return tellsHit ? [...hits, ...guarded] : mergeHitAndMiss(hits, guarded);
}

/** What the table does with the contents it has: its entries, the first that matches wins, then what misses. */
function entryOutcomes(
  table: TableDeclaration,
  path: string,
  tellsHit: boolean,
  scope: Scope,
): TableOutcome[] {
  const { builder } = scope;
  const listed = actionsOf(table).map((each) => actionOf(each.action, builder));
  const subjects = keysOf(table).map((key) => lowerValue(key.expression, scope));
  const rows = rowsOf(table, path, subjects, scope);
  const called = (name: string) =>
    listed.find((each) => each.name === name) ?? { name, action: null, call: null };
  const hits = (rows?.all ?? []).map(({ actions: [name = ""], test, call, values, entry }): TableOutcome => {
    const named = called(name);
    const guard = rows?.isOrdered && test ? test : unknownValue();
    return {
      ...named,
      call: named.call ?? call,
      data: call,
      hit: tellsHit ? true : null,
      guard,
      values,
      entry,
    };
  });
  const [missed] = builder.contents?.get(path)?.missed ?? [];
  const declared = declaredDefault(defaultAction(table).expression, builder);
  const own = missed && builder.tables.get(path)?.actions.find(({ name }) => name === missed.action)?.called;
  const miss = own === undefined ? { ...declared, data: declared.call } : { ...called(own), data: null };
  return [...hits, { ...miss, hit: tellsHit ? false : null, guard: null, values: missed?.values ?? null }];
}

/** Without a question for hit or miss, an action is one outcome however it came to run. */
function mergeHitAndMiss(hits: readonly TableOutcome[], misses: readonly TableOutcome[]): TableOutcome[] {
  const merged = new Map<string, TableOutcome>();
  for (const outcome of [...hits, ...misses]) {
    const known = merged.get(outcome.name);
    if (!known) {
      merged.set(outcome.name, { ...outcome, hit: null });
      continue;
    }
    const guard = known.guard && outcome.guard ? operation("||", [known.guard, outcome.guard]) : null;
    const data = known.data === outcome.data ? known.data : null;
    merged.set(outcome.name, { ...known, call: known.call ?? outcome.call, data, guard });
  }
  return [...merged.values()];
}

/**
 * The default action on a miss. A table without keys always misses, so its default action is the control plane's choice
 * among all actions unless it is const.
 */
function missOutcomes(
  listed: readonly ActionReference[],
  keyCount: number,
  fallback: { expression: Expression | null; isConst: boolean },
  missed: ReadonlySet<string> | null,
  builder: FlowBuilder,
): TableOutcome[] {
  const declared = declaredDefault(fallback.expression, builder);
  const miss = { hit: false, guard: null, data: null };
  if (missed) {
    const named = listed.map((reference) => actionOf(reference.action, builder));
    const known = [...new Map([declared, ...named].map((each) => [each.name, each])).values()];
    return known.filter(({ name }) => missed.has(name)).map((each) => ({ ...each, ...miss }));
  }
  if (keyCount > 0 || fallback.isConst) return [{ ...declared, ...miss, data: declared.call }];
  const all = listed
    .filter((reference) => !isMarked(reference, "tableonly"))
    .map((reference) => ({ ...actionOf(reference.action, builder), ...miss }));
  return all.some((outcome) => outcome.name === declared.name)
    ? all
    : [...all, { ...declared, ...miss, data: declared.call }];
}

const declaredDefault = (expression: Expression | null, builder: FlowBuilder) =>
  expression ? actionOf(expression, builder) : { name: "NoAction", action: null, call: null };

function defaultAction(table: TableDeclaration): { expression: Expression | null; isConst: boolean } {
  for (const property of table.properties) {
    if (property.kind === "valueProperty" && property.name.text === "default_action") {
      return { expression: property.value, isConst: property.isConst };
    }
  }
  return { expression: null, isConst: false };
}

const isMarked = (reference: ActionReference, annotation: string): boolean =>
  reference.annotations.some((each) => each.name.text === annotation);
