import { assert } from "../../core/index.ts";
import type { CallExpression, Expression, TableDeclaration } from "../../p4/index.ts";
import { withCode, withSetterCode } from "../code/writer.ts";
import { ActionProfile } from "../tables/actionProfile.ts";
import { actionNamed, actionsOf } from "../tables/makeTable.ts";
import type { ActionRun, Entry, TableState } from "../tables/tableState.ts";
import { initialValue, Node, type Value } from "../values/node.ts";
import type { Eval } from "../values/operators.ts";
import { TABLE_RESULT } from "../values/shape.ts";
import { showValue } from "../values/show.ts";
import { compiledAction } from "./actions.ts";
import { compileExpression } from "./expressions.ts";
import { bindingOfDeclaration } from "./instances.ts";
import { finishWith, passing } from "./passing.ts";
import { compilePlace } from "./places.ts";
import { type Exec, type Scope, setter, shapeIn, UnsupportedError } from "./scope.ts";

/** `table.apply()`: the keys, the entry, its action. */
export function compileTableApply(
  scope: Scope,
  e: CallExpression,
  declaration: TableDeclaration,
): () => Value | undefined {
  const binding = bindingOfDeclaration(scope, declaration);
  assert(
    binding?.kind === "object" && binding.object.kind === "table",
    "a table is an object of its control",
  );
  const { table } = binding.object;
  const keys = keyEvals(scope, declaration);
  const runs = actionsOf(scope, declaration).map((action, index) =>
    compileRun(scope, declaration, action.name.text, index),
  );
  const { implementation } = table;
  const profile = implementation instanceof ActionProfile ? implementation : null;
  const note = tracing(scope, { table, profile }, e);
  const { coverage } = scope.c.machine;
  const visits = table.actions.map(({ label }) => coverage?.action(declaration.span, table.name, label));
  // one call runs at a time, and nobody keeps what it works with
  const values: Value[] = keys.map(() => 0);
  const result = new Node(TABLE_RESULT);
  const { machine } = scope.c;
  const apply = (): Node => {
    for (let i = 0; i < keys.length; i++) values[i] = keys[i]!();
    const entry = table.keys.length === 0 ? null : table.find(values);
    for (const resource of table.direct)
      if (entry) resource.onHit(entry);
      else resource.onMiss?.();
    if (!entry && table.addsOnMiss) machine.missed = { table, keys: [...values] };
    const run = profile ? profile.choose(entry, table, values) : (entry?.run ?? table.defaultRun);
    note?.(values, entry, run);
    result.f[0] = entry !== null;
    result.f[1] = entry === null;
    result.f[2] = run ? table.actions[run.action]!.label : "NoAction";
    if (run) {
      visits[run.action]?.();
      runs[run.action]!(run.values);
    }
    return result;
  };
  if (note || coverage || table.addsOnMiss) return apply;
  return withCode(apply, "body", (to) => {
    const [held, at, fields] = [to.ref(values), to.ref(table), to.ref(result.f)];
    const direct = table.direct.map(
      (resource) =>
        `if(e!==null)${to.ref(resource)}.onHit(e);${resource.onMiss ? `else ${to.ref(resource)}.onMiss();` : ""}`,
    );
    const choose = `e!==null?e.run:${at}.defaultRun`;
    const labels = to.ref(table.actions.map(({ label }) => label));
    return [
      ...keys.map((key, i) => `${held}[${i}]=${to.value(key)};`),
      `const e=${table.keys.length === 0 ? "null" : `${at}.find(${held})`};`,
      ...direct,
      `const run=${profile ? `${to.ref(profile)}.choose(e,${at},${held})` : choose};`,
      `${fields}[0]=e!==null;${fields}[1]=e===null;`,
      `if(run){${fields}[2]=${labels}[run.action];const a=run.values;switch(run.action){`,
      ...runs.map((run, i) => `case ${i}:{${to.set(run, "a")}break;}`),
      `}}else ${fields}[2]="NoAction";`,
      `return ${to.ref(result)};`,
    ].join("");
  });
}

/** A key in a header that is not valid is 0. */
function keyEvals(scope: Scope, declaration: TableDeclaration): Eval[] {
  return declaration.properties.flatMap((property) =>
    property.kind !== "keyProperty"
      ? []
      : property.elements.map(({ expression }) => keyEval(scope, expression)),
  );
}

