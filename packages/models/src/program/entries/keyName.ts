import { type CheckedProgram, type Expression, nameIn, type TableDeclaration } from "../../p4/index.ts";

type KeyElement = Extract<
  TableDeclaration["properties"][number],
  { kind: "keyProperty" }
>["elements"][number];

/** What controllers call a key. */
export const keyName = (checked: CheckedProgram, { annotations, expression }: KeyElement): string =>
  nameIn(annotations) ?? textName(checked, expression);

/**
 * The text of a key without blanks, with the names that fields of structs have for them
 * (`@name("m")`, with a dot in front instead of what the field is in).
 */
function textName(checked: CheckedProgram, e: Expression): string {
  if (e.kind === "member") {
    const type = checked.types.get(e.object);
    const field = type?.kind === "struct" ? type.fields.get(e.member.text)?.declaration : undefined;
    const given = field ? nameIn(field.annotations) : null;
    if (given?.startsWith(".")) return given.slice(1);
    if (field) return `${textName(checked, e.object)}.${given ?? e.member.text}`;
  }
  if (e.kind === "call" && e.callee.kind === "member" && e.callee.member.text === "isValid")
    return `${textName(checked, e.callee.object)}.isValid()`;
  if (e.kind === "numberLiteral") return numberText(checked, e);
  if (e.kind === "binary" && e.operator === "&")
    return `${textName(checked, e.left)} & ${textName(checked, e.right)}`;
  const text = textOf(checked, e);
  // what an element or slice is of may have a name, too
  if (e.kind === "index" || e.kind === "slice") {
    const of = textOf(checked, e.object);
    if (text.startsWith(of)) return `${textName(checked, e.object)}${text.slice(of.length)}`;
  }
  return text;
}

/** A number without its width, in the base that it is written in. */
function numberText(checked: CheckedProgram, e: Extract<Expression, { kind: "numberLiteral" }>): string {
  const text = textOf(checked, e).toLowerCase();
  const value = checked.constants.get(e);
  const base = /^(?:\d+[ws])?0([xbo])/.exec(text)?.[1];
  if (typeof value !== "bigint") return text;
  const radix = { x: 16, b: 2, o: 8 }[base ?? ""] ?? 10;
  return radix === 10 ? `${value}` : `0${base}${value.toString(radix)}`;
}

const textOf = (checked: CheckedProgram, { span }: Expression): string =>
  (checked.files.get(span.file)?.slice(span.start, span.end) ?? "").replace(/\s+/g, "");
