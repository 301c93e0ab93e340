import { hex } from "../bmv2/expressions.ts";
import type { Bmv2Expression, Bmv2Operand } from "../bmv2/schema.ts";
import { bit, clamped, common, type Exact, number, toBits, typedLiteral, typeOf, widened } from "./exact.ts";
import { DecompileError } from "./failure.ts";
import { Operands, validityOf } from "./operands.ts";
import type { DataType } from "./places.ts";

/** Our choice: no compiled program needs wider values in between. */
const MOST_BITS = 2048;
const truths = new Set([
  "d2b",
  "data_to_bool",
  "not",
  "and",
  "or",
  "==",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "valid",
]);
const ring = new Set(["+", "-", "*", "&", "|", "^"]);

/**
 * BMv2 computes with integers of any length and masks them; P4 has widths. Where a value is needed modulo 2^width, that
 * is the width of the whole expression (sums, products and bits carry upwards only); elsewhere each operator gets the
 * width that its result cannot leave.
 */
export class Expressions extends Operands {
  isTruth(operand: Bmv2Operand | null | undefined): boolean {
    const plain = this.plain(operand);
    return plain.type === "bool" || truths.has(this.operator(plain)?.op ?? "");
  }

  /** As a condition; numbers are true when they are not zero. */
  truth(operand: Bmv2Operand | null | undefined): string {
    const plain = this.plain(operand);
    if (plain.type === "bool") return String(plain.value === true);
    const inner = this.operator(plain);
    switch (inner?.op) {
      case "d2b":
      case "data_to_bool":
        return this.truth(inner.right);
      case "b2d":
      case "bool_to_data":
        return this.truth(inner.right);
      case "not":
        return `!${this.truth(inner.right)}`;
      case "and":
        return `(${this.truth(inner.left)} && ${this.truth(inner.right)})`;
      case "or":
        return `(${this.truth(inner.left)} || ${this.truth(inner.right)})`;
      case "valid":
        return `${this.header(inner.right)}.isValid()`;
      case "==":
      case "!=":
      case "<":
      case "<=":
      case ">":
      case ">=":
        return this.comparison(inner.op, inner.left, inner.right);
    }
    const validity = validityOf(plain);
    if (validity !== null) return `${this.header(validity)}.isValid()`;
    const value = this.exact(plain);
    return "literal" in value ? String(value.literal !== 0n) : `(${value.text} != 0)`;
  }

  private comparison(
    op: string,
    left: Bmv2Operand | null | undefined,
    right: Bmv2Operand | null | undefined,
  ): string {
    if (this.isTruth(left) || this.isTruth(right)) return `(${this.truth(left)} ${op} ${this.truth(right)})`;
    const error = this.errorComparison(op, left, right) ?? this.errorComparison(op, right, left);
    if (error !== null) return error;
    const [a, b] = [this.exact(left), this.exact(right)];
    const type = common(a, b);
    return `(${widened(a, type)} ${op} ${widened(b, type)})`;
  }

  /** Errors are numbers in the JSON. */
  private errorComparison(
    op: string,
    left: Bmv2Operand | null | undefined,
    right: Bmv2Operand | null | undefined,
  ): string | null {
    const place = this.leaf(this.plain(left));
    if (!place?.type.isError) return null;
    const other = this.plain(right);
    const against = this.leaf(other);
    if (against?.type.isError) return `(${place.text} ${op} ${against.text})`;
    const name = other.type === "hexstr" ? this.scope.errors.get(hex(String(other.value))) : undefined;
    return name === undefined ? null : `(${place.text} ${op} error.${name})`;
  }

  /** The value modulo 2^width, as `bit<width>`. */
  bits(operand: Bmv2Operand | null | undefined, width: number): string {
    const plain = this.plain(operand);
    if (plain.type === "hexstr") return number(BigInt.asUintN(width, hex(String(plain.value))), bit(width));
    const inner = this.operator(plain);
    if (inner === null) return toBits(this.exact(plain), width);
    const { op, left, right, cond } = inner;
    if (op === "&") {
      const mask = this.maskBits(right);
      if (mask !== null) {
        const within = Math.min(mask, width);
        const value = this.bits(left, within);
        return within === width ? value : `(bit<${width}>)${value}`;
      }
    }
    if (ring.has(op))
      return left
        ? `(${this.bits(left, width)} ${op} ${this.bits(right, width)})`
        : `(${op}${this.bits(right, width)})`;
    switch (op) {
      case "~":
        return `(~${this.bits(right, width)})`;
      case "<<":
        return `(${this.bits(left, width)} << ${this.amount(right)})`;
      case "?":
        return `(${this.truth(cond)} ? ${this.bits(left, width)} : ${this.bits(right, width)})`;
      default:
        return toBits(this.exact(plain), width);
    }
  }

  /** Bits below the ones of a mask without holes; null when it is none. */
  private maskBits(operand: Bmv2Operand | null | undefined): number | null {
    const plain = this.plain(operand);
    if (plain.type !== "hexstr") return null;
    const mask = hex(String(plain.value));
    const bits = mask.toString(2).length;
    return mask > 0n && mask === (1n << BigInt(bits)) - 1n ? bits : null;
  }

  private amount(operand: Bmv2Operand | null | undefined): string {
    const value = this.exact(operand);
    if ("literal" in value) return String(value.literal);
    return value.type.isSigned ? toBits(value, value.type.bits) : value.text;
  }

