import type { AssignmentStatement, Expression } from "../../p4/index.ts";
import type { Eval } from "../values/operators.ts";
import { showValue } from "../values/show.ts";
import { compilePlace, placeEval, shapeOfPlace } from "./places.ts";
import type { Exec, Scope } from "./scope.ts";

/** The text of a node of the program. */
function textOf(scope: Scope, { span }: { span: Expression["span"] }): string {
  const text = scope.c.checked.files.get(span.file)?.slice(span.start, span.end) ?? "";
  return text.replace(/\s+/g, " ");
}

/** Without a trace the code itself: what is not asked for costs nothing. */
export function traceAssignment(scope: Scope, statement: AssignmentStatement, run: Exec): Exec {
  const { trace } = scope.c.machine;
  const place = trace && compilePlace(scope, statement.target);
  if (!trace || !place) return run;
  const value = placeEval(place);
  const shape = shapeOfPlace(place);
  const target = textOf(scope, statement.target);
  return () => {
    const before = showValue(value(), shape);
    const signal = run();
    trace.add({ kind: "assign", at: statement.span, target, before, after: showValue(value(), shape) });
    return signal;
  };
}

export function traceCondition(scope: Scope, condition: Expression, value: Eval): Eval {
  const { trace } = scope.c.machine;
  if (!trace) return value;
  const text = textOf(scope, condition);
  return () => {
    const holds = value() === true;
    trace.add({ kind: "condition", at: condition.span, text, holds });
    return holds;
  };
}
