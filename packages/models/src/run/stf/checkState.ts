import { ControlError } from "../../program/index.ts";
import { CounterArray } from "../externs/counters.ts";
import { RegisterArray } from "../externs/registers.ts";
import { externOf } from "../runtime/commands.ts";
import type { Target } from "../target.ts";
import { Node, type Value } from "../values/node.ts";
import { bitsOf } from "../values/numbers.ts";
import { widthOf } from "../values/shape.ts";
import { stfNumber } from "./values.ts";

const OPERATORS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  "=": (a, b) => a === b,
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/**
 * `check_counter NAME(INDEX) packets|bytes OP N` and `check_register NAME(INDEX) [lo|hi] OP N`: `lo` and `hi` are the
 * first and the second field of a pair. What names an entry by a label is not checked. Throws `ControlError`.
 */
export function checkState(target: Target, verb: string, words: readonly string[]): void {
  const text = words.join(" ");
  const [, name, index, field = "", operator, number] =
    /^([^\s(]+)\s*\((\w+)\)\s*(\w*)\s*([=!<>]+)\s*(\w+)$/.exec(text) ?? [];
  if (name === undefined || index === undefined || operator === undefined || number === undefined) {
    if (verb === "check_counter") return;
    throw new ControlError(`${verb} needs a name with an index and a comparison, as in r(3) == 7`);
  }
  if (!/^(0x[\da-f]+|\d+)$/i.test(index)) return;
  const at = Number(stfNumber(index));
  const compare = OPERATORS[operator];
  if (!compare) throw new ControlError(`${verb}: ${operator} is not a comparison`);
  const wanted = stfNumber(number);
  const found =
    verb === "check_counter"
      ? counted(target, name, at, field)
      : held(externOf(target, name, RegisterArray, "register"), at, field);
  if (compare(found, wanted)) return;
  throw new ControlError(`${verb} ${text}: it is ${found}`);
}

function counted(target: Target, name: string, index: number, field: string): bigint {
  const { packets, bytes } = externOf(target, name, CounterArray, "counter").at(index);
  return BigInt(field === "bytes" ? bytes : packets);
}

function held(register: RegisterArray, index: number, field: string): bigint {
  const value = register.read(index);
  if (value === null) throw new ControlError(`the register has ${register.size} values, none at ${index}`);
  const part = field === "hi" ? 1 : 0;
  return value instanceof Node
    ? numberOf(value.f[part] ?? 0n, value.shape.fields[part]?.shape)
    : numberOf(value, register.shape);
}

const numberOf = (value: Value, shape: Parameters<typeof widthOf>[0] | undefined): bigint =>
  bitsOf(value, shape ? widthOf(shape) : 0);
