import type {
  ActionDeclaration,
  CallExpression,
  ExternDeclaration,
  ExternFunctionDeclaration,
  FunctionDeclaration,
  MemberExpression,
  MethodDeclaration,
  NamedDeclaration,
} from "../../tree/index.ts";
import { type CheckContext, UNKNOWN, VOID } from "../context.ts";
import { builtinMethods, isSize, unknownMember } from "../expression/members.ts";
import { describeType } from "../type/describeType.ts";
import { isPlaceholder } from "../type/placeholders.ts";
import { type Bindings, mentions, substitute } from "../type/substitute.ts";
import type { BlockType, ExternType, Type } from "../type/type.ts";
import { instantiate, typeOf } from "../type/typeNodes.ts";
import { abstractMethods } from "./abstractMethods.ts";
import { accepts, bindArguments } from "./bindArguments.ts";
import { callBuiltin } from "./builtinCalls.ts";
import { checkArguments, reportNoValues, reportUninferred } from "./callParts.ts";
import { checkConstruction } from "./construct.ts";
import { checkCoreCall } from "./coreExterns.ts";

/** Type of a call; records what it calls in `c.calls`. */
export function checkCall(c: CheckContext, e: CallExpression): Type {
  const { callee } = e;
  if (callee.kind === "member") return memberCall(c, e, callee);
  if (callee.kind !== "nameExpression") {
    const type = c.rules.expression(c, callee);
    return type.kind === "typeName" ? construct(c, e, type.type) : notCallable(c, e, describeType(type));
  }
  const declaration = c.references.get(callee.name);
  if (declaration === undefined) return skipArguments(c, e);
  c.types.set(callee, c.rules.declaration(c, declaration));
  switch (declaration.kind) {
    case "action":
    case "function":
    case "externFunction":
      return functionCall(c, e, choose(c, declaration, e));
    case "extern":
    case "parser":
    case "control":
    case "package":
    case "blockType": {
      const type = instantiate(
        c,
        declaration,
        e.typeArguments.map((t) => typeOf(c, t)),
        "infer",
        callee,
      );
      return construct(c, e, type);
    }
    default:
      return notCallable(c, e, `'${callee.name.text}'`);
  }
}

function skipArguments(c: CheckContext, e: CallExpression): Type {
  for (const argument of e.arguments) c.rules.expression(c, argument.value);
  return UNKNOWN;
}

function notCallable(c: CheckContext, e: CallExpression, what: string): Type {
  const type = c.types.get(e.callee);
  if (type?.kind !== "unknown") {
    const hint =
      type?.kind === "table"
        ? "; a table is applied with '.apply()'"
        : "; only actions, functions, methods and constructors can";
    c.reporter.error("p4-not-callable", `${what} cannot be called${hint}`, e.callee.span);
  }
  return skipArguments(c, e);
}

/** The overload whose parameters the arguments fit by number and names, else the first. */
function choose<T extends NamedDeclaration>(
  c: CheckContext,
  first: T,
  e: CallExpression,
): NamedDeclaration | T {
  const candidates = c.resolution.overloads.get(first);
  if (candidates === undefined) return first;
  reportAmbiguous(c, e, candidates, first.name.text);
  const chosen =
    candidates.find((d) => "parameters" in d && accepts(d.parameters, e.arguments)) ??
    candidates.at(-1) ??
    first;
  if (e.callee.kind === "nameExpression") c.references.set(e.callee.name, chosen);
  return chosen;
}

/** Overloads are told apart by the number and the names of their parameters, never by types (P4_16 1.2.5, 6.7). */
function reportAmbiguous(
  c: CheckContext,
  e: CallExpression,
  candidates: readonly NamedDeclaration[],
  name: string,
): void {
  const fitting = candidates.filter(
    (d) =>
      "parameters" in d &&
      // inside its own body a function is not declared yet
      !(d.span.start <= e.span.start && e.span.start < d.span.end) &&
      d.parameters.length === e.arguments.length &&
      accepts(d.parameters, e.arguments),
  );
  if (fitting.length < 2) return;
  const lines = fitting.map((d) => d.name.span.line).join(" and ");
  const message = `this call of '${name}' is ambiguous: the declarations on lines ${lines} fit; name the arguments, as in x = …`;
  c.reporter.error("p4-arguments", message, e.span);
}

