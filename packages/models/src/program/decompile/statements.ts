import { hex } from "../bmv2/expressions.ts";
import type { Bmv2Calculation, Bmv2Operand, Bmv2Primitive, Located } from "../bmv2/schema.ts";
import { bit } from "./exact.ts";
import { Expressions } from "./expressions.ts";
import { DecompileError } from "./failure.ts";
import type { Scope } from "./operands.ts";
import { ifElse, type Step, Structure } from "./structure.ts";

/** What statements name besides fields. */
export type Externs = {
  /** names of counters, meters and registers by those of the JSON */
  instances: ReadonlyMap<string, string>;
  /** bits of registers */
  registerBits: ReadonlyMap<string, number>;
  calculations: ReadonlyMap<string, Bmv2Calculation>;
  /** types and elements of digests by id */
  digests: ReadonlyMap<number, { type: string; elements: readonly Bmv2Operand[] }>;
};

/** The statements of an action. Its jumps become branches and loops. */
export function statementsOf(primitives: readonly Bmv2Primitive[], scope: Scope, externs: Externs): string[] {
  const expressions = new Expressions(scope);
  const end = primitives.length;
  const name = (index: number): string | null => (index >= end ? null : String(index));
  const steps = new Structure((at): Step => {
    const index = Number(at);
    const primitive = primitives[index];
    if (!primitive) throw new DecompileError("an action jumps to where it has no primitive");
    const { op, parameters } = primitive;
    if (op === "_jump") return { next: [name(jump(parameters[0], index, primitive))], write: () => [] };
    if (op === "_jump_if_zero") {
      const to = jump(parameters[1], index, primitive);
      return {
        next: [name(index + 1), name(to)],
        write: ([stays = [], leaves = []]) => {
          if (stays.length === 0 && leaves.length === 0) return [];
          return ifElse(expressions.truth(parameters[0]), stays, leaves);
        },
      };
    }
    const lines = placed(statement(primitive, expressions, externs), primitive);
    return { next: [name(index + 1)], write: () => lines };
  });
  return steps.write(name(0));
}

function jump(operand: Bmv2Operand | undefined, from: number, at: Located): number {
  const to = typeof operand?.value === "string" ? Number(hex(operand.value)) : Number.NaN;
  if (Number.isNaN(to)) throw new DecompileError("a jump goes nowhere", at);
  if (to <= from)
    throw new DecompileError("a loop in an action is not read from compiled programs; use its P4 source", at);
  return to;
}

/** With the place in the P4 source as a remark. */
export function placed(lines: readonly string[], { source_info: place }: Located): string[] {
  const [first, ...others] = lines;
  if (first === undefined) return [];
  const file = place?.filename
    .split("/")
    .at(-1)
    ?.replace(/[^\w.-]/g, "_");
  return [place ? `${first}  // ${file}:${place.line}` : first, ...others];
}

