import { type WindowRow, windowFields } from "./windowRow.ts";

/**
 * Each process that makes windows has a subject below: whoever judges windows listens there, beside their way
 * into the database.
 */
export const WINDOW_SUBJECTS = "p4twin.windows.*";

// Windows between processes: version, number of rows, the strings that they share, then each row (its strings
// by number, its numbers, its histogram). Little endian. A process reads what another of an earlier or later
// version wrote, or says that it cannot.
const VERSION = 2;
/** Windows of the version before say nothing of queues and sampling. */
const BEFORE_QUEUES = 1;
const QUEUE_FIELDS: readonly string[] = [
  ...["congested", "queueDepthMs", "queueMs", "queueMax", "utilisation", "utilisationCount", "sampleOneIn"],
];
const HEAD_BYTES = 9;
const NONE = 0xffff;
const NO_HISTOGRAM = 0xffff_ffff;

const textFields = windowFields("text", "text?");
// the part has two bytes of its own behind the texts
const numberFields = windowFields("number", "number?").filter((field) => field !== "part");

const STRINGS_BYTES = (textFields.length + 1) * 2;
const ROW_BYTES = STRINGS_BYTES + numberFields.length * 8 + 4;

/** Bytes of windows for the bus. At most some thousand rows: strings are numbered with 16 bits. */
export function encodeWindows(rows: readonly WindowRow[]): Uint8Array {
  const texts = new Map<string, number>();
  const numberOf = (text: string | null): number => {
    if (text === null) return NONE;
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const named = rows.map((w) => textFields.map((field) => numberOf(w[field])));
  const strings = [...texts.keys()].map((text) => Buffer.from(text));
  const length =
    HEAD_BYTES +
    strings.reduce((sum, s) => sum + 4 + s.length, 0) +
    rows.reduce((sum, w) => sum + ROW_BYTES + (w.histogram?.length ?? 0), 0);
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt32LE(rows.length, 1);
  bytes.writeUInt32LE(strings.length, 5);
  let at = HEAD_BYTES;
  for (const s of strings) {
    at = bytes.writeUInt32LE(s.length, at);
    bytes.set(s, at);
    at += s.length;
  }
  rows.forEach((w, i) => {
    for (const n of named[i] ?? []) at = bytes.writeUInt16LE(n, at);
    at = bytes.writeUInt16LE(w.part, at);
    for (const field of numberFields) at = bytes.writeDoubleLE(w[field] ?? Number.NaN, at);
    at = bytes.writeUInt32LE(w.histogram?.length ?? NO_HISTOGRAM, at);
    if (w.histogram) {
      bytes.set(w.histogram, at);
      at += w.histogram.length;
    }
  });
  return bytes;
}

/**
 * What `encodeWindows` wrote; null when it is torn, or of a version that this process does not know. Copies
 * what it keeps.
 */
export function decodeWindows(message: Uint8Array): WindowRow[] | null {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  try {
    return read(bytes);
  } catch (error) {
    // a read beyond the end
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function read(bytes: Buffer): WindowRow[] | null {
  const version = bytes.readUInt8(0);
  if (version !== VERSION && version !== BEFORE_QUEUES) return null;
  const said = numberFields.filter((field) => version === VERSION || !QUEUE_FIELDS.includes(field));
  const count = bytes.readUInt32LE(1);
  const stringCount = bytes.readUInt32LE(5);
  let at = HEAD_BYTES;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError("torn");
    at += length;
    return bytes.subarray(at - length, at);
  };
  const strings: string[] = [];
  for (let i = 0; i < stringCount; i++) strings.push(take(take(4).readUInt32LE()).toString());
  const text = (n: number): string => {
    const found = strings[n];
    if (found === undefined) throw new RangeError("no such string");
    return found;
  };
  const rows: WindowRow[] = [];
  for (let i = 0; i < count; i++) {
    const head = take(STRINGS_BYTES);
    const window: Record<string, unknown> = { part: head.readUInt16LE(2 * textFields.length) };
    for (const [t, field] of textFields.entries()) {
      const n = head.readUInt16LE(2 * t);
      window[field] = n === NONE && field === "partLabel" ? null : text(n);
    }
    const values = take(said.length * 8);
    for (const field of numberFields) window[field] = 0;
    for (const [n, field] of said.entries()) {
      const value = values.readDoubleLE(8 * n);
      window[field] = Number.isNaN(value) && (field === "minUs" || field === "maxUs") ? null : value;
    }
    const length = take(4).readUInt32LE();
    window.histogram = length === NO_HISTOGRAM ? null : Uint8Array.from(take(length));
    // every column is there: the fields are those of its description
    rows.push(window as WindowRow);
  }
  return at === bytes.length ? rows : null;
}
