import type { AssignmentOperator, Expression, Statement } from "../tree/index.ts";
import { behind, type Cursor } from "./cursor.ts";
import { parseExpression } from "./expressions.ts";

const ASSIGNMENTS = new Map<string, AssignmentOperator>(
  (["=", "+=", "-=", "|+|=", "|-|=", "*=", "/=", "%=", "<<=", "&=", "^=", "|="] as const).map((op) => [
    op,
    op,
  ]),
);

/** An assignment or a call, without its `;` */
export function parseSimpleStatement(p: Cursor): Statement | null {
  const first = p.token;
  const target = parseExpression(p, "a statement");
  if (target.kind === "missingExpression" && p.hasReported) return null;
  let operator = ASSIGNMENTS.get(p.token.kind);
  if (p.at(">") && p.peek(1).kind === ">=" && !p.peek(1).spaceBefore) {
    p.take();
    operator = ">>=";
  }
  if (operator !== undefined) {
    p.take();
    const value = parseExpression(p, "a value to assign");
    return { kind: "assignment", target, operator, value, span: p.spanFrom(first) };
  }
  if (target.kind === "call") return { kind: "callStatement", call: target, span: p.spanFrom(first) };
  if (target.kind === "nameExpression" && !p.at(";")) {
    p.report(
      "p4-unexpected",
      `expected '=', '(' or a name after '${target.name.text}', found '${p.token.text}'`,
    );
    return null;
  }
  p.report(
    "p4-unexpected",
    "this expression does nothing; a statement is an assignment or a call",
    target.span,
  );
  return { kind: "assignment", target, operator: "=", value: missing(p), span: p.spanFrom(first) };
}

const missing = (p: Cursor): Expression => ({ kind: "missingExpression", span: behind(p.previous) });
