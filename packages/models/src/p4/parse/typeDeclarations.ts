import type { Token } from "../lex/token.ts";
import type {
  Annotation,
  EnumDeclaration,
  ErrorDeclaration,
  MatchKindDeclaration,
  Name,
  StructDeclaration,
  StructField,
  TypedefDeclaration,
} from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseExpression } from "./expressions.ts";
import { parseSeparated } from "./list.ts";
import { parseTypeParameters } from "./parameters.ts";
import { skipMember, startsTopLevel } from "./recovery.ts";
import { parseType, startsBuiltInType } from "./types.ts";

const FORMS = { struct: "struct", header: "header", header_union: "headerUnion" } as const;
const formOf = (kind: string): keyof typeof FORMS =>
  kind === "header" || kind === "header_union" ? kind : "struct";

const startsField = (p: Cursor): boolean =>
  p.at("@") || startsBuiltInType(p) || p.isName(p.token) || p.at(".");

/** `struct`, `header` or `header_union` behind its annotations. */
export function parseStruct(p: Cursor, annotations: Annotation[], first: Token): StructDeclaration {
  const word = formOf(p.take().kind);
  const name = p.name(`the name of the ${word}`);
  p.declareType(name);
  return p.withTypes(() => {
    const typeParameters = parseTypeParameters(p);
    const fields: StructField[] = [];
    if (p.expect("{", `to open ${word} '${name.text}'`)) {
      while (!p.at("}") && !p.atEnd && !startsTopLevel(p)) {
        const before = p.position;
        if (startsField(p)) fields.push(parseField(p));
        if (p.position === before) skipMember(p, startsField);
      }
      if (!p.eat("}"))
        p.report("p4-unclosed", `expected '}' to close ${word} '${name.text}'`, behind(p.previous));
    }
    const span = p.spanFrom(first);
    return { kind: "struct", form: FORMS[word], annotations, name, typeParameters, fields, span };
  });
}

function parseField(p: Cursor): StructField {
  const first = p.token;
  const annotations = parseAnnotations(p);
  const type = parseType(p, "the type of a field");
  const name = p.name("the name of the field");
  p.expect(";", name.text === "" ? "after the field" : `after the field '${name.text}'`);
  return { kind: "field", annotations, type, name, span: p.spanFrom(first) };
}

/** `enum [type] name { … }` behind its annotations. */
export function parseEnum(p: Cursor, annotations: Annotation[], first: Token): EnumDeclaration {
  p.take();
  const isPlain = p.isName(p.token) && p.peek(1).kind === "{";
  const underlying = isPlain ? null : parseType(p, "the name of the enum");
  const name = p.name("the name of the enum");
  p.declareType(name);
  const members = parseNames(p, `enum '${name.text}'`, () => {
    const memberName = p.name("the name of a member");
    const value = p.eat("=") ? parseExpression(p, "the value of the member") : null;
    return { kind: "enumMember", name: memberName, value, span: p.spanFromNode(memberName.span) } as const;
  });
  return { kind: "enum", annotations, name, underlying, members, span: p.spanFrom(first) };
}

export function parseErrors(p: Cursor, first: Token): ErrorDeclaration {
  p.take();
  const members = parseNames(p, "the errors", () => plainMember(p, "errorMember"));
  return { kind: "error", members, span: p.spanFrom(first) };
}

export function parseMatchKinds(p: Cursor, first: Token): MatchKindDeclaration {
  p.take();
  const members = parseNames(p, "the match kinds", () => plainMember(p, "matchKindMember"));
  return { kind: "matchKind", members, span: p.spanFrom(first) };
}

function plainMember<K extends string>(p: Cursor, kind: K): { kind: K; name: Name; span: Name["span"] } {
  const name = p.name("a name");
  return { kind, name, span: name.span };
}

function parseNames<T>(p: Cursor, owner: string, element: () => T): T[] {
  if (!p.expect("{", `to open ${owner}`)) return [];
  return parseSeparated(p, { close: "}", what: "the member", closing: `to close ${owner}`, element });
}

/** `typedef type name;` or `type type name;` behind its annotations. */
export function parseTypedef(p: Cursor, annotations: Annotation[], first: Token): TypedefDeclaration {
  const isNew = p.take().kind === "type";
  const type = parseType(p);
  const name = p.name("the name of the new type");
  p.declareType(name);
  p.expect(";", `after the type '${name.text}'`);
  return { kind: "typedef", isNew, annotations, type, name, span: p.spanFrom(first) };
}
