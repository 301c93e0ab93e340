import type { NamedDeclaration } from "../tree/index.ts";

/** What a name names, in the words of P4; the last three are no declarations of a program. */
export type SymbolKind =
  | Exclude<NamedDeclaration["kind"], "struct" | "errorMember" | "matchKindMember">
  | "header"
  | "headerUnion"
  | "struct"
  | "error"
  | "matchKind"
  | "macro"
  | "include"
  | "builtIn";

export function symbolKind(d: NamedDeclaration): SymbolKind {
  switch (d.kind) {
    case "struct":
      return d.form;
    case "errorMember":
      return "error";
    case "matchKindMember":
      return "matchKind";
    default:
      return d.kind;
  }
}
