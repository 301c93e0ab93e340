import type { Token } from "../lex/token.ts";
import type {
  Annotation,
  ConstantDeclaration,
  Expression,
  FunctionDeclaration,
  InstantiationDeclaration,
  Name,
  TypeNode,
  VariableDeclaration,
} from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseArguments, parseExpression } from "./expressions.ts";
import { parseParameters, parseTypeParameters } from "./parameters.ts";
import { parseType } from "./types.ts";

const quoted = (name: Name): string => (name.text === "" ? "" : ` '${name.text}'`);

/** `const type name = value;` */
export function parseConstant(p: Cursor, annotations: Annotation[], first: Token): ConstantDeclaration {
  p.take();
  const type = parseType(p, "the type of the constant");
  const name = p.name("the name of the constant");
  const value: Expression = p.expect("=", "and a value after the name of the constant")
    ? parseExpression(p, "the value of the constant")
    : { kind: "missingExpression", span: behind(p.previous) };
  p.expect(";", `after the constant${quoted(name)}`);
  return { kind: "constant", annotations, type, name, value, span: p.spanFrom(first) };
}

/** `type name [= value]` behind its annotations, without the `;` */
export function parseVariable(p: Cursor, annotations: Annotation[], first: Token): VariableDeclaration {
  const type = parseType(p, "the type of the variable");
  const name = p.name("the name of the variable");
  const initializer = p.eat("=") ? parseExpression(p, `the value of the variable${quoted(name)}`) : null;
  return { kind: "variable", annotations, type, name, initializer, span: p.spanFrom(first) };
}

/** `(arguments) name [= { … }];` behind the type that is instantiated. */
export function parseInstantiation(
  p: Cursor,
  annotations: Annotation[],
  type: TypeNode,
  first: Token,
): InstantiationDeclaration {
  p.expect("(", "before the constructor arguments");
  const args = parseArguments(p);
  const name = p.name("the name of the instance");
  const body = p.eat("=") ? parseInstanceBody(p) : null;
  p.expect(";", `after the instance${quoted(name)}`);
  const span = p.spanFrom(first);
  return { kind: "instantiation", annotations, type, arguments: args, name, body, span };
}

function parseInstanceBody(p: Cursor): (FunctionDeclaration | InstantiationDeclaration)[] {
  const members: (FunctionDeclaration | InstantiationDeclaration)[] = [];
  if (!p.expect("{", "after '=' of the instance")) return members;
  while (!p.at("}") && !p.atEnd) {
    const before = p.position;
    const first = p.token;
    const annotations = parseAnnotations(p);
    const type = parseType(p, "a method or an instance");
    members.push(
      p.at("(")
        ? parseInstantiation(p, annotations, type, first)
        : parseFunction(p, annotations, type, first),
    );
    if (p.position === before) p.take();
  }
  p.expect("}", "to close the body of the instance");
  return members;
}

/** `name<T>(parameters) { … }` behind the type that is returned. */
export function parseFunction(
  p: Cursor,
  annotations: Annotation[],
  returnType: TypeNode,
  first: Token,
): FunctionDeclaration {
  const name = p.name("the name of the function");
  return p.withTypes(() => {
    const typeParameters = parseTypeParameters(p);
    const parameters = parseParameters(p, `function${quoted(name)}`);
    const body = p.grammar.block(p, `the body of function${quoted(name)}`);
    const span = p.spanFrom(first);
    return { kind: "function", annotations, returnType, name, typeParameters, parameters, body, span };
  });
}
