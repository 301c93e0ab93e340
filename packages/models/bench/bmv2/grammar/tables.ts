import type { Draw } from "./draw.ts";
import { expression } from "./expressions.ts";
import { BOOL, bit, literal, type Scope, type Type, typeText } from "./vocabulary.ts";

/** An action that tables run: its data. */
export type TableAction = { name: string; data: Type[] };
type Kind = "exact" | "ternary" | "lpm" | "range" | "optional";
type Key = { text: string; type: Type; kind: Kind };
export type TableText = { text: string; commands: string[]; actions: string[] };

/** A table with keys of any kind, entries of the program's or from its commands, a default action with data. */
export function tableText(
  draw: Draw,
  scope: Scope,
  control: string,
  name: string,
  actions: readonly TableAction[],
): TableText {
  const chosen = draw.some(actions, 1);
  const keys = keysOf(draw, scope);
  const made = draw.weighted<() => Made>([
    [5, () => ({ text: "", commands: [], isGiven: false })],
    [3, () => given(draw, keys, chosen, "const entries")],
    [2, () => given(draw, keys, chosen, "entries")],
    [keys.every(({ kind }) => kind === "exact") ? 2 : 0, () => indirect(draw, control, name, keys, chosen)],
  ])();
  const isIndirect = made.before !== undefined;
  const last = isIndirect ? "" : fallback(draw, chosen);
  const counted = draw.chance(0.2) ? `dc_${name}` : null;
  const rows = keys.map(({ text, kind }, i) => `${text} : ${kind} @name("k${i}");`);
  const selected = made.selects ? " hdr.first.c : selector; hdr.first.d : selector;" : "";
  const text = [
    counted ? `direct_counter(CounterType.packets_and_bytes) ${counted};` : "",
    made.before ?? "",
    `table ${name} { key = { ${rows.join(" ")}${selected} } actions = { ${chosen.map((each) => `${each.name};`).join(" ")} NoAction; }`,
    `${last}${made.text}${counted ? ` counters = ${counted};` : ""} }`,
  ];
  return {
    text: text.filter((line) => line !== "").join("\n  "),
    commands: made.commands,
    actions: chosen.map((each) => each.name),
  };
}

type Made = { text: string; commands: string[]; before?: string; selects?: boolean };

/** BMv2 does not load a program with a negative number among the data of entries. */
const call = (draw: Draw, { name, data }: TableAction): string =>
  `${name}(${data.map((type) => (type.kind === "int" ? `${type.width}s1` : literal(draw, type))).join(", ")})`;

const fallback = (draw: Draw, actions: readonly TableAction[]): string =>
  draw.weighted<() => string>([
    [2, () => " default_action = NoAction();"],
    [3, () => ` ${draw.pick(["", "const "])}default_action = ${call(draw, draw.pick(actions))};`],
    [1, () => ""],
  ])();

function keysOf(draw: Draw, scope: Scope): Key[] {
  let hasPrefix = false;
  return draw.list(1, 3, (): Key => {
    const kind = draw.weighted<Kind>([
      [5, "exact"],
      [3, "ternary"],
      [hasPrefix ? 0 : 2, "lpm"],
      [2, "range"],
      [1, "optional"],
    ]);
    hasPrefix ||= kind === "lpm";
    if (kind === "exact" && scope.headers.length > 0 && draw.chance(0.15))
      return { text: `${draw.pick(scope.headers).text}.isValid()`, type: BOOL, kind };
    // BMv2 counts the bits that fill a key's first byte as bits of its prefix
    const isFitting = (width: number): boolean => kind !== "lpm" || width % 8 === 0;
    // BMv2 does not load a key whose element of a stack is known when it runs
    const places = scope.places.filter(
      ({ text, type }) => type.kind === "bit" && isFitting(type.width) && !text.includes("[m."),
    );
    if (draw.chance(0.65)) return { ...draw.pick(places), kind };
    const type = bit(draw.pick([1, 3, 4, 8, 12, 16].filter(isFitting)));
    return { text: expression(draw, scope, type, 2), type, kind };
  });
}

