import { type BinaryReader, type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { type MessageType, readInside, writeInside } from "./message.ts";

/** Where reading stands: `end` is that of the innermost message. */
export type Reader = { wire: BinaryReader; end: number; depth: number };

/** One field of a message, or the fields of a `oneof`; `T` is what a message holds for it. */
export type Field<T> = {
  readonly numbers: readonly number[];
  /** how it is shown as text */
  readonly shape: Shape;
  /** what a message without it holds */
  zero(): T;
  /** Fills in what a draft leaves out. */
  complete(draft: unknown): T;
  takes(type: WireType): boolean;
  write(writer: BinaryWriter, value: unknown): void;
  read(reader: Reader, number: number, type: WireType, before: unknown): T;
};

export type Shape =
  | { kind: "scalar"; scalar: Scalar<unknown> }
  | { kind: "message"; type: () => MessageType<unknown> }
  | { kind: "list"; of: Shape }
  | { kind: "map"; of: Shape }
  | { kind: "oneOf"; cases: Readonly<Record<string, Shape>> };

/** How one value travels and is written as text. */
export type Scalar<T> = {
  readonly name: "uint32" | "int32" | "uint64" | "int64" | "bool" | "string" | "bytes" | "enum";
  readonly wireType: WireType;
  /** words of an enum in the order of their numbers */
  readonly words?: Readonly<Record<string, number>>;
  zero(): T;
  isZero(value: T): boolean;
  write(writer: BinaryWriter, value: T): void;
  read(reader: BinaryReader): T;
};

const number = (name: "uint32" | "int32"): Scalar<number> => ({
  name,
  wireType: WireType.Varint,
  zero: () => 0,
  isZero: (value) => value === 0,
  write: (writer, value) => void writer[name](value),
  read: (reader) => reader[name](),
});
const long = (name: "uint64" | "int64"): Scalar<bigint> => ({
  name,
  wireType: WireType.Varint,
  zero: () => 0n,
  isZero: (value) => value === 0n,
  write: (writer, value) => void writer[name](value),
  read: (reader) => BigInt(reader[name]()),
});

const NO_BYTES = new Uint8Array(0);
const scalars = {
  uint32: number("uint32"),
  int32: number("int32"),
  uint64: long("uint64"),
  int64: long("int64"),
  bool: {
    name: "bool",
    wireType: WireType.Varint,
    zero: () => false,
    isZero: (value) => !value,
    write: (writer, value) => void writer.bool(value),
    read: (reader) => reader.bool(),
  } satisfies Scalar<boolean>,
  string: {
    name: "string",
    wireType: WireType.LengthDelimited,
    zero: () => "",
    isZero: (value) => value === "",
    write: (writer, value) => void writer.string(value),
    read: (reader) => reader.string(),
  } satisfies Scalar<string>,
  bytes: {
    name: "bytes",
    wireType: WireType.LengthDelimited,
    zero: () => NO_BYTES,
    isZero: (value) => value.length === 0,
    write: (writer, value) => void writer.bytes(value),
    read: (reader) => reader.bytes(),
  } satisfies Scalar<Uint8Array>,
};

/** A value of an enum that this product does not know; it cannot be written. */
export type Unrecognized = "UNRECOGNIZED";

function enumScalar<E extends string>(words: Readonly<Record<E, number>>): Scalar<E | Unrecognized> {
  const byNumber = new Map(Object.entries<number>(words).map(([word, value]) => [value, word as E]));
  const first = byNumber.get(0)!;
  return {
    name: "enum",
    wireType: WireType.Varint,
    words,
    zero: () => first,
    isZero: (value) => value === first,
    write(writer, value) {
      if (value === "UNRECOGNIZED") throw new RangeError("an unknown word of an enum cannot be written");
      writer.int32(words[value]);
    },
    read: (reader) => byNumber.get(reader.int32()) ?? "UNRECOGNIZED",
  };
}

const same = <T>(draft: unknown): T => draft as T;

function scalarField<T>(fieldNumber: number, scalar: Scalar<T>): Field<T> {
  return {
    numbers: [fieldNumber],
    shape: { kind: "scalar", scalar },
    zero: scalar.zero,
    complete: same,
    takes: (type) => type === scalar.wireType,
    write(writer, value) {
      if (scalar.isZero(value as T)) return;
      writer.tag(fieldNumber, scalar.wireType);
      scalar.write(writer, value as T);
    },
    read: ({ wire }) => scalar.read(wire),
  };
}

export const uint32 = (fieldNumber: number): Field<number> => scalarField(fieldNumber, scalars.uint32);
export const int32 = (fieldNumber: number): Field<number> => scalarField(fieldNumber, scalars.int32);
export const uint64 = (fieldNumber: number): Field<bigint> => scalarField(fieldNumber, scalars.uint64);
export const int64 = (fieldNumber: number): Field<bigint> => scalarField(fieldNumber, scalars.int64);
export const bool = (fieldNumber: number): Field<boolean> => scalarField(fieldNumber, scalars.bool);
export const string = (fieldNumber: number): Field<string> => scalarField(fieldNumber, scalars.string);
export const bytes = (fieldNumber: number): Field<Uint8Array> => scalarField(fieldNumber, scalars.bytes);
/** An enum by its words and their numbers, 0 among them. */
export const enumOf = <E extends string>(
  fieldNumber: number,
  words: Readonly<Record<E, number>>,
): Field<E | Unrecognized> => scalarField(fieldNumber, enumScalar(words));

/** A message, or null; a function where the type comes later in its file or holds itself. */
export function sub<T>(fieldNumber: number, type: MessageType<T> | (() => MessageType<T>)): Field<T | null> {
  const typeOf = lazily(type);
  return {
    numbers: [fieldNumber],
    shape: { kind: "message", type: typeOf as () => MessageType<unknown> },
    zero: () => null,
    complete: (draft) => (draft === null ? null : typeOf().of(draft as never)),
    takes: (wire) => wire === WireType.LengthDelimited,
    write: (writer, value) => writeInside(writer, fieldNumber, typeOf(), value as never),
    read: (reader) => readInside(reader, typeOf()),
  };
}

const lazily = <T>(type: MessageType<T> | (() => MessageType<T>)): (() => MessageType<T>) =>
  typeof type === "function" ? type : () => type;

/** Messages in order. */
export function list<T>(fieldNumber: number, type: MessageType<T> | (() => MessageType<T>)): Field<T[]> {
  const typeOf = lazily(type);
  return {
    numbers: [fieldNumber],
    shape: { kind: "list", of: { kind: "message", type: typeOf as () => MessageType<unknown> } },
    zero: () => [],
    complete: (draft) => (draft as unknown[]).map((each) => typeOf().of(each as never)),
    takes: (wire) => wire === WireType.LengthDelimited,
    write(writer, values) {
      for (const value of values as never[]) writeInside(writer, fieldNumber, typeOf(), value);
    },
    read(reader, _number, _type, before) {
      const values = before as T[];
      values.push(readInside(reader, typeOf()));
      return values;
    },
  };
}

type ListScalars = { uint32: number; string: string; bytes: Uint8Array };

/** Values in order; numbers travel packed, and are read either way. */
export function listOf<K extends keyof ListScalars>(fieldNumber: number, name: K): Field<ListScalars[K][]> {
  type T = ListScalars[K];
  const scalar = scalars[name] as unknown as Scalar<T>;
  const packs = scalar.wireType === WireType.Varint;
  return {
    numbers: [fieldNumber],
    shape: { kind: "list", of: { kind: "scalar", scalar } },
    zero: () => [],
    complete: same,
    takes: (wire) => wire === scalar.wireType || (packs && wire === WireType.LengthDelimited),
    write(writer, values) {
      const all = values as T[];
      if (all.length === 0) return;
      if (packs) writer.tag(fieldNumber, WireType.LengthDelimited).fork();
      for (const value of all) {
        if (!packs) writer.tag(fieldNumber, scalar.wireType);
        scalar.write(writer, value);
      }
      if (packs) writer.join();
    },
    read({ wire }, _number, type, before) {
      const values = before as T[];
      if (packs && type === WireType.LengthDelimited)
        for (const end = wire.uint32() + wire.pos; wire.pos < end; ) values.push(scalar.read(wire));
      else values.push(scalar.read(wire));
      return values;
    },
  };
}

type OneOf<F> = {
  [K in keyof F]: { kind: K; value: NonNullable<F[K] extends Field<infer T> ? T : never> };
}[keyof F];

/** At most one of some fields; null when none is there. One that is there is written even when it is 0 or empty. */
export function oneOf<F extends Record<string, Field<unknown>>>(fields: F): Field<OneOf<F> | null> {
  const all = fields as unknown as Record<string, Field<unknown>>;
  const byNumber = new Map(Object.entries(all).map(([kind, field]) => [field.numbers[0]!, { kind, field }]));
  return {
    numbers: [...byNumber.keys()],
    shape: {
      kind: "oneOf",
      cases: Object.fromEntries(Object.entries(all).map(([kind, { shape }]) => [kind, shape])),
    },
    zero: () => null,
    complete(draft) {
      if (draft === null) return null;
      const { kind, value } = draft as { kind: string; value: unknown };
      return { kind, value: all[kind]!.complete(value) } as OneOf<F>;
    },
    // no two of P4Runtime's fields in one `oneof` share a number, so the field itself decides
    takes: () => true,
    write(writer, chosen) {
      const { kind, value } = chosen as { kind: string; value: unknown };
      const field = all[kind]!;
      if (field.shape.kind === "scalar") {
        const scalar = field.shape.scalar;
        writer.tag(field.numbers[0]!, scalar.wireType);
        scalar.write(writer, value);
      } else field.write(writer, value);
    },
    read(reader, fieldNumber, type, before) {
      const { kind, field } = byNumber.get(fieldNumber)!;
      if (!field.takes(type)) {
        reader.wire.skip(type, fieldNumber);
        return before as OneOf<F> | null;
      }
      return { kind, value: field.read(reader, fieldNumber, type, null) } as OneOf<F>;
    },
  };
}

/** Messages by name; the order is that of the wire. */
export function map<T>(fieldNumber: number, type: MessageType<T>): Field<Map<string, T>> {
  return {
    numbers: [fieldNumber],
    shape: { kind: "map", of: { kind: "message", type: () => type as MessageType<unknown> } },
    zero: () => new Map(),
    complete: (draft) =>
      new Map([...(draft as Map<string, never>)].map(([key, value]) => [key, type.of(value)])),
    takes: (wire) => wire === WireType.LengthDelimited,
    write(writer, values) {
      for (const [key, value] of values as Map<string, never>) {
        writer.tag(fieldNumber, WireType.LengthDelimited).fork();
        writer.tag(1, WireType.LengthDelimited).string(key);
        writeInside(writer, 2, type, value);
        writer.join();
      }
    },
    read(reader, _number, _type, before) {
      const values = before as Map<string, T>;
      const { wire } = reader;
      const outer = reader.end;
      const end = wire.uint32() + wire.pos;
      if (end > outer) throw new RangeError("an entry of a map is longer than its message");
      reader.end = end;
      let key = "";
      let value: T | undefined;
      while (wire.pos < end) {
        const [number, wireType] = wire.tag();
        if (number === 1 && wireType === WireType.LengthDelimited) key = wire.string();
        else if (number === 2 && wireType === WireType.LengthDelimited) value = readInside(reader, type);
        else wire.skip(wireType, number);
      }
      reader.end = outer;
      values.set(key, value ?? type.of({} as never));
      return values;
    },
  };
}
