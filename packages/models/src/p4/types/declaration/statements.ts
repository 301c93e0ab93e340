import type {
  AssignmentStatement,
  BinaryOperator,
  CallExpression,
  ForInStatement,
  Statement,
  SwitchStatement,
} from "../../tree/index.ts";
import { BOOL, type CheckContext, mismatch, withPlace } from "../context.ts";
import { unassignable } from "../expression/assignable.ts";
import { coerce } from "../expression/coerce.ts";
import { noteDivision } from "../expression/division.ts";
import { checkShiftAmount, computing, isNumber } from "../expression/operators.ts";
import { actionsOf } from "../table/tableActions.ts";
import { describeType } from "../type/describeType.ts";
import { isPlaceholder } from "../type/placeholders.ts";
import { isOpen } from "../type/sameType.ts";
import type { ActionRunType, Type } from "../type/type.ts";

/** Checks statements in order. */
export function checkStatements(c: CheckContext, statements: readonly Statement[]): void {
  for (const statement of statements) checkStatement(c, statement);
}

function checkStatement(c: CheckContext, s: Statement): void {
  switch (s.kind) {
    case "assignment":
      checkAssignment(c, s);
      return;
    case "callStatement":
      checkCallStatement(c, s.call);
      return;
    case "block":
      checkStatements(c, s.statements);
      return;
    case "empty":
      return;
    case "return":
      checkReturn(c, s);
      return;
    case "exit":
      if (c.place.kind === "parser" || c.place.kind === "function") {
        c.reporter.error("p4-statement-place", `'exit' is not allowed in a ${c.place.kind}`, s.span);
      }
      return;
    case "if":
      coerce(c, s.condition, c.rules.expression(c, s.condition), BOOL, "the condition of 'if'");
      checkStatement(c, s.whenTrue);
      if (s.whenFalse !== null) checkStatement(c, s.whenFalse);
      return;
    case "switch":
      checkSwitch(c, s);
      return;
    case "for":
      checkStatements(c, s.initializers);
      coerce(c, s.condition, c.rules.expression(c, s.condition), BOOL, "the condition of 'for'");
      checkStatements(c, s.updates);
      withPlace(c, { inLoop: true }, () => checkStatement(c, s.body));
      return;
    case "forIn":
      checkForIn(c, s);
      return;
    case "break":
    case "continue":
      if (!c.place.inLoop)
        c.reporter.error("p4-statement-place", `'${s.kind}' can stand only in a loop`, s.span);
      return;
    case "variable":
      c.locals.variable(c, s);
      return;
    case "constant":
      c.locals.constant(c, s);
      return;
    case "instantiation":
      c.locals.instantiation(c, s);
      return;
  }
}

function checkCallStatement(c: CheckContext, call: CallExpression): void {
  const { callee } = call;
  const named = callee.kind === "nameExpression" ? c.references.get(callee.name) : undefined;
  if (named?.kind !== "control" && named?.kind !== "parser") {
    c.rules.expression(c, call);
    return;
  }
  const name = named.name.text;
  c.reporter.error(
    "p4-call-place",
    `'${name}' is a ${named.kind}; apply it with ${name}.apply(…)`,
    callee.span,
  );
  for (const argument of call.arguments) c.rules.expression(c, argument.value);
}

function checkAssignment(c: CheckContext, s: AssignmentStatement): void {
  const target = c.rules.expression(c, s.target);
  const value = c.rules.expression(c, s.value, target);
  const reason = isOpen(target) ? null : unassignable(c, s.target);
  if (reason !== null) {
    c.reporter.error("p4-not-assignable", `this cannot be assigned: ${reason}`, s.target.span);
    return;
  }
  if (s.operator === "=") {
    coerce(c, s.value, value, target, "this assignment");
    return;
  }
  const operator = s.operator.slice(0, -1) as BinaryOperator;
  if ((operator === "/" || operator === "%") && target.kind === "bits") {
    noteDivision(c, s.operator, s.target, s.value, s.span);
  }
  const isShift = operator === "<<" || operator === ">>";
  if (target.kind !== "bits" && !isOpen(target))
    mismatch(c, `'${s.operator}'`, "a number", target, s.target.span);
  else if (!isShift) coerce(c, s.value, value, target, `'${s.operator}'`);
  else if (!isNumber(computing(value)) && !isOpen(value))
    mismatch(c, `the amount of '${s.operator}'`, "a number", value, s.value.span);
  else checkShiftAmount(c, s.operator, s.value, computing(value));
}

