import type { Token } from "../lex/token.ts";
import type {
  Annotation,
  ExternDeclaration,
  ExternFunctionDeclaration,
  MethodDeclaration,
} from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseParameters, parseTypeParameters } from "./parameters.ts";
import { skipMember, startsTopLevel } from "./recovery.ts";
import { parseType, startsBuiltInType } from "./types.ts";

/** An extern object (`extern name { … }`) or an extern function, behind its annotations. */
export function parseExtern(
  p: Cursor,
  annotations: Annotation[],
  first: Token,
): ExternDeclaration | ExternFunctionDeclaration {
  p.take();
  const isObject = p.looksLike(null, () => {
    p.name("a name");
    p.withTypes(() => parseTypeParameters(p));
    return p.at("{") || p.at(";");
  });
  return isObject ? parseObject(p, annotations, first) : parseExternFunction(p, annotations, first);
}

function parseExternFunction(p: Cursor, annotations: Annotation[], first: Token): ExternFunctionDeclaration {
  return p.withTypes(() => {
    // the type parameters are in scope of the return type that stands before them
    declareAhead(p);
    const returnType = parseType(p, "the name of an extern object or the type an extern function returns");
    const name = p.name("the name of the extern function");
    const typeParameters = parseTypeParameters(p);
    const parameters = parseParameters(p, `extern function '${name.text}'`);
    p.expect(";", `after the extern function '${name.text}'`);
    const span = p.spanFrom(first);
    return { kind: "externFunction", annotations, returnType, name, typeParameters, parameters, span };
  });
}

function declareAhead(p: Cursor): void {
  p.looksLike(null, () => {
    parseType(p);
    p.name("a name");
    parseTypeParameters(p);
    return true;
  });
}

const startsMethod = (p: Cursor): boolean =>
  p.at("@") || p.at("abstract") || startsBuiltInType(p) || p.isName(p.token) || p.at(".");

function parseObject(p: Cursor, annotations: Annotation[], first: Token): ExternDeclaration {
  const name = p.name("the name of the extern object");
  p.declareType(name);
  return p.withTypes(() => {
    const typeParameters = parseTypeParameters(p);
    const methods: MethodDeclaration[] = [];
    if (!p.eat(";") && p.expect("{", `to open extern '${name.text}'`)) {
      while (!p.at("}") && !p.atEnd && !startsTopLevel(p)) {
        const before = p.position;
        if (startsMethod(p)) methods.push(parseMethod(p));
        if (p.position === before) skipMember(p, startsMethod);
      }
      if (!p.eat("}"))
        p.report("p4-unclosed", `expected '}' to close extern '${name.text}'`, behind(p.previous));
    }
    return { kind: "extern", annotations, name, typeParameters, methods, span: p.spanFrom(first) };
  });
}

function parseMethod(p: Cursor): MethodDeclaration {
  const first = p.token;
  const annotations = parseAnnotations(p);
  const isAbstract = p.eat("abstract");
  const isConstructor = p.isName(p.token) && p.peek(1).kind === "(";
  return p.withTypes(() => {
    const returnType = isConstructor ? null : parseType(p, "the type the method returns");
    const name = p.name("the name of the method");
    const typeParameters = parseTypeParameters(p);
    const parameters = parseParameters(p, `method '${name.text}'`);
    p.expect(";", `after the method '${name.text}'`);
    const span = p.spanFrom(first);
    return { kind: "method", annotations, isAbstract, returnType, name, typeParameters, parameters, span };
  });
}
