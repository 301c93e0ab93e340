import { hex } from "../bmv2/expressions.ts";
import type { Bmv2Operand, Bmv2Parser, Bmv2State, Bmv2Transition } from "../bmv2/schema.ts";
import { isDefault } from "../bmv2/transitions.ts";
import { bit } from "./exact.ts";
import { Expressions } from "./expressions.ts";
import { DecompileError } from "./failure.ts";
import { Identifiers, named } from "./identifiers.ts";
import { type Scope, strings } from "./operands.ts";
import { type Externs, placed, statement } from "./statements.ts";
import { indented } from "./structure.ts";

type ValueSet = { name: string; size: number };

/** The states of a parser, with the value sets that they ask. */
export function statesOf(
  parser: Bmv2Parser,
  scope: Scope,
  externs: Externs,
  sizes: ReadonlyMap<string, number>,
): string[] {
  const names = new Identifiers(["start", "accept", "reject"]);
  const states = new Map(
    parser.parse_states.map(({ name }) => [
      name,
      name === parser.init_state ? "start" : names.make(lastPart(name)),
    ]),
  );
  const target = (name: string | null): string => {
    const known = name === null ? "accept" : (states.get(name) ?? name);
    if (name !== null && !states.has(name) && known !== "accept" && known !== "reject")
      throw new DecompileError(`the parser goes to state ${name}, which it does not have`);
    return known;
  };
  const sets = new Map<string, ValueSet>();
  const setNamed = (name: string): ValueSet => {
    const known = sets.get(name) ?? { name: names.make(lastPart(name)), size: sizes.get(name) ?? 16 };
    sets.set(name, known);
    return known;
  };
  const declared: string[] = [];
  const written = parser.parse_states.flatMap((state) => {
    const expressions = new Expressions(scope);
    const own = states.get(state.name) ?? "start";
    const lines = state.parser_ops.flatMap((op) =>
      placed(parserStatement(op, expressions, externs, scope), op),
    );
    const { text, sets: asked } = transition(state, expressions, target, setNamed);
    for (const { json, width } of asked) {
      const { name, size } = setNamed(json);
      const line = `${named(json)} value_set<bit<${width}>>(${size}) ${name};`;
      if (!declared.includes(line)) declared.push(line);
    }
    const shown = state.name === own ? [] : [named(state.name, false)];
    return [...shown, `state ${own} {`, ...indented([...lines, ...text]), "}"];
  });
  if (!states.has(parser.init_state)) throw new DecompileError("the parser does not have its first state");
  return [...declared, ...written];
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);

function parserStatement(
  { op, parameters }: Bmv2State["parser_ops"][number],
  expressions: Expressions,
  externs: Externs,
  { errors }: Scope,
): string[] {
  const operands = parameters.flatMap((each) => ("type" in each ? [each] : []));
  const [first, second] = operands;
  switch (op) {
    case "extract":
      return [`packet.extract(${extracted(first, expressions)});`];
    case "extract_VL":
      return [`packet.extract(${extracted(first, expressions)}, ${expressions.bits(second, 32)});`];
    case "set":
      return statement({ op: "assign", parameters: operands }, expressions, externs);
    case "verify": {
      const code = second?.type === "hexstr" ? hex(String(second.value)) : null;
      const name = code === null ? undefined : errors.get(code);
      if (name === undefined)
        throw new DecompileError("verify has an error that is not a constant of the program");
      return [`verify(${expressions.truth(first)}, error.${name});`];
    }
    case "advance":
      return [`packet.advance(${expressions.bits(first, 32)});`];
    case "shift":
      return [`packet.advance(${8 * Number(hex(String(first?.value)))});`];
    case "primitive":
      return parameters.flatMap((each) => ("type" in each ? [] : statement(each, expressions, externs)));
    default:
      throw new DecompileError(`the parser's operation ${op} is not known`);
  }
}

/** A header, or the next element of a stack. */
function extracted(operand: Bmv2Operand | undefined, expressions: Expressions): string {
  if (operand?.type === "stack") return `${expressions.header(operand)}.next`;
  if (operand?.type !== "union_stack") return expressions.header(operand);
  const [stack = "", member = ""] = strings(operand.value);
  const element = expressions.header({ type: "header", value: `${stack}[0].${member}` });
  const text = expressions.header({ type: "header", value: stack });
  return `${text}.next${element.slice(text.length + 3)}`;
}

/** BMv2 ends a parser without an error where no case matches. */
function transition(
  state: Bmv2State,
  expressions: Expressions,
  target: (name: string | null) => string,
  setNamed: (name: string) => ValueSet,
): { text: string[]; sets: { json: string; width: number }[] } {
  const [only] = state.transitions;
  if (state.transition_key.length === 0)
    return { text: [`transition ${only ? target(only.next_state) : "accept"};`], sets: [] };
  const keys = state.transition_key.map((key) => {
    const { text, type } = expressions.typed(key);
    return type.isSigned
      ? { text: `(bit<${type.bits}>)${text}`, bits: type.bits }
      : { text, bits: type.bits };
  });
  const sets: { json: string; width: number }[] = [];
  const cases: string[] = [];
  for (const each of state.transitions) {
    const label = isDefault(each) ? "default" : caseOf(each, keys, setNamed, sets);
    cases.push(`${label}: ${target(each.next_state)};`);
  }
  if (!state.transitions.some(isDefault)) cases.push("default: accept;");
  const on = keys.map(({ text }) => text).join(", ");
  return { text: [`transition select(${on}) {`, ...indented(cases), "}"], sets };
}

/** The value of a transition holds the keys side by side, each in whole bytes. */
function caseOf(
  { type, value, mask }: Bmv2Transition,
  keys: readonly { bits: number }[],
  setNamed: (name: string) => ValueSet,
  sets: { json: string; width: number }[],
): string {
  if (type === "parse_vset") {
    if (keys.length !== 1)
      throw new DecompileError("a value set over several keys is not read; use the P4 source");
    sets.push({ json: value ?? "", width: keys[0]?.bits ?? 1 });
    return setNamed(value ?? "").name;
  }
  let pattern = hex(value ?? "0x0");
  let bits = mask == null ? null : hex(mask);
  const parts: string[] = [];
  for (const key of [...keys].reverse()) {
    const width = keys.length === 1 ? Math.max(key.bits, 1) : 8 * Math.ceil(key.bits / 8);
    const own = BigInt.asUintN(key.bits, pattern);
    const all = (1n << BigInt(key.bits)) - 1n;
    const ownMask = bits === null ? all : BigInt.asUintN(key.bits, bits);
    parts.unshift(
      ownMask === all
        ? wide(own, key.bits)
        : ownMask === 0n
          ? "_"
          : `${wide(own, key.bits)} &&& ${wide(ownMask, key.bits)}`,
    );
    pattern >>= BigInt(width);
    if (bits !== null) bits >>= BigInt(width);
  }
  return parts.length === 1 ? parts.join() : `(${parts.join(", ")})`;
}

const wide = (value: bigint, bits: number): string => `${bit(bits).bits}w0x${value.toString(16)}`;
