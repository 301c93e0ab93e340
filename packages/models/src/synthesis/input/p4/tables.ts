import type {
  ActionDeclaration,
  ControlDeclaration,
  Expression,
  TableDeclaration,
} from "../../../p4/index.ts";
import type { Target, UnitRule } from "../../graph/unit.ts";
import { ANY, type Filter, filterOf } from "../../header/filter.ts";
import { compose, type Writes } from "../../header/writes.ts";
import type { P4Entry } from "./commands.ts";
import { type Binding, DROP_PORT, type Lowering, type Scope } from "./lowering.ts";
import { parseNumber, valuesOf } from "./places.ts";

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
  const held = l.tables.get(table.name.text);
  const open = keys.findIndex((_, i) => fields[i] === null);
  if (open >= 0 && held && held.entries.length > 0) {
    l.unsupported(`the key of ${table.name.text}, which is not a field of the model,`, keys[open]!.span);
    return l.unit("table", [], [], table.span, table.name.text);
  }
  for (const entry of ranked(held?.entries ?? [])) {
    const filter = entryFilter(l, table, entry, fields);
    if (!actions.has(entry.action) && entry.action !== "NoAction")
      l.unknownName("action", entry.action, [...actions.keys()]);
    if (filter) add(filter, entry.action, numbersOf(l, table, entry.arguments), true);
  }
  const fallback = held?.defaultAction ?? declaredDefault(l, table);
  add(ANY, fallback.action, numbersOf(l, table, fallback.arguments), false);
  return l.unit("table", rules, targets, table.span, table.name.text);
}

function ranked(entries: readonly P4Entry[]): P4Entry[] {
  const lengthOf = (e: P4Entry): number =>
    e.match.reduce((sum, key) => sum + ("mark" in key && key.mark === "/" ? Number(key.second) : 0), 0);
  return [...entries].sort((a, b) => a.priority - b.priority || lengthOf(b) - lengthOf(a));
}

function entryFilter(
  l: Lowering,
  table: TableDeclaration,
  entry: P4Entry,
  fields: readonly (string | null)[],
): Filter | null {
  if (entry.match.length !== fields.length) {
    badEntry(l, table, `${entry.match.length} values for ${fields.length} keys`);
    return null;
  }
  const sets: Record<string, readonly number[]> = {};
  for (const [i, field] of fields.entries()) {
    const set = field && valuesOf(entry.match[i]!, l.layout[field]!);
    if (!field || !set) {
      badEntry(
        l,
        table,
        `"${Object.values(entry.match[i]!).join("")}" (a value, value/length, low->high, or value&&&mask with a mask of leading bits)`,
      );
      return null;
    }
    // two keys may name one field (ports of TCP and UDP): both must hold
    const earlier = sets[field];
    sets[field] = earlier && earlier.join() !== set.join() ? [] : set;
  }
  return filterOf(sets, l.layout);
}

function numbersOf(l: Lowering, table: TableDeclaration, texts: readonly string[]): number[] {
  return texts.map((text) => {
    const value = parseNumber(text);
    if (value === null) badEntry(l, table, `the argument "${text}"`);
    return value ?? 0;
  });
}

function badEntry(l: Lowering, table: TableDeclaration, what: string): void {
  const message = `an entry of ${table.name.text} cannot be read: ${what}`;
  l.diagnostics.push({ severity: "error", code: "entries-value", message, span: table.span });
}

function declaredDefault(l: Lowering, table: TableDeclaration): { action: string; arguments: string[] } {
  const property = table.properties.find(
    (p) => p.kind === "valueProperty" && p.name.text === "default_action",
  );
  if (property?.kind !== "valueProperty") return { action: "NoAction", arguments: [] };
  const { value } = property;
  const named = value.kind === "call" ? value.callee : value;
  const given =
    value.kind === "call" ? value.arguments.map((a) => String(l.constantOf(a.value, new Map()) ?? "")) : [];
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
