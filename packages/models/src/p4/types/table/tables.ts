import type { ActionDeclaration, Expression, TableDeclaration, ValueProperty } from "../../tree/index.ts";
import { bindArguments } from "../call/bindArguments.ts";
import { checkArguments } from "../call/callParts.ts";
import { reportOtherArguments } from "../call/listedArguments.ts";
import { type CheckContext, mismatch, withPlace } from "../context.ts";
import { isRuntime } from "../expression/runtime.ts";
import { describeType } from "../type/describeType.ts";
import { isOpen } from "../type/sameType.ts";
import type { Type } from "../type/type.ts";
import { checkEntries, checkMatchKind, checkPriorityProperty } from "./entries.ts";
import { checkKeyset } from "./keysets.ts";
import { actionsOf, referredAction } from "./tableActions.ts";

const MATCHABLE = new Set<Type["kind"]>([
  "any",
  "bits",
  "bool",
  "enum",
  "error",
  "newtype",
  "typeVariable",
  "unknown",
  "varbits",
]);

/** Checks keys, actions, default action, entries and the other properties of a table. */
export function checkTable(c: CheckContext, table: TableDeclaration): void {
  withPlace(c, { kind: "top" }, () => {
    reportRepeated(c, table);
    const keys = checkKeys(c, table);
    reportSuspiciousKeys(c, table);
    reportNoAction(c, table);
    reportOrder(c, table);
    const hasActions = table.properties.some((property) => property.kind === "actionsProperty");
    if (!hasActions && !c.reporter.broken.within(table.span)) {
      const message = `table '${table.name.text}' has no actions; add 'actions = { … }'`;
      c.reporter.error("p4-table", message, table.name.span);
    }
    for (const property of table.properties) {
      if (property.kind === "actionsProperty") {
        const seen = new Set<unknown>();
        for (const { action } of property.actions) {
          checkListed(c, action);
          const found = referredAction(c, action);
          if (found !== undefined && seen.has(found)) {
            c.reporter.error("p4-action-list", `action '${found.name.text}' is listed twice`, action.span);
          }
          seen.add(found);
        }
      }
    }
    for (const property of table.properties) {
      if (property.kind === "valueProperty") checkValue(c, table, property);
      if (property.kind === "entriesProperty" && keys.length === 0) {
        if (property.entries.length === 0 || c.reporter.broken.within(table.span)) continue;
        const message = `table '${table.name.text}' has entries but no key; add 'key = { … }'`;
        c.reporter.error("p4-entry", message, property.span);
      } else if (property.kind === "entriesProperty") {
        for (const entry of property.entries) {
          checkKeyset(c, entry.keyset, keys, "p4-entry", `the key of table '${table.name.text}'`);
          if (referredAction(c, entry.action) !== undefined)
            checkChosen(c, table, entry.action, "this entry");
        }
        checkEntries(c, table, property);
      }
    }
  });
}

/** A table without `default_action` runs NoAction (P4_16 1.2.5, 14.2.1.3), which core.p4 declares. */
function reportNoAction(c: CheckContext, table: TableDeclaration): void {
  const hasDefault = table.properties.some(
    (property) => property.kind === "valueProperty" && property.name.text === "default_action",
  );
  if (hasDefault || c.noAction === "declared" || c.reporter.broken.within(table.span)) return;
  // names that are unknown without core.p4 have said it already
  if (c.reporter.hasErrorWithin(table.span)) return;
  if (c.noAction === "none") {
    const message = `table '${table.name.text}' has no default_action and there is no 'NoAction' to run instead; add '#include <core.p4>'`;
    c.reporter.error("p4-table", message, table.name.span);
    return;
  }
  const message = `'NoAction' must be an action without parameters: table '${table.name.text}' has no default_action and runs it; rename this one`;
  c.reporter.error("p4-table", message, c.noAction.span);
}

