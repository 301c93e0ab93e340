import { type Contents, lastPart, runtimeTable } from "../entries/contents.ts";
import type { Operation, Value } from "../flow/flow.ts";
import type { Way } from "../lower/flowNodes.ts";
import { constant, operation } from "../lower/values.ts";
import { type ActionContext, lowerAction } from "./actions.ts";
import { hex, operandValue, type Scope } from "./expressions.ts";
import { type Bmv2Action, type Bmv2MatchKey, type Bmv2Table, keyOperand } from "./schema.ts";

/** One thing that applying a table can do; `hit` null: both, the program does not ask. */
type Outcome = {
  action: Bmv2Action;
  name: string;
  hit: boolean | null;
  data: readonly string[] | null;
  guard: Value | null;
};

export type TableContext = ActionContext & {
  actions: ReadonlyMap<number, Bmv2Action>;
  contents: Contents | null;
  /** what people read for the full name of a table */
  shown: ReadonlyMap<string, string>;
  exitTo: string;
  /** the node of a table or condition by name; null: the end of the pipeline */
  target(name: string | null): string;
};

/** Our choice, as for source programs: tables with more constant entries are not told apart by their keys. */
const ENTRY_LIMIT = 64;

/**
 * A table that the compiler made around statements between tables: it has no keys and one action that cannot change.
 */
export const isStatements = ({ name, key, action_ids, default_entry }: Bmv2Table): boolean =>
  /^tbl_[^.]*$/.test(name) &&
  key.length === 0 &&
  action_ids.length === 1 &&
  default_entry?.action_const === true;

/** Adds a table with the actions that it can run; the id of its node. */
export function lowerTable(table: Bmv2Table, context: TableContext): string {
  const { nodes, names, group } = context;
  const span = names.span(table);
  if (isStatements(table)) return lowerStatements(table, context);
  const name = context.shown.get(table.name) ?? table.name;
  const tellsHit = "__HIT__" in table.next_tables || "__MISS__" in table.next_tables;
  const outcomes = tableOutcomes(table, tellsHit, context);
  const ways = outcomes.map((outcome, index): Way => {
    const { action, hit, data, guard } = outcome;
    const next = nextOf(table, action, hit);
    const to = lowerAction(
      action,
      {
        path: `${table.name}#${index}`,
        data,
        before: [],
        parts: {
          kind: "action",
          label: outcome.name,
          span: names.span(action, table),
          tableRun: { name, action: outcome.name },
        },
        around: table,
        next: context.target(next),
        exitTo: context.exitTo,
      },
      context,
    );
    const label = hit === null ? outcome.name : `${hit ? "hit" : "miss"}: ${outcome.name}`;
    return { to, label, guard };
  });
  const applied: Operation = { kind: "applyTable", table: name, span };
  return nodes.add(group, {
    kind: "table",
    label: name,
    span,
    operations: [applied],
    branching: "choice",
    ways,
  });
}

function lowerStatements(table: Bmv2Table, context: TableContext): string {
  const action = context.actions.get(table.action_ids[0] ?? -1);
  const next = context.target(action ? nextOf(table, action, null) : (table.base_default_next ?? null));
  if (!action) return next;
  const span = context.names.span(table);
  const label = table.source_info?.source_fragment ?? action.name;
  const run = { path: table.name, data: table.default_entry?.action_data ?? null, before: [], around: table };
  const parts = { kind: "statements" as const, label, span };
  return lowerAction(action, { ...run, parts, next, exitTo: context.exitTo }, context);
}

function nextOf(table: Bmv2Table, action: Bmv2Action, hit: boolean | null): string | null {
  const { next_tables, base_default_next } = table;
  const key = hit === null ? action.name : hit ? "__HIT__" : "__MISS__";
  return (Object.hasOwn(next_tables, key) ? next_tables[key] : base_default_next) ?? null;
}

