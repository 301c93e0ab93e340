import type { Span } from "../../core/index.ts";
import type { CheckedProgram } from "../checkedProgram.ts";
import type { Declaration, NamedDeclaration } from "../tree/index.ts";
import { signatureOf } from "./signature.ts";
import { type SymbolKind, symbolKind } from "./symbolKind.ts";

/** A declaration of the outline; `detail` is its signature, `span` all of it, `nameSpan` its name. */
export type OutlineItem = {
  kind: SymbolKind;
  name: string;
  detail: string;
  span: Span;
  nameSpan: Span;
  children: OutlineItem[];
};

/** The declarations of a file as a tree, in the order of the text. `file` is the main one when it is left out. */
export function outlineOf(checked: CheckedProgram, file: string = checked.program.span.file): OutlineItem[] {
  return checked.program.declarations
    .filter(({ span }) => span.file === file)
    .map((declaration) => topLevel(checked, declaration));
}

function topLevel(checked: CheckedProgram, d: Declaration): OutlineItem {
  if (d.kind !== "error" && d.kind !== "matchKind") return item(checked, d);
  const name = d.kind === "error" ? "error" : "match_kind";
  const children = d.members.map((member) => item(checked, member));
  return { kind: d.kind, name, detail: name, span: d.span, nameSpan: d.span, children };
}

function item(checked: CheckedProgram, d: NamedDeclaration): OutlineItem {
  return {
    kind: symbolKind(d),
    name: d.name.text,
    detail: signatureOf(checked.files, d),
    span: d.span,
    nameSpan: d.name.span,
    children: membersOf(d)
      .sort((a, b) => a.span.start - b.span.start)
      .map((member) => item(checked, member)),
  };
}

function membersOf(d: NamedDeclaration): NamedDeclaration[] {
  switch (d.kind) {
    case "struct":
      return [...d.fields];
    case "enum":
      return [...d.members];
    case "extern":
      return [...d.methods];
    case "parser":
      return [...d.locals, ...d.states];
    case "control":
      return [...d.locals];
    case "instantiation":
      return [...(d.body ?? [])];
    default:
      return [];
  }
}