function given(draw: Draw, keys: readonly Key[], actions: readonly TableAction[], word: string): Made {
  const hasPriorities = keys.some(({ kind }) => !["exact", "lpm"].includes(kind));
  const seen = new Set<string>();
  const isNumbered = word === "entries" && hasPriorities && draw.chance(0.6);
  const rows = draw.list(1, 6, (i) => {
    const texts = keys.map((key) => keyset(draw, key));
    const text = texts.length > 1 ? `(${texts.join(", ")})` : texts[0]!;
    // only where priorities tell them apart may two ask for the same
    if (!hasPriorities && seen.has(text.replace(/0x/g, ""))) return "";
    seen.add(text.replace(/0x/g, ""));
    const priority = isNumbered && (i === 0 || draw.chance(0.7)) ? `priority = ${100 - 10 * i}: ` : "";
    return `${priority}${text}: ${call(draw, draw.pick(actions))};`;
  });
  const used = hasPriorities || word === "const entries" ? rows : rows.slice(0, 1);
  return { text: ` ${word} = { ${used.join(" ")} }`, commands: [] };
}

function keyset(draw: Draw, { type, kind }: Key): string {
  if (type.kind === "bool") return draw.pick(["true", "false"]);
  const { width } = type;
  const all = (1n << BigInt(width)) - 1n;
  const some = BigInt(draw.integer(8)) & all;
  const value = draw.chance(0.8) ? `${some}` : `${all - some}`;
  const wild = draw.chance(0.25);
  switch (kind) {
    case "ternary":
      return wild ? "_" : draw.chance(0.3) ? value : `${value} &&& ${BigInt(draw.integer(16)) & all}`;
    case "optional":
      return wild ? "_" : value;
    case "range":
      return wild ? "_" : `${some} .. ${[some, some + (all - some) / 2n, all][draw.integer(3)]}`;
    case "lpm": {
      const rest = BigInt(draw.integer(width + 1));
      const mask = all ^ ((1n << rest) - 1n);
      return wild ? "_" : `0x${(BigInt(value) & mask).toString(16)} &&& 0x${mask.toString(16)}`;
    }
    default:
      return value;
  }
}

/** A table whose entries name members of a profile, or groups of a selector. */
function indirect(
  draw: Draw,
  control: string,
  name: string,
  keys: readonly Key[],
  actions: readonly TableAction[],
): Made {
  const selects = draw.chance(0.5);
  const profile = `ap_${name}`;
  const hash = draw.pick(["crc16", "crc32", "csum16", "xor16", "identity"]);
  const before = selects
    ? `action_selector(HashAlgorithm.${hash}, 32w16, 32w14) ${profile};`
    : `action_profile(16) ${profile};`;
  const at = (text: string): string => `${control}.${text}`;
  const members = draw.list(2, 4, () => {
    const action = draw.pick(actions);
    const data = action.data.map((type) => `${draw.integer(2 ** Math.min(type.width, 4))}`);
    return `act_prof_create_member ${at(profile)} ${at(action.name)} ${data.join(" ")}`.trim();
  });
  const values = (n: number): string =>
    keys.map(({ type }, i) => `${(i === 0 ? n : 0) % 2 ** Math.min(type.width || 1, 8)}`).join(" ");
  const rows = [...new Set([0, 1, 2].map(values))];
  const groups = selects
    ? [
        `act_prof_create_group ${at(profile)}`,
        ...members.map((_, i) => `act_prof_add_member_to_group ${at(profile)} ${i} 0`),
      ]
    : [];
  const entries = rows.map((row, i) =>
    selects && i < 2
      ? `table_indirect_add_with_group ${at(name)} ${row} => 0`
      : `table_indirect_add ${at(name)} ${row} => ${i % members.length}`,
  );
  return {
    text: ` implementation = ${profile};`,
    commands: [...members, ...groups, ...entries],
    before,
    selects,
  };
}

export const dataText = (types: readonly Type[]): string =>
  types.map((type, i) => `${typeText(type)} d${i}`).join(", ");
