/**
 * The two calls of BMv2's Thrift service that read and write a cell of a register (behavioral-model,
 * thrift_src/standard.thrift), in Thrift's binary protocol behind its multiplexed service name. P4Runtime of BMv2 has
 * neither (PI refuses registers).
 */

const STRICT = 0x8001_0000;
const CALL = 1;
const REPLY = 2;
const EXCEPTION = 3;
const TYPE = { stop: 0, bool: 2, i32: 8, i64: 10, string: 11, struct: 12 } as const;
/** `cxt_id`: the switch's first context, the only one of simple_switch. */
const CONTEXT = 0;

/** BMv2's RegisterOperationErrorCode. */
const CODES: Readonly<Record<number, string>> = {
  1: "the switch has no such register",
  2: "the register has no such cell",
  3: "the switch reports an error",
};

class Bytes {
  private readonly parts: Uint8Array[] = [];
  private put(length: number, set: (view: DataView) => void): this {
    const part = new Uint8Array(length);
    set(new DataView(part.buffer));
    this.parts.push(part);
    return this;
  }
  i8 = (value: number): this => this.put(1, (view) => view.setInt8(0, value));
  i32 = (value: number): this => this.put(4, (view) => view.setInt32(0, value));
  i64 = (value: bigint): this => this.put(8, (view) => view.setBigInt64(0, value));
  text(value: string): this {
    const bytes = new TextEncoder().encode(value);
    this.i32(bytes.length).parts.push(bytes);
    return this;
  }
  field = (type: number, id: number): this => this.i8(type).put(2, (view) => view.setInt16(0, id));
  done(): Uint8Array {
    this.i8(TYPE.stop);
    const all = new Uint8Array(this.parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of this.parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

const callOf = (name: string, sequence: number, register: string, index: number): Bytes =>
  new Bytes()
    .i32(STRICT | CALL)
    .text(`standard:${name}`)
    .i32(sequence)
    .field(TYPE.i32, 1)
    .i32(CONTEXT)
    .field(TYPE.string, 2)
    .text(register)
    .field(TYPE.i32, 3)
    .i32(index);

export const readCall = (sequence: number, register: string, index: number): Uint8Array =>
  callOf("bm_register_read", sequence, register, index).done();

/** `value` as BMv2 takes it: 64 bits with a sign, so below 2^63. */
export const writeCall = (sequence: number, register: string, index: number, value: bigint): Uint8Array =>
  callOf("bm_register_write", sequence, register, index).field(TYPE.i64, 4).i64(value).done();

/** An answer: what a read gave (null after a write), or why the switch refused. `bytes`: how long it was. */
export type ThriftAnswer = { sequence: number; bytes: number } & (
  | { ok: true; value: bigint | null }
  | { ok: false; why: string }
);

/** Bytes that are no answer of a Thrift service. */
export class ThriftError extends Error {
  override name = "ThriftError";
}
/** The bytes end before the answer does. */
class Incomplete extends Error {}

/** The answer that `bytes` begin with; null while it is not whole. Throws `ThriftError`. */
export function readAnswer(bytes: Uint8Array): ThriftAnswer | null {
  try {
    return answerOf(new Reader(bytes));
  } catch (error) {
    if (error instanceof Incomplete) return null;
    throw error;
  }
}

function answerOf(reader: Reader): ThriftAnswer {
  const head = reader.i32();
  if ((head & 0xffff_0000) !== (STRICT | 0))
    throw new ThriftError("what answers is not BMv2's Thrift server");
  const kind = head & 0xff;
  reader.text();
  const sequence = reader.i32();
  let value: bigint | null = null;
  let why: string | null = null;
  for (let type = reader.i8(); type !== TYPE.stop; type = reader.i8()) {
    const id = reader.i16();
    if (kind === EXCEPTION && id === 1 && type === TYPE.string) why = reader.text();
    else if (kind === REPLY && id === 0 && type === TYPE.i64) value = reader.i64();
    else if (kind === REPLY && id === 1 && type === TYPE.struct) why = codeOf(reader);
    else reader.skip(type);
  }
  if (kind === EXCEPTION) why ??= "the switch does not know this call";
  else if (kind !== REPLY) throw new ThriftError("what answers is not BMv2's Thrift server");
  const read = { sequence, bytes: reader.at };
  return why === null ? { ...read, ok: true, value } : { ...read, ok: false, why };
}

function codeOf(reader: Reader): string {
  let code = 0;
  for (let type = reader.i8(); type !== TYPE.stop; type = reader.i8()) {
    const id = reader.i16();
    if (id === 1 && type === TYPE.i32) code = reader.i32();
    else reader.skip(type);
  }
  return CODES[code] ?? `the switch answers with error ${code}`;
}

/** Our choice: far beyond what such answers hold. */
const MOST_TEXT_BYTES = 65_536;
const SIZES: Readonly<Record<number, number>> = { 2: 1, 3: 1, 4: 8, 6: 2, 8: 4, 10: 8 };

class Reader {
  at = 0;
  private readonly view: DataView;
  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  private take(length: number): number {
    const from = this.at;
    if (from + length > this.view.byteLength) throw new Incomplete();
    this.at += length;
    return from;
  }
  i8 = (): number => this.view.getInt8(this.take(1));
  i16 = (): number => this.view.getInt16(this.take(2));
  i32 = (): number => this.view.getInt32(this.take(4));
  i64 = (): bigint => this.view.getBigInt64(this.take(8));
  text(): string {
    const length = this.i32();
    if (length < 0 || length > MOST_TEXT_BYTES) throw new ThriftError(`a text of ${length} bytes`);
    const from = this.take(length);
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, this.view.byteOffset + from, length));
  }
  /** A field that nobody asked for; lists and structs come in no answer of these calls. */
  skip(type: number): void {
    if (type === TYPE.string) this.text();
    else {
      const size = SIZES[type];
      if (size === undefined) throw new ThriftError(`an answer with a field of type ${type}`);
      this.take(size);
    }
  }
}
