import type { Span } from "../../../core/index.ts";
import { type CheckContext, UNKNOWN } from "../context.ts";
import type { Type } from "./type.ts";

/** Our choice: far more than the headers of a real program have, little enough to walk through. */
const MAX_PARTS = 1 << 14;

/**
 * The type, or unknown when it has too many parts, which is reported: structs that hold two of each other double with
 * each line, and whatever walks through them would not come to an end.
 */
export function withinLimit(c: CheckContext, type: Type, span: Span): Type {
  if (partsOf(c, type) <= MAX_PARTS) return type;
  const message = `this type has more than ${MAX_PARTS} parts, nested ones counted; use an array or split the type`;
  c.reporter.error("p4-range", message, span);
  return UNKNOWN;
}

function partsOf(c: CheckContext, type: Type): number {
  switch (type.kind) {
    case "struct":
    case "tuple":
    case "sequence":
    case "extern":
    case "package":
    case "block":
      break;
    case "stack":
    case "listOf":
    case "set":
      return partsOf(c, type.element);
    case "newtype":
      return partsOf(c, type.base);
    default:
      return 1;
  }
  const known = c.parts.get(type);
  if (known !== undefined) return known;
  const inner = type.kind === "tuple" || type.kind === "sequence" ? type.elements : type.arguments;
  let parts = 1;
  for (const part of inner) parts += partsOf(c, part);
  if (type.kind === "struct") for (const field of type.fields.values()) parts += partsOf(c, field.type);
  c.parts.set(type, parts);
  return parts;
}