  /** The value without loss. */
  exact(operand: Bmv2Operand | null | undefined): Exact {
    const plain = this.plain(operand);
    if (plain.type === "hexstr") return { literal: hex(String(plain.value)) };
    const leaf = this.leaf(plain);
    if (leaf) return leaf.type.isError ? { text: `error_number(${leaf.text})`, type: bit(32) } : leaf;
    if (this.isTruth(plain) || validityOf(plain) !== null)
      return { text: `(${this.truth(plain)} ? 1w1 : 1w0)`, type: bit(1) };
    const inner = this.operator(plain);
    if (!inner) throw new DecompileError(`values of kind ${plain.type} have no words in P4`);
    return this.exactOperator(inner, plain);
  }

  private exactOperator({ op, left, right, cond }: Bmv2Expression, whole: Bmv2Operand): Exact {
    switch (op) {
      case "b2d":
      case "bool_to_data":
        return { text: `(${this.truth(right)} ? 1w1 : 1w0)`, type: bit(1) };
      case "last_stack_index":
        return { text: `${this.scope.places.stack(String(right?.value)).text}.lastIndex`, type: bit(32) };
      case "size_stack":
        return { literal: BigInt(this.scope.places.stack(String(right?.value)).size) };
      case "two_comp_mod": {
        const width = this.width(right);
        return { text: `(int<${width}>)${this.bits(left, width)}`, type: { bits: width, isSigned: true } };
      }
      case "usat_cast":
      case "sat_cast":
        return this.saturated(left, this.width(right), op === "sat_cast");
      case ">>": {
        const value = this.exact(left);
        const typed = "literal" in value ? typedLiteral(value.literal) : value;
        return { text: `(${typed.text} >> ${this.amount(right)})`, type: typed.type };
      }
      case "?": {
        const [a, b] = [this.exact(left), this.exact(right)];
        const type = common(a, b);
        return { text: `(${this.truth(cond)} ? ${widened(a, type)} : ${widened(b, type)})`, type };
      }
    }
    const type = this.resultType(op, left, right);
    if (type.bits > MOST_BITS) throw new DecompileError(`an expression takes more than ${MOST_BITS} bits`);
    const text = this.bits(whole, type.bits);
    return { text: type.isSigned ? `(int<${type.bits}>)${text}` : text, type };
  }

  /** The type that the result of an operator without mask cannot leave. */
  private resultType(
    op: string,
    left: Bmv2Operand | null | undefined,
    right: Bmv2Operand | null | undefined,
  ): DataType {
    const mask = op === "&" ? this.maskBits(right) : null;
    if (mask !== null) return bit(mask);
    const b = typeOf(this.exact(right));
    const a = left ? typeOf(this.exact(left)) : b;
    const isSigned = a.isSigned || b.isSigned;
    const widest = Math.max(a.bits, b.bits) + (a.isSigned === b.isSigned ? 0 : 1);
    switch (op) {
      case "+":
        return { bits: widest + 1, isSigned };
      case "-":
        return { bits: widest + 2, isSigned: true };
      case "*":
        return { bits: a.bits + b.bits + 1, isSigned };
      case "~":
        return { bits: b.bits + 1, isSigned: true };
      case "&":
      case "|":
      case "^":
        return { bits: widest, isSigned };
      case "<<": {
        const amount = this.exact(right);
        if (!("literal" in amount)) throw new DecompileError("a shift by a variable is not masked");
        return { bits: a.bits + Number(amount.literal), isSigned: a.isSigned };
      }
      default:
        throw new DecompileError(`the operator ${op} has no words in P4`);
    }
  }

  private saturated(operand: Bmv2Operand | null | undefined, width: number, isSigned: boolean): Exact {
    const inner = this.operator(this.plain(operand));
    const type = { bits: width, isSigned };
    const fits = (value: Exact): boolean => {
      const own = typeOf(value);
      return own.bits <= width && (own.isSigned === isSigned || "literal" in value);
    };
    if (inner?.left && (inner.op === "+" || inner.op === "-")) {
      const [a, b] = [this.exact(inner.left), this.exact(inner.right)];
      if (fits(a) && fits(b))
        return { text: `(${widened(a, type)} |${inner.op}| ${widened(b, type)})`, type };
    }
    return { text: clamped(this.exact(operand), type), type };
  }

  private width(operand: Bmv2Operand | null | undefined): number {
    const plain = this.plain(operand);
    const width = Number(hex(String(plain.value)));
    if (plain.type !== "hexstr" || !(width > 0 && width <= MOST_BITS))
      throw new DecompileError("a cast has no width");
    return width;
  }

  /** The value as something of `type` takes it. */
  into(operand: Bmv2Operand | null | undefined, type: DataType): string {
    const plain = this.plain(operand);
    if (type.isVarbit || type.isError) {
      const leaf = this.leaf(plain);
      if (leaf) return leaf.text;
      const name = plain.type === "hexstr" ? this.scope.errors.get(hex(String(plain.value))) : undefined;
      if (name === undefined) throw new DecompileError("an error that the program does not have");
      return `error.${name}`;
    }
    if (plain.type === "hexstr") return number(hex(String(plain.value)), type);
    const value = this.bits(plain, type.bits);
    if (!type.isSigned) return value;
    const leaf = this.leaf(plain);
    return leaf?.type.isSigned && leaf.type.bits === type.bits ? leaf.text : `(int<${type.bits}>)${value}`;
  }

  /** The value with a type of its own; constants get `bits`. */
  typed(operand: Bmv2Operand | null | undefined, bits = 32): { text: string; type: DataType } {
    const value = this.exact(operand);
    if (!("literal" in value)) return value;
    const own = typedLiteral(value.literal).type;
    const type = own.isSigned || own.bits > bits ? own : bit(bits);
    return { text: number(value.literal, type), type };
  }
}
