import {
  bytesOfNumber,
  CODE,
  type Draft,
  numberOfBytes,
  type P4Info,
  type TableEntry,
  type Entity as WireEntity,
} from "../../p4runtime/index.ts";
import { type EntryEntity, keyOf } from "../../snapshot/index.ts";
import { type ReadChannel, ReadFailure } from "../channel.ts";
import { namesOf } from "../names.ts";
import { entitiesIn } from "../readResponse.ts";
import { toEntity } from "../toEntity.ts";
import type { SettingsDoor, SettingValue } from "./changeSettings.ts";
import {
  type ParameterSetting,
  type RegisterSetting,
  type Setting,
  settableRegisters,
  settingText,
} from "./setting.ts";

/** What a writer needs beside reading. Rejects with `ReadFailure`. */
export type WriteChannel = ReadChannel & {
  modify(deviceId: bigint, entity: Draft<WireEntity>): Promise<void>;
};

/** Ends a call for all settings; any other failure is the one setting's. */
const GONE: readonly number[] = [CODE.unavailable, CODE.deadlineExceeded, CODE.cancelled];

/**
 * Settings by P4Runtime: registers where the server reads and writes them (PI and PINS do not), and parameters of
 * entries. An entry is written back as it was read but for the parameter, with its meter: a MODIFY replaces all of it,
 * and leaves counts as they are.
 */
export function p4RuntimeDoor(channel: WriteChannel, deviceId: bigint, info: P4Info): SettingsDoor {
  const names = namesOf(info);
  const registers = new Map(settableRegisters(info).map((each) => [each.name, each]));
  const metered = new Set(info.directMeters.map(({ directTableId }) => directTableId));

  const readRegister = async ({ register, index }: RegisterSetting): Promise<bigint | null> => {
    const known = registers.get(register);
    if (!known || index >= known.size) return null;
    const wanted = { registerId: known.id, index: { index: BigInt(index) } };
    for await (const message of channel.read(deviceId, { entity: { kind: "registerEntry", value: wanted } }))
      for (const { entity } of entitiesIn(message)) {
        if (entity?.kind !== "registerEntry" || entity.value.index?.index !== BigInt(index)) continue;
        const data = entity.value.data?.data;
        if (data?.kind === "bitstring") return numberOfBytes(data.value);
      }
    return null;
  };

  /** Entries of one table by their keys, default action included, as they stand on the wire. */
  const entriesOf = async (name: string, keys: ReadonlySet<string>): Promise<Map<string, TableEntry>> => {
    const found = new Map<string, TableEntry>();
    const table = names.tables.find((each) => each.name === name);
    if (!table) return found;
    const meter = metered.has(table.id) ? { meterConfig: {} } : {};
    const defaultKey = keyOf({ ...DEFAULT, table: name });
    for (const isDefaultAction of [false, true]) {
      if (![...keys].some((key) => (key === defaultKey) === isDefaultAction)) continue;
      const wanted = { tableId: table.id, isDefaultAction, ...meter };
      for await (const message of channel.read(deviceId, { entity: { kind: "tableEntry", value: wanted } }))
        for (const each of entitiesIn(message)) {
          const read = toEntity(each, names, () => undefined);
          const key = read && keyOf(read.entity);
          if (key !== null && keys.has(key) && each.entity?.kind === "tableEntry")
            found.set(key, each.entity.value);
        }
    }
    return found;
  };
  const tablesOf = async (settings: readonly ParameterSetting[]): Promise<Map<string, TableEntry>> => {
    const found = new Map<string, TableEntry>();
    for (const table of new Set(settings.map((each) => each.table))) {
      const keys = new Set(settings.flatMap((each) => (each.table === table ? [each.key] : [])));
      for (const [key, entry] of await entriesOf(table, keys)) found.set(key, entry);
    }
    return found;
  };

  /** The parameter of an entry's action by its name; null: it has no such number. */
  const parameterOf = (entry: TableEntry | undefined, parameter: string) => {
    if (entry?.action?.type?.kind !== "action") return null;
    const { actionId, params } = entry.action.type.value;
    for (const [paramId, { name, bits, isText }] of names.action(actionId)?.params ?? []) {
      const written = params.find((each) => each.paramId === paramId);
      if (name === parameter && !isText && written) return { written, bits };
    }
    return null;
  };

  const writeRegister = async (
    { register, index }: RegisterSetting,
    value: bigint,
  ): Promise<string | null> => {
    const known = registers.get(register);
    if (!known || index >= known.size) return `there is no ${register}[${index}]`;
    return (
      tooLarge(value, known.bits) ??
      refusal(() =>
        channel.modify(deviceId, {
          entity: {
            kind: "registerEntry",
            value: {
              registerId: known.id,
              index: { index: BigInt(index) },
              data: { data: { kind: "bitstring", value: bytesOfNumber(value) } },
            },
          },
        }),
      )
    );
  };

  /** All parameters of one entry at once: packets never meet some of them. */
  const writeEntry = async (
    entry: TableEntry | undefined,
    values: readonly { parameter: string; value: bigint }[],
  ): Promise<string | null> => {
    for (const { parameter, value } of values) {
      const known = parameterOf(entry, parameter);
      if (!known) return `there is no parameter ${parameter} in this entry`;
      const large = tooLarge(value, known.bits);
      if (large) return `${parameter}: ${large}`;
      known.written.value = bytesOfNumber(value);
    }
    if (!entry) return "there is no such entry";
    const { timeSinceLastHit: _, counterData: __, meterCounterData: ___, isConst: ____, ...kept } = entry;
    return refusal(() => channel.modify(deviceId, { entity: { kind: "tableEntry", value: kept } }));
  };

  return {
    async read(settings) {
      const entries = await tablesOf(settings.filter((each) => each.kind === "parameter"));
      const found: (bigint | null)[] = [];
      for (const setting of settings) {
        if (setting.kind === "register") found.push(await readRegister(setting));
        else {
          const known = parameterOf(entries.get(setting.key), setting.parameter);
          found.push(known && numberOfBytes(known.written.value));
        }
      }
      return found;
    },

    async write(values) {
      const entries = await tablesOf(
        values.flatMap(({ setting }) => (setting.kind === "parameter" ? [setting] : [])),
      );
      const why = new Map<string, string | null>();
      for (const { setting, value } of values) {
        const place = placeOf(setting);
        if (setting.kind === "register") why.set(place, await writeRegister(setting, value));
        else if (!why.has(place))
          why.set(place, await writeEntry(entries.get(setting.key), parametersOf(values, setting.key)));
      }
      return values.map(({ setting }) => why.get(placeOf(setting)) ?? null);
    },
  };
}

const DEFAULT: EntryEntity = {
  ...{ kind: "entry", table: "", match: {}, priority: 0, isDefault: true, action: null, metadata: "" },
};

/** What is written at once: a cell, or an entry. */
const placeOf = (setting: Setting): string =>
  setting.kind === "parameter" ? setting.key : settingText(setting);

const parametersOf = (values: readonly SettingValue[], key: string) =>
  values.flatMap(({ setting, value }) =>
    setting.kind === "parameter" && setting.key === key ? [{ parameter: setting.parameter, value }] : [],
  );

export const tooLarge = (value: bigint, bits: number): string | null =>
  value < 0n || value >> BigInt(bits) !== 0n ? `${value} does not fit ${bits} bits` : null;

async function refusal(write: () => Promise<void>): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (error) {
    if (!(error instanceof ReadFailure) || GONE.includes(error.code)) throw error;
    return error.message;
  }
}
