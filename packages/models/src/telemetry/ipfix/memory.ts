import { SequenceTracker } from "../report/sequence.ts";
import { PathDelays } from "./pathDelays.ts";
import type { Template } from "./template.ts";

/** Bounds of what one exporter can make us remember (our choice). */
const MAX_TEMPLATES = 1_024;
const MAX_WAITING_SETS = 64;
const MAX_WAITING_BYTES = 65_536;
const MAX_DOMAINS = 256;
const MAX_EXPORTERS = 4_096;
/** Elements that are not read here: how many are kept of an exporter, and how much of each (our choice). */
const MAX_RAW_ELEMENTS = 64;
const MAX_RAW_BYTES = 32;
/** A jump ahead beyond this is another numbering, as for reports (our choice). */
const MAX_GAP = 2 ** 20;
const RANGE = 2 ** 32;

/** What is counted of an exporter of IPFIX or sFlow beside its reports. */
export type ExportCounters = {
  /** templates in use */
  templates: number;
  /** templates that were announced anew with other fields */
  templatesReplaced: number;
  /** data sets that wait for their template */
  waiting: number;
  /** data sets that were given up: their template did not come before others needed the room */
  withoutTemplate: number;
  /** records and samples without delay, drop or in-band telemetry */
  passedOver: number;
  /** records (IPFIX) or datagrams (sFlow) that are missing by their numbers */
  lost: number;
};

type Waiting = { key: number; exportS: number; bytes: Uint8Array };

const keyOf = (domain: number, id: number): number => domain * 0x10000 + id;

/**
 * What the messages of one exporter (by its address) refer to: templates per observation domain, data that came before
 * its template, and where its numbering stands. Bounded.
 */
export class ExporterMemory {
  readonly counters: ExportCounters = {
    templates: 0,
    templatesReplaced: 0,
    waiting: 0,
    withoutTemplate: 0,
    passedOver: 0,
    lost: 0,
  };
  /** cumulative delays of all exporters together: a path passes through several */
  readonly pathDelays: PathDelays;
  /**
   * Elements that are not read here, as they came last: `enterprise.element` (0 is IANA's registry), and the beginning
   * of the value as hex.
   */
  readonly rawElements = new Map<string, string>();
  private readonly templates = new Map<number, Template>();
  private waiting: Waiting[] = [];
  private waitingBytes = 0;
  /** number of the next record by domain; null while it is not known, because a set could not be counted */
  private readonly expected = new Map<number, number | null>();
  private datagrams: SequenceTracker | null = null;

  constructor(pathDelays: PathDelays) {
    this.pathDelays = pathDelays;
  }

  templateOf(domain: number, id: number): Template | null {
    return this.templates.get(keyOf(domain, id)) ?? null;
  }

  hasRoomFor(domain: number, id: number): boolean {
    return this.templates.size < MAX_TEMPLATES || this.templates.has(keyOf(domain, id));
  }

  /** Takes a template; over UDP the last one said is in force. */
  setTemplate(domain: number, template: Template): void {
    const key = keyOf(domain, template.id);
    const known = this.templates.get(key);
    if (known !== undefined && known.signature !== template.signature) this.counters.templatesReplaced++;
    this.templates.set(key, template);
    this.counters.templates = this.templates.size;
  }

  /** Keeps the value of an element that is not read here. */
  keepRaw(enterprise: number, element: number, value: Uint8Array): void {
    const name = `${enterprise}.${element}`;
    if (this.rawElements.size >= MAX_RAW_ELEMENTS && !this.rawElements.has(name)) return;
    let hex = "";
    for (const byte of value.subarray(0, MAX_RAW_BYTES)) hex += byte.toString(16).padStart(2, "0");
    this.rawElements.set(name, value.length > MAX_RAW_BYTES ? `${hex}…` : hex);
  }

