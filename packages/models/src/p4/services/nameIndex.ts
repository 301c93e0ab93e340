import type { Span } from "../../core/index.ts";
import type { CheckedProgram, MacroDefinition } from "../checkedProgram.ts";
import { isNamedDeclaration } from "../resolve/describeDeclaration.ts";
import type { Expression, Name, NamedDeclaration, Node } from "../tree/index.ts";
import { childrenOf } from "../visit.ts";
import { builtIn } from "./builtIns.ts";

/** What a word of the text stands for. */
export type Target =
  | { kind: "declaration"; declaration: NamedDeclaration }
  | { kind: "macro"; macro: MacroDefinition }
  | { kind: "include"; file: string }
  /** `isValid`, `apply`, `accept`, …; `expression` has its type, null for a state */
  | { kind: "builtIn"; name: string; expression: Expression | null };

export type Place = { span: Span; target: Target };

export type NameIndex = {
  /** the words of each file that stand for something, in the order of the text; no two at one place */
  places: ReadonlyMap<string, readonly Place[]>;
  /** every place that names a declaration or macro, that of the declaration first */
  spans: ReadonlyMap<NamedDeclaration | MacroDefinition, readonly Span[]>;
  /** the declaration around a declaration */
  owners: ReadonlyMap<NamedDeclaration, NamedDeclaration | null>;
};

const indexes = new WeakMap<CheckedProgram, NameIndex>();

/** The index of a checked program, built at the first call and kept as long as the program. */
export function nameIndexOf(checked: CheckedProgram): NameIndex {
  const known = indexes.get(checked);
  if (known !== undefined) return known;
  const index = build(checked);
  indexes.set(checked, index);
  return index;
}

/** What stands at an offset, or ends there; null when nothing does. */
export function placeAt(checked: CheckedProgram, file: string, offset: number): Place | null {
  const places = nameIndexOf(checked).places.get(file) ?? [];
  let from = 0;
  let to = places.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (places[middle]!.span.start <= offset) from = middle + 1;
    else to = middle;
  }
  const place = places[from - 1];
  return place !== undefined && offset <= place.span.end ? place : null;
}

function build(checked: CheckedProgram): NameIndex {
  const places = new Map<string, Place[]>();
  const spans = new Map<NamedDeclaration | MacroDefinition, Span[]>();
  const owners = new Map<NamedDeclaration, NamedDeclaration | null>();
  const add = (span: Span, target: Target): void => {
    const inFile = places.get(span.file);
    if (inFile === undefined) places.set(span.file, [{ span, target }]);
    else inFile.push({ span, target });
  };
  const named = (what: NamedDeclaration | MacroDefinition, span: Span, isDeclaration: boolean): void => {
    const all = spans.get(what);
    if (all === undefined) spans.set(what, [span]);
    else if (isDeclaration) all.unshift(span);
    else all.push(span);
  };

  // macros first: the names that they bring stand at the place of the call, which belongs to the macro
  const { macros, uses, includes } = checked.preprocessor;
  for (const macro of macros) {
    if (macro.span === null) continue;
    add(macro.span, { kind: "macro", macro });
    named(macro, macro.span, true);
  }
  for (const { macro, span } of uses) {
    add(span, { kind: "macro", macro });
    named(macro, span, false);
  }
  for (const { span, file } of includes) add(span, { kind: "include", file });

  const seen = new Set<Name>();
  const stack: { node: Node; parent: Node | null; owner: NamedDeclaration | null }[] = [
    { node: checked.program, parent: null, owner: null },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, parent, owner } = next;
    if (node.kind === "name") {
      if (parent !== null && node.text !== "" && !seen.has(node)) meet(node, parent);
      seen.add(node);
      continue;
    }
    const isDeclaration = isNamedDeclaration(node);
    if (isDeclaration) owners.set(node, owner);
    const children = childrenOf(node);
    for (let i = children.length - 1; i >= 0; i--) {
      stack.push({ node: children[i]!, parent: node, owner: isDeclaration ? node : owner });
    }
  }
  for (const [file, found] of places) places.set(file, inOrder(found));
  return { places, spans, owners };

  function meet(name: Name, parent: Node): void {
    const isDeclared = isNamedDeclaration(parent) && parent.name === name;
    const declaration = isDeclared ? parent : checked.references.get(name);
    if (declaration !== undefined) {
      add(name.span, { kind: "declaration", declaration });
      named(declaration, name.span, isDeclared);
    } else if (parent.kind === "member" && builtIn(name.text) !== null) {
      add(name.span, { kind: "builtIn", name: name.text, expression: parent });
    } else if (parent.kind === "directTransition" || parent.kind === "selectCase") {
      if (builtIn(name.text) !== null) add(name.span, { kind: "builtIn", name: name.text, expression: null });
    }
  }
}

/** Sorted by place, the first of several at one place kept. */
function inOrder(places: Place[]): Place[] {
  places.sort((a, b) => a.span.start - b.span.start);
  return places.filter(({ span }, i) => i === 0 || places[i - 1]!.span.start !== span.start);
}
