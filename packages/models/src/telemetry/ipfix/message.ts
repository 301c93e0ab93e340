import { hasRoom, type ReportBatch } from "../batch.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { IPFIX_LENGTH, IPFIX_SET, IPFIX_TEMPLATE, OK, RECORD_LIMIT } from "../reasons.ts";
import type { ExporterMemory } from "./memory.ts";
import { keepUnread, locateRecord, readRecord } from "./record.ts";
import { compileTemplate, type Field, type Template } from "./template.ts";

export const IPFIX_VERSION = 10;
export const MESSAGE_BYTES = 16;
const SET_BYTES = 4;
export const TEMPLATE_SET = 2;
export const OPTIONS_TEMPLATE_SET = 3;
const FIRST_DATA_SET = 256;
const ENTERPRISE = 0x8000;
/** Of so many data sets of a template one shows what is not read of them (our choice). */
const RAW_EVERY = 64;
/** Fields of one template (our choice). */
const MAX_FIELDS = 256;

/** True where an IPFIX message begins that is as long as it says. */
export const isIpfix = (v: DataView, at: number, end: number): boolean =>
  at + MESSAGE_BYTES <= end && v.getUint16(at) === IPFIX_VERSION && v.getUint16(at + 2) === end - at;

/**
 * An IPFIX message (RFC 7011). Records with path delays, drops or a packet section give reports; what they do not say
 * is counted in `memory`, which also keeps templates and the data that came before them.
 */
export function decodeIpfix(
  v: DataView,
  at: number,
  end: number,
  options: DecodeOptions,
  batch: ReportBatch,
  memory: ExporterMemory,
): number {
  const domain = v.getUint32(at + 12);
  const exportS = v.getUint32(at + 4);
  const templates: Template[] = [];
  const reason = checkSets(v, at + MESSAGE_BYTES, end, domain, options.delayElements, memory, templates);
  if (reason !== OK) return reason;
  let records: number | null = 0;
  let announced = 0;
  for (let set = at + MESSAGE_BYTES; set < end; set += v.getUint16(set + 2)) {
    const id = v.getUint16(set);
    const setEnd = set + v.getUint16(set + 2);
    if (id === TEMPLATE_SET || id === OPTIONS_TEMPLATE_SET) {
      announced += announce(v, set + SET_BYTES, setEnd, id, domain, templates, announced, memory);
      continue;
    }
    const template = memory.templateOf(domain, id);
    if (template === null) {
      records = null;
      const start = v.byteOffset + set + SET_BYTES;
      memory.wait(domain, id, exportS, new Uint8Array(v.buffer, start, setEnd - set - SET_BYTES).slice());
      continue;
    }
    const read = readSet(v, set + SET_BYTES, setEnd, template, domain, exportS, options, batch, memory);
    if (read < 0) return RECORD_LIMIT;
    if (records !== null) records += read;
  }
  for (const { id } of templates) readReleased(domain, id, options, batch, memory);
  memory.trackRecords(domain, v.getUint32(at + 8), records);
  return OK;
}

/** Reads the data of a set; the number of its records, -1 when the batch is full. Behind the last is padding. */
function readSet(
  v: DataView,
  at: number,
  end: number,
  template: Template,
  domain: number,
  exportS: number,
  options: DecodeOptions,
  batch: ReportBatch,
  memory: ExporterMemory,
): number {
  let records = 0;
  for (let p = at; p + template.leastBytes <= end; ) {
    const bytes = locateRecord(v, p, end, template);
    if (bytes < 0) break;
    records++;
    p += bytes;
    if (template.scopes > 0) continue;
    // one record in many shows them: the others cost nothing
    if (records === 1 && template.unread.length > 0 && template.sets++ % RAW_EVERY === 0)
      keepUnread(v, p - bytes, template, memory);
    const reason = readRecord(v, domain, exportS, template.delayInNs, options, batch, memory);
    if (reason !== OK) return -1;
  }
  return records;
}

