import fc from "fast-check";
import { demandKey, type EntryTable, type Match } from "../../src/program/index.ts";

/** An entry, or with `matches` null a default action, before it is written; of priorities the largest wins. */
export type MadeEntry = {
  table: EntryTable;
  matches: Match[] | null;
  priority: number;
  action: EntryTable["actions"][number];
  values: bigint[];
};

/** Small ones mostly, so that entries meet one another. */
const ofBits = (width: number) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.bigInt({ min: 0n, max: width < 3 ? (1n << BigInt(width)) - 1n : 7n }) },
    fc.bigInt({ min: 0n, max: (1n << BigInt(width)) - 1n }),
  );

/** What a key may demand that all three forms can say. */
function matchFor({ kind, width }: EntryTable["keys"][number]): fc.Arbitrary<Match> {
  const bits = width ?? 1;
  const value = ofBits(bits);
  switch (kind) {
    case "lpm":
      return fc.record({ kind: fc.constant("lpm"), value, prefix: fc.integer({ min: 0, max: bits }) });
    case "ternary":
      return fc.record({ kind: fc.constant("ternary"), value, mask: value });
    case "range":
      return fc
        .tuple(value, value)
        .map(([a, b]) => ({ kind: "range", low: a < b ? a : b, high: a < b ? b : a }));
    default:
      return fc.record({ kind: fc.constant("exact"), value });
  }
}

/** Entries for tables, of which no two demand the same, with priorities that all differ. */
export function madeEntries(tables: readonly EntryTable[], most = 6): fc.Arbitrary<MadeEntry[]> {
  const one = fc.constantFrom(...tables).chain((table) =>
    fc.constantFrom(...table.actions.filter(({ name }) => name !== "NoAction")).chain((action) =>
      fc.record({
        table: fc.constant(table),
        action: fc.constant(action),
        matches: fc.oneof(
          { weight: 6, arbitrary: fc.tuple(...table.keys.map(matchFor)) },
          { weight: 1, arbitrary: fc.constant(null) },
        ),
        values: fc.tuple(...action.parameters.map(({ width }) => ofBits(width ?? 1))),
        priority: fc.constant(0),
      }),
    ),
  );
  const placeOf = ({ table, matches }: MadeEntry): unknown =>
    matches ? `${table.name} ${demandKey(table.keys, matches)}` : Symbol(table.name);
  return fc
    .uniqueArray(one, { maxLength: most, selector: placeOf })
    .map((all) => all.map((each, index) => ({ ...each, priority: 1 + ((index * 7) % 31) })));
}

const isRanked = ({ keys }: EntryTable): boolean =>
  keys.some(({ kind }) => /ternary|range|optional/.test(kind));

/** BMv2's priorities, of which the smallest wins, as its P4Runtime server makes them. */
const LARGEST = 2 ** 31 - 1;

const hex = (value: bigint): string => `0x${value.toString(16)}`;
const dotted = (value: bigint): string => [24n, 16n, 8n, 0n].map((by) => (value >> by) & 255n).join(".");
const colons = (value: bigint): string =>
  value
    .toString(16)
    .padStart(12, "0")
    .replace(/..(?!$)/g, "$&:");

/** A value as people write it. */
const word = (value: bigint, width: number | null): string =>
  width === 32
    ? dotted(value)
    : width === 48
      ? colons(value)
      : value % 2n === 0n
        ? hex(value)
        : String(value);

export const asCommands = (entries: readonly MadeEntry[]): string =>
  entries
    .map(({ table, matches, action, values, priority }) => {
      const given = values.map((value, i) => word(value, action.parameters[i]!.width)).join(" ");
      if (!matches) return `table_set_default ${table.name} ${action.name} ${given}`;
      const keys = matches.map((match, i) => commandKey(match, table.keys[i]!.width));
      const ranked = isRanked(table) ? LARGEST - priority : "";
      return `table_add ${table.name} ${action.name} ${keys.join(" ")} => ${given} ${ranked}`;
    })
    .join("\n");

function commandKey(match: Match, width: number | null): string {
  switch (match.kind) {
    case "lpm":
      return `${word(match.value, width)}/${match.prefix}`;
    case "ternary":
      return `${word(match.value, width)}&&&${hex(match.mask)}`;
    case "range":
      return `${match.low}->${match.high}`;
    default:
      return match.kind === "exact" ? word(match.value as bigint, width) : "";
  }
}

export const asJson = (entries: readonly MadeEntry[]): string =>
  JSON.stringify({
    table_entries: entries.map(({ table, matches, action, values, priority }) => ({
      table: table.name,
      action_name: action.name,
      action_params: Object.fromEntries(
        action.parameters.map(({ name, width }, i) => [name, word(values[i]!, width)]),
      ),
      ...(matches
        ? {
            match: Object.fromEntries(
              matches.map((match, i) => [table.keys[i]!.name, jsonKey(match, table.keys[i]!.width)]),
            ),
          }
        : { default_action: true }),
      ...(matches && isRanked(table) ? { priority } : {}),
    })),
  });

function jsonKey(match: Match, width: number | null): unknown {
  switch (match.kind) {
    case "lpm":
      return [word(match.value, width), match.prefix];
    case "ternary":
      return [word(match.value, width), hex(match.mask)];
    case "range":
      return [hex(match.low), hex(match.high)];
    default:
      return match.kind === "exact" ? word(match.value as bigint, width) : null;
  }
}

/** Bytes as protobuf's text format writes them: printable ones as they are, others in octal. */
function bytes(value: bigint): string {
  const digits = value.toString(16);
  const pairs = digits.padStart(digits.length + (digits.length % 2), "0").match(/../g) ?? [];
  return pairs
    .map((pair) => Number.parseInt(pair, 16))
    .map((byte) =>
      /[\w ]/.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, "0")}`,
    )
    .join("");
}

export const asP4Runtime = (entries: readonly MadeEntry[]): string =>
  entries
    .map(({ table, matches, action, values, priority }) => {
      const params = action.parameters.map(
        ({ id }, i) => `params { param_id: ${id} value: "${bytes(values[i]!)}" }`,
      );
      const keys = matches?.map(
        (match, i) => `match { field_id: ${table.keys[i]!.id} ${messageKey(match)} }`,
      );
      return `entities { table_entry { table_id: 1 ("${table.name}")
  ${keys?.join(" ") ?? "is_default_action: true"} ${matches && isRanked(table) ? `priority: ${priority}` : ""}
  action { action { action_id: 2 ("${action.name}") ${params.join(" ")} } } } }`;
    })
    .join("\n");

function messageKey(match: Match): string {
  switch (match.kind) {
    case "lpm":
      return `lpm { value: "${bytes(match.value)}" prefix_len: ${match.prefix} }`;
    case "ternary":
      return `ternary { value: "${bytes(match.value)}" mask: "${bytes(match.mask)}" }`;
    case "range":
      return `range { low: "${bytes(match.low)}" high: "${bytes(match.high)}" }`;
    default:
      return match.kind === "exact" ? `exact { value: "${bytes(match.value as bigint)}" }` : "";
  }
}
