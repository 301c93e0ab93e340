import type { Token } from "../lex/token.ts";
import type {
  Annotation,
  ParserLocal,
  SelectCase,
  StateDeclaration,
  Transition,
  ValueSetDeclaration,
} from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseExpression, parseKeyset } from "./expressions.ts";
import { behindBracket, parseSeparated, skipTo } from "./list.ts";
import { skipMember, startsTopLevel } from "./recovery.ts";
import { parseConstant } from "./simpleDeclarations.ts";
import { startsDeclaration } from "./startsDeclaration.ts";
import { parseLocalDeclaration, parseStatements } from "./statements.ts";
import { parseType } from "./types.ts";

type Body = { locals: ParserLocal[]; states: StateDeclaration[] };

const startsState = (p: Cursor): boolean =>
  p.at("state") && p.isName(p.peek(1)) && !["=", ";", "("].includes(p.peek(2).kind);

const startsMember = (p: Cursor): boolean =>
  p.at("@") || p.at("const") || p.at("value_set") || startsState(p) || startsDeclaration(p);

/** `{ locals states }` of the parser that `owner` names. */
export function parseParserBody(p: Cursor, owner: string): Body {
  const body: Body = { locals: [], states: [] };
  if (!p.expect("{", `to open ${owner}`)) return body;
  while (!p.at("}") && !p.atEnd && !startsTopLevel(p)) {
    const before = p.position;
    const first = p.token;
    if (startsMember(p)) parseMember(p, parseAnnotations(p), first, body);
    if (p.position === before) skipMember(p, startsMember);
  }
  if (!p.eat("}")) p.report("p4-unclosed", `expected '}' to close ${owner}`, behind(p.previous));
  return body;
}

function parseMember(p: Cursor, annotations: Annotation[], first: Token, body: Body): void {
  if (startsState(p)) body.states.push(parseState(p, annotations, first));
  else if (p.at("const")) body.locals.push(parseConstant(p, annotations, first));
  else if (p.at("value_set")) body.locals.push(parseValueSet(p, annotations, first));
  else {
    const local = parseLocalDeclaration(p, annotations, first);
    if (local.kind === "variable" || local.kind === "instantiation") body.locals.push(local);
  }
}

function parseValueSet(p: Cursor, annotations: Annotation[], first: Token): ValueSetDeclaration {
  p.take();
  p.expect("<", "and the type of the elements after 'value_set'");
  const elementType = parseType(p);
  p.expect(">", "after the type of the elements");
  p.expect("(", "and the size of the value set");
  const size = parseExpression(p, "the size of the value set");
  p.expect(")", "after the size of the value set");
  const name = p.name("the name of the value set");
  p.expect(";", "after the value set");
  return { kind: "valueSet", annotations, elementType, size, name, span: p.spanFrom(first) };
}

function parseState(p: Cursor, annotations: Annotation[], first: Token): StateDeclaration {
  p.take();
  const name = p.name("the name of the state");
  const owner = `state '${name.text}'`;
  const state: StateDeclaration = {
    kind: "state",
    annotations,
    name,
    statements: [],
    transition: null,
    span: name.span,
  };
  if (p.expect("{", `to open ${owner}`)) {
    state.statements = parseStatements(p);
    if (p.at("transition")) state.transition = parseTransition(p);
    if (!p.at("}") && state.transition !== null && !startsState(p) && !startsTopLevel(p)) {
      p.report("p4-unexpected", `'transition' must be the last statement of ${owner}`);
      parseStatements(p);
    }
    if (!p.eat("}")) p.report("p4-unclosed", `expected '}' to close ${owner}`, behind(p.previous));
  }
  state.span = p.spanFrom(first);
  return state;
}

function parseTransition(p: Cursor): Transition {
  const first = p.take();
  if (p.at("select")) return parseSelect(p, first);
  const target = p.name("the name of a state or 'select' after 'transition'");
  if (target.text === "") skipTo(p, (token) => token.startsLine);
  p.expect(";", "after the transition");
  return { kind: "directTransition", target, span: p.spanFrom(first) };
}

function parseSelect(p: Cursor, first: Token): Transition {
  p.take();
  const args = p.expect("(", "after 'select'")
    ? parseSeparated(p, {
        close: ")",
        what: "the expression",
        closing: "to close what is selected on",
        element: () => parseExpression(p, "an expression to select on"),
      })
    : [];
  const cases: SelectCase[] = [];
  if (p.expect("{", "to open the cases of 'select'")) {
    while (!p.at("}") && !p.atEnd && !startsState(p) && !startsTopLevel(p)) {
      const before = p.position;
      cases.push(parseSelectCase(p));
      if (p.position === before) skipMember(p, () => false);
    }
    p.expect("}", "to close the cases of 'select'");
  }
  p.eat(";");
  return { kind: "selectTransition", arguments: args, cases, span: p.spanFrom(first) };
}

function parseSelectCase(p: Cursor): SelectCase {
  const first = p.token;
  const keyset = parseKeysetOrTuple(p);
  p.expect(":", "and a state after the key set");
  const target = p.name("the name of a state");
  p.expect(";", "after the select case");
  return { kind: "selectCase", keyset, target, span: p.spanFrom(first) };
}

/** A key set, or `(a, b)` when the parenthesis reaches up to the `:`. */
export function parseKeysetOrTuple(p: Cursor): SelectCase["keyset"] {
  const first = p.token;
  const end = p.at("(") ? behindBracket(p, 0) : -1;
  if (end < 0 || p.peek(end).kind !== ":") return parseKeyset(p);
  p.take();
  const elements = parseSeparated(p, {
    close: ")",
    what: "the key set",
    closing: "to close the key sets",
    element: () => parseKeyset(p),
  });
  return { kind: "keysetTuple", elements, span: p.spanFrom(first) };
}