function keyEval(scope: Scope, expression: Expression): Eval {
  const value = compileExpression(scope, expression);
  const place = compilePlace(scope, expression);
  const ref = place?.kind === "slice" ? place.of.ref : place?.ref;
  if (ref?.shape.form !== "header" || place?.kind === "node") return value;
  const zero = initialValue(shapeIn(scope, expression));
  const { get } = ref;
  return withCode(
    () => (get().valid ? value() : zero),
    "expression",
    (to) => `(${to.value(get)}.valid?${to.value(value)}:${to.literal(zero)})`,
  );
}

/** Runs an action of a table with the values of an entry; the program may bind some of its parameters itself. */
function compileRun(
  scope: Scope,
  declaration: TableDeclaration,
  label: string,
  index: number,
): (values: readonly Value[]) => void {
  const reference = referencesOf(declaration)[index];
  if (!reference) throw new UnsupportedError(`${label} is not an action of this table`, declaration.span);
  const action = actionNamed(scope, reference);
  const body = compiledAction(scope, action);
  const call = reference.kind === "call" ? scope.c.checked.calls.get(reference) : undefined;
  const bound = action.parameters.flatMap((parameter, at) => {
    if (parameter.direction === "none") return [];
    const given = call?.kind === "action" ? call.bindings.find((each) => each.parameter === parameter) : null;
    return [passing(scope, parameter, given?.argument?.value ?? null, body.parameters[at]!)];
  });
  const setters = action.parameters.flatMap((parameter, at) =>
    parameter.direction === "none" ? [setter(body.parameters[at]!)] : [],
  );
  const { run } = body;
  if (bound.length === 0)
    return withSetterCode(
      (values: readonly Value[]) => {
        for (let i = 0; i < setters.length; i++) setters[i]!(values[i]!);
        run();
      },
      (to, values) => `${setters.map((set, i) => to.set(set, `${values}[${i}]`)).join("")}${to.body(run)}();`,
    );
  return (values) => {
    const entering = bound.map(({ enter }) => enter());
    for (const { begin } of entering) begin();
    for (let i = 0; i < setters.length; i++) setters[i]!(values[i]!);
    finishWith(run as Exec, () => {
      for (const { end } of entering) end?.();
    });
  };
}

/** Actions as the table lists them, the default action behind them when it is not among them. */
function referencesOf(declaration: TableDeclaration): Expression[] {
  const listed = declaration.properties.flatMap((property) =>
    property.kind === "actionsProperty" ? property.actions.map(({ action }) => action) : [],
  );
  const fallback = declaration.properties.flatMap((property) =>
    property.kind === "valueProperty" && property.name.text === "default_action" ? [property.value] : [],
  );
  return [...listed, ...fallback];
}

type Traced = { table: TableState; profile: ActionProfile | null };

function tracing(scope: Scope, { table, profile }: Traced, { span }: CallExpression) {
  const { trace } = scope.c.machine;
  if (!trace) return null;
  return (values: readonly Value[], entry: Entry | null, run: ActionRun | null): void => {
    const keys = table.keys.map(({ name, shape }, i) => [name, showValue(values[i]!, shape)]);
    const action = run ? table.actions[run.action]! : null;
    const choices = profile?.choices(entry, table) ?? [];
    const event = trace.add({
      kind: "table",
      at: span,
      name: table.name,
      keys: Object.fromEntries(keys),
      hit: entry !== null,
      entry: entry?.handle ?? null,
      action: action?.name ?? "NoAction",
      parameters: Object.fromEntries(run ? parametersOf(table, run) : []),
      ...(run && choices.length > 0
        ? { members: { all: choices.map((each) => runWords(table, each)), chosen: choices.indexOf(run) } }
        : {}),
    });
    trace.pass.applied(table.name, action?.label ?? "NoAction", event);
  };
}

const parametersOf = (table: TableState, { action, values }: ActionRun): [string, string][] =>
  table.actions[action]!.parameters.map(({ name, shape }, i) => [name, showValue(values[i]!, shape)]);

/** `set_port(port=0x002)`. */
const runWords = (table: TableState, run: ActionRun): string =>
  `${table.actions[run.action]!.label}(${parametersOf(table, run)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ")})`;
