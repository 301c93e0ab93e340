import { assert } from "../../core/index.ts";
import type { Expression, Parameter } from "../../p4/index.ts";
import { type CodeWriter, withCode } from "../code/writer.ts";
import { EXIT } from "../machine.ts";
import { held, type Value } from "../values/node.ts";
import { showValue } from "../values/show.ts";
import { compileExpression } from "./expressions.ts";
import {
  compilePlace,
  fixedNode,
  locate,
  type Place,
  placeEval,
  placeSetter,
  shapeOfPlace,
} from "./places.ts";
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
  /** the same as statements; null: the closures run */
  code: ((to: CodeWriter) => { enter: string; begin: string; end: string }) | null;
};

/** Gives a call its code: the body with its arguments as statements, `result` behind it, where all of them can be. */
export function withPassedCode<F extends object>(
  call: F,
  passed: readonly Passing[],
  run: object,
  result: (to: CodeWriter) => string,
): F {
  if (passed.some(({ code }) => code === null)) return call;
  return withCode(call, "body", (to) => {
    const parts = passed.map(({ code }) => code!(to));
    const all = (part: "enter" | "begin" | "end"): string => parts.map((each) => each[part]).join("");
    const end = all("end");
    const body = `${to.body(run)}();`;
    const guarded = end === "" ? body : `try{${body}}catch(e){if(e===${to.ref(EXIT)}){${end}}throw e;}${end}`;
    return `${all("enter")}${all("begin")}${guarded}${result(to)}`;
  });
}

export function passing(scope: Scope, parameter: Parameter, e: Expression | null, binding: Binding): Passing {
  const reset = resetter(binding);
  const discarded = e === null || e.kind === "dontCare";
  if (discarded)
    return {
      enter: () => ({ begin: reset, end: null }),
      back: null,
      code: (to) => ({ enter: "", begin: `${to.value(reset)};`, end: "" }),
    };
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
      code: (to) => {
        const given = to.local();
        const isFresh = shape?.kind !== "node" && shape !== null;
        const read = isFresh ? to.value(value) : `${to.ref(held)}(${to.value(value)})`;
        return { enter: `const ${given}=${read};`, begin: to.set(set, given), end: "" };
      },
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
  const base = place.kind === "slice" ? place.of : place;
  const { trace } = scope.c.machine;
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
    code:
      base.ref.fixed === null || trace
        ? null
        : (to) => {
            const given = to.local();
            const read = to.value(before);
            const kept = place.kind === "node" ? `${to.ref(held)}(${read})` : read;
            return {
              enter: isRead ? `const ${given}=${kept};` : "",
              begin: isRead ? to.set(set, given) : `${to.value(reset)};`,
              end: to.set(placeSetter(place), to.value(after)),
            };
          },
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
  if (binding.kind === "node") return fixedNode(binding.node).get;
  assert(binding.kind === "field", "parameters are variables");
  return placeEval({ ...binding, ref: fixedNode(binding.node) });
}