function functionCall(c: CheckContext, e: CallExpression, d: NamedDeclaration): Type {
  if (d.kind === "action") return actionCall(c, e, d);
  if (d.kind !== "function" && d.kind !== "externFunction") return UNKNOWN;
  return plainCall(c, e, d);
}

function plainCall(
  c: CheckContext,
  e: CallExpression,
  d: FunctionDeclaration | ExternFunctionDeclaration,
): Type {
  const what = `${d.kind === "function" ? "function" : "extern function"} '${d.name.text}'`;
  const bindings = bindArguments(c, d.parameters, e.arguments, what, e.span);
  c.calls.set(
    e,
    d.kind === "function"
      ? { kind: "function", declaration: d, bindings }
      : { kind: "externFunction", declaration: d, bindings },
  );
  const types = checkArguments(c, bindings, d.typeParameters, e.typeArguments, new Map(), what, e.span);
  if (e.typeArguments.length === 0) reportUninferred(c, bindings, d.typeParameters, types, what, e.span);
  reportNoValues(c, bindings, what);
  checkRecorded(c, e);
  return returned(c, e, typeOf(c, d.returnType), d.typeParameters, types, what);
}

function returned(
  c: CheckContext,
  e: CallExpression,
  declared: Type,
  typeParameters: MethodDeclaration["typeParameters"],
  bindings: Bindings,
  what: string,
): Type {
  const type = substitute(declared, bindings);
  const open = mentions(type, new Set(typeParameters));
  if (open === null || bindings.get(open) !== undefined) return type;
  const message = `the type '${open.name.text}' of ${what} cannot be inferred; write it between '<' and '>'`;
  c.reporter.error("p4-type-arguments", message, e.span);
  return UNKNOWN;
}

function checkRecorded(c: CheckContext, e: CallExpression): void {
  const call = c.calls.get(e);
  if (call !== undefined) checkCoreCall(c, e, call);
}

function actionCall(c: CheckContext, e: CallExpression, action: ActionDeclaration): Type {
  const what = `action '${action.name.text}'`;
  const bindings = bindArguments(c, action.parameters, e.arguments, what, e.span);
  c.calls.set(e, { kind: "action", declaration: action, bindings });
  checkArguments(c, bindings, [], e.typeArguments, new Map(), what, e.span);
  if (c.place.kind === "parser" || c.place.kind === "function") {
    c.reporter.error("p4-call-place", `an action cannot be called in a ${c.place.kind}`, e.span);
  }
  return VOID;
}

function construct(c: CheckContext, e: CallExpression, type: Type): Type {
  const result = checkConstruction(c, type, e.arguments, e.span, e.callee.span);
  if (result === null) {
    skipArguments(c, e);
    return UNKNOWN;
  }
  c.calls.set(e, result.construction);
  const missing = result.type.kind === "extern" ? abstractMethods(result.type) : [];
  if (missing.length > 0) {
    const name = describeType(result.type).replace(/^extern /, "");
    const message = `${name} has abstract methods and needs a body; declare it, as in ${name}() name = { … };`;
    c.reporter.error("p4-declaration-type", message, e.span);
  }
  return result.type;
}

function memberCall(c: CheckContext, e: CallExpression, callee: MemberExpression): Type {
  if (isSize(callee.member.text)) c.onlySized.add(callee.object);
  const object = c.rules.expression(c, callee.object);
  if (isPlaceholder(c, callee.object, "'.'")) return skipArguments(c, e);
  c.types.set(callee, { kind: "callable" });
  const method = callee.member.text;
  switch (object.kind) {
    case "unknown":
    case "any":
      return skipArguments(c, e);
    case "extern":
      return methodCall(c, e, callee, object);
    case "block":
      if (method === "apply") return applyBlock(c, e, callee, object, false);
      break;
    case "typeName":
      if (object.type.kind === "block" && method === "apply")
        return applyBlock(c, e, callee, object.type, true);
      break;
    case "table":
      if (method === "apply") return applyTable(c, e, object);
  }
  const builtin = builtinMethods(object.kind === "typeName" ? object.type : object).find(
    (name) => name === method,
  );
  if (builtin !== undefined) return callBuiltin(c, e, callee, object, builtin);
  if (object.kind === "struct" && object.fields.has(method))
    return notCallable(c, e, `the field '${method}'`);
  unknownMember(c, callee.member, object);
  return skipArguments(c, e);
}