/** Data that waited for its template; what the batch has no room for is given up and counted. */
function readReleased(
  domain: number,
  id: number,
  options: DecodeOptions,
  batch: ReportBatch,
  memory: ExporterMemory,
): void {
  for (const { exportS, bytes } of memory.release(domain, id)) {
    const template = memory.templateOf(domain, id);
    const view = new DataView(bytes.buffer);
    const room = template !== null && hasRoom(batch);
    if (!room || readSet(view, 0, bytes.length, template, domain, exportS, options, batch, memory) < 0)
      memory.counters.withoutTemplate++;
  }
}

/** Checks every length of the message before anything is kept, and compiles its templates into `found`. */
function checkSets(
  v: DataView,
  at: number,
  end: number,
  domain: number,
  delays: number,
  memory: ExporterMemory,
  found: Template[],
): number {
  for (let set = at; set < end; ) {
    if (set + SET_BYTES > end) return IPFIX_LENGTH;
    const id = v.getUint16(set);
    const next = set + v.getUint16(set + 2);
    if (next < set + SET_BYTES || next > end) return IPFIX_LENGTH;
    if (id === TEMPLATE_SET || id === OPTIONS_TEMPLATE_SET) {
      const reason = readTemplates(v, set + SET_BYTES, next, id, domain, delays, memory, found);
      if (reason !== OK) return reason;
    } else if (id < FIRST_DATA_SET) return IPFIX_SET;
    set = next;
  }
  return OK;
}

function readTemplates(
  v: DataView,
  at: number,
  end: number,
  set: number,
  domain: number,
  delays: number,
  memory: ExporterMemory,
  found: Template[],
): number {
  for (let p = at; p + 4 <= end; ) {
    const id = v.getUint16(p);
    const count = v.getUint16(p + 2);
    p += 4;
    if (count === 0) continue; // a withdrawal, and what pads the set
    const isOptions = set === OPTIONS_TEMPLATE_SET;
    if (isOptions && p + 2 > end) return IPFIX_LENGTH;
    const scopes = isOptions ? v.getUint16(p) : 0;
    if (isOptions) p += 2;
    if (id < FIRST_DATA_SET || count > MAX_FIELDS || scopes > count) return IPFIX_TEMPLATE;
    const fields: Field[] = [];
    for (let i = 0; i < count; i++) {
      if (p + 4 > end) return IPFIX_LENGTH;
      const element = v.getUint16(p);
      const bytes = v.getUint16(p + 2);
      p += 4;
      let enterprise = 0;
      if (element & ENTERPRISE) {
        if (p + 4 > end) return IPFIX_LENGTH;
        enterprise = v.getUint32(p);
        p += 4;
        if (enterprise === 0) return IPFIX_TEMPLATE;
      }
      fields.push({ element: element & ~ENTERPRISE, enterprise, bytes });
    }
    const template = compileTemplate(id, fields, scopes, delays);
    if (template.leastBytes === 0 || !memory.hasRoomFor(domain, id)) return IPFIX_TEMPLATE;
    found.push(template);
  }
  return OK;
}

/** Takes the templates of one set into force, in their order; returns how many of `templates` these are. */
function announce(
  v: DataView,
  at: number,
  end: number,
  set: number,
  domain: number,
  templates: readonly Template[],
  from: number,
  memory: ExporterMemory,
): number {
  let taken = 0;
  for (let p = at; p + 4 <= end; ) {
    const id = v.getUint16(p);
    const count = v.getUint16(p + 2);
    p += 4;
    if (count === 0) {
      if (id >= FIRST_DATA_SET) memory.withdraw(domain, id);
      continue;
    }
    const template = templates[from + taken++];
    memory.setTemplate(domain, template);
    if (set === OPTIONS_TEMPLATE_SET) p += 2;
    for (const { enterprise } of template.fields) p += enterprise === 0 ? 4 : 8;
  }
  return taken;
}
