import type { Token } from "../lex/token.ts";
import type { Annotation, Expression, Statement, VariableDeclaration } from "../tree/index.ts";
import { parseAnnotations } from "./annotations.ts";
import type { Cursor } from "./cursor.ts";
import { parseExpression, parseKeyset } from "./expressions.ts";
import { parseVariable } from "./simpleDeclarations.ts";
import { parseSimpleStatement } from "./simpleStatement.ts";
import { startsDeclaration } from "./startsDeclaration.ts";

/** Both forms of `for`. */
export function parseFor(p: Cursor, annotations: Annotation[]): Statement {
  const first = p.take();
  p.expect("(", "after 'for'");
  if (p.isName(p.token) && p.peek(1).kind === "in") {
    return parseForIn(p, annotations, parseExpression(p), first);
  }
  const initializers: Statement[] = [];
  if (!p.at(";")) {
    const start = parseClause(p);
    if (start?.kind === "variable" && p.at("in")) return parseForIn(p, annotations, start, first);
    if (start !== null) initializers.push(start);
    while (p.eat(",")) pushClause(p, initializers);
  }
  p.expect(";", "after the start of 'for'");
  const condition = parseExpression(p, "the condition of 'for'");
  p.expect(";", "after the condition of 'for'");
  const updates: Statement[] = [];
  if (!p.at(")")) {
    do pushClause(p, updates);
    while (p.eat(","));
  }
  p.expect(")", "to close the head of 'for'");
  const body = p.grammar.branch(p, "for");
  return { kind: "for", annotations, initializers, condition, updates, body, span: p.spanFrom(first) };
}

function parseForIn(
  p: Cursor,
  annotations: Annotation[],
  variable: VariableDeclaration | Expression,
  first: Token,
): Statement {
  p.take();
  const collection = parseKeyset(p, "a range or a list to run over");
  p.expect(")", "after what 'for' runs over");
  const body = p.grammar.branch(p, "for");
  return { kind: "forIn", annotations, variable, collection, body, span: p.spanFrom(first) };
}

function pushClause(p: Cursor, clauses: Statement[]): void {
  const clause = parseClause(p);
  if (clause !== null) clauses.push(clause);
}

function parseClause(p: Cursor): Statement | null {
  const first = p.token;
  const annotations = parseAnnotations(p);
  return startsDeclaration(p) ? parseVariable(p, annotations, first) : parseSimpleStatement(p);
}
