import type { Expression, SwitchStatement } from "../../p4/index.ts";
import { equals } from "../values/node.ts";
import { compileExpression } from "./expressions.ts";
import { type Exec, type Scope, shapeIn, signals } from "./scope.ts";

/** Both forms of `switch`; a label without a body shares that of the next one. */
export function compileSwitch(scope: Scope, { subject, cases }: SwitchStatement): Exec {
  const isAction = scope.c.checked.types.get(subject)?.kind === "actionRun";
  const shape = shapeIn(scope, subject);
  const value = compileExpression(scope, subject);
  const bodies = cases.map(({ body }) => body && scope.c.rules.block(scope, body.statements));
  const ways = cases.map(({ label }, index) => ({
    label: label.kind === "default" ? null : labelValue(label),
    body: bodies.slice(index).find((body) => body !== null) ?? null,
  }));
  const otherwise = ways.find(({ label }) => label === null)?.body ?? null;
  return () => {
    const held = value();
    const way = ways.find(({ label }) => label !== null && equals(label(), held));
    const body = way ? way.body : otherwise;
    return body ? body() : signals.next;
  };

  function labelValue(label: Expression) {
    if (!isAction) return compileExpression(scope, label, shape);
    const named = label.kind === "nameExpression" ? label.name.text : "";
    return () => named;
  }
}
