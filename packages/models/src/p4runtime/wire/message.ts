import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Field, Reader } from "./field.ts";

/** A message type of protobuf: what its fields are called and numbered, and how its values become bytes. */
export type MessageType<T> = {
  /** full name with package */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  /** The message with what `draft` leaves out as on the wire: 0, empty, or null for messages. */
  of(draft: Draft<T>): T;
  /** Bytes of the message. Throws for numbers beyond the range of their field. */
  encode(draft: Draft<T>): Uint8Array;
  /**
   * The message in `bytes`; fields it does not know are skipped, of a message field that comes twice the last counts.
   * Byte strings are views into `bytes`: what is kept for long should be copied. Throws `WireError`.
   */
  decode(bytes: Uint8Array): T;
  write(writer: BinaryWriter, draft: Draft<T>): void;
  read(reader: Reader): T;
};

/** What can be left out of a message that is written: everything. */
export type Draft<T> = T extends Uint8Array | bigint | string | number | boolean | null
  ? T
  : T extends readonly (infer E)[]
    ? readonly Draft<E>[]
    : T extends ReadonlyMap<string, infer E>
      ? ReadonlyMap<string, Draft<E>>
      : T extends { kind: infer K; value: infer V }
        ? { kind: K; value: Draft<V> }
        : { readonly [K in keyof T]?: Draft<T[K]> };

type ValueOf<F> = F extends Field<infer T> ? T : never;
/** The messages of a type. */
export type MessageOf<M> = M extends MessageType<infer T> ? T : never;

/** Bytes that are no such message. */
export class WireError extends Error {}

/** Our choice: far beyond what P4Runtime nests. */
const MAX_DEPTH = 100;

/**
 * A message type from its fields, each called as in the `.proto` but in camel case. Fields are written in the order of
 * `fields`, which is that of their numbers.
 */
export function message<F extends Record<string, Field<unknown>>>(
  name: string,
  fields: F,
): MessageType<{ [K in keyof F]: ValueOf<F[K]> }> {
  type T = { [K in keyof F]: ValueOf<F[K]> };
  const named = Object.entries(fields) as unknown as [string, Field<unknown>][];
  const byNumber = new Map(
    named.flatMap(([key, field]) => field.numbers.map((number) => [number, { key, field }] as const)),
  );
  const read = (reader: Reader): T => {
    if (reader.depth >= MAX_DEPTH) throw new WireError(`more than ${MAX_DEPTH} messages inside each other`);
    reader.depth++;
    const values: Record<string, unknown> = {};
    for (const [key, field] of named) values[key] = field.zero();
    while (reader.wire.pos < reader.end) {
      const [number, type] = reader.wire.tag();
      const known = byNumber.get(number);
      if (known?.field.takes(type))
        values[known.key] = known.field.read(reader, number, type, values[known.key]);
      else reader.wire.skip(type, number);
    }
    if (reader.wire.pos !== reader.end) throw new WireError(`a field of ${name} is longer than its message`);
    reader.depth--;
    return values as T;
  };
  const write = (writer: BinaryWriter, draft: Draft<T>): void => {
    const values = draft as Record<string, unknown>;
    for (const [key, field] of named) {
      const value = values[key];
      if (value !== undefined && value !== null) field.write(writer, value);
    }
  };
  const type: MessageType<T> = {
    name,
    fields: fields as unknown as MessageType<T>["fields"],
    of(draft) {
      const values: Record<string, unknown> = {};
      for (const [key, field] of named) {
        const value = (draft as Record<string, unknown>)[key];
        values[key] = value === undefined ? field.zero() : field.complete(value);
      }
      return values as T;
    },
    encode(draft) {
      const writer = new BinaryWriter();
      write(writer, draft);
      return writer.finish();
    },
    decode(bytes) {
      try {
        return read({ wire: new BinaryReader(bytes), end: bytes.length, depth: 0 });
      } catch (error) {
        if (error instanceof WireError) throw error;
        throw new WireError(`these bytes are no ${name}: ${error instanceof Error ? error.message : error}`);
      }
    },
    write,
    read,
  };
  return type;
}

/** Reads a message that stands behind its length. */
export function readInside<T>(reader: Reader, type: MessageType<T>): T {
  const { wire, end } = reader;
  const length = wire.uint32();
  reader.end = wire.pos + length;
  if (reader.end > end) throw new WireError(`a ${type.name} is longer than what holds it`);
  const value = type.read(reader);
  reader.end = end;
  return value;
}

/** Writes a message behind its length. */
export function writeInside<T>(
  writer: BinaryWriter,
  number: number,
  type: MessageType<T>,
  value: Draft<T>,
): void {
  writer.tag(number, WireType.LengthDelimited).fork();
  type.write(writer, value);
  writer.join();
}
