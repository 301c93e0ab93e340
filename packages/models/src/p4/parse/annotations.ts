import { isWord, tokenSpan } from "../lex/token.ts";
import type { Annotation, Expression, NamedValue } from "../tree/index.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression } from "./expressions.ts";
import { parseSeparated } from "./list.ts";

/** All annotations that stand here. */
export function parseAnnotations(p: Cursor): Annotation[] {
  const annotations: Annotation[] = [];
  while (p.at("@")) annotations.push(parseAnnotation(p));
  return annotations;
}

function parseAnnotation(p: Cursor): Annotation {
  const first = p.take();
  const word = p.token;
  // any word may name an annotation, reserved or not
  const name = isWord(word)
    ? ({ kind: "name", text: p.take().text, span: tokenSpan(word) } as const)
    : p.name("the name of an annotation after '@'");
  const annotation: Annotation = {
    kind: "annotation",
    name,
    form: "plain",
    tokens: [],
    expressions: [],
    fields: [],
    span: p.spanFrom(first),
  };
  if (name.text === "pragma") {
    annotation.form = "unstructured";
    while (!p.atEnd && !p.token.startsLine) annotation.tokens.push(p.take().text);
  } else if (p.eat("(")) {
    annotation.form = "unstructured";
    annotation.tokens = takeBalanced(p, behindBody(p));
    p.expect(")", `to close the annotation '@${name.text}'`);
  } else if (p.eat("[")) parseStructured(p, annotation);
  annotation.span = p.spanFrom(first);
  return annotation;
}

/** Our choice: longer than any annotation, so that many open ones take no longer than one. */
const MAX_BODY = 4000;

/** How far away the `)` is that closes the body, which has been opened; the end of its line when there is none. */
function behindBody(p: Cursor): number {
  let lineEnd = -1;
  for (let i = 0, depth = 0; ; i++) {
    const token = p.peek(i);
    if (token.kind === ")" && depth === 0) return i;
    if (i > 0 && lineEnd < 0 && token.startsLine) lineEnd = i;
    if (token.kind === "end" || i === MAX_BODY) return lineEnd < 0 ? i : lineEnd;
    if (token.kind === "(") depth++;
    if (token.kind === ")") depth--;
  }
}

const takeBalanced = (p: Cursor, count: number): string[] =>
  Array.from({ length: count }, () => p.take().text);

function parseStructured(p: Cursor, annotation: Annotation): void {
  const expressions: Expression[] = [];
  const fields: NamedValue[] = [];
  parseSeparated(p, {
    close: "]",
    what: "the value",
    closing: `to close the annotation '@${annotation.name.text}'`,
    element: () => {
      const start = p.token;
      if (p.isName(start) && p.peek(1).kind === "=") {
        const name = p.name("a key");
        p.take();
        const value = parseExpression(p, "a value");
        fields.push({ kind: "namedValue", name, value, span: p.spanFrom(start) });
      } else expressions.push(parseExpression(p, "a value"));
    },
  });
  annotation.form = fields.length > 0 ? "record" : "list";
  annotation.expressions = expressions;
  annotation.fields = fields;
}
