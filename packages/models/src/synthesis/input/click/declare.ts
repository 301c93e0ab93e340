import type { Diagnostic } from "../../../core/index.ts";
import type { ClickScope } from "./clickGraph.ts";
import type { Token } from "./tokens.ts";

export const emptyScope = (): ClickScope => ({
  elements: new Map(),
  connections: [],
  classes: new Map(),
  definitions: new Map(),
  groups: new Set(),
  meant: new Map(),
});

/** A word that starts with a capital letter and is no element yet names a class: `-> Discard;` */
export const isClassName = ({ elements, classes }: ClickScope, word: string): boolean =>
  !elements.has(word) && (classes.has(word) || /^[A-Z]/.test(word));

/** Click's own name of an element without one: by how many its scope has so far. */
export function nameless(scope: ClickScope, what: string): string {
  let number = scope.elements.size + 1;
  while (scope.elements.has(`${what}@${number}`)) number++;
  return `${what}@${number}`;
}

/** `$NAME VALUE`: what the variable stands for in this scope. */
export function define({ definitions }: ClickScope, text: string, { span }: Token): Diagnostic[] {
  const [, name, value] = /^(\$\w+)\s*([\s\S]*)$/.exec(text) ?? [];
  const message = `define takes $NAME VALUE, not "${text}"`;
  if (name === undefined) return [{ severity: "error", code: "click-syntax", message, span }];
  definitions.set(name, value ?? "");
  return [];
}

/** `require(library FILE)`: another text's element classes, which we have not got. */
export function library(text: string, { span }: Token): Diagnostic[] {
  const [, name] = /^library\s+(.+)$/.exec(text) ?? [];
  if (name === undefined) return [];
  const message = `the library ${name} is not read: put its text in place of the statement, else its element classes are unknown`;
  return [{ severity: "warning", code: "click-library", message, span }];
}