/** p4c reads the list of actions before what refers to it. */
function reportOrder(c: CheckContext, table: TableDeclaration): void {
  // by their order in the tree: a macro places all of them at its call
  const actions = table.properties.findIndex((property) => property.kind === "actionsProperty");
  const chosen = table.properties.findIndex(
    (property) => property.kind === "valueProperty" && property.name.text === "default_action",
  );
  if (actions < 0 || chosen < 0 || chosen > actions) return;
  const message = `the actions of table '${table.name.text}' must stand before its default_action; move 'actions' up`;
  c.reporter.error("p4-table", message, table.name.span);
}

function reportRepeated(c: CheckContext, table: TableDeclaration): void {
  const seen = new Set<string>();
  for (const property of table.properties) {
    const name =
      property.kind === "valueProperty" ? property.name.text : property.kind.replace("Property", "");
    if (seen.has(name)) {
      c.reporter.error(
        "p4-table",
        `table '${table.name.text}' has two properties '${name}'; keep one`,
        property.span,
      );
    }
    seen.add(name);
  }
}

function checkKeys(c: CheckContext, table: TableDeclaration): Type[] {
  const key = table.properties.find((property) => property.kind === "keyProperty");
  return (key?.elements ?? []).map((element) => {
    const { expression, annotations } = element;
    let type: Type = { kind: "unknown" };
    // a key may apply another table, as in t.apply().hit
    withPlace(c, { kind: "control" }, () => {
      type = c.rules.expression(c, expression);
    });
    if (!namesItself(expression) && !annotations.some(({ name }) => name.text === "name")) {
      c.reporter.error(
        "p4-table",
        'this key needs a name for the control plane; add @name("…") behind its match kind',
        expression.span,
      );
    }
    checkMatchKind(c, element, type);
    if (!MATCHABLE.has(type.kind)) mismatch(c, "a key", "a value that can be matched", type, expression.span);
    return type;
  });
}

/** Keys that p4c takes, and no switch: the same field twice, several longest prefixes. */
function reportSuspiciousKeys(c: CheckContext, table: TableDeclaration): void {
  const key = table.properties.find((property) => property.kind === "keyProperty");
  const seen = new Set<string>();
  let prefixes = 0;
  for (const { expression, matchKind } of key?.elements ?? []) {
    const field = placeName(expression);
    if (field !== null && seen.has(field)) {
      const message = `'${field}' is a key of table '${table.name.text}' twice; keep one`;
      c.reporter.warning("p4-table", message, expression.span);
    }
    if (field !== null) seen.add(field);
    if (matchKind.text !== "lpm" || ++prefixes !== 2) continue;
    const message = `table '${table.name.text}' has more than one key with 'lpm': no prefix is the longest; make the others 'exact' or 'ternary'`;
    c.reporter.warning("p4-table", message, expression.span);
  }
}

/** "hdr.ipv4.dst"; null for what is not a variable or a field. */
function placeName(e: Expression): string | null {
  if (e.kind === "nameExpression") return e.name.text;
  const object = e.kind === "member" ? placeName(e.object) : null;
  return object !== null && e.kind === "member" ? `${object}.${e.member.text}` : null;
}

function asAction(c: CheckContext, e: Expression): ActionDeclaration | null {
  const named = e.kind === "call" ? e.callee : e;
  if (named.kind === "nameExpression") {
    const found = c.references.get(named.name);
    if (found === undefined) return null;
    c.types.set(named, c.rules.declaration(c, found));
    if (found.kind === "action") return found;
  }
  c.reporter.error("p4-action-list", "this is not an action", e.span);
  return null;
}

/** A member of `actions`: binds the parameters with a direction, the control plane gives the others. */
function checkListed(c: CheckContext, e: Expression): void {
  const action = asAction(c, e);
  if (action === null) return;
  bindDirectional(c, e, action);
}

