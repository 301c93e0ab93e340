import type { Annotation } from "../../p4/index.ts";
import {
  decimal,
  fieldIds,
  fieldOf,
  hasId,
  holders,
  idGiven,
  messagesOf,
  namesOf,
  parseTextProto,
  type TextField,
  type TextMessage,
  textOf,
} from "../../program/index.ts";
import type { Match } from "../tables/match.ts";
import type { TableAction, TableKey, TableState } from "../tables/tableState.ts";
import type { Target } from "../target.ts";
import { changeable, matchOf, runOf } from "./installed.ts";
import { byName, ControlError } from "./names.ts";

/**
 * Installs every table entry of P4Runtime messages in protobuf's text format. Names come from a P4Info in the same
 * text, from what p4runtime-shell writes behind ids, from `@id`, or because p4c makes ids of names. Fields of keys and
 * parameters without an `@id` count from 1 in the order of the program. Throws `ControlError`, and `TextProtoError`
 * for what is no such text.
 */
export function installP4Runtime(target: Target, text: string): void {
  const message = parseTextProto(text);
  const names = namesOf(message);
  for (const entry of holders(message, "table_id")) installEntry(target, entry, names);
}

function installEntry(target: Target, entry: TextMessage, names: ReadonlyMap<string, string>): void {
  const table = named(target.machine.tables, fieldOf(entry, "table_id"), names, "table");
  const action = messagesOf(entry, "action")
    .flatMap((each) => [each, ...messagesOf(each, "action")])
    .find((each) => fieldOf(each, "action_id"));
  if (!action) throw new ControlError(`the entry of table ${table.name} has no action of its own`);
  const ofAction = named(table.actions, fieldOf(action, "action_id"), names, "action");
  const values = Object.fromEntries(
    messagesOf(action, "params").map((each) => [
      parameterOf(ofAction, numberOf(each, "param_id")),
      bytesValue(fieldOf(each, "value")),
    ]),
  );
  const run = runOf(table, ofAction.name, values);
  if (textOf(entry, "is_default_action") === "true") {
    table.defaultRun = run;
    return;
  }
  const ids = keyIds(table);
  const matches: (Match | null)[] = table.keys.map(() => null);
  for (const each of messagesOf(entry, "match")) {
    const id = numberOf(each, "field_id");
    const index = ids.indexOf(id);
    const key = table.keys[index];
    if (!key) throw new ControlError(`table ${table.name} has no key with the id ${id}`);
    matches[index] = matchField(key, each);
  }
  changeable(table).add({
    matches: matches.map((match, index) => match ?? matchOf(table.keys[index]!, { kind: "any" })),
    // the largest priority wins
    priority: table.hasPriorities ? -numberOf(entry, "priority") : 0,
    run,
    span: null,
  });
}

function matchField(key: TableKey, message: TextMessage): Match {
  const part = (kind: string): TextMessage | undefined => messagesOf(message, kind)[0];
  const single = part("exact") ?? part("optional");
  if (single) return matchOf(key, { kind: "exact", value: bytesValue(fieldOf(single, "value")) });
  const pairs: readonly (readonly [string, string, string])[] = [
    ["lpm", "value", "prefix_len"],
    ["ternary", "value", "mask"],
    ["range", "low", "high"],
  ];
  for (const [kind, first, second] of pairs) {
    const found = part(kind);
    if (!found) continue;
    const other = kind === "lpm" ? numberOf(found, second) : bytesValue(fieldOf(found, second));
    return matchOf(key, { kind: "pair", first: bytesValue(fieldOf(found, first)), second: other });
  }
  throw new ControlError(`the match of key ${key.name} says nothing`);
}

/** P4Runtime's ids of the keys; controllers do not see those of a selector. */
function keyIds({ keys, declaration }: TableState): number[] {
  const elements = (declaration?.properties ?? []).flatMap((each) =>
    each.kind === "keyProperty" ? each.elements : [],
  );
  const ids = fieldIds(keys.map((_, index) => elements[index]?.annotations ?? []));
  return keys.map(({ kind }, index) => (kind === "selector" ? 0 : ids[index]!));
}

/** Name of the parameter of a P4Runtime id, "" where there is none. */
function parameterOf({ parameters }: TableAction, id: number): string {
  const ids = fieldIds(parameters.map(({ declaration }) => declaration?.annotations ?? []));
  return parameters[ids.indexOf(id)]?.name ?? "";
}

type Declared = { name: string; declaration?: { annotations: readonly Annotation[] } | null | undefined };

function named<T extends Declared>(
  all: readonly T[],
  id: TextField | undefined,
  names: ReadonlyMap<string, string>,
  what: string,
): T {
  const digits = typeof id?.value === "string" ? decimal(id.value) : "";
  const name = id?.alias ?? names.get(digits);
  const found =
    name === undefined
      ? all.find(({ name: own, declaration }) => hasId(own, digits, idGiven(declaration?.annotations ?? [])))
      : undefined;
  return found ?? byName(all, (each) => each.name, name ?? digits, what);
}

const numberOf = (message: TextMessage, name: string): number => Number(textOf(message, name) || 0);

/** A string of bytes with the escapes of protobuf's text format. */
function bytesValue(found: TextField | undefined): bigint {
  const text = typeof found?.value === "string" ? found.value : "";
  const pattern = /\\x([\da-f]{1,2})|\\([0-7]{1,3})|\\(.)|([\s\S])/giy;
  const controls: Record<string, number> = { n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11 };
  let value = 0n;
  for (const [, hex, octal, special, plain] of text.matchAll(pattern)) {
    const byte =
      hex !== undefined
        ? Number.parseInt(hex, 16)
        : octal !== undefined
          ? Number.parseInt(octal, 8)
          : special !== undefined
            ? (controls[special] ?? special.charCodeAt(0))
            : plain!.charCodeAt(0);
    value = (value << 8n) | BigInt(byte & 0xff);
  }
  return value;
}
