import type { Span } from "../../core/index.ts";
import type { AssignmentStatement, Expression } from "../../p4/index.ts";
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

/** Without a trace the code itself: what is not asked for costs nothing. `place`: what is written, found before. */
export function traceAssignment(scope: Scope, statement: AssignmentStatement, place: Place, run: Exec): Exec {
  const { trace } = scope.c.machine;
  if (!trace) return run;
  const value = placeEval(place);
  const shape = shapeOfPlace(place);
  const target = textOf(scope, statement.target);
  const note = assignmentCounter(scope, place, statement.value);
  return () => {
    const before = showValue(value(), shape);
    const event: TraceEvent = { kind: "assign", at: statement.span, target, before, after: "" };
    // headers count by what they were; a field only when its value did not exit
    if (place.kind === "node") note(trace.pass, event);
    const signal = run();
    if (place.kind !== "node") note(trace.pass, event);
    event.after = showValue(value(), shape);
    trace.add(event);
    return signal;
  };
}

type Counter = (pass: Pass, event: TraceEvent) => void;

/** What an assignment to a place counts as; told before it is carried out. */
function assignmentCounter(scope: Scope, place: Place, value: Expression): Counter {
  return place.kind === "node" ? valueCounter(scope, place.ref.get, value) : writeCounter(place);
}

/**
 * What giving a value to headers counts as: lists make them valid, other headers are copied, and what is inside a
 * header is a part of it that is written.
 */
export function valueCounter(scope: Scope, target: () => Node, value: Expression): Counter {
  const whole = wholeCounter(scope, target, value);
  return (pass, event) => {
    const { header } = target();
    if (header) pass.wrote(header, event);
    else whole(pass, event);
  };
}

function wholeCounter(scope: Scope, target: () => Node, value: Expression): Counter {
  if (value.kind === "cast") return valueCounter(scope, target, value.operand);
  if (value.kind === "list" || value.kind === "record") return listCounter(scope, target, value);
  if (value.kind === "invalid") return validityCounter(target, false);
  const source = compilePlace(scope, value);
  if (source?.kind === "node") {
    const from = placeEval(source) as () => Node;
    return (pass, event) => copied(pass, target(), from(), event);
  }
  const call = value.kind === "call" ? scope.c.checked.calls.get(value) : undefined;
  // what a function gives is a copy of its result, what an extern gives is none
  if (call?.kind === "function") return (pass, event) => copied(pass, target(), target(), event);
  return (pass) => received(pass, target());
}

function listCounter(
  scope: Scope,
  target: () => Node,
  value: Extract<Expression, { kind: "list" | "record" }>,
): Counter {
  const parts = value.kind === "list" ? value.elements : value.fields.map((field) => field.value);
  const names = value.kind === "list" ? null : value.fields.map(({ name }) => name.text);
  const whole = validityCounter(target, true);
  const inner = parts.map((part, position) => {
    const at = (): Node | null => {
      const { f, shape } = target();
      const index = names ? shape.fields.findIndex(({ name }) => name === names[position]) : position;
      const found = f[index];
      return found instanceof Node ? found : null;
    };
    return { at, counter: valueCounter(scope, () => at()!, part) };
  });
  return (pass, event) => {
    if (target().shape.form === "header") whole(pass, event);
    else for (const { at, counter } of inner) if (at()) counter(pass, event);
  };
}

/** A field of a header is written, or another variable. */
export function writeCounter(place: Exclude<Place, { kind: "node" }>): Counter {
  const { ref } = place.kind === "slice" ? place.of : place;
  if (ref.shape.form === "header") return (pass, event) => pass.wrote(ref.get(), event);
  return (pass, event) => {
    const node = ref.get();
    if (node.header) pass.wrote(node.header, event);
    else pass.touched.add(node);
  };
}

const validityCounter =
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
  for (const [index, part] of target.f.entries()) {
    const from = source.f[index];
    if (part instanceof Node && from instanceof Node) copied(pass, part, from, event);
  }
}

function received(pass: Pass, target: Node): void {
  if (target.shape.form === "header") pass.received(target);
  else for (const part of target.nodes()) received(pass, part);
}

/** A variable that begins with headers, or a function that returns some: they count as if they were assigned. */
export function traceInitial(
  scope: Scope,
  { value, span, name }: { value: Expression | null; span: Span; name: string },
  node: Node | null,
  run: Exec,
): Exec {
  const { trace } = scope.c.machine;
  if (!trace || !node || !value) return run;
  const counter = valueCounter(scope, () => node, value);
  return () => {
    node.clear();
    const event = trace.add({ kind: "assign", at: span, target: name, before: "", after: "" });
    counter(trace.pass, event);
    const signal = run();
    event.after = showValue(node, node.shape);
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
