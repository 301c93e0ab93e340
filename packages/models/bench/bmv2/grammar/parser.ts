import type { Draw } from "./draw.ts";
import { expression } from "./expressions.ts";
import { BOOL, bit, type HeaderPlace, type Place, type Scope, type Type, typeText } from "./vocabulary.ts";

/** What a parser extracts: headers in this order, each in a state of its own, and stacks in states that loop. */
export type Extracted = {
  first: HeaderPlace;
  rest: HeaderPlace[];
  stacks: Scope["stacks"];
  /** headers of a varbit, with the field of bytes that gives its length */
  varbits: string[];
};

type ValueSet = { name: string; type: Type };
type Key = { text: string; type: Type };

/** States that extract, look ahead, skip, verify and decide by keysets of every kind. */
export function parserText(
  draw: Draw,
  scope: Scope,
  extracted: Extracted,
): { text: string; commands: string[] } {
  const names = [
    ...extracted.rest.map((_, i) => `h${i}`),
    ...extracted.stacks.map((_, i) => `s${i}`),
    ...extracted.varbits.map((_, i) => `b${i}`),
  ];
  const inner: Scope = { ...scope, places: [...scope.places] };
  const commands: string[] = [];
  const sets = draw.list(0, 1, (i) => {
    const type = bit(draw.pick([9, 17]));
    // BMv2's command line counts bytes in fractions: for other widths the switch ends
    for (let n = 0; n < 3; n++) commands.push(`pvs_add P.vs${i} ${draw.pick([1, 2, 3, 7, 15])}`);
    return { name: `vs${i}`, type };
  });
  const states: string[] = [];
  const state = (
    name: string,
    first: string,
    places: Place[],
    targets: string[],
    used: ValueSet[] = [],
  ): void => {
    const now: Scope = { ...inner, places: [...places, ...inner.places] };
    const lines = [first, ...draw.list(0, 2, () => parserStatement(draw, now))].filter((line) => line !== "");
    states.push(
      `state ${name} {\n    ${lines.join("\n    ")}\n    ${transition(draw, now, targets, used)}\n  }`,
    );
  };
  const placesOf = ({ text, type }: HeaderPlace): Place[] =>
    type.fields.map((field) => ({ text: `${text}.${field.name}`, type: field.type, isWritable: true }));
  state("start", `p.extract(${extracted.first.text});`, placesOf(extracted.first), names, sets);
  for (const [i, header] of extracted.rest.entries())
    state(`h${i}`, `p.extract(${header.text});`, placesOf(header), names.slice(i + 1));
  for (const [i, stack] of extracted.stacks.entries()) {
    const own = names.indexOf(`s${i}`);
    const last = placesOf({ text: `${stack.text}.last`, type: stack.type });
    state(
      `s${i}`,
      `p.extract(${stack.text}.next);`,
      [
        ...last.map((place) => ({ ...place, isWritable: false })),
        { text: `(${stack.text}.lastIndex ^ 32w1)`, type: bit(32), isWritable: false },
      ],
      [`s${i}`, ...names.slice(own + 1)],
    );
  }
  for (const [i, header] of extracted.varbits.entries()) {
    const own = names.indexOf(`b${i}`);
    const length = draw.pick(["p.lookahead<bit<8>>() & 8w7", "p.lookahead<bit<8>>() & 8w31"]);
    const bits = draw.chance(0.8) ? `(bit<32>)n${i} << 3` : `(bit<32>)n${i}`;
    state(`b${i}`, `bit<8> n${i} = ${length};\n    p.extract(${header}, ${bits});`, [], names.slice(own + 1));
  }
  const declared = sets.map(({ name, type }) => `value_set<${typeText(type)}>(4) ${name};`);
  return { text: [...declared, ...states].join("\n  "), commands };
}

function parserStatement(draw: Draw, scope: Scope): string {
  const places = scope.places.filter(({ isWritable }) => isWritable);
  const place = draw.pick(places);
  return draw.weighted<() => string>([
    [5, () => `${place.text} = ${expression(draw, scope, place.type, 2)};`],
    [1, () => `verify(${expression(draw, scope, BOOL, 2)}, error.${draw.pick(["E0", "E1"])});`],
    [1, () => `p.advance((bit<32>)${expression(draw, scope, bit(2), 1)} << 3);`],
    [1, () => ahead(draw, place)],
    [2, () => ""],
  ])();
}

/** What comes next in the packet as a value of a place. */
const ahead = (draw: Draw, { text, type }: Place): string => {
  if (type.kind === "bool") return `${text} = ${draw.pick(["true", "false"])};`;
  return draw.chance(0.7)
    ? `${text} = p.lookahead<${typeText(type)}>();`
    : `${text} = (${typeText(type)})p.lookahead<bit<${type.width + 3}>>()[${type.width + 1}:2];`;
};

function transition(draw: Draw, scope: Scope, targets: string[], sets: ValueSet[]): string {
  if (targets.length === 0 && sets.length === 0) return "transition accept;";
  // p4c forgets what a state writes that nothing leaves
  const [first] = targets;
  if (sets.length === 0 && draw.chance(0.1))
    return `transition ${draw.pick(["accept", ...targets.filter((each) => each !== first)])};`;
  const set = sets[0] ?? null;
  const keys = set ? [keyOf(draw, scope, set.type)] : draw.list(1, 2, () => keyOf(draw, scope, null));
  const rows = draw.list(1, 4, (i) => {
    const text = keys
      .map((key, at) => (set && i === 0 ? set.name : keyset(draw, key.type, at > 0)))
      .join(", ");
    return `${keys.length > 1 ? `(${text})` : text}: ${draw.pick(["accept", ...targets, ...targets])};`;
  });
  return `transition select(${keys.map(({ text }) => text).join(", ")}) { ${rows.join(" ")} default: ${draw.pick(["accept", ...targets.slice(1), ...targets.slice(1)])}; }`;
}

function keyOf(draw: Draw, scope: Scope, asked: Type | null): Key {
  const type = asked ?? bit(draw.pick([1, 2, 3, 4, 8, 8, 16, 32]));
  if (draw.chance(0.2)) return { text: `p.lookahead<${typeText(type)}>()`, type };
  const known = scope.places.filter((place) => place.type.kind === "bit" && !place.text.startsWith("("));
  if (asked === null && known.length > 0 && draw.chance(0.6)) return draw.pick(known);
  // BMv2 loads no constant as a key
  const wider = known.filter((place) => place.type.width > type.width);
  if (wider.length === 0) return { text: `p.lookahead<${typeText(type)}>()`, type };
  const { text, type: of } = draw.pick(wider);
  const low = draw.integer(of.width - type.width + 1);
  return { text: `${text}[${low + type.width - 1}:${low}]`, type };
}

/** What a key is held against. BMv2 takes last what takes everything, wherever it stands: only `isOpen` has it. */
function keyset(draw: Draw, { width }: Type, isOpen: boolean): string {
  const all = (1n << BigInt(width)) - 1n;
  const value = 1n + (BigInt(draw.integer(7)) % all);
  const highs = [value, value + 2n, all].map((high) => (high > all ? all : high));
  const mask = 1n + (BigInt(draw.integer(15)) % all);
  return draw.weighted<() => string>([
    [4, () => `${width}w${draw.chance(0.3) ? 0 : value}`],
    [2, () => `${width}w${value} &&& ${width}w${mask}`],
    [2, () => `${width}w${value} .. ${width}w${draw.pick(highs)}`],
    [isOpen ? 1 : 0, () => "_"],
  ])();
}