  withdraw(domain: number, id: number): void {
    this.templates.delete(keyOf(domain, id));
    this.counters.templates = this.templates.size;
  }

  /** Keeps a data set until its template comes; the oldest gives way. */
  wait(domain: number, id: number, exportS: number, bytes: Uint8Array): void {
    this.waiting.push({ key: keyOf(domain, id), exportS, bytes });
    this.waitingBytes += bytes.length;
    while (this.waiting.length > MAX_WAITING_SETS || this.waitingBytes > MAX_WAITING_BYTES) {
      const oldest = this.waiting.shift();
      if (oldest === undefined) break;
      this.waitingBytes -= oldest.bytes.length;
      this.counters.withoutTemplate++;
    }
    this.counters.waiting = this.waiting.length;
  }

  /** The data sets that waited for this template; they wait no more. */
  release(domain: number, id: number): { exportS: number; bytes: Uint8Array }[] {
    if (this.waiting.length === 0) return [];
    const key = keyOf(domain, id);
    const released = this.waiting.filter((set) => set.key === key);
    if (released.length === 0) return released;
    this.waiting = this.waiting.filter((set) => set.key !== key);
    for (const { bytes } of released) this.waitingBytes -= bytes.length;
    this.counters.waiting = this.waiting.length;
    return released;
  }

  /** Follows the numbering of records; `records` is how many this message holds, null when that is not known. */
  trackRecords(domain: number, sequence: number, records: number | null): void {
    const expected = this.expected.get(domain);
    if (expected === undefined && this.expected.size >= MAX_DOMAINS) return;
    let next = records === null ? null : (sequence + records) % RANGE;
    if (expected != null) {
      const ahead = (sequence - expected + RANGE) % RANGE;
      if (ahead > 0 && ahead <= MAX_GAP) this.counters.lost += ahead;
      else if (RANGE - ahead <= MAX_GAP && ahead !== 0 && records !== null) {
        // a message that was overtaken: its records are not missing after all
        this.counters.lost = Math.max(0, this.counters.lost - records);
        next = expected;
      }
    }
    this.expected.set(domain, next);
  }

  /** Follows the numbering of sFlow datagrams of one sub-agent. */
  trackDatagram(subAgent: number, sequence: number): void {
    this.datagrams ??= new SequenceTracker();
    this.datagrams.advance(subAgent, sequence, 32);
    this.counters.lost = this.datagrams.counters.lost;
  }
}

/** Memories by exporter address, for readers of captures. Bounded: too many addresses are forgotten together. */
export class ExporterMemories {
  private readonly pathDelays = new PathDelays();
  private readonly byAddress = new Map<string, ExporterMemory>();

  /** What all exporters count together. */
  get counters(): ExportCounters {
    const sum: ExportCounters = {
      templates: 0,
      templatesReplaced: 0,
      waiting: 0,
      withoutTemplate: 0,
      passedOver: 0,
      lost: 0,
    };
    for (const { counters } of this.byAddress.values()) {
      sum.templates += counters.templates;
      sum.templatesReplaced += counters.templatesReplaced;
      sum.waiting += counters.waiting;
      sum.withoutTemplate += counters.withoutTemplate;
      sum.passedOver += counters.passedOver;
      sum.lost += counters.lost;
    }
    return sum;
  }

  /** Elements that are not read here, by exporter. */
  rawElements(): [address: string, elements: ReadonlyMap<string, string>][] {
    return [...this.byAddress].flatMap(([address, { rawElements }]) =>
      rawElements.size > 0 ? [[address, rawElements] as [string, ReadonlyMap<string, string>]] : [],
    );
  }

  of(address: string): ExporterMemory {
    let memory = this.byAddress.get(address);
    if (memory === undefined) {
      if (this.byAddress.size >= MAX_EXPORTERS) this.byAddress.clear();
      memory = new ExporterMemory(this.pathDelays);
      this.byAddress.set(address, memory);
    }
    return memory;
  }
}
