import { assert } from "../../core/index.ts";
import { put16, put32 } from "../packet/bytes.ts";
import { IPFIX_VERSION, MESSAGE_BYTES, OPTIONS_TEMPLATE_SET, TEMPLATE_SET } from "./message.ts";
import { type Field, VARIABLE } from "./template.ts";

export type TemplateInput = { id: number; fields: readonly Field[]; scopes?: number };

/** A set of an IPFIX message: templates, or records of one template, each a list of its fields' bytes. */
type IpfixSet =
  | { templates: readonly TemplateInput[] }
  | { template: TemplateInput; records: readonly (readonly Uint8Array[])[] };

export type IpfixMessage = { exportS: number; sequence: number; domain: number; sets: readonly IpfixSet[] };

/** Writes an IPFIX message into `b` at `p` and returns its end. Templates of one set are all of one kind. */
export function encodeIpfix(b: Uint8Array, p: number, message: IpfixMessage): number {
  let at = p + MESSAGE_BYTES;
  for (const set of message.sets) {
    const start = at;
    at += 4;
    let id: number;
    if ("templates" in set) {
      id = set.templates.some(({ scopes }) => scopes) ? OPTIONS_TEMPLATE_SET : TEMPLATE_SET;
      for (const template of set.templates) at = encodeTemplate(b, at, template);
    } else {
      id = set.template.id;
      for (const record of set.records) at = encodeRecord(b, at, set.template, record);
    }
    put16(b, start, id);
    put16(b, start + 2, at - start);
  }
  put16(b, p, IPFIX_VERSION);
  put16(b, p + 2, at - p);
  put32(b, p + 4, message.exportS);
  put32(b, p + 8, message.sequence);
  put32(b, p + 12, message.domain);
  return at;
}

function encodeTemplate(b: Uint8Array, p: number, { id, fields, scopes }: TemplateInput): number {
  put16(b, p, id);
  put16(b, p + 2, fields.length);
  let at = p + 4;
  if (scopes) {
    put16(b, at, scopes);
    at += 2;
  }
  for (const { element, enterprise, bytes } of fields) {
    put16(b, at, enterprise === 0 ? element : element | 0x8000);
    put16(b, at + 2, bytes);
    at += 4;
    if (enterprise === 0) continue;
    put32(b, at, enterprise);
    at += 4;
  }
  return at;
}

function encodeRecord(
  b: Uint8Array,
  p: number,
  template: TemplateInput,
  record: readonly Uint8Array[],
): number {
  assert(record.length === template.fields.length, "a record has the fields of its template");
  let at = p;
  for (const [i, { bytes }] of template.fields.entries()) {
    const value = record[i];
    if (bytes !== VARIABLE) assert(value.length === bytes, "a field has the width of its template");
    else if (value.length < 0xff) b[at++] = value.length;
    else {
      b[at] = 0xff;
      put16(b, at + 1, value.length);
      at += 3;
    }
    b.set(value, at);
    at += value.length;
  }
  return at;
}

/** An unsigned number in `bytes` bytes, as fields have them. */
export function unsignedField(value: number | bigint, bytes: number): Uint8Array {
  const field = new Uint8Array(bytes);
  let rest = BigInt(value);
  for (let i = bytes - 1; i >= 0; i--) {
    field[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return field;
}