/** The rules F4 and F5 of source programs. That an action is `@defaultonly` or `@tableonly` is lost in compilation. */
function tableOutcomes(table: Bmv2Table, tellsHit: boolean, context: TableContext): Outcome[] {
  const listed = table.action_ids.flatMap((id) => context.actions.get(id) ?? []);
  const fallback = table.default_entry;
  const declared = listed.find((action) => action.id === fallback?.action_id);
  const runtime = runtimeTable(context.contents, table.name);
  const outcome = (
    action: Bmv2Action,
    hit: boolean,
    data: readonly string[] | null,
    guard: Value | null,
  ) => ({
    action,
    name: lastPart(action.name),
    hit,
    data,
    guard,
  });
  const tests = entryTests(table, context);
  const hits = listed.flatMap((action): Outcome[] => {
    if (table.key.length === 0) return [];
    if (runtime && !tests) return runtime.actions.has(action.name) ? [outcome(action, true, null, null)] : [];
    // the compiler adds NoAction for the misses of a table that has no default action, but not as the only one
    const isAdded = action === declared && lastPart(action.name) === "NoAction" && listed.length > 1;
    if (isAdded && !tests) return [];
    if (!tests) return [outcome(action, true, null, null)];
    const mine = tests.filter((test) => test.actionId === action.id);
    if (mine.length === 0) return [];
    const data = mine.length === 1 ? (mine[0]?.data ?? null) : null;
    return [outcome(action, true, data, anyOf(mine.map((test) => test.guard)))];
  });
  const missGuard = tests && tests.length <= ENTRY_LIMIT ? anyOf(tests.map((test) => test.guard)) : null;
  const guard = missGuard && operation("!", [missGuard]);
  const misses = missedActions(table, listed, declared, runtime?.missed ?? null).map((action) =>
    outcome(action, false, action === declared ? (fallback?.action_data ?? null) : null, guard),
  );
  return tellsHit ? [...hits, ...misses] : merged([...hits, ...misses]);
}

function missedActions(
  table: Bmv2Table,
  listed: readonly Bmv2Action[],
  declared: Bmv2Action | undefined,
  missed: ReadonlySet<string> | null,
): readonly Bmv2Action[] {
  if (missed) return listed.filter((action) => missed.has(action.name));
  if (table.key.length === 0 && table.default_entry?.action_const !== true) return listed;
  return declared ? [declared] : [];
}

function merged(outcomes: readonly Outcome[]): Outcome[] {
  const known = new Map<number, Outcome>();
  for (const each of outcomes) {
    const before = known.get(each.action.id);
    const guard = before?.guard && each.guard ? operation("||", [before.guard, each.guard]) : null;
    known.set(each.action.id, before ? { ...before, data: null, guard } : { ...each, hit: null });
  }
  return [...known.values()];
}

type EntryTest = { actionId: number; data: readonly string[]; guard: Value | null };

/** Null when the table has no entries of its own, and no guards when there are too many. */
function entryTests(table: Bmv2Table, { names }: TableContext): EntryTest[] | null {
  if (table.entries.length === 0) return null;
  const scope: Scope = { names, arguments: [] };
  const keys = table.key.map((key) => operandValue(keyOperand(key), scope));
  return table.entries.map(({ match_key, action_entry }) => {
    const tests = match_key.flatMap((match, index) => {
      const key = keys[index];
      return (key && keyTest(match, key)) ?? [];
    });
    const guard = tests.length === 0 ? constant(true) : tests.reduce((a, b) => operation("&&", [a, b]));
    return {
      actionId: action_entry.action_id,
      data: action_entry.action_data,
      guard: table.entries.length > ENTRY_LIMIT ? null : guard,
    };
  });
}

function keyTest(match: Bmv2MatchKey, key: Value): Value | null {
  const number = (text: string | undefined): Value => constant(hex(text ?? "0x0"));
  const wanted = typeof match.key === "string" ? number(match.key) : constant(match.key ?? false);
  switch (match.match_type) {
    case "ternary":
      return hex(match.mask ?? "0x0") === 0n ? null : operation("match", [key, wanted, number(match.mask)]);
    case "lpm": {
      const bits = "shape" in key ? (key.shape.bits ?? 0) : 0;
      const length = match.prefix_length ?? bits;
      const mask = ((1n << BigInt(length)) - 1n) << BigInt(Math.max(0, bits - length));
      return length === 0 ? null : operation("match", [key, wanted, constant(mask)]);
    }
    case "range":
      return operation("&&", [
        operation(">=", [key, number(match.start)]),
        operation("<=", [key, number(match.end)]),
      ]);
    default:
      if (key.kind !== "valid") return operation("==", [key, wanted]);
      return match.key === false || wanted.kind !== "constant" || wanted.value === 0n
        ? operation("!", [key])
        : key;
  }
}

function anyOf(guards: readonly (Value | null)[]): Value | null {
  const known = guards.flatMap((guard) => guard ?? []);
  return known.length < guards.length ? null : known.reduce((a, b) => operation("||", [a, b]));
}
