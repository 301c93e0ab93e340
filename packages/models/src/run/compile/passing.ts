import { assert } from "../../core/index.ts";
import type { Expression, Parameter } from "../../p4/index.ts";
import { EXIT } from "../machine.ts";
import { held, type Value } from "../values/node.ts";
import { compileExpression } from "./expressions.ts";
import { compilePlace, locate, placeEval } from "./places.ts";
import { type Binding, type Exec, resetter, type Scope, setter, UnsupportedError } from "./scope.ts";

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
    return {
      enter: () => {
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
  const isRead = parameter.direction === "inout";
  return {
    enter: () => {
      const write = find();
      const given = isRead ? held(before()) : null;
      return { begin: given === null ? reset : () => set(given), end: () => write(after()) };
    },
    back: true,
  };
}

function reader(binding: Binding): () => Value {
  if (binding.kind === "node") return () => binding.node;
  assert(binding.kind === "field", "parameters are variables");
  const { node, index } = binding;
  return () => node.f[index]!;
}
