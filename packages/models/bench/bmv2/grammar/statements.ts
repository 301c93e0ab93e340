import { isForLoops } from "./calls.ts";
import type { Draw } from "./draw.ts";
import { call, expression } from "./expressions.ts";
import { BOOL, bit, drawType, type Place, type Scope, type Type, typeText } from "./vocabulary.ts";

/** What a block may use beyond values. Tables leave the list when they are applied: p4c applies each once. */
export type Means = {
  tables: { name: string; actions: string[] }[];
  /** actions that are called, with the types of their parameters */
  actions: { name: string; parameters: { type: Type; direction: "in" | "inout" }[] }[];
  /** calls of objects and of the architecture, each a statement */
  calls: ((draw: Draw, scope: Scope) => string)[];
  /** `exit` and `return` are let */
  ends: string[];
  /** conditions may hold nothing but assignments, as in an action of BMv2 */
  isFlat: boolean;
};

function block(draw: Draw, scope: Scope, means: Means, most: number, depth: number): string {
  // what is declared inside is not seen behind
  const inner: Scope = { ...scope, places: [...scope.places] };
  const lines = draw.list(0, most, () => statement(draw, inner, means, depth));
  return `{ ${lines.join("\n      ")} }`;
}

const writable = ({ places }: Scope): Place[] => places.filter(({ isWritable }) => isWritable);

function assignment(draw: Draw, scope: Scope): string {
  const place = draw.pick(writable(scope));
  const { width, kind } = place.type;
  if (kind === "bit" && width > 1 && draw.chance(0.15)) {
    const low = draw.integer(width - 1);
    const high = low + draw.integer(width - low);
    return `${place.text}[${high}:${low}] = ${expression(draw, scope, bit(high - low + 1))};`;
  }
  return `${place.text} = ${expression(draw, scope, place.type)};`;
}

function headerStatement(draw: Draw, scope: Scope): string {
  const { text, type } = draw.pick(scope.headers);
  const alike = scope.headers.filter((each) => each.type === type);
  // p4c forgets a header's own fields in the list that is assigned to it
  const others: Scope = {
    ...scope,
    places: scope.places.filter((place) => !place.text.startsWith(`${text}.`)),
  };
  const values = (): string => type.fields.map((field) => expression(draw, others, field.type, 1)).join(", ");
  return draw.weighted<() => string>([
    [3, () => `${text}.setValid();`],
    [2, () => `${text}.setInvalid();`],
    [4, () => `${text} = ${draw.pick(alike).text};`],
    [1, () => `${text} = { ${values()} };`],
  ])();
}

function stackStatement(draw: Draw, { stacks }: Scope): string {
  const { text, size } = draw.pick(stacks);
  return draw.chance(0.3)
    ? `${text} = ${draw.pick(stacks).text};`
    : `${text}.${draw.pick(["push_front", "pop_front"])}(${1 + draw.integer(size)});`;
}

/** A statement of a control, an action or a function; a declaration is known to those behind it. */
export function statement(draw: Draw, scope: Scope, means: Means, depth: number): string {
  const made: [number, () => string][] = [[10, () => assignment(draw, scope)]];
  if (depth > 0) {
    const inner = means.isFlat ? { ...means, calls: [], actions: [], ends: [], tables: [] } : means;
    const nested = (): string => block(draw, scope, inner, 3, depth - 1);
    const tested = (): string =>
      `if (${expression(draw, scope, BOOL)}) ${nested()}${draw.chance(0.5) ? ` else ${nested()}` : ""}`;
    made.push([5, tested]);
    if (!means.isFlat)
      made.push([1, () => loop(draw, scope, means, depth)], [1, () => switched(draw, scope, nested)]);
  }
  if (!means.isFlat || depth > 1) {
    if (scope.headers.length > 0) made.push([4, () => headerStatement(draw, scope)]);
    if (scope.stacks.length > 0) made.push([1, () => stackStatement(draw, scope)]);
    made.push([2, () => declaration(draw, scope)]);
    if (scope.pairs.length > 0)
      made.push([1, () => `${draw.pick(scope.pairs)} = ${draw.pick(scope.pairs)};`]);
  }
  if (means.tables.length > 0 && depth > 0) made.push([8, () => applied(draw, scope, means, depth)]);
  if (means.calls.length > 0) made.push([4, () => draw.pick(means.calls)(draw, scope)]);
  if (means.actions.length > 0) made.push([2, () => acted(draw, scope, means)]);
  if (means.ends.length > 0 && depth < 2) made.push([0.4, () => draw.pick(means.ends)]);
  return draw.weighted(made)();
}

