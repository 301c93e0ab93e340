import type { Expression, ForInStatement, ForStatement, VariableDeclaration } from "../../p4/index.ts";
import { Node, type Value } from "../values/node.ts";
import { valueFor } from "../values/numbers.ts";
import { RunError } from "../values/operators.ts";
import type { Shape } from "../values/shape.ts";
import { compileExpression } from "./expressions.ts";
import { compilePlace, placeSetter, shapeOfPlace } from "./places.ts";
import {
  declare,
  declaredShape,
  type Exec,
  type Scope,
  type Signal,
  setter,
  shapeIn,
  signals,
  UnsupportedError,
} from "./scope.ts";

/** Our choice: a packet goes round a loop at most so often. */
const MAX_ROUNDS = 100_000;

export function compileFor(scope: Scope, statement: ForStatement): Exec {
  const begin = scope.c.rules.statements(scope, statement.initializers);
  const condition = compileExpression(scope, statement.condition);
  const update = scope.c.rules.statements(scope, statement.updates);
  const body = scope.c.rules.block(scope, [statement.body]);
  return () => {
    begin();
    for (let round = 0; condition() === true; round++) {
      checkRounds(round);
      const signal = body();
      if (signal === signals.return) return signal;
      if (signal === signals.break) break;
      update();
    }
    return signals.next;
  };
}

function checkRounds(round: number): void {
  if (round >= MAX_ROUNDS) throw new RunError(`the packet goes round a loop more than ${MAX_ROUNDS} times`);
}

export function compileForIn(scope: Scope, { variable, collection, body: inside }: ForInStatement): Exec {
  const { set, shape } = loopVariable(scope, variable);
  const values = compileCollection(scope, collection, shape);
  const body = scope.c.rules.block(scope, [inside]);
  return (): Signal => {
    let round = 0;
    for (const value of values()) {
      checkRounds(round++);
      set(value);
      const signal = body();
      if (signal === signals.return) return signal;
      if (signal === signals.break) break;
    }
    return signals.next;
  };
}

function loopVariable(
  scope: Scope,
  variable: VariableDeclaration | Expression,
): { set: (value: Value) => void; shape: Shape } {
  if (variable.kind === "variable") {
    const shape = declaredShape(scope, variable);
    return { set: setter(declare(scope, variable, shape)), shape };
  }
  const place = compilePlace(scope, variable);
  if (place === null) throw new UnsupportedError("this cannot be written", variable.span);
  return { set: placeSetter(place), shape: shapeOfPlace(place) };
}

function compileCollection(scope: Scope, e: Expression, shape: Shape): () => Iterable<Value> {
  if (e.kind === "range") {
    const [low, high] = [e.low, e.high].map((end) => compileExpression(scope, end, shape));
    return function* () {
      const end = BigInt(high!() as number | bigint);
      for (let at = BigInt(low!() as number | bigint); at <= end; at++) yield valueFor(at, shape);
    };
  }
  if (e.kind === "list") {
    const elements = e.elements.map((element) => compileExpression(scope, element, shape));
    return function* () {
      for (const element of elements) yield element();
    };
  }
  if (e.kind === "cast") return compileCollection(scope, e.operand, shape);
  const named = e.kind === "nameExpression" ? scope.c.checked.references.get(e.name) : undefined;
  if (named?.kind === "constant") return compileCollection(scope, named.value, shape);
  const whole = compileExpression(scope, e, shapeIn(scope, e));
  return () => {
    const value = whole();
    return value instanceof Node ? value.f : [value];
  };
}
