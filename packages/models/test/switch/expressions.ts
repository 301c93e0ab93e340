import type { CallExpression, CheckedProgram, Expression, NamedDeclaration } from "../../src/p4/index.ts";
import { type Header, type Stack, type Value, widthOf } from "./values.ts";

export type Place = { get(): Value; set(value: Value): void };

const elementAt = ({ elements }: Stack, index: number): Place => ({
  get: () => elements[index],
  set: (value) => {
    elements[index] = value as Header;
  },
});

/** Variables of a checked program, and its expressions as numbers; what calls mean is left open. */
export abstract class Expressions {
  protected readonly program: CheckedProgram;
  protected readonly cells = new Map<NamedDeclaration, Value>();

  constructor(program: CheckedProgram) {
    this.program = program;
  }

  /** Value of a call in an expression. */
  protected abstract call(expression: CallExpression): Value | undefined;
  /** Applies a table and says whether an entry was hit. */
  protected abstract hits(expression: CallExpression): boolean;

  protected place(expression: Expression): Place {
    const { program, cells } = this;
    if (expression.kind === "nameExpression") {
      const declaration = program.references.get(expression.name);
      if (!declaration) throw new Error(`no ${expression.name.text}`);
      return {
        get: () => cells.get(declaration) ?? 0n,
        set: (value) => void cells.set(declaration, value),
      };
    }
    if (expression.kind === "member") return this.memberOf(expression.object, expression.member.text);
    if (expression.kind === "index") {
      const stack = this.evaluate(expression.object);
      const index = Number(this.evaluate(expression.index));
      if (typeof stack !== "object" || stack.kind !== "stack") throw new Error("an index of no stack");
      return elementAt(stack, index);
    }
    throw new Error(`no place: ${expression.kind}`);
  }

  private memberOf(object: Expression, name: string): Place {
    const held = this.evaluate(object);
    if (typeof held !== "object") throw new Error(`member ${name} of a number`);
    if (held.kind === "stack") {
      if (name !== "next" && name !== "last") throw new Error(`stack.${name}`);
      const index = name === "next" ? held.next : held.next - 1;
      return elementAt(held, index);
    }
    if (held.kind === "header")
      return {
        get: () => held.fields.get(name) ?? 0n,
        set: (v) => void held.fields.set(name, BigInt(v as bigint)),
      };
    return { get: () => held.members.get(name) ?? 0n, set: (v) => void held.members.set(name, v) };
  }

  evaluate(expression: Expression): Value {
    const constant = this.program.constants.get(expression);
    if (typeof constant === "bigint" || typeof constant === "boolean") return constant;
    switch (expression.kind) {
      case "nameExpression":
      case "index":
        return this.place(expression).get();
      case "member":
        if (expression.object.kind === "call" && expression.member.text === "hit")
          return this.hits(expression.object);
        return this.place(expression).get();
      case "unary": {
        const value = this.evaluate(expression.operand);
        if (expression.operator === "!") return !value;
        const bits = widthOf(this.program.types.get(expression));
        return BigInt.asUintN(bits, expression.operator === "~" ? ~(value as bigint) : -(value as bigint));
      }
      case "cast":
        return BigInt.asUintN(
          widthOf(this.program.types.get(expression)),
          BigInt(this.number(expression.operand)),
        );
      case "slice": {
        const [high, low] = [this.number(expression.high), this.number(expression.low)];
        return BigInt.asUintN(Number(high - low) + 1, this.number(expression.object) >> low);
      }
      case "conditional":
        return this.evaluate(
          this.evaluate(expression.condition) ? expression.whenTrue : expression.whenFalse,
        );
      case "binary":
        return this.binary(expression);
      case "call": {
        const value = this.call(expression);
        if (value === undefined) throw new Error("a call without a value");
        return value;
      }
      default:
        throw new Error(`expression ${expression.kind}`);
    }
  }

  protected number(expression: Expression): bigint {
    return BigInt(this.evaluate(expression) as bigint | boolean);
  }

  private binary(expression: Extract<Expression, { kind: "binary" }>): Value {
    const { operator, left, right } = expression;
    if (operator === "&&") return this.evaluate(left) === true && this.evaluate(right) === true;
    if (operator === "||") return this.evaluate(left) === true || this.evaluate(right) === true;
    const [a, b] = [this.number(left), this.number(right)];
    const compared = { "==": a === b, "!=": a !== b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b };
    if (operator in compared) return compared[operator as keyof typeof compared];
    const bits = widthOf(this.program.types.get(expression));
    switch (operator) {
      case "+":
        return BigInt.asUintN(bits, a + b);
      case "-":
        return BigInt.asUintN(bits, a - b);
      case "*":
        return BigInt.asUintN(bits, a * b);
      case "&":
        return a & b;
      case "|":
        return a | b;
      case "^":
        return a ^ b;
      case "<<":
        return BigInt.asUintN(bits, a << b);
      case ">>":
        return a >> b;
      case "++":
        return (a << BigInt(widthOf(this.program.types.get(right)))) | b;
      default:
        throw new Error(`operator ${operator}`);
    }
  }
}
