import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";

// A record: marker, length of the payload, number of rows, checksum of the payload, checksum of these 16
// bytes; then the payload. Little endian. The head has a checksum of its own: of a payload that is damaged it
// is still known how many rows it held.
const MARKER = Buffer.from([0x89, 0x50, 0x34, 0x57]);
const SUMMED_HEAD_BYTES = 16;
export const HEAD_BYTES = 20;

// Files of earlier versions (`7.spool`): length, checksum of what follows, number of rows; the payload begins
// with V8's own mark.
const OLD_HEAD_BYTES = 12;
const OLD_SUMMED_FROM = 8;
const V8_MARK = Buffer.from([0xff, 0x0f]);

/**
 * Where the payload of a record lies in its file. `checksum` is null where it covers more than the payload
 * (earlier versions).
 */
type FoundRecord = {
  at: number;
  bytes: number;
  rows: number;
  headBytes: number;
  checksum: number | null;
};
/** Bytes that are no record. `rows`: of the records whose head can be read; `records`: at least so many were here. */
type DamagedRange = { at: number; bytes: number; records: number; rows: number };
export type Scan = { records: FoundRecord[]; damaged: DamagedRange[] };

/** Rows as a record. */
export function encodeRecord(rows: readonly unknown[]): Buffer {
  const payload = serialize(rows);
  const bytes = Buffer.alloc(HEAD_BYTES + payload.length);
  bytes.set(MARKER, 0);
  bytes.writeUInt32LE(payload.length, 4);
  bytes.writeUInt32LE(rows.length, 8);
  bytes.writeUInt32LE(crc32(payload), 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, SUMMED_HEAD_BYTES)), SUMMED_HEAD_BYTES);
  bytes.set(payload, HEAD_BYTES);
  return bytes;
}

/** The checksum of a payload that `encodeRecord` wrote. */
export const checksumOf = (record: Buffer): number => record.readUInt32LE(12);

/** The rows of a payload; null when it is not what was written. */
export function decodePayload<T>(payload: Buffer, rows: number, checksum: number | null): T[] | null {
  if (checksum !== null && crc32(payload) !== checksum) return null;
  try {
    const value: unknown = deserialize(payload);
    return Array.isArray(value) && value.length === rows ? value : null;
  } catch {
    return null;
  }
}

type Head = { end: number; rows: number; checksum: number };

function headAt(bytes: Buffer, at: number): Head | null {
  if (at + HEAD_BYTES > bytes.length) return null;
  const sum = crc32(bytes.subarray(at, at + SUMMED_HEAD_BYTES));
  if (sum !== bytes.readUInt32LE(at + SUMMED_HEAD_BYTES)) return null;
  return {
    end: at + HEAD_BYTES + bytes.readUInt32LE(at + 4),
    rows: bytes.readUInt32LE(at + 8),
    checksum: bytes.readUInt32LE(at + 12),
  };
}

/**
 * Finds every record that is whole, whatever the bytes between them are. After damage the next marker counts,
 * also one inside the record that is damaged: bytes may have been lost or put in.
 */
export function scanRecords(bytes: Buffer): Scan {
  const scan: Scan = { records: [], damaged: [] };
  let known = 0;
  let damage = { records: 0, rows: 0 };
  const closeDamage = (end: number): void => {
    if (end > known)
      scan.damaged.push({
        at: known,
        bytes: end - known,
        records: Math.max(1, damage.records),
        rows: damage.rows,
      });
    damage = { records: 0, rows: 0 };
  };
  for (let at = bytes.indexOf(MARKER); at !== -1; ) {
    const head = headAt(bytes, at);
    const whole =
      head !== null &&
      head.end <= bytes.length &&
      crc32(bytes.subarray(at + HEAD_BYTES, head.end)) === head.checksum;
    if (head && whole) {
      closeDamage(at);
      const { rows, checksum } = head;
      scan.records.push({ at, bytes: head.end - at, rows, headBytes: HEAD_BYTES, checksum });
      known = head.end;
    } else if (head) damage = { records: damage.records + 1, rows: damage.rows + head.rows };
    at = bytes.indexOf(MARKER, whole ? known : at + 1);
  }
  closeDamage(bytes.length);
  return scan;
}

/** The same for a file of an earlier version. Rows of a damaged record are not known there. */
export function scanOldRecords(bytes: Buffer): Scan {
  const scan: Scan = { records: [], damaged: [] };
  let known = 0;
  const wholeAt = (at: number): FoundRecord | null => {
    if (at < known || at + OLD_HEAD_BYTES > bytes.length) return null;
    const length = bytes.readUInt32LE(at);
    const end = at + OLD_HEAD_BYTES + length;
    if (length === 0 || end > bytes.length) return null;
    if (crc32(bytes.subarray(at + OLD_SUMMED_FROM, end)) !== bytes.readUInt32LE(at + 4)) return null;
    const rows = bytes.readUInt32LE(at + 8);
    return { at, bytes: end - at, rows, headBytes: OLD_HEAD_BYTES, checksum: null };
  };
  const closeDamage = (end: number): void => {
    if (end > known) scan.damaged.push({ at: known, bytes: end - known, records: 1, rows: 0 });
  };
  for (let mark = bytes.indexOf(V8_MARK); mark !== -1; ) {
    const record = wholeAt(mark - OLD_HEAD_BYTES);
    if (record) {
      closeDamage(record.at);
      scan.records.push(record);
      known = record.at + record.bytes;
    }
    mark = bytes.indexOf(V8_MARK, record ? known : mark + 1);
  }
  closeDamage(bytes.length);
  return scan;
}
