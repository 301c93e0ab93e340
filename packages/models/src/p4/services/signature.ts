import type { CheckedProgram } from "../checkedProgram.ts";
import type { Expression, NamedDeclaration, Node, Parameter, TypeParameter } from "../tree/index.ts";

type Files = CheckedProgram["files"];

/** The text of a node as written, in one line. */
export const written = (files: Files, { span }: Node): string =>
  (files.get(span.file)?.slice(span.start, span.end) ?? "").replace(/\s+/g, " ");

/** A declaration up to its body, in one line. */
export function signatureOf(files: Files, d: NamedDeclaration): string {
  const name = d.name.text;
  switch (d.kind) {
    case "constant":
      return `const ${written(files, d.type)} ${name}${initialValue(files, d.value)}`;
    case "variable":
    case "field":
    case "instantiation":
      return `${written(files, d.type)} ${name}`;
    case "parameter":
      return parameter(files, d);
    case "struct":
      return `${d.form === "headerUnion" ? "header_union" : d.form} ${name}${generics(d.typeParameters)}`;
    case "enum":
      return d.underlying === null ? `enum ${name}` : `enum ${written(files, d.underlying)} ${name}`;
    case "enumMember":
      return `${name}${d.value === null ? "" : initialValue(files, d.value)}`;
    case "errorMember":
      return `error.${name}`;
    case "matchKindMember":
      return `match_kind ${name}`;
    case "typedef":
      return `${d.isNew ? "type" : "typedef"} ${written(files, d.type)} ${name}`;
    case "extern":
      return `extern ${name}${generics(d.typeParameters)}`;
    case "method":
    case "function":
    case "externFunction": {
      const returns = d.returnType === null ? "" : `${written(files, d.returnType)} `;
      return `${returns}${name}${generics(d.typeParameters)}${list(files, d.parameters)}`;
    }
    case "action":
      return `action ${name}${list(files, d.parameters)}`;
    case "parser":
    case "control": {
      const made = d.constructorParameters.length > 0 ? list(files, d.constructorParameters) : "";
      return `${d.kind} ${name}${generics(d.typeParameters)}${list(files, d.parameters)}${made}`;
    }
    case "blockType":
      return `${d.form} ${name}${generics(d.typeParameters)}${list(files, d.parameters)}`;
    case "package":
      return `package ${name}${generics(d.typeParameters)}${list(files, d.parameters)}`;
    case "table":
    case "state":
      return `${d.kind} ${name}`;
    case "valueSet":
      return `value_set<${written(files, d.elementType)}>(${written(files, d.size)}) ${name}`;
    case "typeParameter":
      return `type parameter ${name}`;
  }
}

const initialValue = (files: Files, value: Expression): string =>
  value.kind === "missingExpression" ? "" : ` = ${written(files, value)}`;

const generics = (parameters: readonly TypeParameter[]): string =>
  parameters.length === 0 ? "" : `<${parameters.map(({ name }) => name.text).join(", ")}>`;

const list = (files: Files, parameters: readonly Parameter[]): string =>
  `(${parameters.map((p) => parameter(files, p)).join(", ")})`;

function parameter(files: Files, p: Parameter): string {
  const direction = p.direction === "none" ? "" : `${p.direction} `;
  const initial = p.defaultValue === null ? "" : initialValue(files, p.defaultValue);
  return `${p.isOptional ? "@optional " : ""}${direction}${written(files, p.type)} ${p.name.text}${initial}`;
}