function bindDirectional(c: CheckContext, e: Expression, action: ActionDeclaration): void {
  const directional = action.parameters.filter((parameter) => parameter.direction !== "none");
  const args = e.kind === "call" ? e.arguments : [];
  const what = `action '${action.name.text}' in this list`;
  if (e.kind !== "call" && directional.length === 0) return;
  const bindings = bindArguments(c, directional, args, what, e.span);
  if (e.kind !== "call") return;
  c.calls.set(e, { kind: "action", declaration: action, bindings });
  c.types.set(e, { kind: "void" });
  checkArguments(c, bindings, [], [], new Map(), what, e.span);
}

/** An action with all its arguments, as in `default_action` and entries. */
function checkChosen(c: CheckContext, table: TableDeclaration, e: Expression, where: string): void {
  const action = asAction(c, e);
  if (action === null) return;
  if (!actionsOf(c, table).has(action)) {
    const message = `action '${action.name.text}' is not in the actions of table '${table.name.text}'; add it there`;
    c.reporter.error("p4-action-list", message, e.span);
    return;
  }
  reportReserved(c, table, e, action, where);
  const args = e.kind === "call" ? e.arguments : [];
  // directional arguments may be left to the list of actions
  const plain = action.parameters.filter((parameter) => parameter.direction === "none");
  const parameters =
    args.length === plain.length && args.every((a) => a.name === null) ? plain : action.parameters;
  const isBare = e.kind !== "call" && plain.length === 0;
  if (isBare) return;
  const what = `action '${action.name.text}' in ${where}`;
  const bindings = bindArguments(c, parameters, args, what, e.span);
  if (e.kind !== "call") return;
  c.calls.set(e, { kind: "action", declaration: action, bindings });
  c.types.set(e, { kind: "void" });
  for (const { parameter, argument } of bindings) {
    if (argument === null || parameter.direction !== "none" || !isRuntime(c, argument.value)) continue;
    const message = `the argument for '${parameter.name.text}' of ${what} must be known at compile time`;
    c.reporter.error("p4-not-constant", message, argument.value.span);
  }
  checkArguments(c, bindings, [], [], new Map(), what, e.span);
  reportOtherArguments(c, table, action, bindings);
}

/** `@tableonly` and `@defaultonly` in the list of actions keep an action from the other use. */
function reportReserved(
  c: CheckContext,
  table: TableDeclaration,
  e: Expression,
  action: ActionDeclaration,
  where: string,
): void {
  const forbidding = where === "the default action" ? "tableonly" : "defaultonly";
  for (const property of table.properties) {
    if (property.kind !== "actionsProperty") continue;
    const listed = property.actions.find((reference) => referredAction(c, reference.action) === action);
    if (!listed?.annotations.some(({ name }) => name.text === forbidding)) continue;
    const message = `action '${action.name.text}' is @${forbidding} in table '${table.name.text}' and cannot be ${where}`;
    c.reporter.error("p4-action-list", message, e.span);
  }
}

/** Keys that name themselves for the control plane (P4_16 1.2.5, 14.2.1); others need @name. */
function namesItself(e: Expression): boolean {
  switch (e.kind) {
    case "nameExpression":
    case "numberLiteral":
    case "missingExpression":
      return true;
    case "member":
      return namesItself(e.object);
    case "index":
    case "slice":
      return namesItself(e.object);
    case "binary":
      return e.operator === "&" && namesItself(e.left) && namesItself(e.right);
    case "call":
      return e.callee.kind === "member" && e.callee.member.text === "isValid" && namesItself(e.callee.object);
    default:
      return false;
  }
}

function checkValue(c: CheckContext, table: TableDeclaration, property: ValueProperty): void {
  const { name, value } = property;
  if (name.text === "default_action") {
    checkChosen(c, table, value, "the default action");
    return;
  }
  const type = c.rules.expression(c, value);
  checkPriorityProperty(c, property, type);
  if (name.text !== "size" || isOpen(type)) return;
  if (type.kind !== "integer" && type.kind !== "bits") mismatch(c, "'size'", "a number", type, value.span);
  else if (c.constants.get(value) === undefined && value.kind === "numberLiteral") {
    c.reporter.error(
      "p4-not-constant",
      `'size' must be known at compile time, but is ${describeType(type)}`,
      value.span,
    );
  }
}
