import type { ActionDeclaration, Expression, Node, TableDeclaration } from "../../tree/index.ts";
import { childrenOf } from "../../visit.ts";
import type { CheckContext } from "../context.ts";
import { referredAction } from "../table/tableActions.ts";
import type { BoundArgument } from "./resolvedCall.ts";

/** What the list of actions binds cannot be bound otherwise in a default action or an entry. */
export function reportOtherArguments(
  c: CheckContext,
  table: TableDeclaration,
  action: ActionDeclaration,
  bound: readonly BoundArgument[],
): void {
  const listed = table.properties
    .flatMap((property) => (property.kind === "actionsProperty" ? property.actions : []))
    .find((reference) => referredAction(c, reference.action) === action)?.action;
  const call = listed?.kind === "call" ? c.calls.get(listed) : undefined;
  if (call?.kind !== "action") return;
  for (const { parameter, argument } of bound) {
    if (argument === null || parameter.direction === "none") continue;
    const first = call.bindings.find((other) => other.parameter === parameter)?.argument?.value;
    if (first === undefined || isSame(c, first, argument.value)) continue;
    const message = `'${parameter.name.text}' of action '${action.name.text}' is bound differently in the list of actions on line ${first.span.line}; write the same here`;
    c.reporter.error("p4-action-list", message, argument.value.span);
  }
}

/** Are two expressions the same in value, or in writing and in what their names refer to? */
function isSame(c: CheckContext, a: Expression, b: Expression): boolean {
  const value = c.constants.get(a);
  if (value !== undefined && value === c.constants.get(b)) return true;
  return isSameNode(c, a, b);
}

function isSameNode(c: CheckContext, a: Node, b: Node): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "name" && b.kind === "name") {
    return a.text === b.text && c.references.get(a) === c.references.get(b);
  }
  if (a.kind === "numberLiteral" && b.kind === "numberLiteral") return a.value === b.value;
  if (a.kind === "boolLiteral" && b.kind === "boolLiteral") return a.value === b.value;
  if ("operator" in a && "operator" in b && a.operator !== b.operator) return false;
  if (a.kind === "record" && b.kind === "record") {
    return (
      a.fields.length === b.fields.length &&
      a.fields.every((field) => {
        const other = b.fields.find(({ name }) => name.text === field.name.text);
        return other !== undefined && isSameNode(c, field.value, other.value);
      })
    );
  }
  const [left, right] = [childrenOf(a), childrenOf(b)];
  return left.length === right.length && left.every((node, i) => isSameNode(c, node, right[i]!));
}
