import { z } from "zod";
import type { P4Info } from "../../p4runtime/index.ts";
import type { Entity } from "../../snapshot/index.ts";
import { keyOf } from "../../snapshot/index.ts";

/** One number of a switch that an operator may set: a cell of a register, or a parameter of an entry's action. */
export const settingSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("register"),
    register: z.string().min(1).max(500).describe("its name in the P4Info"),
    index: z.int().min(0),
  }),
  z.object({
    kind: z.literal("parameter"),
    table: z.string().min(1).max(500),
    key: z.string().min(1).max(5_000).describe("of the entry, or of the table's default action"),
    parameter: z.string().min(1).max(500),
  }),
]);
export type Setting = z.infer<typeof settingSchema>;
export type RegisterSetting = Extract<Setting, { kind: "register" }>;
export type ParameterSetting = Extract<Setting, { kind: "parameter" }>;

/** As people write it, and equal for equal settings. */
export const settingText = (setting: Setting): string =>
  setting.kind === "register"
    ? `${setting.register}[${setting.index}]`
    : `${setting.key} ${setting.parameter}`;

/** A register whose cells are numbers; those of structs are no settings. */
export type SettableRegister = { id: number; name: string; size: number; bits: number };

export function settableRegisters(info: P4Info): SettableRegister[] {
  return info.registers.flatMap(({ preamble, typeSpec, size }) => {
    const type = typeSpec?.typeSpec;
    const bits =
      type?.kind === "bitstring" && type.value.typeSpec?.kind === "bit"
        ? type.value.typeSpec.value.bitwidth
        : 0;
    return preamble && bits > 0 ? [{ id: preamble.id, name: preamble.name, size, bits }] : [];
  });
}

export type SettableParameter = ParameterSetting & { bits: number; value: string };

/** Numbers among the parameters of an entry's action; none where it is chosen by a profile. */
export function settableParameters(entity: Entity, info: P4Info): SettableParameter[] {
  if (entity.kind !== "entry" || entity.action?.kind !== "run") return [];
  const { run } = entity.action;
  const action = info.actions.find(({ preamble }) => preamble?.name === run.name);
  const key = keyOf(entity);
  return (action?.params ?? []).flatMap(({ name, bitwidth: bits }) => {
    const value = run.params[name];
    // a parameter of a translated type may be a text
    return value?.startsWith("0x") && bits > 0
      ? [
          {
            kind: "parameter" as const,
            table: entity.table,
            key,
            parameter: name,
            bits,
            value: String(BigInt(value)),
          },
        ]
      : [];
  });
}
