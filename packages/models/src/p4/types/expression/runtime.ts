import type { Expression } from "../../tree/index.ts";
import { walk } from "../../visit.ts";
import type { CheckContext } from "../context.ts";

/** Does the value hang on something that only exists when packets flow? */
export function isRuntime(c: CheckContext, e: Expression): boolean {
  let found = false;
  walk(e, (node) => {
    if (node.kind !== "nameExpression") return;
    const target = c.references.get(node.name);
    if (target?.kind === "variable") found = true;
    if (target?.kind === "parameter" && target.direction !== "none") found = true;
  });
  return found;
}
