import type { Expression } from "../../tree/index.ts";
import type { CheckContext } from "../context.ts";
import type { Type } from "./type.ts";

/** Types that `{#}` can stand for. */
export const canBeInvalid = (type: Type): boolean =>
  (type.kind === "struct" && type.form !== "struct") || type.kind === "typeVariable";

/** Reports `{#}` and `...` where a value is needed: they get their type from their place, and `place` gives none. */
export function isPlaceholder(c: CheckContext, e: Expression, place: string): boolean {
  if (e.kind !== "invalid" && e.kind !== "defaultValue") return false;
  const what = e.kind === "invalid" ? "'{#}'" : "'...'";
  const message = `${what} has no type of its own and cannot stand at ${place}; write the value`;
  c.reporter.error("p4-not-a-value", message, e.span);
  return true;
}

const HAS_NO_DEFAULT = new Set<Type["kind"]>(["block", "extern", "listOf", "package", "table"]);

/** Why `{#}` or `...` cannot stand where `expected` is needed; null when it can, or is neither. */
export function placeholderMisfit(e: Expression, expected: Type): string | null {
  if (expected.kind === "unknown" || expected.kind === "any") return null;
  if (e.kind === "invalid" && !canBeInvalid(expected)) return "'{#}' is an invalid header; write the value";
  if (e.kind === "defaultValue" && HAS_NO_DEFAULT.has(expected.kind)) {
    return "'...' stands for a default value, which this type does not have; write the value";
  }
  return null;
}
