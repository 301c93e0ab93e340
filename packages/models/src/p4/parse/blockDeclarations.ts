import type { Token } from "../lex/token.ts";
import type {
  Annotation,
  BlockTypeDeclaration,
  ControlDeclaration,
  ParserDeclaration,
} from "../tree/index.ts";
import { parseControlBody } from "./controlDeclaration.ts";
import type { Cursor } from "./cursor.ts";
import { parseParameters, parseTypeParameters } from "./parameters.ts";
import { parseParserBody } from "./parserDeclaration.ts";

/** `parser …` or `control …` behind its annotations: a declaration with a body, or a prototype that ends with `;`. */
export function parseParserOrControl(
  p: Cursor,
  annotations: Annotation[],
  first: Token,
): ParserDeclaration | ControlDeclaration | BlockTypeDeclaration {
  const form = p.take().kind === "parser" ? "parser" : "control";
  const name = p.name(`the name of the ${form}`);
  const owner = `${form} '${name.text}'`;
  p.declareType(name);
  return p.withTypes(() => {
    const typeParameters = parseTypeParameters(p);
    const parameters = parseParameters(p, owner);
    if (p.eat(";")) {
      return {
        kind: "blockType",
        form,
        annotations,
        name,
        typeParameters,
        parameters,
        span: p.spanFrom(first),
      };
    }
    const constructorParameters = p.at("(") ? parseParameters(p, owner) : [];
    const head = { annotations, name, typeParameters, parameters, constructorParameters };
    if (form === "parser") {
      const body = parseParserBody(p, owner);
      return { kind: "parser", ...head, ...body, span: p.spanFrom(first) };
    }
    const body = parseControlBody(p, owner);
    return { kind: "control", ...head, ...body, span: p.spanFrom(first) };
  });
}
