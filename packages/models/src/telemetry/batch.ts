import { assert } from "../core/index.ts";
import { ViewCache } from "./packet/bytes.ts";
import { type KnownShape, SHAPES } from "./profile/shape.ts";

/** Limits of one datagram [int-limits]. */
export const MAX_HOPS = 64;
export const MAX_REPORTS = 32;

/** Report formats, INT versions and modes as they stand in the columns. */
export const FORMATS = [
  "telemetry-report-0.5",
  "telemetry-report-1.0",
  "telemetry-report-2.0",
  "packet",
  "ipfix",
  "sflow-5",
] as const;
export const FORMAT_05 = 0;
export const FORMAT_10 = 1;
export const FORMAT_20 = 2;
/** No report: a packet of the flow itself, mirrored to the collector. */
export const FORMAT_PACKET = 3;
/** Records that a flow exporter sends: their numbering is followed in `ExportMemory`. */
export const FORMAT_IPFIX = 4;
export const FORMAT_SFLOW = 5;
/** v2.0 and v2.1 share one version number on the wire; both are called 2.1. */
export const INT_VERSIONS = [null, "0.4", "0.5", "1.0", "2.1", "mri", "ifa-2.0", "ioam-trace"] as const;
export const INT_NONE = 0;
export const INT_04 = 1;
export const INT_05 = 2;
export const INT_10 = 3;
export const INT_20 = 4;
export const INT_MRI = 5;
export const INT_IFA = 6;
export const INT_IOAM = 7;
export const MODES = [null, "md", "mx", "xd"] as const;
export const MODE_MD = 1;
export const MODE_MX = 2;
export const MODE_XD = 3;

/** Six bits hold a DSCP: this is none. */
export const NO_DSCP = 0xff;

/** Bits of the `flags` column. */
export const FLAG_DROPPED = 1;
export const FLAG_CONGESTED = 2;
export const FLAG_TRACKED = 4;
export const FLAG_INTERMEDIATE = 8;

/** Bits of the `has` column: which optional report fields carry a value. */
export const HAS_NODE = 1;
export const HAS_TIMESTAMP = 2;
export const HAS_DROP = 4;
export const HAS_PORTS = 8;
export const HAS_REMAINING = 16;
/** the IPv4 identification of the inner packet */
export const HAS_IDENTIFICATION = 32;

/** What the words of `detail` are; few reports have any. */
export const DETAIL_NONE = 0;
/** first missing flow sequence, number missing, timestamp of the gap (Host-INT) */
export const DETAIL_LOSS = 1;
/** milliseconds of the virtual and the real queue, drops before this packet; all ones = not told (Harkous) */
export const DETAIL_VQUEUE = 2;
/** bytes 2 to 11 of the option as words, and how to read the echo (TCP-INT) */
export const DETAIL_TCP_INT = 3;
/** domain-specific words of a report or a source (INT v2.x), the first `DETAIL_WORDS` of them */
export const DETAIL_DOMAIN = 4;
/** one packet in how many was sampled, packets that could have been, samples that were not sent (sFlow) */
export const DETAIL_SAMPLE = 5;
/** packets, mean, smallest and largest delay since the first node, in the report's unit; all ones = absent (IPFIX) */
export const DETAIL_PATH_DELAY = 6;
export const DETAIL_WORDS = 4;

/**
 * Items of a hop, named by the instruction bit that asks for them; `hopValid` and `hopInvalid` hold these
 * masks. Bit 9 is reserved on the wire and stands here for the queue congestion of v0.5 (wire bit 6, which
 * means something else later).
 */
export const ITEM_NODE = 0x8000;
export const ITEM_PORTS = 0x4000;
export const ITEM_LATENCY = 0x2000;
export const ITEM_QUEUE = 0x1000;
export const ITEM_INGRESS_TS = 0x0800;
export const ITEM_EGRESS_TS = 0x0400;
export const ITEM_LEVEL2_PORTS = 0x0200;
export const ITEM_TX = 0x0100;
export const ITEM_BUFFER = 0x0080;
export const ITEM_CONGESTION = 0x0040;
/** Queue depth of a switch that names no queue (MRI). */
export const ITEM_DEPTH = 0x0020;
/** The first domain-specific word of the hop (INT v2.x). */
export const ITEM_DOMAIN = 0x0010;
/** The ingress interface alone: the node has no egress to tell of (IOAM). */
export const ITEM_INGRESS_PORT = 0x0008;
export const ITEM_CHECKSUM = 0x0001;

/** Hop origins in `hopOrigin`. */
export const ORIGIN_STACK = 0;
export const ORIGIN_REPORT = 1;
/** Timestamps of this hop are 64 bits wide (else 32): added to the origin. */
export const ORIGIN_WIDE_TS = 2;

