import {
  type ActionDeclaration,
  type ControlDeclaration,
  controlPlanePath,
  type Expression,
  type TableDeclaration,
} from "../../../p4/index.ts";
import { type EntryRun, type HeldEntry, ranked } from "../../../program/index.ts";
import type { Target, UnitRule } from "../../graph/unit.ts";
import { ANY, type Filter, filterOf } from "../../header/filter.ts";
import { compose, type Writes } from "../../header/writes.ts";
import { type Binding, DROP_PORT, type Lowering, type Scope } from "./lowering.ts";
import { valuesOf } from "./places.ts";

/** Where a packet goes behind a table: by its outcome. */
export type TableExits = { hit(action: string): Target; miss(action: string): Target };

/**
 * A table with its entries as one unit: lpm by length, ternary and range by priority (BMv2: the smaller
 * wins), then the default action.
 */
export function lowerTable(
  l: Lowering,
  control: ControlDeclaration,
  table: TableDeclaration,
  scope: Scope,
  exits: TableExits,
): Target {
  const actions = new Map(
    control.locals.flatMap((d) => (d.kind === "action" ? [[d.name.text, d] as const] : [])),
  );
  const keys = table.properties.flatMap((p) => (p.kind === "keyProperty" ? p.elements : []));
  const fields = keys.map((k) => l.fieldOf(k.expression, scope));
  const rules: UnitRule[] = [];
  const targets: Target[] = [];
  const add = (filter: Filter, action: string, given: readonly number[], isHit: boolean): void => {
    const writes = actionWrites(l, actions, action, given, scope);
    const target = isHit ? exits.hit(action) : exits.miss(action);
    const known = targets.findIndex((t) => JSON.stringify(t) === JSON.stringify(target));
    if (known < 0) targets.push(target);
    rules.push({ filter, writes, port: known < 0 ? targets.length - 1 : known });
  };
  if (table.properties.some((p) => p.kind === "entriesProperty"))
    l.unsupported(`entries inside the table ${table.name.text}`, table.span);
  const path = controlPlanePath(controlPlanePath("", control), table);
  const held = l.contents.get(path);
  const known = l.tables.get(path);
  const open = keys.findIndex((_, i) => fields[i] === null);
  if (open >= 0 && held && held.entries.length > 0) {
    l.unsupported(`the key of ${table.name.text}, which is not a field of the model,`, keys[open]!.span);
    return l.unit("table", [], [], table.span, table.name.text);
  }
  const calledOf = (run: EntryRun): string =>
    known?.actions.find(({ name }) => name === run.action)?.called ?? run.action;
  for (const entry of ranked(held?.entries ?? [], known?.keys ?? [])) {
    const filter = entryFilter(l, table, entry, fields);
    const [run, another] = entry.runs ?? [];
    if (!run || another) badEntry(l, table, entry, "it runs one of an action profile");
    else if (filter) add(filter, calledOf(run), numbersOf(l, table, entry, run), true);
  }
  const [missed] = held?.missed ?? [];
  if (missed && held) add(ANY, calledOf(missed), numbersOf(l, table, null, missed), false);
  else {
    const fallback = declaredDefault(l, table);
    add(ANY, fallback.action, fallback.arguments, false);
  }
  return l.unit("table", rules, targets, table.span, table.name.text);
}

function entryFilter(
  l: Lowering,
  table: TableDeclaration,
  entry: HeldEntry,
  fields: readonly (string | null)[],
): Filter | null {
  const sets: Record<string, readonly number[]> = {};
  for (const [i, field] of fields.entries()) {
    const match = entry.matches?.[i];
    const set = field && match && valuesOf(match, l.layout[field]!);
    if (!field || !set) {
      badEntry(
        l,
        table,
        entry,
        "it has no filter: give each key a value, a prefix, a range, or a mask of leading bits",
      );
      return null;
    }
    // two keys may name one field (ports of TCP and UDP): both must hold
    const earlier = sets[field];
    sets[field] = earlier && earlier.join() !== set.join() ? [] : set;
  }
  return filterOf(sets, l.layout);
}

