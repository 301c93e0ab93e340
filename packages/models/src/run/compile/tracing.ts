import type { AssignmentStatement, Expression, Statement } from "../../p4/index.ts";
import type { Pass } from "../pass.ts";
import type { TraceEvent } from "../trace.ts";
import { Node } from "../values/node.ts";
import type { Eval } from "../values/operators.ts";
import { showValue } from "../values/show.ts";
import { compilePlace, type Place, placeEval, shapeOfPlace } from "./places.ts";
import type { Exec, Scope } from "./scope.ts";

/** The text of a part of the program. */
export function textOf(scope: Scope, { span }: { span: Expression["span"] }): string {
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
  const note = assignmentCounter(scope, place, statement.value);
  return () => {
    const before = showValue(value(), shape);
    const event: TraceEvent = { kind: "assign", at: statement.span, target, before, after: "" };
    note(trace.pass, event);
    const signal = run();
    event.after = showValue(value(), shape);
    trace.add(event);
    return signal;
  };
}

type Counter = (pass: Pass, event: TraceEvent) => void;

/** What an assignment to a place counts as; told before it is carried out. */
function assignmentCounter(scope: Scope, place: Place, value: Expression): Counter {
  if (place.kind !== "node") return writeCounter(place);
  const target = placeEval(place) as () => Node;
  if (value.kind === "list" || value.kind === "record" || value.kind === "invalid") {
    const isHeader = place.ref.shape.form === "header";
    return isHeader ? listCounter(target, value.kind !== "invalid") : () => undefined;
  }
  const source = compilePlace(scope, value);
  if (source?.kind !== "node") return (pass) => received(pass, target());
  const from = placeEval(source) as () => Node;
  return (pass, event) => copied(pass, target(), from(), event);
}

/** A field of a header is written. */
export function writeCounter(place: Exclude<Place, { kind: "node" }>): Counter {
  const { ref } = place.kind === "slice" ? place.of : place;
  return ref.shape.form === "header" ? (pass, event) => pass.wrote(ref.get(), event) : () => undefined;
}

const listCounter =
  (target: () => Node, becomesValid: boolean): Counter =>
  (pass, event) => {
    const header = target();
    if (becomesValid && header.valid) pass.wrote(header, event);
    else if (becomesValid) pass.becameValid(header, event);
    else if (header.valid) pass.becameInvalid(header, event);
  };

/** Each header of a struct, union or stack counts for itself. */
function copied(pass: Pass, target: Node, source: Node, event: TraceEvent): void {
  if (target.shape.form === "header") {
    pass.copied(target, source, event);
    return;
  }
  target.f.forEach((part, index) => {
    const from = source.f[index];
    if (part instanceof Node && from instanceof Node) copied(pass, part, from, event);
  });
}

function received(pass: Pass, target: Node): void {
  if (target.shape.form === "header") pass.received(target);
  else for (const part of target.nodes()) received(pass, part);
}

/** A variable that begins as a copy of headers. */
export function traceVariable(
  scope: Scope,
  statement: Extract<Statement, { kind: "variable" }>,
  node: Node | null,
  run: Exec,
): Exec {
  const { trace } = scope.c.machine;
  const source = trace && statement.initializer ? compilePlace(scope, statement.initializer) : null;
  if (!trace || !node || source?.kind !== "node") return run;
  const from = placeEval(source) as () => Node;
  const target = statement.name.text;
  return () => {
    const event: TraceEvent = { kind: "assign", at: statement.span, target, before: "", after: "" };
    copied(trace.pass, node, from(), event);
    const signal = run();
    event.after = showValue(node, node.shape);
    trace.add(event);
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
