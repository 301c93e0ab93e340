import type { Expression, NamedDeclaration, TableDeclaration } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";

/** The action that `name` or `name(…)` refers to. */
export function referredAction(c: CheckContext, e: Expression): NamedDeclaration | undefined {
  const named = e.kind === "call" ? e.callee : e;
  return named.kind === "nameExpression" ? c.references.get(named.name) : undefined;
}

/** The actions in the list of a table. */
export function actionsOf(c: CheckContext, table: TableDeclaration): Set<NamedDeclaration> {
  let actions = c.tableActions.get(table);
  if (actions !== undefined) return actions;
  actions = new Set();
  for (const property of table.properties) {
    if (property.kind !== "actionsProperty") continue;
    for (const { action } of property.actions) {
      const found = referredAction(c, action);
      if (found !== undefined) actions.add(found);
    }
  }
  c.tableActions.set(table, actions);
  return actions;
}
