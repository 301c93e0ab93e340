import type { ConstantValue } from "../checkedProgram.ts";
import type { Reporter } from "../reporter.ts";
import type { Resolution } from "../resolve/resolver.ts";
import type { Declaration, EnumDeclaration, P4Program, TypedefDeclaration } from "../tree/index.ts";
import { checkCall } from "./call/calls.ts";
import { checkParameters } from "./call/parameters.ts";
import type { CheckContext } from "./context.ts";
import { checkAnnotations } from "./declaration/annotations.ts";
import { checkControl, checkParser } from "./declaration/blocks.ts";
import { checkControlPlaneNames } from "./declaration/controlPlaneNames.ts";
import { declarationType } from "./declaration/declared.ts";
import { checkExtern } from "./declaration/externs.ts";
import {
  checkAction,
  checkConstant,
  checkFunction,
  checkInstantiation,
  checkVariable,
} from "./declaration/localDeclarations.ts";
import { coerce } from "./expression/coerce.ts";
import { checkExpression } from "./expression/expressions.ts";
import { describeType } from "./type/describeType.ts";
import type { Type } from "./type/type.ts";
import { typeOf } from "./type/typeNodes.ts";
import { checkReturnType } from "./type/variableTypes.ts";

/** Finds the type of everything in a resolved program and reports what does not fit. */
export function checkTypes(program: P4Program, resolution: Resolution, reporter: Reporter): CheckContext {
  const c: CheckContext = {
    resolution,
    references: resolution.references,
    types: new Map(),
    declarationTypes: new Map(),
    constants: new Map(),
    declarationValues: new Map(),
    calls: new Map(),
    instances: new Map(),
    structs: new Map(),
    parts: new Map(),
    openStructs: new Set(),
    onlySized: new Set(),
    tableActions: new Map(),
    divisions: [],
    reporter,
    rules: { expression: checkExpression, call: checkCall, declaration: declarationType },
    locals: { variable: checkVariable, constant: checkConstant, instantiation: checkInstantiation },
    noAction: noActionOf(program),
    place: { kind: "top", returns: null, inLoop: false, self: null },
  };
  for (const declaration of program.declarations) checkDeclaration(c, declaration);
  checkAnnotations(c, program);
  checkControlPlaneNames(c, program);
  return c;
}

function noActionOf(program: P4Program): CheckContext["noAction"] {
  for (const d of program.declarations) {
    if (!("name" in d) || d.name.text !== "NoAction") continue;
    return d.kind === "action" && d.parameters.length === 0 ? "declared" : d.name;
  }
  return "none";
}

function checkDeclaration(c: CheckContext, d: Declaration): void {
  switch (d.kind) {
    case "constant":
      checkConstant(c, d);
      return;
    case "instantiation":
      checkInstantiation(c, d);
      return;
    case "action":
      checkAction(c, d);
      return;
    case "function":
      checkFunction(c, d);
      return;
    case "parser":
      checkParser(c, d);
      return;
    case "control":
      checkControl(c, d);
      return;
    case "enum":
      checkEnum(c, d);
      return;
    case "extern":
      checkExtern(c, d);
      return;
    case "externFunction":
      checkParameters(c, d.parameters, "run");
      checkReturnType(c, d);
      return;
    case "blockType":
      checkParameters(c, d.parameters, "run");
      return;
    case "package":
      checkParameters(c, d.parameters, "construction");
      return;
    case "struct":
      declarationType(c, d);
      return;
    case "typedef":
      declarationType(c, d);
      checkNewType(c, d);
      return;
    case "error":
    case "matchKind":
      for (const member of d.members) declarationType(c, member);
  }
}

function checkNewType(c: CheckContext, d: TypedefDeclaration): void {
  const base = typeOf(c, d.type);
  const isPlain =
    ["bits", "bool", "newtype", "typeVariable", "unknown"].includes(base.kind) || base.kind === "enum";
  if (!d.isNew || isPlain) return;
  const message = `'type' needs bit<>, int<> or bool, not ${describeType(base)}; use 'typedef'`;
  c.reporter.error("p4-declaration-type", message, d.type.span);
}

function checkEnum(c: CheckContext, d: EnumDeclaration): void {
  const named = declarationType(c, d);
  const type: Type = named.kind === "typeName" ? named.type : named;
  const underlying = type.kind === "enum" ? type.underlying : null;
  if (underlying !== null && underlying.kind !== "bits" && underlying.kind !== "unknown") {
    const message = `an enum needs bit<> or int<> under it, not ${describeType(underlying)}`;
    c.reporter.error("p4-declaration-type", message, d.underlying?.span ?? d.name.span);
  }
  for (const member of d.members) {
    c.declarationTypes.set(member, type);
    let value: ConstantValue = member.name.text;
    if (member.value !== null) {
      const actual = checkExpression(c, member.value, underlying);
      if (underlying === null) {
        const message = "only an enum with a type can give values: enum bit<8> Name { … }";
        c.reporter.error("p4-declaration-type", message, member.value.span);
      } else coerce(c, member.value, actual, underlying, `the value of '${member.name.text}'`);
      value = c.constants.get(member.value) ?? value;
    } else if (underlying !== null) {
      c.reporter.error(
        "p4-declaration-type",
        `'${member.name.text}' needs a value, as in ${member.name.text} = 1`,
        member.name.span,
      );
    }
    c.declarationValues.set(member, value);
  }
}
