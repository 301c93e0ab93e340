import type { Type } from "./type.ts";

const allSame = (a: readonly Type[], b: readonly Type[]): boolean =>
  a.length === b.length && a.every((type, i) => sameType(type, b[i]!));

/** Are two types equal? Unknown and "any" equal everything, so that one error does not cause others. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b || isOpen(a) || isOpen(b)) return true;
  switch (a.kind) {
    case "bits":
      return b.kind === "bits" && a.width === b.width && a.isSigned === b.isSigned;
    case "varbits":
      return b.kind === "varbits" && a.width === b.width;
    case "struct":
      return b.kind === "struct" && a.declaration === b.declaration && allSame(a.arguments, b.arguments);
    case "stack":
      return b.kind === "stack" && a.size === b.size && sameType(a.element, b.element);
    case "tuple":
      return b.kind === "tuple" && allSame(a.elements, b.elements);
    case "sequence":
      return b.kind === "sequence" && allSame(a.elements, b.elements);
    case "record":
      return (
        b.kind === "record" &&
        a.fields.size === b.fields.size &&
        [...a.fields].every(([name, type]) => sameType(type, b.fields.get(name) ?? { kind: "void" }))
      );
    case "listOf":
    case "set":
      return b.kind === a.kind && sameType(a.element, b.element);
    case "enum":
      return b.kind === "enum" && a.declaration === b.declaration;
    case "newtype":
      return b.kind === "newtype" && a.declaration === b.declaration;
    case "extern":
    case "package":
    case "block":
      return b.kind === a.kind && a.declaration === b.declaration && allSame(a.arguments, b.arguments);
    case "table":
    case "action":
    case "typeVariable":
      return b.kind === a.kind && a.declaration === b.declaration;
    case "tableResult":
    case "actionRun":
      return b.kind === a.kind && a.table === b.table;
    case "typeName":
      return b.kind === "typeName" && sameType(a.type, b.type);
    default:
      return a.kind === b.kind;
  }
}

/** Fits everything: an error reported earlier, `_` or `...` */
export const isOpen = (type: Type): boolean => type.kind === "unknown" || type.kind === "any";
