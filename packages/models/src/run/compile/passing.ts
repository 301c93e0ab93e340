import { assert } from "../../core/index.ts";
import type { Expression, Parameter } from "../../p4/index.ts";
import { EXIT } from "../machine.ts";
import { held, type Value } from "../values/node.ts";
import { showValue } from "../values/show.ts";
import { compileExpression } from "./expressions.ts";
import { compilePlace, locate, type Place, placeEval, shapeOfPlace } from "./places.ts";
import { type Binding, type Exec, resetter, type Scope, setter, UnsupportedError } from "./scope.ts";
import { textOf, valueCounter, writeCounter } from "./tracing.ts";

/** Runs a body and then `end`, also when the body exits. */
export function finishWith(run: Exec, end: () => void): void {
  try {
    run();
  } catch (error) {
    if (error === EXIT) end();
    throw error;
  }
  end();
}

/** How one argument enters and leaves: `enter` reads it, `begin` gives it to the parameter, `end` copies back. */
export type Passing = {
  enter: () => { begin: () => void; end: (() => void) | null };
  back: true | null;
};

export function passing(scope: Scope, parameter: Parameter, e: Expression | null, binding: Binding): Passing {
  const reset = resetter(binding);
  const discarded = e === null || e.kind === "dontCare";
  if (discarded) return { enter: () => ({ begin: reset, end: null }), back: null };
  const set = setter(binding);
  const shape =
    binding.kind === "node" ? binding.node.shape : binding.kind === "field" ? binding.shape : null;
  if (parameter.direction !== "out" && parameter.direction !== "inout") {
    const value = compileExpression(scope, e, shape);
    const note = e.kind === "list" || e.kind === "record" ? noteList(scope, e, binding) : null;
    return {
      enter: () => {
        note?.();
        const given = held(value());
        return { begin: () => set(given), end: null };
      },
      back: null,
    };
  }
  const place = compilePlace(scope, e);
  if (place === null) throw new UnsupportedError("this cannot be written", e.span);
  const find = locate(place);
  const before = placeEval(place);
  const after = reader(binding);
  const wrote = noteWrite(scope, place, e, binding);
  const passed = notePassing(scope, place, binding);
  const isRead = parameter.direction === "inout";
  return {
    enter: () => {
      const write = find();
      const given = isRead ? held(before()) : null;
      wrote?.begin();
      const back = passed?.(isRead);
      const end = (): void => {
        wrote?.end();
        back?.();
        write(after());
      };
      return { begin: given === null ? reset : () => set(given), end };
    },
    back: true,
  };
}

/** A header that a list makes for a parameter counts as if it were assigned. */
function noteList(scope: Scope, e: Expression, binding: Binding): (() => void) | null {
  const { trace } = scope.c.machine;
  if (!trace || binding.kind !== "node") return null;
  const { node } = binding;
  const counter = valueCounter(scope, () => node, e);
  return () => {
    node.clear();
    counter(
      trace.pass,
      trace.add({ kind: "assign", at: e.span, target: textOf(scope, e), before: "", after: "" }),
    );
  };
}

/** Headers of an argument count as themselves inside the callee; told when they go in, and gives how they come back. */
function notePassing(scope: Scope, place: Place, binding: Binding): ((isRead: boolean) => () => void) | null {
  const { trace } = scope.c.machine;
  if (!trace || place.kind !== "node" || binding.kind !== "node") return null;
  const { node } = binding;
  return (isRead) => {
    const argument = place.ref.get();
    if (isRead) trace.pass.passed(argument, node);
    return () => trace.pass.passed(node, argument);
  };
}

/** A field of a header that the callee wrote counts as written when it is copied out. */
function noteWrite(
  scope: Scope,
  place: Place,
  e: Expression,
  binding: Binding,
): { begin: () => void; end: () => void } | null {
  const { trace } = scope.c.machine;
  if (!trace || place.kind === "node" || binding.kind !== "field") return null;
  const { node } = binding;
  const counter = writeCounter(place);
  const target = textOf(scope, e);
  const value = placeEval(place);
  const shape = shapeOfPlace(place);
  return {
    begin: () => void trace.pass.touched.delete(node),
    end: () => {
      if (!trace.pass.touched.has(node)) return;
      const before = showValue(value(), shape);
      const after = showValue(node.f[binding.index]!, binding.shape);
      counter(trace.pass, trace.add({ kind: "assign", at: e.span, target, before, after }));
    },
  };
}

function reader(binding: Binding): () => Value {
  if (binding.kind === "node") return () => binding.node;
  assert(binding.kind === "field", "parameters are variables");
  const { node, index } = binding;
  return () => node.f[index]!;
}