function declaration(draw: Draw, scope: Scope): string {
  const type = drawType(draw);
  const name = draw.fresh("v");
  const text = `${typeText(type)} ${name} = ${expression(draw, scope, type)};`;
  scope.places.push({ text: name, type, isWritable: true });
  return text;
}

function loop(draw: Draw, scope: Scope, means: Means, depth: number): string {
  const name = draw.fresh("i");
  const inner: Scope = {
    ...scope,
    places: [...scope.places, { text: name, type: bit(8), isWritable: false }],
  };
  const calls = means.calls.filter(isForLoops);
  const own: Means = { ...means, calls, tables: [], ends: [...means.ends, "break;", "continue;"] };
  return `for (bit<8> ${name} = 8w0; ${name} < 8w${1 + draw.integer(3)}; ${name} = ${name} + 8w1) ${block(draw, inner, own, 2, depth - 1)}`;
}

function switched(draw: Draw, scope: Scope, nested: () => string): string {
  const values = draw.some(["8w0", "8w1", "8w2", "8w7", "8w255"], 1);
  const cases = values.map((value) => `${value}: ${draw.chance(0.2) ? "" : nested()}`);
  return `switch (${expression(draw, scope, bit(8), 2)}) { ${cases.join(" ")} default: ${nested()} }`;
}

function applied(draw: Draw, scope: Scope, means: Means, depth: number): string {
  const [{ name, actions }] = means.tables.splice(draw.integer(means.tables.length), 1) as [
    Means["tables"][number],
  ];
  const nested = (): string => block(draw, scope, means, 2, depth - 1);
  const result = draw.pick(["hit", "miss"]);
  return draw.weighted<() => string>([
    [3, () => `${name}.apply();`],
    [3, () => `if (${draw.chance(0.3) ? "!" : ""}${name}.apply().${result}) ${nested()} else ${nested()}`],
    [
      3,
      () => {
        const cases = draw.some(actions, 1).map((each) => `${each}: ${draw.chance(0.2) ? "" : nested()}`);
        return `switch (${name}.apply().action_run) { ${cases.join(" ")} default: ${nested()} }`;
      },
    ],
    [
      1,
      () =>
        `if (${expression(draw, scope, BOOL, 2)} ${draw.pick(["&&", "||"])} ${name}.apply().${result}) ${nested()}`,
    ],
  ])();
}

function acted(draw: Draw, scope: Scope, { actions }: Means): string {
  const { name, parameters } = draw.pick(actions);
  const given: string[] = [];
  for (const { type, direction } of parameters) {
    const places = writable(scope).filter((place) => typeText(place.type) === typeText(type));
    if (direction === "inout" && places.length === 0) return assignment(draw, scope);
    given.push(direction === "inout" ? draw.pick(places).text : expression(draw, scope, type, 2));
  }
  return `${name}(${given.join(", ")});`;
}

/** A function whose result its last statement gives. */
export function functionText(draw: Draw, scope: Scope, name: string): string {
  const result = drawType(draw);
  const parameters = draw.list(1, 3, () => {
    const isInout = draw.chance(0.3);
    const known = scope.places.filter((place) => place.isWritable);
    return { type: isInout && known.length > 0 ? draw.pick(known).type : drawType(draw), isInout };
  });
  const places = parameters.map(({ type, isInout }, i) => ({ text: `a${i}`, type, isWritable: isInout }));
  const own: Scope = { ...EMPTY, where: "function", places, functions: [...scope.functions] };
  const means: Means = { tables: [], actions: [], calls: [], ends: [], isFlat: false };
  const first = declaration(draw, own);
  const lines = draw.list(0, 3, () => statement(draw, own, means, 1));
  if (draw.chance(0.3))
    lines.push(`if (${expression(draw, own, BOOL)}) { return ${expression(draw, own, result)}; }`);
  const given = parameters.map(
    ({ type, isInout }, i) => `${isInout ? "inout" : "in"} ${typeText(type)} a${i}`,
  );
  scope.functions.push({ name, result, parameters });
  const last = `return ${call(draw, { ...own, functions: own.functions.slice(0, -1) }, result, 2) ?? expression(draw, own, result)};`;
  return `${typeText(result)} ${name}(${given.join(", ")}) {\n  ${[first, ...lines, last].join("\n  ")}\n}`;
}

export const EMPTY: Scope = {
  where: "function",
  places: [],
  headers: [],
  stacks: [],
  pairs: [],
  functions: [],
};
