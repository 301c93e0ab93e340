import type { Draw } from "./draw.ts";
import { BOOL, bit, drawType, isSame, literal, type Scope, type Type, typeText } from "./vocabulary.ts";

/** An expression of a type that uses what a scope has; the deeper, the simpler. */
export function expression(draw: Draw, scope: Scope, type: Type, depth = 3): string {
  const known = scope.places.filter((place) => isSame(place.type, type));
  if (depth <= 0 || draw.chance(0.25))
    return known.length > 0 && draw.chance(0.8) ? draw.pick(known).text : literal(draw, type);
  const sub = (of: Type): string => expression(draw, scope, of, depth - 1);
  const called = draw.chance(0.08) ? call(draw, scope, type, depth) : null;
  if (called !== null) return called;
  if (draw.chance(0.07)) return `(${sub(BOOL)} ? ${sub(type)} : ${sub(type)})`;
  if (type.kind === "bool") return condition(draw, scope, sub);
  return type.kind === "int" ? signed(draw, type, sub) : unsigned(draw, scope, type, sub);
}

type Sub = (type: Type) => string;

/** Amounts are of few bits, as BMv2 has them. */
const amount = (draw: Draw, width: number, sub: Sub): string =>
  draw.chance(0.5) ? `${draw.integer(width + 3)}` : sub(bit(draw.pick([2, 3, 4, 8])));

function signed(draw: Draw, type: Type, sub: Sub): string {
  const { width } = type;
  const made: [number, () => string][] = [
    [6, () => `(${sub(type)} ${draw.pick(["+", "-", "*", "&", "|", "^", "|+|", "|-|"])} ${sub(type)})`],
    [1, () => `(${draw.pick(["~", "-"])}${sub(type)})`],
    [2, () => `(${sub(type)} ${draw.pick([">>", "<<"])} ${amount(draw, width, sub)})`],
    [2, () => `((${typeText(type)})${sub(bit(width))})`],
    [2, () => `((${typeText(type)})${sub({ kind: "int", width: draw.pick([2, 5, 8, 16, 33, 64]) })})`],
  ];
  return draw.weighted(made)();
}

function unsigned(draw: Draw, scope: Scope, type: Type, sub: Sub): string {
  const { width } = type;
  const wider = scope.places.filter((place) => place.type.width > width);
  const made: [number, () => string][] = [
    [6, () => `(${sub(type)} ${draw.pick(["+", "-", "*", "&", "|", "^", "|+|", "|-|"])} ${sub(type)})`],
    [1, () => `(${draw.pick(["~", "-"])}${sub(type)})`],
    [2, () => `(${sub(type)} ${draw.pick([">>", "<<"])} ${amount(draw, width, sub)})`],
    [2, () => `((${typeText(type)})${sub(bit(draw.pick([1, 4, 8, 16, 32, 48, 65])))})`],
  ];
  if (width > 1) {
    made.push([1, () => `((${typeText(type)})${sub({ kind: "int", width })})`]);
    const left = 1 + draw.integer(width - 1);
    made.push([2, () => `(${sub(bit(left))} ++ ${sub(bit(width - left))})`]);
  } else {
    made.push([2, () => `((bit<1>)${sub(BOOL)})`]);
  }
  if (wider.length > 0)
    made.push([
      3,
      () => {
        const place = draw.pick(wider);
        const low = draw.integer(place.type.width - width + 1);
        return `${place.text}[${low + width - 1}:${low}]`;
      },
    ]);
  return draw.weighted(made)();
}

function condition(draw: Draw, { headers, pairs }: Scope, sub: Sub): string {
  const type = draw.chance(0.1) ? BOOL : drawType(draw);
  const operators = type.kind === "bool" ? ["==", "!="] : ["==", "!=", "<", "<=", ">", ">="];
  const made: [number, () => string][] = [
    [6, () => `(${sub(type)} ${draw.pick(operators)} ${sub(type)})`],
    [2, () => `(${sub(BOOL)} ${draw.pick(["&&", "||"])} ${sub(BOOL)})`],
    [1, () => `(!${sub(BOOL)})`],
    [1, () => `((bool)${sub(bit(1))})`],
  ];
  if (headers.length > 0) {
    const header = draw.pick(headers);
    const alike = headers.filter((each) => each.type === header.type);
    made.push([3, () => `${header.text}.isValid()`]);
    made.push([1, () => `(${header.text} ${draw.pick(["==", "!="])} ${draw.pick(alike).text})`]);
  }
  if (pairs.length > 0) made.push([1, () => `(${draw.pick(pairs)} == ${draw.pick(pairs)})`]);
  return draw.weighted(made)();
}

/** A call of a function that gives the type, if there is one. */
export function call(draw: Draw, scope: Scope, type: Type, depth: number): string | null {
  const fitting = scope.functions.filter(({ result }) => isSame(result, type));
  if (fitting.length === 0) return null;
  const { name, parameters } = draw.pick(fitting);
  const given: string[] = [];
  for (const { type: asked, isInout } of parameters) {
    const places = scope.places.filter((place) => place.isWritable && isSame(place.type, asked));
    if (isInout && places.length === 0) return null;
    given.push(isInout ? draw.pick(places).text : expression(draw, scope, asked, depth - 1));
  }
  return `${name}(${given.join(", ")})`;
}
