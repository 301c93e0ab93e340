import { parseTextProto, type TextMessage } from "../../program/index.ts";
import type { Scalar, Shape } from "./field.ts";
import type { Draft, MessageType } from "./message.ts";

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A message in protobuf's text format, as `.txtpb` files hold it. */
export function textOf<T>(type: MessageType<T>, message: T): string {
  return linesOf(type as MessageType<unknown>, message as Record<string, unknown>, "").join("");
}

function linesOf(type: MessageType<unknown>, message: Record<string, unknown>, indent: string): string[] {
  const lines: string[] = [];
  const add = (name: string, shape: Shape, value: unknown): void => {
    const key = `${indent}${snake(name)}`;
    if (shape.kind === "scalar") lines.push(`${key}: ${scalarText(shape.scalar, value)}\n`);
    else if (shape.kind === "list") for (const each of value as unknown[]) add(name, shape.of, each);
    else if (shape.kind === "map")
      for (const [entry, held] of value as Map<string, unknown>) {
        lines.push(`${key} {\n${indent}  key: ${quoted(entry)}\n`);
        lines.push(...block(`${indent}  value`, shape.of, held, `${indent}  `), `${indent}}\n`);
      }
    else lines.push(...block(key, shape, value, indent));
  };
  const block = (key: string, shape: Shape, value: unknown, at: string): string[] =>
    shape.kind === "message"
      ? [`${key} {\n`, ...linesOf(shape.type(), value as Record<string, unknown>, `${at}  `), `${at}}\n`]
      : [];
  for (const [name, { shape }] of Object.entries(type.fields)) {
    const value = message[name];
    if (value === null || value === undefined) continue;
    if (shape.kind === "oneOf") {
      const { kind, value: held } = value as { kind: string; value: unknown };
      add(kind, shape.cases[kind]!, held);
    } else if (shape.kind !== "scalar" || !shape.scalar.isZero(value)) add(name, shape, value);
  }
  return lines;
}

function scalarText(scalar: Scalar<unknown>, value: unknown): string {
  if (scalar.name === "string") return quoted(value as string);
  if (scalar.name !== "bytes") return String(value);
  const bytes = [...(value as Uint8Array)];
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;

/**
 * Reads a message in protobuf's text format. Throws `TextProtoError` for what is no such text, and `RangeError` for
 * fields and words that the type does not have.
 */
export function readText<T>(type: MessageType<T>, text: string): T {
  return messageOf(type as MessageType<unknown>, parseTextProto(text)) as T;
}

function messageOf(type: MessageType<unknown>, text: TextMessage): unknown {
  const draft: Record<string, unknown> = {};
  for (const { name, value } of text) {
    const key = camel(name);
    const holder = holderOf(type, key);
    if (!holder) throw new RangeError(`${type.name} has no field ${name}`);
    const { field, shape } = holder;
    if (field !== key) draft[field] = { kind: key, value: readValue(shape, value) };
    else if (shape.kind === "list") {
      const before = (draft[key] ?? []) as unknown[];
      draft[key] = [...before, readValue(shape.of, value)];
    } else if (shape.kind === "map") {
      const before = (draft[key] ?? new Map()) as Map<string, unknown>;
      const parts = typeof value === "string" ? [] : value;
      const entry = parts.find((part) => part.name === "key")?.value ?? "";
      before.set(
        String(entry),
        readValue(shape.of, parts.find((part) => part.name === "value")?.value ?? []),
      );
      draft[key] = before;
    } else draft[key] = readValue(shape, value);
  }
  return type.of(draft as Draft<unknown>);
}

/** Where a field is: in the message itself, or in one of its `oneof`s. */
function holderOf({ fields }: MessageType<unknown>, key: string): { field: string; shape: Shape } | null {
  if (Object.hasOwn(fields, key)) return { field: key, shape: fields[key]!.shape };
  for (const [field, { shape }] of Object.entries(fields))
    if (shape.kind === "oneOf" && Object.hasOwn(shape.cases, key)) return { field, shape: shape.cases[key]! };
  return null;
}

function readValue(shape: Shape, value: string | TextMessage): unknown {
  if (shape.kind === "message")
    return typeof value === "string" ? wrong(value, shape.type().name) : messageOf(shape.type(), value);
  if (shape.kind !== "scalar" || typeof value !== "string") return wrong(String(value), "a value");
  switch (shape.scalar.name) {
    case "string":
      return new TextDecoder().decode(unescaped(value));
    case "bytes":
      return unescaped(value);
    case "bool":
      return value === "true";
    case "uint64":
    case "int64":
      return BigInt(value);
    case "enum":
      return Object.hasOwn(shape.scalar.words ?? {}, value) ? value : "UNRECOGNIZED";
    default:
      return Number(value);
  }
}

function wrong(value: string, wanted: string): never {
  throw new RangeError(`${value} stands where ${wanted} is expected`);
}

/** Bytes of a quoted text with the escapes of C. */
function unescaped(text: string): Uint8Array {
  const controls: Record<string, number> = { n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11 };
  const bytes: number[] = [];
  for (const [whole, hex, octal, special] of text.matchAll(
    /\\x([\da-f]{1,2})|\\([0-7]{1,3})|\\([^x0-7])|[^\\]+/giy,
  )) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
    else if (special !== undefined) bytes.push(controls[special] ?? special.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(whole));
  }
  return Uint8Array.from(bytes);
}
