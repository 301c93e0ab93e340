import type { BinaryOperator, UnaryOperator } from "../../p4/index.ts";
import type { CodeWriter } from "../code/writer.ts";
import { isNarrow } from "./numbers.ts";
import type { Eval } from "./operators.ts";
import type { Shape } from "./shape.ts";

type Bits = Extract<Shape, { kind: "bits" }>;
/** Null: the closure is called. */
type Code = ((to: CodeWriter) => string) | null;

const isBits = (shape: Shape): shape is Bits => shape.kind === "bits";
const isPlain = ({ kind }: Shape): boolean => kind === "bits" || kind === "bool" || kind === "word";

/** A number cut to the width of a shape, as `narrowWrap` and `wideWrap` do it. */
function cut({ width, isSigned }: Bits, value: string): string {
  if (width > 32) return `BigInt.as${isSigned ? "Int" : "Uint"}N(${width},${value})`;
  if (width === 0) return "0";
  if (isSigned) return width === 32 ? `(${value}|0)` : `((${value})<<${32 - width}>>${32 - width})`;
  return width === 32 ? `((${value})>>>0)` : `((${value})&${2 ** width - 1})`;
}

const COMPARISONS: Partial<Record<BinaryOperator, string>> = { "<": "<", "<=": "<=", ">": ">", ">=": ">=" };
const ARITHMETIC: ReadonlySet<BinaryOperator> = new Set(["+", "-", "&", "|", "^"]);

export function binaryCode(
  operator: BinaryOperator,
  a: Eval,
  b: Eval,
  left: Shape,
  right: Shape,
  shape: Shape,
): Code {
  const joined =
    (sign: string): Code =>
    (to) =>
      `(${to.value(a)}${sign}${to.value(b)})`;
  if (operator === "&&" || operator === "||") return joined(operator);
  if (operator === "==" || operator === "!=") return isPlain(left) ? joined(`${operator}=`) : null;
  const comparison = COMPARISONS[operator];
  if (comparison) return joined(comparison);
  if (!isBits(shape)) return null;
  if (ARITHMETIC.has(operator)) return (to) => cut(shape, `${to.value(a)}${operator}${to.value(b)}`);
  if (!isNarrow(shape) || shape.isSigned) return null;
  if (operator === "*") return (to) => cut(shape, `Math.imul(${to.value(a)},${to.value(b)})`);
  if (operator === "++" && isBits(left) && isBits(right) && !left.isSigned && !right.isSigned)
    return (to) => `(${to.value(a)}*${2 ** right.width}+${to.value(b)})`;
  return null;
}

export function unaryCode(operator: UnaryOperator, a: Eval, shape: Shape): Code {
  if (operator === "!") return (to) => `(!${to.value(a)})`;
  if (operator === "+" || !isBits(shape)) return null;
  return (to) => cut(shape, `${operator} ${to.value(a)}`);
}

export function castCode(a: Eval, from: Shape, to: Shape): Code {
  if (!isBits(to)) return null;
  if (from.kind === "bool") {
    const suffix = isNarrow(to) ? "" : "n";
    return (writer) => `(${writer.value(a)}?1${suffix}:0${suffix})`;
  }
  if (!isBits(from)) return null;
  if (isNarrow(from) === isNarrow(to)) return (writer) => cut(to, writer.value(a));
  return isNarrow(to)
    ? (writer) => `Number(${narrowed(to, writer.value(a))})`
    : (writer) => cut(to, `BigInt(${writer.value(a)})`);
}

/** The lower bits of a big integer. */
const narrowed = ({ width, isSigned }: Bits, value: string): string =>
  `BigInt.as${isSigned ? "Int" : "Uint"}N(${width},${value})`;

export function sliceCode(a: Eval, from: Shape, low: number, width: number): Code {
  if (!isBits(from)) return null;
  const to: Bits = { kind: "bits", width, isSigned: false };
  if (isNarrow(from)) return (writer) => cut(to, `${writer.value(a)}>>${low}`);
  const part = (writer: CodeWriter): string => narrowed(to, `${writer.value(a)}>>${low}n`);
  return isNarrow(to) ? (writer) => `Number(${part(writer)})` : part;
}
