import { type Diagnostic, didYouMean, type Span } from "../../../core/index.ts";
import { ELEMENT_CLASSES } from "../../element/classes.ts";
import { chooseOverload, portsOf } from "./chooseOverload.ts";
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
    const written = new Set<string>();
    if (open.length > 0) for (const pad of ["input", "output"]) names.add(pad);
    for (const pad of current.groups) {
      names.add(pad);
      pads.add(prefix + pad);
    }
    // Click knows no class before its text; one that is no element class of Click can mean nothing else
    const later = (name: string): ClickCompound | undefined =>
      Object.hasOwn(ELEMENT_CLASSES, name) ? undefined : current.classes.get(name);
    for (const element of current.elements.values()) {
      const name = prefix + element.name;
      const given = element.arguments.map((a) => substitute(a, known));
      const compound = current.meant.get(element.name) ?? classes.get(element.class) ?? later(element.class);
      const chosen =
        compound && chooseOverload(compound, element.class, given, portsOf(element.name, current), inner);
      if (!chosen || "plain" in chosen) {
        const isOpen = open.includes(element.class) && !Object.hasOwn(ELEMENT_CLASSES, element.class);
        if (isOpen) diagnostics.push(recursive(element));
        const plain = chosen?.plain ?? element.class;
        elements.push({ ...element, class: plain, name, arguments: given.map(unquoted) });
        if (elements.length === MAX_ELEMENTS + 1) diagnostics.push(tooMany(element));
        continue;
      }
      if (elements.length > MAX_ELEMENTS) continue;
      pads.add(`${name}/input`).add(`${name}/output`);
      written.add(element.name);
      if ("taken" in chosen) {
        diagnostics.push(noOverload(element, chosen.taken));
        continue;
      }
      const { overload, bound, before } = chosen;
      // inside a class its name means what it meant before
      const inside = new Map(inner);
      if (before) inside.set(element.class, before);
      else inside.delete(element.class);
      write(overload.body, `${name}/`, inside, new Map([...known, ...bound]), [...open, element.class]);
    }
    for (const c of current.connections) {
      const missing = [c.from, c.to].find((name) => !names.has(name));
      if (missing !== undefined) {
        diagnostics.push(unknownElement(missing, [...names], c.span));
        continue;
      }
      const from = prefix + c.from + (written.has(c.from) ? "/output" : "");
      const to = prefix + c.to + (written.has(c.to) ? "/input" : "");
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

/** Click has no class for these arguments and ports. */
const noOverload = (element: ClickElement, taken: readonly string[]): Diagnostic => ({
  severity: "error",
  code: "click-arguments",
  message: `${element.name} has ${element.arguments.length} arguments; its element class takes ${taken.join(", or ")}`,
  span: element.span,
});

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
