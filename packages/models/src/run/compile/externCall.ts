import type { CallExpression, Expression, InstantiationDeclaration, Parameter } from "../../p4/index.ts";
import type { Value } from "../values/node.ts";
import type { Eval } from "../values/operators.ts";
import type { Shape } from "../values/shape.ts";
import type { Place } from "./places.ts";
import type { Scope } from "./scope.ts";

/** An argument of an extern; `value` reads it, `set` writes an `out` or `inout` one. */
export type ExternArgument = {
  parameter: Parameter;
  expression: Expression;
  shape: Shape;
  value: Eval;
  place: Place | null;
  set: ((value: Value) => void) | null;
};

/** A call of an extern, ready to be compiled: arguments that were left out are null. */
export type ExternCall = {
  scope: Scope;
  expression: CallExpression;
  arguments: readonly (ExternArgument | null)[];
  /** of a method: the declaration of its object, which may implement abstract methods */
  declaration: InstantiationDeclaration | null;
  /** what the call gives */
  shape: Shape;
};
