import type { Token } from "../lex/token.ts";
import { tokenSpan } from "../lex/token.ts";
import { closest } from "../resolve/suggest.ts";
import type { Annotation, Declaration, P4Program } from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { parseParserOrControl } from "./blockDeclarations.ts";
import { parseAction } from "./controlDeclaration.ts";
import type { Cursor } from "./cursor.ts";
import { parseExtern } from "./externDeclaration.ts";
import { parseParameters, parseTypeParameters } from "./parameters.ts";
import { startsTopLevel } from "./recovery.ts";
import { parseConstant, parseFunction, parseInstantiation } from "./simpleDeclarations.ts";
import { parseEnum, parseErrors, parseMatchKinds, parseStruct, parseTypedef } from "./typeDeclarations.ts";
import { parseType, startsBuiltInType } from "./types.ts";

/** The whole program. Always returns a tree; what is wrong stands in `p.diagnostics`. */
export function parseProgram(p: Cursor): P4Program {
  const declarations: Declaration[] = [];
  while (!p.atEnd) {
    if (p.eat(";")) continue;
    p.forgetSpeculation();
    const before = p.position;
    const parsed = startsInlineTypedef(p) ? parseInlineTypedef(p) : parseDeclaration(p);
    if (parsed !== null) declarations.push(...[parsed].flat());
    if (p.position === before || parsed === null) recover(p);
  }
  const end = tokenSpan(p.token);
  const span = { ...end, start: 0, line: 1, column: 1 };
  return { kind: "program", declarations, span };
}

const startsDeclaration = (p: Cursor): boolean =>
  startsTopLevel(p) || p.at("action") || p.at("const") || p.at("error") || p.at("@");

function recover(p: Cursor): void {
  p.report("p4-unexpected", `unexpected '${p.token.text}' outside any declaration`);
  do p.take();
  while (!p.atEnd && !(p.token.startsLine && startsDeclaration(p)));
}

function parseDeclaration(p: Cursor): Declaration | null {
  const first = p.token;
  const annotations = parseAnnotations(p);
  mendWord(p);
  switch (p.token.kind) {
    case "const":
      return parseConstant(p, annotations, first);
    case "extern":
      return parseExtern(p, annotations, first);
    case "action":
      return parseAction(p, annotations, first);
    case "parser":
    case "control":
      return parseParserOrControl(p, annotations, first);
    case "package":
      return parsePackage(p, annotations, first);
    case "struct":
    case "header":
    case "header_union":
      return parseStruct(p, annotations, first);
    case "enum":
      return parseEnum(p, annotations, first);
    case "typedef":
      return parseTypedef(p, annotations, first);
    case "error":
      if (p.peek(1).kind === "{") return parseErrors(p, first);
      break;
    case "match_kind":
      if (p.peek(1).kind === "{") return parseMatchKinds(p, first);
      break;
    case "type":
      if (p.peek(1).kind !== "(" && p.peek(1).kind !== "<") return parseTypedef(p, annotations, first);
      break;
  }
  if (!startsBuiltInType(p) && !p.isName(p.token) && !p.at(".")) return null;
  const type = parseType(p);
  if (p.at("(")) return parseInstantiation(p, annotations, type, first);
  if (p.isName(p.token) && (p.peek(1).kind === "(" || p.peek(1).kind === "<")) {
    return parseFunction(p, annotations, type, first);
  }
  p.report(
    "p4-unexpected",
    `expected a declaration (header, struct, parser, control, …), found '${first.text}'`,
    tokenSpan(first),
  );
  return null;
}

const WORDS = ["action", "control", "extern", "header", "package", "parser", "struct", "typedef"] as const;

/** Reports a misspelt word that begins a declaration, and reads it as what it most likely means. */
function mendWord(p: Cursor): void {
  const { kind, text } = p.token;
  if (kind !== "identifier" || text.length < 4 || !p.isName(p.peek(1)) || p.isType(text)) return;
  // `name name(` may be a function that returns a type nobody declared
  const meant = closest(text, WORDS);
  if (meant === null || (p.peek(2).kind !== "(" && p.peek(2).kind !== "{" && p.peek(2).kind !== "<")) return;
  p.report("p4-unexpected", `expected a declaration, found '${text}'; did you mean '${meant}'?`);
  p.readAs(meant);
}

const startsInlineTypedef = (p: Cursor): boolean =>
  (p.at("typedef") || p.at("type")) && ["struct", "header", "header_union", "enum"].includes(p.peek(1).kind);

/** `typedef struct S { … } name;`: the declaration of S, then the typedef. */
function parseInlineTypedef(p: Cursor): Declaration[] {
  if (p.at("type")) {
    const message = `'type' takes a type that is declared already; use 'typedef', or declare the ${p.peek(1).kind} before`;
    p.report("p4-unexpected", message);
  }
  const first = p.take();
  const isType = first.kind === "type";
  const inner = p.at("enum") ? parseEnum(p, [], p.token) : parseStruct(p, [], p.token);
  const type = {
    kind: "namedType",
    name: inner.name,
    isGlobal: false,
    arguments: [],
    span: inner.span,
  } as const;
  // what was meant without its name is no other mistake
  if (isType && (p.token.startsLine || !p.isName(p.token))) return [inner];
  const name = p.name("the name of the new type");
  p.declareType(name);
  p.expect(";", `after the type '${name.text}'`);
  const span = p.spanFrom(first);
  return [
    inner,
    { kind: "typedef", isNew: false, annotations: [], type: { ...type, arguments: [] }, name, span },
  ];
}

function parsePackage(p: Cursor, annotations: Annotation[], first: Token): Declaration {
  p.take();
  const name = p.name("the name of the package");
  p.declareType(name);
  return p.withTypes(() => {
    const typeParameters = parseTypeParameters(p);
    const parameters = parseParameters(p, `package '${name.text}'`);
    p.expect(";", `after the package '${name.text}'`);
    return { kind: "package", annotations, name, typeParameters, parameters, span: p.spanFrom(first) };
  });
}