function instanceOf(c: CheckContext, callee: MemberExpression): NamedDeclaration | null {
  return callee.object.kind === "nameExpression" ? (c.references.get(callee.object.name) ?? null) : null;
}

function methodCall(c: CheckContext, e: CallExpression, callee: MemberExpression, object: ExternType): Type {
  const extern: ExternDeclaration = object.declaration;
  const named = extern.methods.filter((m) => m.name.text === callee.member.text && m.returnType !== null);
  const method = named.find((m) => accepts(m.parameters, e.arguments)) ?? named.at(-1);
  if (method === undefined) {
    unknownMember(c, callee.member, object);
    return skipArguments(c, e);
  }
  c.references.set(callee.member, method);
  reportAmbiguous(c, e, named, method.name.text);
  const what = `method '${method.name.text}' of ${extern.name.text}`;
  const bindings = bindArguments(c, method.parameters, e.arguments, what, e.span);
  c.calls.set(e, { kind: "externMethod", instance: instanceOf(c, callee), extern, method, bindings });
  const outer: Bindings = new Map(extern.typeParameters.map((p, i) => [p, object.arguments[i] ?? UNKNOWN]));
  const types = checkArguments(c, bindings, method.typeParameters, e.typeArguments, outer, what, e.span);
  if (e.typeArguments.length === 0) reportUninferred(c, bindings, method.typeParameters, types, what, e.span);
  reportNoValues(c, bindings, what);
  checkRecorded(c, e);
  const declared = method.returnType === null ? VOID : typeOf(c, method.returnType);
  return returned(c, e, declared, method.typeParameters, types, what);
}

function applyBlock(
  c: CheckContext,
  e: CallExpression,
  callee: MemberExpression,
  block: BlockType,
  isDirect: boolean,
): Type {
  const d = block.declaration;
  const what = `${block.form} '${d.name.text}'`;
  if (c.place.kind !== block.form) {
    const article = c.place.kind === "action" ? "an" : "a";
    const place = c.place.kind === "top" ? "here" : `in ${article} ${c.place.kind}`;
    const remedy = `only ${block.form === "parser" ? "a parser" : "the apply block of a control"} can do that`;
    c.reporter.error("p4-call-place", `${what} cannot be applied ${place}; ${remedy}`, e.span);
  }
  const bindings = bindArguments(c, d.parameters, e.arguments, what, e.span);
  const instance = isDirect ? null : instanceOf(c, callee);
  c.calls.set(e, { kind: "blockApply", declaration: d, instance, bindings });
  const outer: Bindings = new Map(d.typeParameters.map((p, i) => [p, block.arguments[i] ?? UNKNOWN]));
  checkArguments(
    c,
    bindings,
    isDirect ? d.typeParameters : [],
    e.typeArguments,
    isDirect ? new Map() : outer,
    what,
    e.span,
  );
  return VOID;
}

function applyTable(c: CheckContext, e: CallExpression, object: Extract<Type, { kind: "table" }>): Type {
  const table = object.declaration;
  c.calls.set(e, { kind: "tableApply", table });
  if (e.arguments.length > 0) {
    c.reporter.error("p4-arguments", `'apply' of a table takes no arguments`, e.arguments[0]?.span ?? e.span);
  }
  if (c.place.kind !== "control") {
    const place =
      c.place.kind === "top"
        ? "outside a control"
        : `in ${c.place.kind === "action" ? "an action" : `a ${c.place.kind}`}`;
    c.reporter.error(
      "p4-call-place",
      `table '${table.name.text}' cannot be applied ${place}; apply it in an apply block`,
      e.span,
    );
  }
  return { kind: "tableResult", table };
}
