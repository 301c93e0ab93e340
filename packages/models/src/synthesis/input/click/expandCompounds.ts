import { type Diagnostic, didYouMean, type Span } from "../../../core/index.ts";
import type { ClickCompound, ClickConnection, ClickElement, ClickGraph, ClickScope } from "./clickGraph.ts";
import { unquoted } from "./tokens.ts";

/** Our choice: bounds what a small text can blow up to. */
const MAX_ELEMENTS = 20_000;

/**
 * Writes compound elements out: their parts are called `outer/inner`, and connections to `input` and `output`
 * of a compound are joined with those of the element that stands for it.
 */
export function expandCompounds(scope: ClickScope, diagnostics: Diagnostic[]): ClickGraph {
  const elements: ClickElement[] = [];
  const connections: ClickConnection[] = [];
  const pads = new Set<string>();

  const write = (
    current: ClickScope,
    prefix: string,
    classes: ReadonlyMap<string, ClickCompound>,
    values: ReadonlyMap<string, string>,
    open: readonly string[],
  ): void => {
    const inner = new Map([...classes, ...current.classes]);
    const known = new Map(values);
    for (const [name, value] of current.definitions) known.set(name, substitute(value, values));
    const names = new Set(current.elements.keys());
    if (open.length > 0) for (const pad of ["input", "output"]) names.add(pad);
    for (const element of current.elements.values()) {
      const name = prefix + element.name;
      const compound = inner.get(element.class);
      const given = element.arguments.map((a) => substitute(a, known));
      if (!compound) {
        elements.push({ ...element, name, arguments: given.map(unquoted) });
        if (elements.length === MAX_ELEMENTS + 1) diagnostics.push(tooMany(element));
        continue;
      }
      if (open.includes(element.class)) {
        diagnostics.push(recursive(element));
        continue;
      }
      if (elements.length > MAX_ELEMENTS) continue;
      pads.add(`${name}/input`).add(`${name}/output`);
      const bound = bind(compound, given);
      if (bound === null) {
        diagnostics.push(argumentCount(element, compound));
        continue;
      }
      write(compound.body, `${name}/`, inner, new Map([...known, ...bound]), [...open, element.class]);
    }
    const isCompound = (name: string): boolean => inner.has(current.elements.get(name)?.class ?? "");
    for (const c of current.connections) {
      const missing = [c.from, c.to].find((name) => !names.has(name));
      if (missing !== undefined) {
        diagnostics.push(unknownElement(missing, [...names], c.span));
        continue;
      }
      const from = prefix + c.from + (isCompound(c.from) ? "/output" : "");
      const to = prefix + c.to + (isCompound(c.to) ? "/input" : "");
      connections.push({ ...c, from, to });
    }
  };
  write(scope, "", new Map(), new Map(), []);
  return { elements, connections: withoutPads(connections, pads) };
}

/** Joins what leads to a pad of a compound with what leaves it by the same port, pad after pad. */
function withoutPads(connections: readonly ClickConnection[], pads: ReadonlySet<string>): ClickConnection[] {
  let current = [...connections];
  for (const pad of pads) {
    const into = current.filter((c) => c.to === pad);
    const outOf = current.filter((c) => c.from === pad);
    current = current.filter((c) => c.to !== pad && c.from !== pad);
    for (const a of into)
      for (const b of outOf)
        if (a.toPort === b.fromPort)
          current.push({ from: a.from, fromPort: a.fromPort, to: b.to, toPort: b.toPort, span: a.span });
  }
  return current;
}

/**
 * Values of a compound's parameters: by keyword, then by place; `__REST__` takes what is left. Null when one by its
 * place is missing, or something is left.
 */
function bind({ parameters }: ClickCompound, given: readonly string[]): Map<string, string> | null {
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

/** What is replaced, and what keeps a variable from it: single quotes, and a backslash in double ones. */
const PARTS = /'[^']*'|"|\\[\s\S]|\$\{(\w+)(?:-([^}]*))?\}|\$[A-Za-z_]\w*/g;

/** `$name`, `${name}` and `${name-DEFAULT}`; in single quotes nothing is replaced. */
function substitute(text: string, values: ReadonlyMap<string, string>): string {
  let isQuoted = false;
  return text.replace(PARTS, (whole, braced?: string, otherwise?: string) => {
    if (whole === '"') isQuoted = !isQuoted;
    // an apostrophe within double quotes begins nothing
    if (whole.startsWith("'") && isQuoted) return `'${substitute(`"${whole.slice(1)}`, values).slice(1)}`;
    if (!whole.startsWith("$")) return whole;
    const value = values.get(braced === undefined ? whole : `$${braced}`) ?? otherwise ?? whole;
    return isQuoted ? value.replace(/["\\]/g, "\\$&") : value;
  });
}

const recursive = (element: ClickElement): Diagnostic => ({
  severity: "error",
  code: "click-recursive-class",
  message: `element class ${element.class} contains itself`,
  span: element.span,
});

/** Click has no class for this number of arguments. */
const argumentCount = (element: ClickElement, { parameters }: ClickCompound): Diagnostic => {
  const names = parameters.map(({ name, keyword }) => (keyword === null ? name : `${keyword} ${name}`));
  return {
    severity: "error",
    code: "click-arguments",
    message: `${element.name} has ${element.arguments.length} arguments; its element class takes ${names.join(", ") || "none"}`,
    span: element.span,
  };
};

const tooMany = (element: ClickElement): Diagnostic => ({
  severity: "error",
  code: "click-too-large",
  message: `more than ${MAX_ELEMENTS} elements when every element class is written out`,
  span: element.span,
});

/** An element that a connection names and nobody declared. */
const unknownElement = (name: string, known: readonly string[], span: Span | null): Diagnostic => ({
  severity: "error",
  code: "click-unknown-element",
  message: `there is no element ${name}; declare it as ${name} :: Class(...)${didYouMean(name, known)}`,
  span,
});
