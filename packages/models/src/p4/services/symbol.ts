import type { Span } from "../../core/index.ts";
import type { CheckedProgram, MacroDefinition } from "../checkedProgram.ts";
import type { NamedDeclaration } from "../tree/index.ts";
import { sizeOf } from "../types/call/builtinCalls.ts";
import { describeType } from "../types/type/describeType.ts";
import type { Type } from "../types/type/type.ts";
import { builtIn } from "./builtIns.ts";
import { documentationOf } from "./documentation.ts";
import { nameIndexOf, type Place, placeAt, type Target } from "./nameIndex.ts";
import { signatureOf, written } from "./signature.ts";
import { type SymbolKind, symbolKind } from "./symbolKind.ts";

/** What an editor shows about a name. Widths are null where the thing has none. */
export type SymbolInfo = {
  kind: SymbolKind;
  name: string;
  /** the declaration up to its body, in one line, as written */
  signature: string;
  /** typedefs resolved; null for what has no type */
  typeText: string | null;
  widthBits: number | null;
  /** rounded up */
  widthBytes: number | null;
  /** the width is the most it can be: a varbit or a header union is in it */
  isWidthMaximum: boolean;
  /** of constants and members of enums, where known */
  value: string | null;
  /** the declaration that it is part of */
  container: { kind: SymbolKind; name: string } | null;
  /** the word asked about */
  span: Span;
  /** null: built into the language, or given on the command line */
  declaration: Span | null;
  documentation: string | null;
  /** as written */
  annotations: string[];
  /** every place that names it, its declaration first */
  references: readonly Span[];
};

/** What the name at an offset of a file stands for; null when no name stands there, or an unknown one. */
export function symbolAt(checked: CheckedProgram, file: string, offset: number): SymbolInfo | null {
  const place = placeAt(checked, file, offset);
  return place === null ? null : describe(checked, place);
}

/** Where the name at an offset is declared; null for what a program does not declare. */
export function definitionAt(checked: CheckedProgram, file: string, offset: number): Span | null {
  const place = placeAt(checked, file, offset);
  return place === null ? null : declarationOf(checked, place.target);
}

/** Every place that names what the name at an offset stands for, its declaration first. */
export function referencesOf(checked: CheckedProgram, file: string, offset: number): readonly Span[] {
  const place = placeAt(checked, file, offset);
  return place === null ? [] : spansOf(checked, place.target);
}

function declarationOf(checked: CheckedProgram, target: Target): Span | null {
  switch (target.kind) {
    case "declaration":
      return target.declaration.name.span;
    case "macro":
      return target.macro.span;
    case "include": {
      const length = (checked.files.get(target.file) ?? "").split("\n", 1)[0]?.length ?? 0;
      const start = { start: 0, line: 1, column: 1 };
      return { file: target.file, ...start, end: length, endLine: 1, endColumn: length + 1 };
    }
    case "builtIn":
      return null;
  }
}

function spansOf(checked: CheckedProgram, target: Target): readonly Span[] {
  const { spans } = nameIndexOf(checked);
  if (target.kind === "declaration") return spans.get(target.declaration) ?? [];
  return target.kind === "macro" ? (spans.get(target.macro) ?? []) : [];
}

const NOTHING: Omit<SymbolInfo, "kind" | "name" | "signature" | "span" | "declaration" | "references"> = {
  typeText: null,
  widthBits: null,
  widthBytes: null,
  isWidthMaximum: false,
  value: null,
  container: null,
  documentation: null,
  annotations: [],
};

function describe(checked: CheckedProgram, { span, target }: Place): SymbolInfo {
  const declaration = declarationOf(checked, target);
  const common = { ...NOTHING, span, declaration, references: spansOf(checked, target) };
  switch (target.kind) {
    case "declaration":
      return { ...common, ...describeDeclared(checked, target.declaration) };
    case "macro":
      return { ...common, ...describeMacro(checked, target.macro) };
    case "include":
      return { ...common, kind: "include", name: target.file, signature: `#include ${target.file}` };
    case "builtIn": {
      const known = builtIn(target.name);
      const type = target.expression === null ? undefined : checked.types.get(target.expression);
      const signature = known?.signature ?? target.name;
      const documentation = known?.documentation ?? null;
      return { ...common, kind: "builtIn", name: target.name, signature, documentation, ...typed(type) };
    }
  }
}

function describeMacro(checked: CheckedProgram, macro: MacroDefinition) {
  const text = macro.span === null ? undefined : checked.files.get(macro.span.file);
  const lineStart = macro.span === null ? 0 : macro.span.start - macro.span.column + 1;
  return {
    kind: "macro" as const,
    name: macro.name,
    // parameters follow the name without a space
    signature: `#define ${macro.name}${/^\(/.test(macro.text) ? "" : " "}${macro.text.replace(/\s*\\?\s*\n\s*/g, " ")}`,
    documentation:
      text === undefined || macro.span === null
        ? null
        : documentationOf(text, { ...macro.span, start: lineStart }),
  };
}

function describeDeclared(checked: CheckedProgram, d: NamedDeclaration) {
  const owner = nameIndexOf(checked).owners.get(d) ?? null;
  const text = checked.files.get(d.span.file);
  const annotations = "annotations" in d ? d.annotations : [];
  return {
    kind: symbolKind(d),
    name: d.name.text,
    signature: signatureOf(checked.files, d),
    value: constantValue(checked, d),
    container: owner === null ? null : { kind: symbolKind(owner), name: owner.name.text },
    documentation: text === undefined ? null : documentationOf(text, d.span),
    annotations: annotations.map((annotation) => written(checked.files, annotation)),
    ...typed(typeOfDeclared(checked, d)),
  };
}

function typeOfDeclared(checked: CheckedProgram, d: NamedDeclaration): Type | undefined {
  const type = checked.declarationTypes.get(d);
  if (d.kind === "typedef" && d.isNew) return checked.types.get(d.type);
  return type?.kind === "typeName" ? type.type : type;
}

/** These say with their signature what they are. */
const UNTYPED = new Set<Type["kind"]>([
  "action",
  "table",
  "state",
  "callable",
  "unknown",
  "any",
  "matchKind",
]);

function typed(type: Type | undefined) {
  if (type === undefined || UNTYPED.has(type.kind)) return {};
  const widthBits = sizeOf(type, false);
  return {
    typeText: describeType(type),
    widthBits,
    widthBytes: widthBits === null ? null : Math.ceil(widthBits / 8),
    isWidthMaximum: widthBits !== sizeOf(type, true),
  };
}

function constantValue(checked: CheckedProgram, d: NamedDeclaration): string | null {
  if (d.kind !== "constant" && d.kind !== "enumMember") return null;
  const value = d.value === null ? undefined : checked.constants.get(d.value);
  return value === undefined ? null : `${value}`;
}
