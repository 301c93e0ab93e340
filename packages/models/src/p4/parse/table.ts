import type { Token } from "../lex/token.ts";
import type {
  ActionReference,
  Annotation,
  Expression,
  KeyElement,
  TableDeclaration,
  TableEntry,
  TableProperty,
} from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseExpression } from "./expressions.ts";
import { parseKeysetOrTuple } from "./parserDeclaration.ts";
import { skipMember, startsTopLevel } from "./recovery.ts";

const startsProperty = (p: Cursor): boolean =>
  p.at("@") || p.at("const") || (p.isName(p.token) && p.peek(1).kind === "=");

const endsTable = (p: Cursor): boolean =>
  p.at("}") ||
  p.atEnd ||
  startsTopLevel(p) ||
  p.at("table") ||
  p.at("action") ||
  (p.at("apply") && p.peek(1).kind === "{");

/** `table name { … }` behind its annotations. */
export function parseTable(p: Cursor, annotations: Annotation[], first: Token): TableDeclaration {
  p.take();
  const name = p.name("the name of the table");
  const properties: TableProperty[] = [];
  if (p.expect("{", `to open table '${name.text}'`)) {
    while (!endsTable(p)) {
      const before = p.position;
      const start = p.token;
      if (startsProperty(p)) properties.push(parseProperty(p, parseAnnotations(p), start));
      else if (p.isName(p.token))
        p.report("p4-expected", `expected '=' after '${p.token.text}'`, behind(p.token));
      if (p.position === before) skipMember(p, startsProperty);
    }
    if (!p.eat("}"))
      p.report("p4-unclosed", `expected '}' to close table '${name.text}'`, behind(p.previous));
  }
  return { kind: "table", annotations, name, properties, span: p.spanFrom(first) };
}

function parseProperty(p: Cursor, annotations: Annotation[], first: Token): TableProperty {
  const isConst = p.eat("const");
  const name = p.name("the name of a table property");
  p.expect("=", `after '${name.text}'`);
  if (p.at("{")) {
    if (name.text === "key") {
      const elements = parseMembers(p, "the key of the table", parseKeyElement);
      return { kind: "keyProperty", elements, span: p.spanFrom(first) };
    }
    if (name.text === "actions") {
      const actions = parseMembers(p, "the actions of the table", parseActionReference);
      return { kind: "actionsProperty", actions, span: p.spanFrom(first) };
    }
    if (name.text === "entries") {
      const entries = parseMembers(p, "the entries of the table", parseEntry);
      return { kind: "entriesProperty", annotations, isConst, entries, span: p.spanFrom(first) };
    }
  }
  const value = parseExpression(p, `a value for '${name.text}'`);
  p.expect(";", `after the table property '${name.text}'`);
  return { kind: "valueProperty", annotations, isConst, name, value, span: p.spanFrom(first) };
}

/** `{ member… }`, each member with its own `;` */
function parseMembers<T>(p: Cursor, what: string, member: (p: Cursor) => T): T[] {
  const members: T[] = [];
  p.take();
  while (!p.at("}") && !p.atEnd && !startsTopLevel(p) && !startsNextProperty(p)) {
    const before = p.position;
    members.push(member(p));
    if (p.position === before) skipMember(p, startsNextProperty);
  }
  if (!p.eat("}")) p.report("p4-unclosed", `expected '}' to close ${what}`, behind(p.previous));
  p.eat(";");
  return members;
}

// `name =` never begins a member, so here a `}` is missing
const startsNextProperty = (p: Cursor): boolean =>
  p.token.startsLine && p.isName(p.token) && p.token.kind !== "priority" && p.peek(1).kind === "=";

function parseKeyElement(p: Cursor): KeyElement {
  const first = p.token;
  const expression = parseExpression(p, "a key");
  p.expect(":", "and a match kind after the key");
  const matchKind = p.name("a match kind such as exact, lpm or ternary");
  const annotations = parseAnnotations(p);
  p.expect(";", "after the match kind");
  return { kind: "keyElement", annotations, expression, matchKind, span: p.spanFrom(first) };
}

function parseActionReference(p: Cursor): ActionReference {
  const first = p.token;
  const annotations = parseAnnotations(p);
  const action = parseExpression(p, "the name of an action");
  p.expect(";", "after the action");
  return { kind: "actionReference", annotations, action, span: p.spanFrom(first) };
}

function parseEntry(p: Cursor): TableEntry {
  const first = p.token;
  const isConst = p.eat("const");
  let priority: Expression | null = null;
  if (p.at("priority") && p.peek(1).kind === "=") {
    p.take();
    p.take();
    priority = parseExpression(p, "a priority");
    p.expect(":", "after the priority");
  }
  const keyset = parseKeysetOrTuple(p);
  p.expect(":", "and an action after the key set");
  const action = parseExpression(p, "the action of the entry");
  const annotations = parseAnnotations(p);
  p.expect(";", "after the entry");
  return { kind: "tableEntry", annotations, isConst, priority, keyset, action, span: p.spanFrom(first) };
}