/**
 * Decoded reports as columns, allocated once and reused. Report `r` owns the hops `hopStart[r]` to `hopStart[r] +
 * hopCount[r]`, in the order in which the packet met them. A value means something only where its mask says so.
 * Nothing in a batch refers to the datagram: the bytes may be overwritten after decoding.
 */
export class ReportBatch {
  readonly reportCapacity: number;
  readonly hopCapacity: number;
  /** reports and hops in use; written by the decoder */
  reports = 0;
  hops = 0;

  readonly format: Uint8Array;
  readonly int: Uint8Array;
  readonly mode: Uint8Array;
  readonly flags: Uint8Array;
  readonly has: Uint8Array;
  readonly marks: Uint32Array;
  readonly hwId: Uint8Array;
  readonly nodeId: Uint32Array;
  readonly sequence: Uint32Array;
  /** ingress timestamp of the report header, low 32 bits, unit of the exporter */
  readonly timestamp: Uint32Array;
  readonly bitmap: Uint16Array;
  readonly remaining: Uint8Array;
  readonly dropQueue: Uint8Array;
  readonly dropReason: Uint16Array;
  readonly domainId: Uint16Array;
  readonly identification: Uint16Array;
  /** UNIT_ bits of the exporter's profile: what the hops' numbers count in */
  readonly units: Uint8Array;
  readonly detailKind: Uint8Array;
  /** words in use of the `DETAIL_WORDS` of a report */
  readonly detailCount: Uint8Array;
  readonly detail: Uint32Array;
  /** 0 (no flow), 4 or 6 */
  readonly family: Uint8Array;
  readonly proto: Uint8Array;
  /** DSCP of the packet as it stands in the report, an INT marker included; 0xff: no IP header */
  readonly dscp: Uint8Array;
  readonly srcPort: Uint16Array;
  readonly dstPort: Uint16Array;
  /** 8 words a report: source in 0..3, destination in 4..7; IPv4 uses words 0 and 4, the others are 0 */
  readonly address: Uint32Array;
  readonly hopStart: Uint32Array;
  readonly hopCount: Uint8Array;
  /** given by the caller of the decoder: its own number for the exporter, and the time of arrival */
  readonly exporter: Uint32Array;
  readonly receivedUs: Float64Array;

  readonly hopValid: Uint16Array;
  readonly hopInvalid: Uint16Array;
  readonly hopOrigin: Uint8Array;
  readonly hopNodeId: Uint32Array;
  readonly ingressPort: Uint32Array;
  readonly egressPort: Uint32Array;
  readonly hopLatency: Uint32Array;
  readonly queueId: Uint8Array;
  readonly queueDepth: Uint32Array;
  readonly ingressTsHigh: Uint32Array;
  readonly ingressTsLow: Uint32Array;
  readonly egressTsHigh: Uint32Array;
  readonly egressTsLow: Uint32Array;
  readonly level2IngressPort: Uint32Array;
  readonly level2EgressPort: Uint32Array;
  readonly txUtilization: Uint32Array;
  readonly bufferId: Uint8Array;
  readonly bufferDepth: Uint32Array;
  readonly queueCongestion: Uint32Array;
  readonly checksum: Uint32Array;
  readonly domainWord: Uint32Array;

  /** what the decoder knows of datagrams that it has seen, by their length */
  readonly shapes: (KnownShape | null)[] = new Array<KnownShape | null>(SHAPES).fill(null);
  /** units of the reports that begin from now on; written by the decoder */
  unitsNow = 0;

  /** view on the buffer of the datagrams decoded last: reading through it is faster than byte by byte */
  private readonly views = new ViewCache();

