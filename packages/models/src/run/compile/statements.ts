import { assert } from "../../core/index.ts";
import type { AssignmentStatement, BinaryOperator, Expression, Statement } from "../../p4/index.ts";
import { withCode } from "../code/writer.ts";
import { EXIT } from "../machine.ts";
import { held, Node } from "../values/node.ts";
import { binaryEval, type Eval } from "../values/operators.ts";
import { type Shape, widthOf } from "../values/shape.ts";
import { compileExpression } from "./expressions.ts";
import { compileFor, compileForIn } from "./loops.ts";
import { compilePlace, pinned, placeEval, placeSetter, shapeOfPlace } from "./places.ts";
import {
  declare,
  declaredShape,
  type Exec,
  innerScope,
  resetter,
  type Scope,
  type Signal,
  setter,
  shapeIn,
  signals,
  UnsupportedError,
} from "./scope.ts";
import { compileSwitch } from "./switches.ts";
import { traceAssignment, traceCondition, traceInitial } from "./tracing.ts";

/** Statements one after the other; what they declare is seen by those behind. */
export function compileStatements(scope: Scope, statements: readonly Statement[]): Exec {
  const all = statements.map((statement) => covered(scope, statement, compileStatement(scope, statement)));
  const [first, second] = all;
  if (first === undefined)
    return withCode(
      () => signals.next,
      "statement",
      () => "",
    );
  if (second === undefined) return first;
  const { length } = all;
  const run: Exec = () => {
    for (let i = 0; i < length; i++) {
      const signal = all[i]!();
      if (signal !== signals.next) return signal;
    }
    return signals.next;
  };
  return withCode(run, "statement", (to) => all.map((each) => to.statement(each)).join("\n"));
}

export function compileBlock(scope: Scope, statements: readonly Statement[]): Exec {
  return compileStatements(innerScope(scope), statements);
}

/** Without coverage the code itself. Blocks are no statements of their own, nor is what declares. */
function covered(scope: Scope, { kind, span }: Statement, run: Exec): Exec {
  const { coverage } = scope.c.machine;
  if (!coverage || UNCOVERED.has(kind)) return run;
  const visit = coverage.statement(span);
  return () => {
    visit();
    return run();
  };
}

const UNCOVERED: ReadonlySet<Statement["kind"]> = new Set(["block", "empty", "constant", "instantiation"]);

function compileStatement(scope: Scope, statement: Statement): Exec {
  switch (statement.kind) {
    case "assignment":
      return compileAssignment(scope, statement);
    case "callStatement": {
      const call = scope.c.rules.call(scope, statement.call);
      return withCode(
        () => {
          call();
          return signals.next;
        },
        "statement",
        (to) => `${to.value(call)};`,
      );
    }
    case "block":
      return compileBlock(scope, statement.statements);
    case "if": {
      const condition = traceCondition(
        scope,
        statement.condition,
        compileExpression(scope, statement.condition),
      );
      const yes = compileBlock(scope, [statement.whenTrue]);
      const no = compileBlock(scope, statement.whenFalse ? [statement.whenFalse] : []);
      return withCode(
        () => (condition() === true ? yes() : no()),
        "statement",
        (to) => `if(${to.value(condition)}){${to.statement(yes)}}else{${to.statement(no)}}`,
      );
    }
    case "variable":
      return compileVariable(scope, statement, statement.initializer);
    case "constant":
    case "instantiation":
    case "empty":
      return compileStatements(scope, []);
    case "return":
      return compileReturn(scope, statement.value);
    case "exit":
      return withCode(
        () => {
          throw EXIT;
        },
        "statement",
        (to) => `throw ${to.ref(EXIT)};`,
      );
    case "break":
      return () => signals.break;
    case "continue":
      return () => signals.continue;
    case "switch":
      return compileSwitch(scope, statement);
    case "for":
      return compileFor(innerScope(scope), statement);
    case "forIn":
      return compileForIn(innerScope(scope), statement);
  }
}

/** A variable begins anew each time its declaration is met. */
export function compileVariable(
  scope: Scope,
  declaration: Extract<Statement, { kind: "variable" }>,
  initializer: Expression | null,
): Exec {
  const shape = declaredShape(scope, declaration);
  // its initializer does not see it
  const value = initializer ? compileExpression(scope, initializer, shape) : null;
  const binding = declare(scope, declaration, shape);
  if (value === null) {
    const reset = resetter(binding);
    return withCode(
      () => {
        reset();
        return signals.next;
      },
      "statement",
      (to) => `${to.value(reset)};`,
    );
  }
  const set = setter(binding);
  const run = withCode(
    (): Signal => {
      set(value());
      return signals.next;
    },
    "statement",
    (to) => to.set(set, to.value(value)),
  );
  const initial = { value: initializer, span: declaration.span, name: declaration.name.text };
  return traceInitial(scope, initial, binding.kind === "node" ? binding.node : null, run);
}

function compileReturn(scope: Scope, e: Expression | null): Exec {
  if (e === null)
    return withCode(
      () => signals.return,
      "statement",
      () => `return ${signals.return};`,
    );
  const { result } = scope;
  const value = compileExpression(scope, e, result.shape);
  const run = withCode(
    (): Signal => {
      result.value = held(value());
      return signals.return;
    },
    "statement",
    (to) => `${to.ref(result)}.value=${to.ref(held)}(${to.value(value)});return ${signals.return};`,
  );
  const { trace } = scope.c.machine;
  if (!trace || result.shape?.kind !== "node") return run;
  return traceInitial(scope, { value: e, span: e.span, name: "return" }, new Node(result.shape), run);
}

function compileAssignment(scope: Scope, statement: AssignmentStatement): Exec {
  const { target, operator, value, span } = statement;
  const named = compilePlace(scope, target);
  if (named === null) throw new UnsupportedError("this cannot be written", span);
  const pin = pinned(named);
  const place = pin?.place ?? named;
  const shape = shapeOfPlace(place);
  const set = placeSetter(place);
  const right = compileExpression(scope, value, isShift(operator) ? null : shape);
  const computed =
    operator === "=" ? whole(right, shape, value) : combined(scope, operator, place, right, value);
  const assign = withCode(
    (): Signal => {
      set(computed());
      return signals.next;
    },
    "statement",
    (to) => to.set(set, to.value(computed)),
  );
  const run = traceAssignment(scope, statement, place, assign);
  if (!pin) return run;
  const { find } = pin;
  return (): Signal => {
    find();
    return run();
  };
}

const isShift = (operator: string): boolean => operator === "<<=" || operator === ">>=";

/** A node that is assigned to another one's part may hold that part: it is copied before. */
function whole(right: Eval, shape: Shape, value: Expression): Eval {
  if (shape.kind !== "node" || value.kind === "list" || value.kind === "record" || widthOf(shape) === 0)
    return right;
  return value.kind === "nameExpression" || value.kind === "member" ? right : () => (right() as Node).clone();
}

function combined(
  scope: Scope,
  operator: AssignmentStatement["operator"],
  place: NonNullable<ReturnType<typeof compilePlace>>,
  right: Eval,
  value: Expression,
): Eval {
  const shape = shapeOfPlace(place);
  assert(operator !== "=", "an operator with an assignment");
  const plain = operator.slice(0, -1) as BinaryOperator;
  return binaryEval(plain, placeEval(place), right, shape, shapeIn(scope, value), shape);
}