function numbersOf(l: Lowering, table: TableDeclaration, entry: HeldEntry | null, run: EntryRun): number[] {
  return (run.values ?? []).map((value) => {
    if (value > BigInt(Number.MAX_SAFE_INTEGER))
      badEntry(l, table, entry, `its argument ${value} is wider than 53 bits`);
    return Number(value);
  });
}

function badEntry(l: Lowering, table: TableDeclaration, entry: HeldEntry | null, why: string): void {
  const message = `an entry of ${table.name.text} cannot be synthesised: ${why}`;
  const span = entry?.at() ?? table.span;
  l.diagnostics.push({ severity: "error", code: "entries-value", message, span });
}

function declaredDefault(l: Lowering, table: TableDeclaration): { action: string; arguments: number[] } {
  const property = table.properties.find(
    (p) => p.kind === "valueProperty" && p.name.text === "default_action",
  );
  if (property?.kind !== "valueProperty") return { action: "NoAction", arguments: [] };
  const { value } = property;
  const named = value.kind === "call" ? value.callee : value;
  const given = (value.kind === "call" ? value.arguments : []).map((argument) => {
    const known = l.constantOf(argument.value, new Map());
    if (known === null) l.unsupported("this value of a default action", argument.span);
    return known ?? 0;
  });
  return { action: named.kind === "nameExpression" ? named.name.text : "NoAction", arguments: given };
}

function actionWrites(
  l: Lowering,
  actions: ReadonlyMap<string, ActionDeclaration>,
  name: string,
  given: readonly number[],
  scope: Scope,
): Writes {
  const action = actions.get(name);
  if (!action) return {};
  const bound = new Map<string, Binding>(scope);
  action.parameters.forEach((p, i) => {
    bound.set(p.name.text, { kind: "value", value: given[i] ?? 0 });
  });
  if (given.length !== action.parameters.length) {
    const message = `${name} takes ${action.parameters.length} arguments, an entry gives ${given.length}`;
    l.diagnostics.push({ severity: "error", code: "entries-value", message, span: action.span });
  }
  return writesOfAction(l, action, bound);
}

/** All writes of an action, one after the other; what an action cannot be followed in is an error with its place. */
export function writesOfAction(l: Lowering, action: ActionDeclaration, scope: Scope): Writes {
  let writes: Writes = {};
  const then = (next: Writes): void => {
    const composed = compose(next, writes, l.layout);
    if (composed.ok) writes = composed.value;
    else l.unsupported(`a copy of ${composed.hazard.field}, whose value is unknown,`, action.span);
  };
  for (const s of action.body.statements) {
    if (s.kind === "assignment" && s.operator === "=") then(assignment(l, s.target, s.value, scope));
    else if (
      s.kind === "callStatement" &&
      s.call.callee.kind === "nameExpression" &&
      s.call.callee.name.text === "mark_to_drop"
    )
      then(dropWrite(l));
    else if (s.kind === "callStatement" && isHarmless(s.call.callee)) continue;
    else if (s.kind !== "empty") l.unsupported(`this statement of the action ${action.name.text}`, s.span);
  }
  return writes;
}

export const dropWrite = (l: Lowering): Writes => ({
  [l.local("egress", 9)]: { kind: "const", value: DROP_PORT },
});

/** A field that the model does not have can be written freely: nothing of the chain reads it. */
export function assignment(l: Lowering, target: Expression, value: Expression, scope: Scope): Writes {
  const field = l.fieldOf(target, scope);
  return field === null ? {} : { [field]: l.writeOf(field, value, scope) };
}

const HARMLESS = [
  "update_checksum",
  "verify_checksum",
  "update_checksum_with_payload",
  "verify_checksum_with_payload",
  "log_msg",
  "digest",
  "NoAction",
  "count",
  "assert",
  "assume",
];

/** Calls that change no field of a packet. */
export function isHarmless(callee: Expression): boolean {
  const name =
    callee.kind === "nameExpression" ? callee.name.text : callee.kind === "member" ? callee.member.text : "";
  return HARMLESS.includes(name);
}