/** A primitive of BMv2 that goes on to the next one. */
export function statement(primitive: Bmv2Primitive, expressions: Expressions, externs: Externs): string[] {
  const { op, parameters } = primitive;
  const [first, second, third, fourth] = parameters;
  const assigned = (operand: Bmv2Operand | undefined, value: (type: string) => string): string[] => {
    const target = expressions.target(operand);
    return [`${target.text} = ${value(target.text)};`];
  };
  const instance = (operand: Bmv2Operand | undefined): string => {
    const found = externs.instances.get(String(operand?.value));
    if (found === undefined) throw new DecompileError(`there is no ${String(operand?.value)}`, primitive);
    return found;
  };
  const index = (operand: Bmv2Operand | undefined): string => expressions.bits(operand, 32);
  const list = (operand: Bmv2Operand | undefined): string =>
    `8w${Number(hex(String(operand?.value ?? "0x0")))}`;
  switch (op) {
    case "assign":
    case "modify_field":
    case "assign_VL":
    case "set": {
      const target = expressions.target(first);
      return assigned(first, () => expressions.into(second, target.type));
    }
    case "assign_header":
    case "copy_header":
    case "assign_header_stack":
    case "assign_union":
    case "assign_union_stack":
      return [`${expressions.header(first)} = ${expressions.header(second)};`];
    case "add_header":
      return [`${expressions.header(first)}.setValid();`];
    case "remove_header":
      return [`${expressions.header(first)}.setInvalid();`];
    case "push":
    case "pop":
      return [`${expressions.header(first)}.${op}_front(${Number(hex(String(second?.value)))});`];
    case "drop":
      return ["mark_to_drop(standard_metadata);"];
    case "mark_to_drop":
      return [`mark_to_drop(${first ? expressions.header(first) : "standard_metadata"});`];
    case "modify_field_with_hash_based_offset": {
      const calculation = externs.calculations.get(String(third?.value));
      if (!calculation) throw new DecompileError("a hash over nothing", primitive);
      const { text, type } = expressions.target(first);
      const base = expressions.into(second, { bits: type.bits, isSigned: false });
      const most = expressions.typed(fourth).text;
      const { algorithm, input } = calculationText(calculation, expressions);
      const call = (into: string): string => `hash(${into}, ${algorithm}, ${base}, ${input}, ${most});`;
      if (!type.isSigned) return [call(text)];
      return [
        "{",
        `    bit<${type.bits}> hashed;`,
        `    ${call("hashed")}`,
        `    ${text} = (int<${type.bits}>)hashed;`,
        "}",
      ];
    }
    case "modify_field_rng_uniform": {
      const { text, type } = expressions.target(first);
      return [`random(${text}, ${expressions.into(second, type)}, ${expressions.into(third, type)});`];
    }
    case "register_read": {
      const target = expressions.target(first);
      const bits = externs.registerBits.get(String(second?.value)) ?? target.type.bits;
      const { isSigned, bits: own } = target.type;
      if (!isSigned && own === bits) return [`${instance(second)}.read(${target.text}, ${index(third)});`];
      const cast = isSigned ? `(int<${own}>)(bit<${own}>)` : `(bit<${own}>)`;
      return [
        "{",
        `    bit<${bits}> stored;`,
        `    ${instance(second)}.read(stored, ${index(third)});`,
        `    ${target.text} = ${cast}stored;`,
        "}",
      ];
    }
    case "register_write": {
      const bits = externs.registerBits.get(String(first?.value)) ?? 32;
      return [`${instance(first)}.write(${index(second)}, ${expressions.bits(third, bits)});`];
    }
    case "count":
      return [`${instance(first)}.count(${index(second)});`];
    case "execute_meter":
      return [`${instance(first)}.execute_meter(${index(second)}, ${expressions.target(third).text});`];
    case "generate_digest": {
      const digest = externs.digests.get(Number(hex(String(second?.value))));
      if (!digest) throw new DecompileError("a digest of nothing", primitive);
      const fields = digest.elements.map((each) => expressions.typed(each).text);
      return [`digest<${digest.type}>(${index(first)}, {${fields.join(", ")}});`];
    }
    case "clone_ingress_pkt_to_egress":
    case "clone_egress_pkt_to_egress": {
      const kind = `CloneType.${op === "clone_ingress_pkt_to_egress" ? "I2E" : "E2E"}`;
      if (hex(String(second?.value ?? "0x0")) === 0n) return [`clone(${kind}, ${index(first)});`];
      return [`clone_preserving_field_list(${kind}, ${index(first)}, ${list(second)});`];
    }
    case "resubmit":
    case "recirculate":
      return [`${op}_preserving_field_list(${list(first)});`];
    case "truncate":
      return [`truncate(${index(first)});`];
    case "log_msg": {
      const words = JSON.stringify(String(first?.value ?? ""));
      const values = Array.isArray(second?.value) ? second.value : [];
      if (values.length === 0) return [`log_msg(${words});`];
      return [`log_msg(${words}, {${values.map((each) => expressions.typed(each).text).join(", ")}});`];
    }
    case "assert":
    case "assume":
      return [`${op}(${expressions.truth(first)});`];
    case "exit":
      return ["exit;"];
    case "no_op":
      return [];
    default:
      throw new DecompileError(`the primitive ${op} is not known`, primitive);
  }
}

const algorithms = new Set([
  "crc32",
  "crc32_custom",
  "crc16",
  "crc16_custom",
  "random",
  "identity",
  "csum16",
  "xor16",
]);

/** Algorithm and input of a hash or checksum; `hasPayload`: it goes on over the rest of the packet. */
export function calculationText(
  { algo, input }: Bmv2Calculation,
  expressions: Expressions,
): { algorithm: string; input: string; hasPayload: boolean } {
  const fields = input.flatMap(({ type, value, bitwidth }) => {
    if (type === "payload") return [];
    if (type === "hexstr") return [expressions.into({ type, value }, bit(bitwidth ?? 32))];
    if (type === "header") return [expressions.header({ type, value })];
    const leaf = expressions.leaf({ type, value });
    return [leaf?.type.isVarbit ? leaf.text : expressions.typed({ type, value }).text];
  });
  return {
    algorithm: algorithmOf(algo),
    input: `{${fields.join(", ")}}`,
    hasPayload: input.some(({ type }) => type === "payload"),
  };
}

export function algorithmOf(algo: string): string {
  if (!algorithms.has(algo)) throw new DecompileError(`the hash ${algo} is not one of v1model's`);
  return `HashAlgorithm.${algo}`;
}