function checkReturn(c: CheckContext, s: Extract<Statement, { kind: "return" }>): void {
  const { kind, returns } = c.place;
  if (kind === "parser") {
    c.reporter.error("p4-statement-place", "'return' is not allowed in a parser; use 'transition'", s.span);
    return;
  }
  if (s.value === null) {
    if (returns === null || returns.kind === "void" || returns.kind === "unknown") return;
    c.reporter.error("p4-return", `'return' needs a value of type ${describeType(returns)}`, s.span);
    return;
  }
  const type = c.rules.expression(c, s.value, returns);
  if (returns === null || returns.kind === "void") {
    c.reporter.error(
      "p4-return",
      `'return' cannot have a value here: nothing is returned from this ${kind}`,
      s.value.span,
    );
  } else coerce(c, s.value, type, returns, "'return'");
}

function checkSwitch(c: CheckContext, s: SwitchStatement): void {
  const subject = c.rules.expression(c, s.subject);
  if (isPlaceholder(c, s.subject, "'switch'")) return;
  const compares = s.cases.some(({ label, body }) => label.kind !== "default" && body !== null);
  if (compares && !isOpen(subject) && subject.kind !== "actionRun" && !c.resolution.matchKinds.has("exact")) {
    const message = "'switch' over a value needs the match kind 'exact'; add '#include <core.p4>'";
    c.reporter.error("p4-unknown-name", message, s.span);
  }
  if (c.place.kind === "action" && subject.kind === "actionRun") {
    c.reporter.error("p4-statement-place", "'switch' over a table is not allowed in an action", s.span);
  }
  const seen = new Set<unknown>();
  for (const [i, { label, body }] of s.cases.entries()) {
    if (label.kind === "default" && i < s.cases.length - 1) {
      c.reporter.error("p4-switch", "no case can follow 'default'; move it to the end", label.span);
    }
    let key: unknown = "default";
    if (label.kind === "default") c.rules.expression(c, label);
    else {
      key = subject.kind === "actionRun" ? actionLabel(c, label, subject) : valueLabel(c, label, subject);
    }
    if (key !== null && seen.has(key))
      c.reporter.error("p4-switch", "this case label is repeated; remove one of the two", label.span);
    seen.add(key);
    if (body !== null) checkStatement(c, body);
  }
}

function actionLabel(c: CheckContext, label: SwitchStatement["subject"], subject: ActionRunType): unknown {
  const action = label.kind === "nameExpression" ? c.references.get(label.name) : undefined;
  c.rules.expression(c, label);
  if (label.kind === "nameExpression" && action === undefined) return null;
  const table = subject.table.name.text;
  if (action === undefined || !actionsOf(c, subject.table).has(action)) {
    c.reporter.error("p4-switch", `a case label must be an action of table '${table}'`, label.span);
    return null;
  }
  return action;
}

function valueLabel(c: CheckContext, label: SwitchStatement["subject"], subject: Type): unknown {
  const type = c.rules.expression(c, label, subject);
  if (!coerce(c, label, type, subject, "this case label") || isOpen(type) || isOpen(subject)) return null;
  const value = c.constants.get(label);
  if (value !== undefined) return value;
  c.reporter.error("p4-switch", "a case label must be known at compile time", label.span);
  return null;
}

function checkForIn(c: CheckContext, s: ForInStatement): void {
  if (s.variable.kind === "variable") c.locals.variable(c, s.variable);
  const variable =
    s.variable.kind === "variable" ? c.rules.declaration(c, s.variable) : c.rules.expression(c, s.variable);
  const collection = c.rules.expression(c, s.collection, variable);
  if (s.variable.kind !== "variable" && !isOpen(variable)) {
    const message = `'for … in' declares its variable; write its type before it, as in ${describeType(variable)} name`;
    c.reporter.error("p4-declaration-type", message, s.variable.span);
  }
  const isBad =
    !isOpen(collection) &&
    collection.kind !== "set" &&
    !["stack", "listOf", "sequence", "tuple"].includes(collection.kind);
  if (isBad) mismatch(c, "'for … in'", "a range, a list or a header stack", collection, s.collection.span);
  withPlace(c, { inLoop: true }, () => checkStatement(c, s.body));
}
