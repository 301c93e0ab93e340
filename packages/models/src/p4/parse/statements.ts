import type { Token } from "../lex/token.ts";
import type { Annotation, BlockStatement, Expression, Statement, SwitchCase } from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseExpression, parseKeyset } from "./expressions.ts";
import { parseFor } from "./loops.ts";
import { parseConstant, parseInstantiation, parseVariable } from "./simpleDeclarations.ts";
import { parseSimpleStatement } from "./simpleStatement.ts";
import { startsDeclaration } from "./startsDeclaration.ts";
import { parseType } from "./types.ts";

// these stand only outside statement blocks: meeting one means that a `}` is missing
const OUTER = new Set([
  "action",
  "control",
  "enum",
  "extern",
  "header",
  "header_union",
  "package",
  "parser",
  "struct",
  "table",
  "typedef",
]);

const STATEMENT_WORDS = new Set([
  "if",
  "switch",
  "return",
  "exit",
  "const",
  "for",
  "break",
  "continue",
  "transition",
]);

const opensBlock = (p: Cursor, word: string): boolean =>
  p.at(word) &&
  p.token.startsLine &&
  (p.peek(1).kind === "{" || (word === "state" && p.peek(2).kind === "{"));

/** Does a statement list end here, by its `}` or because an enclosing construct goes on? */
const endsStatements = (p: Cursor): boolean =>
  p.at("}") ||
  p.atEnd ||
  p.at("transition") ||
  OUTER.has(p.token.kind) ||
  opensBlock(p, "apply") ||
  opensBlock(p, "state");

/** `{ … }`; `what` is what it closes, for messages. */
export function parseBlock(p: Cursor, what: string, annotations: Annotation[] = []): BlockStatement {
  const first = p.token;
  if (!p.expect("{", `to open ${what}`)) {
    return { kind: "block", annotations, statements: [], span: behind(p.previous) };
  }
  const statements = parseStatements(p);
  if (!p.at("}"))
    p.report("p4-unclosed", `expected '}' to close ${what}`, p.atEnd ? behind(p.previous) : undefined);
  else p.take();
  return { kind: "block", annotations, statements, span: p.spanFrom(first) };
}

/** Statements up to a `}` or to a word that belongs to an enclosing construct. */
export function parseStatements(p: Cursor): Statement[] {
  const statements: Statement[] = [];
  while (!endsStatements(p)) {
    const before = p.position;
    const statement = parseStatement(p);
    if (statement !== null) statements.push(statement);
    if (p.hasReported && (p.position === before || (!p.token.startsLine && !endsStatements(p)))) recover(p);
  }
  return statements;
}

// skips to behind the next `;` or balanced `}`, or to where a statement or an enclosing construct plainly goes on
function recover(p: Cursor): void {
  const start = p.position;
  for (let depth = 0; !p.atEnd; ) {
    const kind = p.token.kind;
    const isNew = p.position > start && depth === 0;
    if (isNew && (endsStatements(p) || (p.token.startsLine && STATEMENT_WORDS.has(kind)))) return;
    if (kind === "{" || kind === "(") depth++;
    if ((kind === "}" || kind === ")") && depth > 0) depth--;
    p.take();
    if (depth === 0 && (kind === ";" || kind === "}")) return;
  }
}

/** One statement or local declaration; null when none stands here, which has been reported. */
function parseStatement(p: Cursor): Statement | null {
  return p.nested("this statement", () => parseAnyStatement(p));
}

