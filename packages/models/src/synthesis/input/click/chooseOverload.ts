import type { ClickCompound, ClickOverload, ClickScope } from "./clickGraph.ts";

/** Inputs and outputs of an element that are connected. */
type Ports = { inputs: number; outputs: number };
type Chosen =
  | { overload: ClickOverload; bound: Map<string, string>; before: ClickCompound | null }
  | { plain: string }
  | { taken: string[] };

const countOf = (ports: readonly number[]): number => Math.max(-1, ...ports) + 1;

/** The inputs and outputs of the element `name` among the connections of its scope. */
export const portsOf = (name: string, { connections }: ClickScope): Ports => ({
  inputs: countOf(connections.flatMap((c) => (c.to === name ? [c.toPort] : []))),
  outputs: countOf(connections.flatMap((c) => (c.from === name ? [c.fromPort] : []))),
});

/**
 * What the class `name` is for an element with these arguments and ports: an overload with their values, the element
 * class of Click that it extends or renames, or what it takes instead. Like Click, of several the first whose arguments
 * and ports both fit, and of one the arguments alone.
 */
export function chooseOverload(
  { overloads, extended, before }: ClickCompound,
  name: string,
  given: readonly string[],
  ports: Ports,
  classes: ReadonlyMap<string, ClickCompound>,
): Chosen {
  const fitting = overloads.flatMap((overload) => {
    const bound = bind(overload, given);
    return bound ? [{ overload, bound, before }] : [];
  });
  const isOne = overloads.length === 1 && extended === null;
  const found = fitting.find(({ overload: { body } }) => {
    const own = portsOfBody(body);
    return isOne || (own.inputs === ports.inputs && own.outputs === ports.outputs);
  });
  if (found) return found;
  if (extended !== null) {
    const base = before ?? (extended === name ? undefined : classes.get(extended));
    return base ? chooseOverload(base, extended, given, ports, classes) : { plain: extended };
  }
  // a wrong number of ports is seen where they are connected
  const [nearest] = fitting.slice(-1);
  return nearest ?? { taken: overloads.map(parametersOf) };
}

const portsOfBody = ({ connections }: ClickScope): Ports => ({
  inputs: countOf(connections.flatMap((c) => (c.from === "input" ? [c.fromPort] : []))),
  outputs: countOf(connections.flatMap((c) => (c.to === "output" ? [c.toPort] : []))),
});

const parametersOf = ({ parameters }: ClickOverload): string =>
  parameters.map(({ name, keyword }) => (keyword === null ? name : `${keyword} ${name}`)).join(", ") ||
  "none";

/**
 * Values of a compound's parameters: by keyword, then by place; `__REST__` takes what is left. Null when one by its
 * place is missing, or something is left.
 */
function bind({ parameters }: ClickOverload, given: readonly string[]): Map<string, string> | null {
  const left = [...given];
  const values = new Map<string, string>();
  for (const { name, keyword } of parameters) {
    if (keyword === null || keyword === "__REST__") continue;
    const at = left.findIndex((text) => text === keyword || text.startsWith(`${keyword} `));
    if (at >= 0) values.set(name, left.splice(at, 1)[0]!.slice(keyword.length).trim());
  }
  for (const { name, keyword } of parameters) {
    const isRest = keyword === "__REST__";
    if (keyword !== null && !isRest) continue;
    const value = isRest ? left.splice(0).join(", ") : left.shift();
    if (value === undefined) return null;
    values.set(name, value);
  }
  return left.length > 0 ? null : values;
}
