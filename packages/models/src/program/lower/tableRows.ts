import type { ActionDeclaration, CallExpression, Expression, TableDeclaration } from "../../p4/index.ts";
import { ranked, runtimeTable } from "../entries/contents.ts";
import { inOrderOfMatch } from "../entries/entryOrder.ts";
import type { ProgramTable } from "../entries/programTables.ts";
import type { Match } from "../entries/tableEntry.ts";
import { prefixMask } from "../entries/tableEntry.ts";
import type { EntryPlace, Value } from "../flow/flow.ts";
import type { FlowBuilder } from "./builder.ts";
import { lowerKeyset } from "./keysets.ts";
import { constant, operation, type Scope } from "./values.ts";

/** An entry of a table. */
export type Row = {
  /** one of which it runs, as the program calls them */
  actions: readonly string[];
  /** whether a packet is what it demands; null: unknown */
  test: Value | null;
  /** the call in the program that gives its values */
  call: CallExpression | null;
  /** values that the control plane gives, in the order of the parameters; null: none, or unknown ones */
  values: readonly bigint[] | null;
  entry: EntryPlace;
};

/** `isOrdered`: the first that matches wins; `isTold`: and that is told, else any may. */
export type Rows = { all: readonly Row[]; isOrdered: boolean; isTold: boolean };

/** Our choice: tables with more entries than this are not told apart by their keys. */
const ENTRY_LIMIT = 64;

/** Our choice: of so many entries it is told which one comes first. */
const ORDERED_LIMIT = 16;

/** The action that an expression names, and the call of it. */
export function actionOf(
  expression: Expression,
  builder: FlowBuilder,
): { name: string; action: ActionDeclaration | null; call: CallExpression | null } {
  const call = expression.kind === "call" ? expression : null;
  const callee = call ? call.callee : expression;
  if (callee.kind !== "nameExpression") return { name: builder.textOf(callee.span), action: null, call };
  const declaration = builder.checked.references.get(callee.name);
  return {
    name: callee.name.text,
    action: declaration?.kind === "action" ? declaration : null,
    call,
  };
}

/** What a table holds: the program's own entries, and those of the control plane; null: unknown. */
export function rowsOf(
  table: TableDeclaration,
  path: string,
  subjects: readonly Value[],
  scope: Scope,
): Rows | null {
  const { contents, tables, checked, flowFor } = scope.builder;
  const property = table.properties.find((each) => each.kind === "entriesProperty");
  const entries = property?.kind === "entriesProperty" ? property.entries : [];
  const isConst = property?.kind === "entriesProperty" && property.isConst;
  const runtime = runtimeTable(contents, path);
  const isAsGiven = flowFor === "packets";
  if (!runtime && !isConst && !isAsGiven) return null;
  const held = contents?.get(path);
  const left = new Set(!held ? entries : entries.filter((_, index) => held.own.has(index)));
  const ordered = inOrderOfMatch(checked, table, entries);
  const own = [...(ordered?.filter((each) => left.has(each)) ?? left)].map(
    ({ action, keyset, span }): Row => ({
      actions: [actionOf(action, scope.builder).name],
      test: lowerKeyset(keyset, subjects, scope) ?? constant(true),
      call: action.kind === "call" ? action : null,
      values: null,
      entry: () => span,
    }),
  );
  const known = tables.get(path);
  // constant entries are all that there are: those of a file are the same, given back by a switch
  const given =
    isConst || !held || !known
      ? []
      : givenRows(ranked(held.entries, known.keys), known, table, subjects, scope);
  const all = [...own, ...given];
  // in which order those of both come is not followed
  const isOrdered =
    (own.length === 0 || (ordered !== null && given.length === 0)) && all.every(({ test }) => test !== null);
  return { all, isOrdered, isTold: isOrdered && all.length <= ORDERED_LIMIT };
}

/** Actions of what misses, as the program calls them; null: what the program gives. */
export function runtimeMisses({ contents, tables }: FlowBuilder, path: string): ReadonlySet<string> | null {
  const missed = runtimeTable(contents, path)?.missed;
  const actions = tables.get(path)?.actions ?? [];
  return missed ? new Set(actions.flatMap(({ name, called }) => (missed.has(name) ? [called] : []))) : null;
}

function givenRows(
  entries: ReturnType<typeof ranked>,
  { actions }: ProgramTable,
  table: TableDeclaration,
  subjects: readonly Value[],
  scope: Scope,
): Row[] {
  const called = new Map(actions.map((each) => [each.name, each.called]));
  const types = table.properties.flatMap((property) =>
    property.kind === "keyProperty"
      ? property.elements.map(({ expression }) => scope.builder.checked.types.get(expression))
      : [],
  );
  return entries.map(({ matches, runs, at }): Row => {
    const tests = matches?.map((match, i) => {
      const type = types[i];
      // numbers without a sign are compared as they are, truth values as such
      const isPlain = type?.kind === "bits" && !type.isSigned;
      if (match.kind === "any" || (!isPlain && type?.kind !== "bool"))
        return match.kind === "any" ? ALWAYS : null;
      return matchTest(match, subjects[i]!, isPlain ? type.width : null);
    });
    return {
      actions: (runs ?? []).flatMap(({ action }) => called.get(action) ?? []),
      test:
        tests === undefined || tests.includes(null)
          ? null
          : tests.reduce<Value>(
              (a, b) => (a === ALWAYS ? b! : b === ALWAYS ? a : operation("&&", [a, b!])),
              ALWAYS,
            ),
      call: null,
      values: runs?.[0]?.values ?? null,
      entry: at,
    };
  });
}

const ALWAYS = constant(true);

/** Whether a key is what an entry demands; `width` null: a truth value. Null: unknown. */
function matchTest(match: Match, subject: Value, width: number | null): Value | null {
  if (width === null)
    return match.kind === "exact" ? operation("==", [subject, constant(match.value !== 0n)]) : null;
  switch (match.kind) {
    case "any":
      return ALWAYS;
    case "exact":
      return typeof match.value === "bigint" ? operation("==", [subject, constant(match.value)]) : null;
    case "lpm":
      return masked(subject, match.value, prefixMask(width, match.prefix));
    case "ternary":
      return masked(subject, match.value, match.mask);
    case "range":
      return operation("&&", [
        operation(">=", [subject, constant(match.low)]),
        operation("<=", [subject, constant(match.high)]),
      ]);
  }
}

const masked = (subject: Value, value: bigint, mask: bigint): Value =>
  mask === 0n ? ALWAYS : operation("match", [subject, constant(value & mask), constant(mask)]);

/** Whether a packet hits one of `rows`; null: unknown. */
export function anyRow(rows: readonly Row[]): Value | null {
  if (rows.length > ENTRY_LIMIT) return null;
  let any: Value | null = null;
  for (const { test } of rows) {
    if (test === null) return null;
    any = any ? operation("||", [any, test]) : test;
  }
  return any;
}

/** Whether the first of all `rows` that matches is one of `mine`; each has a test. */
export function firstRow(mine: readonly Row[], rows: readonly Row[]): Value | null {
  const guards = mine.map((row) => {
    const others = rows.slice(0, rows.indexOf(row)).filter((each) => !mine.includes(each));
    const earlier = anyRow(others);
    const own = row.test ?? ALWAYS;
    return earlier ? operation("&&", [own, operation("!", [earlier])]) : own;
  });
  return guards.reduce((a, b) => operation("||", [a, b]));
}
