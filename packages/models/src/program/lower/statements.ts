import type { BlockStatement, Expression, IfStatement, Statement, SwitchStatement } from "../../p4/index.ts";
import type { Value } from "../flow/flow.ts";
import { assignVariable } from "./assignments.ts";
import type { Exits, FlowBuilder } from "./builder.ts";
import { lowerCondition, prependCalls } from "./conditions.ts";
import type { Way } from "./flowNodes.ts";
import type { Frame } from "./frame.ts";
import { hoistCalls } from "./hoist.ts";
import { lowerFor, lowerForIn } from "./loops.ts";
import { expressionsOf, isSimple, ownOperations, simpleOperations } from "./simple.ts";
import { constant, lowerValue, operation, type Scope, typeOf } from "./values.ts";

/** Lowers `statements` so that they end in `exits.next`; the id of the first node. */
export function lowerStatements(
  statements: readonly Statement[],
  frame: Frame,
  exits: Exits,
  builder: FlowBuilder,
): string {
  // declarations first, so that the backward walk below knows every name
  for (const statement of statements) {
    if (statement.kind === "variable") builder.placeOf(frame, statement, statement.name.text);
  }
  let next = exits.next;
  let run: Statement[] = [];
  const flush = (): void => {
    if (run.length > 0) next = addRun(run, frame, next, builder);
    run = [];
  };
  for (const statement of [...statements].reverse()) {
    if (isSimple(statement, builder)) {
      run.unshift(statement);
      continue;
    }
    flush();
    next = lowerBranching(statement, frame, { ...exits, next }, builder);
  }
  flush();
  return next;
}

const lowerBlock = (block: BlockStatement, frame: Frame, exits: Exits, builder: FlowBuilder): string =>
  lowerStatements(block.statements, frame, exits, builder);

function addRun(statements: readonly Statement[], frame: Frame, next: string, builder: FlowBuilder): string {
  const operations = builder.kept(frame.group, simpleOperations(statements, frame, builder));
  const [first] = statements;
  if (operations.length === 0 || !first) return next;
  return builder.add(frame.group, {
    kind: "statements",
    label: statements.length === 1 ? "1 statement" : `${statements.length} statements`,
    span: builder.spanOf(statements),
    operations,
    ways: [{ to: next, label: "", guard: null }],
  });
}

function lowerBranching(statement: Statement, frame: Frame, exits: Exits, builder: FlowBuilder): string {
  switch (statement.kind) {
    case "block":
      return lowerBlock(statement, frame, exits, builder);
    case "if":
      return lowerIf(statement, frame, exits, builder);
    case "switch":
      return lowerSwitch(statement, frame, exits, builder);
    case "return":
      return lowerReturn(statement.value, frame, exits, builder);
    case "exit":
      return exits.exitTo;
    case "break":
      return exits.breakTo ?? exits.next;
    case "continue":
      return exits.continueTo ?? exits.next;
    case "for":
      return lowerFor(statement, frame, exits, builder);
    case "forIn":
      return lowerForIn(statement, frame, exits, builder);
    default: {
      const hoisted = hoistCalls(expressionsOf(statement), frame, builder);
      const scope: Scope = { builder, frame, results: hoisted.results };
      const operations = ownOperations(statement, scope);
      const own =
        operations.length === 0
          ? exits.next
          : builder.add(frame.group, {
              kind: "statements",
              label: "1 statement",
              span: statement.span,
              operations,
              ways: [{ to: exits.next, label: "", guard: null }],
            });
      return prependCalls(hoisted, scope, exits, own);
    }
  }
}

function lowerReturn(value: Expression | null, frame: Frame, exits: Exits, builder: FlowBuilder): string {
  if (!value || !exits.result) return exits.returnTo;
  const hoisted = hoistCalls([value], frame, builder);
  const scope: Scope = { builder, frame, results: hoisted.results };
  const own = builder.add(frame.group, {
    kind: "statements",
    label: "return",
    span: value.span,
    operations: assignVariable(exits.result, typeOf(scope, value), value, value.span, scope),
    ways: [{ to: exits.returnTo, label: "", guard: null }],
  });
  return prependCalls(hoisted, scope, exits, own);
}

function lowerIf(statement: IfStatement, frame: Frame, exits: Exits, builder: FlowBuilder): string {
  const whenTrue = lowerStatements([statement.whenTrue], frame, exits, builder);
  const whenFalse = statement.whenFalse
    ? lowerStatements([statement.whenFalse], frame, exits, builder)
    : exits.next;
  // a test that decides nothing would only multiply paths
  if (whenTrue === whenFalse && builder.isUncounted(frame.group)) return whenTrue;
  return lowerCondition(statement.condition, frame, exits, whenTrue, whenFalse, builder);
}

function lowerSwitch(statement: SwitchStatement, frame: Frame, exits: Exits, builder: FlowBuilder): string {
  const hoisted = hoistCalls([statement.subject], frame, builder);
  const scope: Scope = { builder, frame, results: hoisted.results };
  const subject = lowerValue(statement.subject, scope);
  const isActionRun = typeOf(scope, statement.subject).kind === "actionRun";
  const ways: Way[] = [];
  let fallback: Way | null = null;
  let labels: { text: string; guard: Value | null }[] = [];
  for (const { label, body } of statement.cases) {
    const text = label.kind === "default" ? "default" : builder.textOf(label.span);
    const guard =
      label.kind === "default"
        ? null
        : operation("==", [subject, isActionRun ? constant(actionName(label)) : lowerValue(label, scope)]);
    labels.push({ text, guard });
    if (!body) continue;
    const to = lowerBlock(body, frame, exits, builder);
    const guards = labels.flatMap((each) => (each.guard ? [each.guard] : []));
    const way = { to, label: labels.map((each) => each.text).join(", ") };
    if (labels.some((each) => each.guard === null)) fallback = { ...way, guard: null };
    else ways.push({ ...way, guard: guards.reduce((a, b) => operation("||", [a, b])) });
    labels = [];
  }
  ways.push(fallback ?? { to: exits.next, label: "default", guard: null });
  const [first] = ways;
  if (first && builder.isUncounted(frame.group) && ways.every((way) => way.to === first.to)) return first.to;
  const node = builder.add(frame.group, {
    kind: "switch",
    label: `switch (${builder.textOf(statement.subject.span)})`,
    span: statement.subject.span,
    ways,
  });
  return prependCalls(hoisted, scope, exits, node);
}

const actionName = (label: Expression): string =>
  label.kind === "nameExpression" ? label.name.text : label.kind === "member" ? label.member.text : "";
