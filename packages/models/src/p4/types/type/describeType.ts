import type { Type } from "./type.ts";

const named = (name: string, args: readonly Type[]): string =>
  args.length === 0 ? name : `${name}<${args.map(describeType).join(", ")}>`;

/** A type as the user would write it, for messages. */
export function describeType(type: Type): string {
  switch (type.kind) {
    case "bits":
      return `${type.isSigned ? "int" : "bit"}<${type.width}>`;
    case "varbits":
      return `varbit<${type.width}>`;
    case "integer":
      return "int";
    case "bool":
    case "string":
    case "error":
    case "void":
      return type.kind;
    case "matchKind":
      return "match_kind";
    case "struct":
      return `${type.form === "headerUnion" ? "header_union" : type.form} ${named(type.name, type.arguments)}`;
    case "stack":
      return `${describeType(type.element).replace(/^\w+ /, "")}[${type.size}]`;
    case "tuple":
      return named("tuple", type.elements);
    case "listOf":
      return `list<${describeType(type.element)}>`;
    case "record":
      return `{${[...type.fields].map(([name, field]) => `${name} = ${describeType(field)}`).join(", ")}}`;
    case "sequence":
      return `{${type.elements.map(describeType).join(", ")}}`;
    case "enum":
      return `enum ${type.declaration.name.text}`;
    case "newtype":
      return type.declaration.name.text;
    case "extern":
    case "package":
      return `${type.kind} ${named(type.declaration.name.text, type.arguments)}`;
    case "block":
      return `${type.form} ${named(type.declaration.name.text, type.arguments)}`;
    case "table":
      return `table ${type.declaration.name.text}`;
    case "tableResult":
      return `the result of ${type.table.name.text}.apply()`;
    case "actionRun":
      return `the action run by ${type.table.name.text}`;
    case "action":
      return `action ${type.declaration.name.text}`;
    case "callable":
      return "a function";
    case "state":
      return "a parser state";
    case "set":
      return `a set of ${describeType(type.element)}`;
    case "typeVariable":
      return type.declaration.name.text;
    case "typeName":
      return `the type ${describeType(type.type)}`;
    case "any":
    case "unknown":
      return "_";
  }
}
