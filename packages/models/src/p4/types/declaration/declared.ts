import type { NamedDeclaration } from "../../tree/index.ts";
import { CALLABLE, type CheckContext, ERROR, UNKNOWN } from "../context.ts";
import type { Type } from "../type/type.ts";
import { instantiate, typeOf } from "../type/typeNodes.ts";

/** The type of what a declaration declares; a typeName for declarations of types. */
export function declarationType(c: CheckContext, declaration: NamedDeclaration): Type {
  const known = c.declarationTypes.get(declaration);
  if (known !== undefined) return known;
  const type = compute(c, declaration);
  c.declarationTypes.set(declaration, type);
  return type;
}

function compute(c: CheckContext, d: NamedDeclaration): Type {
  switch (d.kind) {
    case "constant":
    case "variable":
    case "parameter":
    case "field":
      return typeOf(c, d.type);
    case "instantiation":
      return typeOf(c, d.type, "infer");
    case "struct":
    case "enum":
    case "typedef":
    case "extern":
    case "parser":
    case "control":
    case "blockType":
    case "package":
    case "typeParameter": {
      const own = "typeParameters" in d ? d.typeParameters : [];
      const variables = own.map((declaration): Type => ({ kind: "typeVariable", declaration }));
      return { kind: "typeName", type: instantiate(c, d, variables, "infer", d) };
    }
    case "action":
      return { kind: "action", declaration: d };
    case "function":
    case "externFunction":
    case "method":
      return CALLABLE;
    case "table":
      return { kind: "table", declaration: d };
    case "state":
      return { kind: "state" };
    case "valueSet":
      return { kind: "set", element: typeOf(c, d.elementType) };
    case "errorMember":
      return ERROR;
    case "matchKindMember":
      return { kind: "matchKind" };
    case "enumMember":
      // set by the enum that holds it
      return UNKNOWN;
  }
}
