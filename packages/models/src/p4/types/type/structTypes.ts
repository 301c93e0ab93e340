import type { Span } from "../../../core/index.ts";
import type { StructDeclaration, TypeNode } from "../../tree/index.ts";
import { type CheckContext, UNKNOWN } from "../context.ts";
import { describeType } from "./describeType.ts";
import { type Bindings, substitute } from "./substitute.ts";
import type { FieldType, StructType, Type } from "./type.ts";

/** Meaning of type nodes; given by `typeNodes.ts`, which stands above. */
type TypeOf = (c: CheckContext, node: TypeNode) => Type;

/** The type of a struct, header or header union with its type parameters replaced by `args`, at the place `at`. */
export function structType(
  c: CheckContext,
  declaration: StructDeclaration,
  args: Type[],
  typeOf: TypeOf,
  at: Span,
): Type {
  // it wrongly holds itself, which has been reported: what walks through its fields must come to an end
  if (c.openStructs.has(declaration)) return UNKNOWN;
  let generic = c.structs.get(declaration);
  if (generic === undefined) {
    const fields = new Map<string, FieldType>();
    const variables = declaration.typeParameters.map((p): Type => ({ kind: "typeVariable", declaration: p }));
    const { form, name } = declaration;
    generic = { kind: "struct", form, name: name.text, declaration, arguments: variables, fields };
    c.structs.set(declaration, generic);
    c.openStructs.add(declaration);
    for (const field of declaration.fields) {
      const type = typeOf(c, field.type);
      checkField(c, declaration, field.type, type);
      c.declarationTypes.set(field, type);
      fields.set(field.name.text, { name: field.name.text, type, declaration: field });
    }
    c.openStructs.delete(declaration);
  }
  if (args.length === 0) return generic;
  const bindings: Bindings = new Map(declaration.typeParameters.map((p, i) => [p, args[i] ?? UNKNOWN]));
  const type = substitute(generic, bindings);
  if (type.kind !== "struct") return generic;
  checkSpecialFields(c, type, at);
  return type;
}

const NO_FIELD = new Set<Type["kind"]>([
  "void",
  "extern",
  "block",
  "package",
  "integer",
  "string",
  "matchKind",
]);

/** Fields whose type parameter has become something that cannot stand there. */
function checkSpecialFields(c: CheckContext, type: StructType, at: Span): void {
  for (const field of type.fields.values()) {
    const node = field.declaration.type;
    const isGeneric = type.arguments.some((t) => t.kind === "typeVariable");
    // what is no data has been reported where the type is named
    if (isGeneric || !isData(field.type) || field.type === c.types.get(node)) continue;
    checkField(c, type.declaration, node, field.type, ` (as ${describeType(type)} on line ${at.line})`);
  }
}

const isData = ({ kind }: Type): boolean => kind !== "block" && kind !== "extern" && kind !== "package";

function checkField(c: CheckContext, owner: StructDeclaration, node: TypeNode, type: Type, where = ""): void {
  const word = { struct: "struct", header: "header", headerUnion: "header_union" }[owner.form];
  const isHeader = type.kind === "struct" && type.form === "header";
  const isBad =
    NO_FIELD.has(type.kind) ||
    (owner.form === "headerUnion" && !isHeader && type.kind !== "typeVariable") ||
    (owner.form === "header" && !fitsHeader(type));
  if (!isBad || type.kind === "unknown") return;
  const allowed =
    owner.form === "header"
      ? "a header holds bit<>, int<>, bool, varbit<> and structs of these"
      : owner.form === "headerUnion"
        ? "a header_union holds headers"
        : "a struct holds data";
  c.reporter.error(
    "p4-declaration-type",
    `a ${word} cannot hold ${describeType(type)}${where}; ${allowed}`,
    node.span,
  );
}

function fitsHeader(type: Type): boolean {
  switch (type.kind) {
    case "bits":
    case "bool":
    case "varbits":
    case "typeVariable":
    case "any":
    case "unknown":
      return true;
    case "enum":
      return type.underlying !== null;
    case "newtype":
      return fitsHeader(type.base);
    case "struct":
      return type.form === "struct" && [...type.fields.values()].every((field) => fitsHeader(field.type));
    case "stack":
      return fitsHeader(type.element);
    default:
      return false;
  }
}
