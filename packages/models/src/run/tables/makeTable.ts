import { assert } from "../../core/index.ts";
import {
  type ActionDeclaration,
  controlPlanePath,
  type Expression,
  nameIn,
  type TableDeclaration,
  type TableEntry,
  type ValueProperty,
} from "../../p4/index.ts";
import { entryPriorities, keyName, keysetMatch, type Match, partOf } from "../../program/index.ts";
import { objectOf } from "../compile/instances.ts";
import { declaredShape, type Scope, shapeIn, UnsupportedError } from "../compile/scope.ts";
import type { Value } from "../values/node.ts";
import { bitsOf } from "../values/numbers.ts";
import { widthOf } from "../values/shape.ts";
import {
  type ActionRun,
  type DirectResource,
  type KeyKind,
  type TableAction,
  type TableKey,
  TableState,
} from "./tableState.ts";

/** The actions of a table, by what names them. */
export function actionsOf(scope: Scope, table: TableDeclaration): ActionDeclaration[] {
  const found: ActionDeclaration[] = [];
  for (const property of table.properties) {
    if (property.kind !== "actionsProperty") continue;
    for (const reference of property.actions) found.push(actionNamed(scope, reference.action));
  }
  const fallback = propertyOf(table, "default_action");
  if (fallback) {
    const action = actionNamed(scope, fallback);
    if (!found.includes(action)) found.push(action);
  }
  return found;
}

export function actionNamed(scope: Scope, e: Expression): ActionDeclaration {
  const named = e.kind === "call" ? e.callee : e;
  const declaration =
    named.kind === "nameExpression" ? scope.c.checked.references.get(named.name) : undefined;
  if (declaration?.kind === "action") return declaration;
  throw new UnsupportedError("this is not an action", e.span);
}

/** A property such as `size`; null when the table does not have it. */
function valueProperty(table: TableDeclaration, name: string): ValueProperty | null {
  const property = table.properties.find((each) => each.kind === "valueProperty" && each.name.text === name);
  return property?.kind === "valueProperty" ? property : null;
}
const propertyOf = (table: TableDeclaration, name: string): Expression | null =>
  valueProperty(table, name)?.value ?? null;

/** A table as the program declares it, with the entries that it gives. */
export function makeTable(scope: Scope, declaration: TableDeclaration, path: string): TableState {
  const actions = actionsOf(scope, declaration);
  const described = actions.map((action) => describedAction(scope, action));
  const entries = declaration.properties.find((each) => each.kind === "entriesProperty");
  const fallback = propertyOf(declaration, "default_action");
  const table = new TableState({
    name: path,
    keys: keysOf(scope, declaration),
    actions: described,
    isConst: entries?.kind === "entriesProperty" && entries.isConst,
    defaultRun: fallback && runOf(scope, fallback, actions),
    declaration,
  });
  if (entries?.kind === "entriesProperty") addEntries(scope, table, entries.entries, actions, declaration);
  attach(scope, table, declaration);
  const addsOnMiss = propertyOf(declaration, "add_on_miss");
  table.addsOnMiss = addsOnMiss !== null && scope.c.checked.constants.get(addsOnMiss) !== false;
  scope.c.machine.tables.push(table);
  return table;
}

/** An action as controllers see it. */
export const describedAction = (scope: Scope, action: ActionDeclaration): TableAction => ({
  name: controlPlaneName(scope, action),
  label: action.name.text,
  parameters: action.parameters
    .filter(({ direction }) => direction === "none")
    .map((p) => ({
      name: nameIn(p.annotations) ?? p.name.text,
      shape: declaredShape(scope, p),
      declaration: p,
    })),
  declaration: action,
});

/** An action is named by the control around its declaration; one of the whole program stands for itself. */
function controlPlaneName(scope: Scope, action: ActionDeclaration): string {
  const { block } = scope;
  const isLocal = block?.declaration.kind === "control" && block.declaration.locals.includes(action);
  return controlPlanePath(isLocal ? block.path : "", action);
}

function keysOf(scope: Scope, table: TableDeclaration): TableKey[] {
  return table.properties.flatMap((property) =>
    property.kind !== "keyProperty"
      ? []
      : property.elements.map((element) => {
          const shape = shapeIn(scope, element.expression);
          const name = keyName(scope.c.checked, element);
          return { name, kind: element.matchKind.text as KeyKind, shape, width: widthOf(shape) };
        }),
  );
}

/** An action with the values that the program gives to the parameters without a direction. */
function runOf(scope: Scope, e: Expression, actions: readonly ActionDeclaration[]): ActionRun {
  const declaration = actionNamed(scope, e);
  const call = e.kind === "call" ? scope.c.checked.calls.get(e) : undefined;
  const values: Value[] = [];
  for (const parameter of declaration.parameters) {
    if (parameter.direction !== "none") continue;
    const bound = call?.kind === "action" ? call.bindings.find((each) => each.parameter === parameter) : null;
    const given = bound?.argument?.value ?? parameter.defaultValue;
    if (!given) throw new UnsupportedError(`${parameter.name.text} has no value here`, e.span);
    values.push(scope.c.rules.expression(scope, given, declaredShape(scope, parameter))());
  }
  return { action: actions.indexOf(declaration), values };
}

function addEntries(
  scope: Scope,
  table: TableState,
  entries: readonly TableEntry[],
  actions: readonly ActionDeclaration[],
  declaration: TableDeclaration,
): void {
  const priorities = entryPriorities(scope.c.checked, declaration, entries);
  entries.forEach((entry, index) => {
    const matches = table.keys.map((key, i) => matchOf(scope, partOf(entry, i, table.keys.length), key));
    const priority = table.hasPriorities ? priorities[index]! : 0;
    table.add({ matches, priority, run: runOf(scope, entry.action, actions), span: entry.span });
  });
}

function matchOf(scope: Scope, keyset: Expression, key: TableKey): Match {
  const match = keysetMatch(keyset, key, (e) => {
    const value = scope.c.rules.expression(scope, e, key.shape)();
    return typeof value === "string" ? value : bitsOf(value, key.width);
  });
  assert(match !== null, "all values of an entry are known when a program is made");
  return match;
}

const RESOURCES = [
  "counters",
  "meters",
  "registers",
  "psa_direct_counter",
  "psa_direct_meter",
  "pna_direct_counter",
  "pna_direct_meter",
];
const IMPLEMENTATIONS = ["implementation", "psa_implementation", "pna_implementation"];

function attach(scope: Scope, table: TableState, declaration: TableDeclaration): void {
  for (const name of RESOURCES) {
    const e = propertyOf(declaration, name);
    const object = e && objectOf(scope, e);
    if (object?.kind === "extern" && "onHit" in object.object)
      table.direct.push(object.object as DirectResource);
  }
  for (const name of IMPLEMENTATIONS) {
    const property = valueProperty(declaration, name);
    // an instance that is made here is known to controllers by the annotation alone, as p4c has it
    const object = property && objectOf(scope, property.value, property.annotations);
    if (object?.kind === "extern") table.implementation = object.object;
  }
}
