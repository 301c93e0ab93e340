import type { TypeParameter } from "../../tree/index.ts";
import { isOpen } from "./sameType.ts";
import type { FieldType, StructType, Type } from "./type.ts";

/** What type parameters stand for. */
export type Bindings = Map<TypeParameter, Type>;

/** The type with its type variables replaced; variables without a binding stay. */
export function substitute(type: Type, bindings: Bindings): Type {
  if (bindings.size === 0) return type;
  const all = (types: readonly Type[]): Type[] => types.map((t) => substitute(t, bindings));
  switch (type.kind) {
    case "typeVariable":
      return bindings.get(type.declaration) ?? type;
    case "struct":
      return type.arguments.length === 0 ? type : substituteStruct(type, bindings);
    case "stack":
    case "listOf":
    case "set":
      return { ...type, element: substitute(type.element, bindings) };
    case "tuple":
    case "sequence":
      return { ...type, elements: all(type.elements) };
    case "extern":
    case "package":
    case "block":
      return type.arguments.length === 0 ? type : { ...type, arguments: all(type.arguments) };
    case "typeName":
      return { ...type, type: substitute(type.type, bindings) };
    default:
      return type;
  }
}

function substituteStruct(type: StructType, bindings: Bindings): StructType {
  const fields = new Map<string, FieldType>();
  for (const [name, field] of type.fields) {
    fields.set(name, { ...field, type: substitute(field.type, bindings) });
  }
  return { ...type, arguments: type.arguments.map((t) => substitute(t, bindings)), fields };
}

/**
 * Binds those type variables of `pattern` that are among `open` so that it equals `actual` as far as possible.
 * An `int` binding gives way to a sized type. Whether the result fits is decided elsewhere.
 */
export function infer(
  pattern: Type,
  actual: Type,
  open: ReadonlySet<TypeParameter>,
  bindings: Bindings,
): void {
  const pairs = (a: readonly Type[], b: readonly Type[]): void => {
    a.forEach((type, i) => {
      if (b[i] !== undefined) infer(type, b[i], open, bindings);
    });
  };
  if (pattern.kind === "typeVariable" && open.has(pattern.declaration)) {
    // `_` and what is broken tell nothing
    if (isOpen(actual) && !bindings.has(pattern.declaration)) {
      if (actual.kind === "unknown") bindings.set(pattern.declaration, actual);
      return;
    }
    const bound = bindings.get(pattern.declaration);
    if (bound === undefined || isOpen(bound) || (bound.kind === "integer" && actual.kind === "bits")) {
      bindings.set(pattern.declaration, actual);
    }
    return;
  }
  switch (pattern.kind) {
    case "struct":
    case "extern":
    case "package":
      if (actual.kind === pattern.kind && actual.declaration === pattern.declaration) {
        pairs(pattern.arguments, actual.arguments);
      }
      return;
    case "block":
      if (actual.kind === "block" && actual.declaration === pattern.declaration) {
        pairs(pattern.arguments, actual.arguments);
      }
      return;
    case "stack":
    case "listOf":
    case "set":
      if (actual.kind === pattern.kind) infer(pattern.element, actual.element, open, bindings);
      else if (pattern.kind === "set") infer(pattern.element, actual, open, bindings);
      else if (pattern.kind === "listOf" && actual.kind === "sequence") {
        for (const element of actual.elements) infer(pattern.element, element, open, bindings);
      }
      return;
    case "tuple":
      if (actual.kind === "tuple" || actual.kind === "sequence") pairs(pattern.elements, actual.elements);
  }
}

/** Does the type mention one of `open` that has no binding? */
export function mentions(type: Type, open: ReadonlySet<TypeParameter>): TypeParameter | null {
  const first = (types: readonly Type[]): TypeParameter | null => {
    for (const t of types) {
      const found = mentions(t, open);
      if (found !== null) return found;
    }
    return null;
  };
  switch (type.kind) {
    case "typeVariable":
      return open.has(type.declaration) ? type.declaration : null;
    case "struct":
    case "extern":
    case "package":
    case "block":
      return first(type.arguments);
    case "stack":
    case "listOf":
    case "set":
      return mentions(type.element, open);
    case "tuple":
    case "sequence":
      return first(type.elements);
    default:
      return null;
  }
}