function parseAnyStatement(p: Cursor): Statement | null {
  const first = p.token;
  const annotations = parseAnnotations(p);
  const kind = p.token.kind;
  switch (kind) {
    case "{":
      return parseBlock(p, "the block", annotations);
    case ";":
      p.take();
      return { kind: "empty", span: p.spanFrom(first) };
    case "if":
      return parseIf(p);
    case "switch":
      return parseSwitch(p);
    case "for":
      return parseFor(p, annotations);
    case "return": {
      p.take();
      const value = p.at(";") ? null : parseExpression(p, "a value or ';' after 'return'");
      p.expect(";", "after 'return'");
      return { kind: "return", value, span: p.spanFrom(first) };
    }
    case "exit":
    case "break":
    case "continue": {
      p.take();
      p.expect(";", `after '${kind}'`);
      return { kind, span: p.spanFrom(first) };
    }
    case "const":
      return parseConstant(p, annotations, first);
  }
  if (p.token.text === "while" && p.peek(1).kind === "(") return parseWhile(p);
  if (startsDeclaration(p)) return parseLocalDeclaration(p, annotations, first);
  const statement = parseSimpleStatement(p);
  if (statement === null) return null;
  p.expect(";", statement.kind === "assignment" ? "after the assignment" : "after the call");
  return { ...statement, span: p.spanFrom(first) };
}

/** A variable or an instance behind its annotations, with its `;`. */
export function parseLocalDeclaration(p: Cursor, annotations: Annotation[], first: Token): Statement {
  const type = p.speculate(p.memos.instanceType, () => {
    const found = parseType(p);
    return p.at("(") ? found : null;
  });
  if (type !== null) return parseInstantiation(p, annotations, type, first);
  const variable = parseVariable(p, annotations, first);
  p.expect(
    ";",
    variable.name.text === "" ? "after the variable" : `after the variable '${variable.name.text}'`,
  );
  return { ...variable, span: p.spanFrom(first) };
}

/** `(expression)` behind `word`; one message when both parentheses are missing. */
function parseHead(p: Cursor, word: string, what: string): Expression {
  const isOpen = p.expect("(", `after '${word}'`);
  const expression = parseExpression(p, what);
  if (p.at("=")) {
    p.report("p4-unexpected", "'=' assigns; compare with '=='");
    p.take();
    parseExpression(p);
  }
  if (isOpen) p.expect(")", `after ${what}`);
  else p.eat(")");
  return expression;
}

function parseIf(p: Cursor): Statement {
  const first = p.take();
  const condition = parseHead(p, "if", "a condition");
  const whenTrue = parseBranch(p, "if");
  const whenFalse = p.eat("else") ? parseBranch(p, "else") : null;
  return { kind: "if", condition, whenTrue, whenFalse, span: p.spanFrom(first) };
}

/** A habit from C: read like `if`, so that only the word is wrong. */
function parseWhile(p: Cursor): Statement {
  p.report("p4-unexpected", "P4 has no 'while'; use 'for', whose number of rounds is known at compile time");
  return parseIf(p);
}

/** The statement that `word` governs; an empty one when it is missing. */
export function parseBranch(p: Cursor, word: string): Statement {
  if (p.at("}") || p.at("else") || p.atEnd) {
    p.missing(`a statement after '${word}'`);
    return { kind: "empty", span: behind(p.previous) };
  }
  return parseStatement(p) ?? { kind: "empty", span: behind(p.previous) };
}

function parseSwitch(p: Cursor): Statement {
  const first = p.take();
  const subject = parseHead(p, "switch", "what to switch over");
  const cases: SwitchCase[] = [];
  if (p.expect("{", "to open the cases of 'switch'")) {
    while (!endsStatements(p)) {
      const before = p.position;
      cases.push(parseSwitchCase(p));
      if (p.position === before) recover(p);
    }
    p.expect("}", "to close the cases of 'switch'");
  }
  return { kind: "switch", subject, cases, span: p.spanFrom(first) };
}

function parseSwitchCase(p: Cursor): SwitchCase {
  const first = p.token;
  const label = parseKeyset(p, "a case label");
  p.expect(":", "after the case label");
  const body = p.at("{") ? parseBlock(p, "the case") : null;
  return { kind: "switchCase", label, body, span: p.spanFrom(first) };
}
