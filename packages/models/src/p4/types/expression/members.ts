import { didYouMean } from "../../resolve/suggest.ts";
import type { MemberExpression, Name } from "../../tree/index.ts";
import type { BuiltinMethod } from "../call/resolvedCall.ts";
import { BIT32, BOOL, CALLABLE, type CheckContext, ERROR, UNKNOWN } from "../context.ts";
import { describeType } from "../type/describeType.ts";
import type { EnumType, Type } from "../type/type.ts";

const SIZES: BuiltinMethod[] = ["minSizeInBits", "minSizeInBytes", "maxSizeInBits", "maxSizeInBytes"];

/** Does the method ask for the type of its value only? */
export const isSize = (method: string): boolean => SIZES.some((size) => size === method);
const HEADER: BuiltinMethod[] = ["isValid", "setValid", "setInvalid", ...SIZES];
const UNION: BuiltinMethod[] = ["isValid", ...SIZES];
const STACK: BuiltinMethod[] = ["push_front", "pop_front", ...SIZES];

/** The methods that P4 itself gives to values of a type. */
export function builtinMethods(type: Type): BuiltinMethod[] {
  if (type.kind === "struct") {
    return type.form === "header" ? HEADER : type.form === "headerUnion" ? UNION : SIZES;
  }
  if (type.kind === "stack") return STACK;
  return type.kind === "bits" || type.kind === "varbits" || type.kind === "bool" || type.kind === "enum"
    ? SIZES
    : [];
}

/** Type of `object.member` outside a call; binds the member's name. */
export function memberType(c: CheckContext, e: MemberExpression): Type {
  const object = c.rules.expression(c, e.object);
  const { text } = e.member;
  if (object.kind === "unknown" || object.kind === "any" || text === "") return UNKNOWN;
  if (object.kind === "typeName") return typeMember(c, e.member, object.type);
  const field = object.kind === "struct" ? object.fields.get(text) : undefined;
  if (field !== undefined) {
    c.references.set(e.member, field.declaration);
    return field.type;
  }
  if ((builtinMethods(object) as string[]).includes(text)) return CALLABLE;
  switch (object.kind) {
    case "stack":
      if (text === "next" || text === "last") {
        parserOnly(c, e.member);
        return object.element;
      }
      if (text === "lastIndex" || text === "size") {
        if (text === "lastIndex") parserOnly(c, e.member);
        if (text === "size") c.constants.set(e, BigInt(object.size));
        return BIT32;
      }
      break;
    case "tableResult":
      if (text === "hit" || text === "miss") return BOOL;
      if (text === "action_run") return { kind: "actionRun", table: object.table };
      break;
    case "table":
    case "block":
      if (text === "apply") return CALLABLE;
      break;
    case "extern":
      for (const method of object.declaration.methods) {
        if (method.name.text !== text || method.returnType === null) continue;
        c.references.set(e.member, method);
        return CALLABLE;
      }
  }
  unknownMember(c, e.member, object);
  return UNKNOWN;
}

function parserOnly(c: CheckContext, member: Name): void {
  if (c.place.kind !== "control" && c.place.kind !== "action") return;
  const message = `'${member.text}' of a header stack can be used only in a parser`;
  c.reporter.error("p4-call-place", message, member.span);
}

function typeMember(c: CheckContext, member: Name, type: Type): Type {
  if (type.kind === "enum") return enumMember(c, member, type);
  if (type.kind === "error") {
    const found = c.resolution.errors.get(member.text);
    if (found !== undefined) {
      c.references.set(member, found);
      return ERROR;
    }
    const hint = didYouMean(member.text, c.resolution.errors.keys());
    c.reporter.error("p4-unknown-member", `unknown error '${member.text}'${hint}`, member.span);
    return UNKNOWN;
  }
  if (type.kind === "block" && member.text === "apply") return CALLABLE;
  if ((builtinMethods(type) as string[]).includes(member.text)) return CALLABLE;
  if (type.kind === "unknown") return UNKNOWN;
  const message = `'${member.text}' is not a member of the type ${describeType(type)}; a value is needed before '.'`;
  c.reporter.error("p4-not-a-value", message, member.span);
  return UNKNOWN;
}

function enumMember(c: CheckContext, member: Name, type: EnumType): Type {
  const found = type.declaration.members.find((m) => m.name.text === member.text);
  if (found === undefined) {
    const names = type.declaration.members.map((m) => m.name.text);
    const hint = didYouMean(member.text, names);
    c.reporter.error(
      "p4-unknown-member",
      `unknown member '${member.text}' of ${describeType(type)}${hint}`,
      member.span,
    );
    return UNKNOWN;
  }
  c.references.set(member, found);
  c.declarationTypes.set(found, type);
  return type;
}

/** "unknown field 'ttll' in header ipv4_t; did you mean 'ttl'?" */
export function unknownMember(c: CheckContext, member: Name, object: Type): void {
  const { text, span } = member;
  const methods: string[] = builtinMethods(object);
  const known =
    object.kind === "struct"
      ? [...object.fields.keys(), ...methods]
      : object.kind === "stack"
        ? ["next", "last", "lastIndex", "size", ...methods]
        : object.kind === "extern"
          ? object.declaration.methods.map((m) => m.name.text)
          : object.kind === "tableResult"
            ? ["hit", "miss", "action_run"]
            : object.kind === "table" || object.kind === "block"
              ? ["apply"]
              : methods;
  const hint = didYouMean(text, known);
  const where = describeType(object);
  if (object.kind === "struct") {
    c.reporter.error(
      "p4-unknown-member",
      `unknown field '${text}' in ${where.replace(/<.*/, "")}${hint}`,
      span,
    );
  } else if (object.kind === "extern") {
    c.reporter.error("p4-unknown-member", `unknown method '${text}' of ${where}${hint}`, span);
  } else {
    c.reporter.error("p4-unknown-member", `${where} has no member '${text}'${hint}`, span);
  }
}