  constructor(reportCapacity = 1024, hopCapacity = 8192) {
    assert(reportCapacity >= MAX_REPORTS, "a batch holds the reports of at least one datagram");
    assert(hopCapacity > MAX_REPORTS * (MAX_HOPS + 1), "a batch holds the hops of at least one datagram");
    this.reportCapacity = reportCapacity;
    this.hopCapacity = hopCapacity;
    this.format = new Uint8Array(reportCapacity);
    this.int = new Uint8Array(reportCapacity);
    this.mode = new Uint8Array(reportCapacity);
    this.flags = new Uint8Array(reportCapacity);
    this.has = new Uint8Array(reportCapacity);
    this.marks = new Uint32Array(reportCapacity);
    this.hwId = new Uint8Array(reportCapacity);
    this.nodeId = new Uint32Array(reportCapacity);
    this.sequence = new Uint32Array(reportCapacity);
    this.timestamp = new Uint32Array(reportCapacity);
    this.bitmap = new Uint16Array(reportCapacity);
    this.remaining = new Uint8Array(reportCapacity);
    this.dropQueue = new Uint8Array(reportCapacity);
    this.dropReason = new Uint16Array(reportCapacity);
    this.domainId = new Uint16Array(reportCapacity);
    this.identification = new Uint16Array(reportCapacity);
    this.units = new Uint8Array(reportCapacity);
    this.detailKind = new Uint8Array(reportCapacity);
    this.detailCount = new Uint8Array(reportCapacity);
    this.detail = new Uint32Array(DETAIL_WORDS * reportCapacity);
    this.family = new Uint8Array(reportCapacity);
    this.proto = new Uint8Array(reportCapacity);
    this.dscp = new Uint8Array(reportCapacity);
    this.srcPort = new Uint16Array(reportCapacity);
    this.dstPort = new Uint16Array(reportCapacity);
    this.address = new Uint32Array(8 * reportCapacity);
    this.hopStart = new Uint32Array(reportCapacity);
    this.hopCount = new Uint8Array(reportCapacity);
    this.exporter = new Uint32Array(reportCapacity);
    this.receivedUs = new Float64Array(reportCapacity);
    this.hopValid = new Uint16Array(hopCapacity);
    this.hopInvalid = new Uint16Array(hopCapacity);
    this.hopOrigin = new Uint8Array(hopCapacity);
    this.hopNodeId = new Uint32Array(hopCapacity);
    this.ingressPort = new Uint32Array(hopCapacity);
    this.egressPort = new Uint32Array(hopCapacity);
    this.hopLatency = new Uint32Array(hopCapacity);
    this.queueId = new Uint8Array(hopCapacity);
    this.queueDepth = new Uint32Array(hopCapacity);
    this.ingressTsHigh = new Uint32Array(hopCapacity);
    this.ingressTsLow = new Uint32Array(hopCapacity);
    this.egressTsHigh = new Uint32Array(hopCapacity);
    this.egressTsLow = new Uint32Array(hopCapacity);
    this.level2IngressPort = new Uint32Array(hopCapacity);
    this.level2EgressPort = new Uint32Array(hopCapacity);
    this.txUtilization = new Uint32Array(hopCapacity);
    this.bufferId = new Uint8Array(hopCapacity);
    this.bufferDepth = new Uint32Array(hopCapacity);
    this.queueCongestion = new Uint32Array(hopCapacity);
    this.checksum = new Uint32Array(hopCapacity);
    this.domainWord = new Uint32Array(hopCapacity);
  }

  /** A view on the whole buffer behind `b`. */
  viewOf(b: Uint8Array): DataView {
    return this.views.of(b);
  }

  /** Forgets all reports; the columns are overwritten, not cleared. */
  clear(): void {
    this.reports = 0;
    this.hops = 0;
  }

  /** Starts report `r = this.reports` with every optional field absent. The caller has checked the room. */
  begin(format: number): number {
    const r = this.reports++;
    this.format[r] = format;
    this.int[r] = INT_NONE;
    this.mode[r] = 0;
    this.flags[r] = 0;
    this.has[r] = 0;
    this.marks[r] = 0;
    this.hwId[r] = 0;
    this.nodeId[r] = 0;
    this.sequence[r] = 0;
    this.bitmap[r] = 0;
    this.domainId[r] = 0;
    this.family[r] = 0;
    this.dscp[r] = NO_DSCP;
    this.units[r] = this.unitsNow;
    this.detailKind[r] = DETAIL_NONE;
    this.hopStart[r] = this.hops;
    this.hopCount[r] = 0;
    return r;
  }

  /** Appends a word to the detail of report `r`; one of another kind is forgotten, one too many is left out. */
  addDetail(r: number, kind: number, word: number): void {
    if (this.detailKind[r] !== kind) {
      this.detailKind[r] = kind;
      this.detailCount[r] = 0;
    }
    if (this.detailCount[r] < DETAIL_WORDS) this.detail[DETAIL_WORDS * r + this.detailCount[r]++] = word;
  }

  /** Closes report `r`: all hops since `begin` are its own. */
  end(r: number): void {
    this.hopCount[r] = this.hops - this.hopStart[r];
  }
}

/** Whether a batch takes one more report, of as many hops as a report can have. */
export const hasRoom = (batch: ReportBatch): boolean =>
  batch.reports < batch.reportCapacity && batch.hops + MAX_HOPS + 2 <= batch.hopCapacity;

/**
 * Whether the format of report `r` says what its times count: nanoseconds in IFA, IOAM, IPFIX and sFlow. INT in a
 * packet that IPFIX or sFlow shows is of switches that count as they like.
 */
export const unitsAreFixed = (batch: ReportBatch, r: number): boolean =>
  batch.int[r] >= INT_IFA || (batch.format[r] > FORMAT_PACKET && batch.int[r] === INT_NONE);

/** Of how many packets report `r` stands for one, as its exporter says (sFlow); 1 where it says nothing. */
export const sampledOneIn = (batch: ReportBatch, r: number): number =>
  batch.detailKind[r] === DETAIL_SAMPLE ? Math.max(1, batch.detail[DETAIL_WORDS * r]) : 1;
