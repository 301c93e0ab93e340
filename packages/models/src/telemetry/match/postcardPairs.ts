import {
  DETAIL_DOMAIN,
  DETAIL_WORDS,
  FLAG_DROPPED,
  HAS_IDENTIFICATION,
  HAS_PORTS,
  MAX_HOPS,
  MAX_REPORTS,
  ReportBatch,
} from "../batch.ts";
import { copyHop } from "../report/reportHop.ts";
import type { SegmentBinding } from "./binding.ts";
import { WaitingReports } from "./waitingReports.ts";

/** Packets whose postcards wait for the others; the one that waits longest makes room for a new one (our choice). */
const PACKETS = 8192;
/** Postcards of one packet in one segment. */
const POSTCARDS = 8;
/** An identification comes back after 65,536 packets: what waited longer is of another packet (our choice). */
const MAX_WAIT_US = 1_000_000;

export type PairCounters = {
  /** packets whose postcards were joined */
  joined: number;
  /** packets that were given up: too many waited, or the other postcards did not come in time */
  evicted: number;
  /** postcards that name no packet: no identification, or no sequence */
  unnamed: number;
};

/**
 * Postcards (INT-XD) of one packet, by one segment: the same flow and IPv4 identification, the identification
 * alone where a VNF changes addresses, or the sequence that the source of a domain inserted. Bounded,
 * allocates nothing per packet.
 */
export class PostcardPairs {
  readonly counters: PairCounters = { joined: 0, evicted: 0, unnamed: 0 };
  /**
   * the packet joined last is report 0: its hops begin with that of `from` and end with that of `to`, the
   * others as they arrived
   */
  readonly joined = new ReportBatch(MAX_REPORTS, MAX_REPORTS * (MAX_HOPS + 1) + 1);
  private readonly waiting = new ReportBatch(MAX_REPORTS, PACKETS * POSTCARDS);
  private readonly slotOf = new Map<number, number>();
  private readonly keys = new Float64Array(PACKETS).fill(-1);
  private readonly since = new Float64Array(PACKETS);
  private readonly count = new Uint8Array(PACKETS);
  /** place of the postcard that begins and that ends the segment, plus one */
  private readonly first = new Uint8Array(PACKETS);
  private readonly last = new Uint8Array(PACKETS);
  private next = 0;
  /** ticket of the report of each postcard that waits */
  private readonly tickets = new Int32Array(PACKETS * POSTCARDS);
  private readonly reports: WaitingReports;
  /** tickets of the packet joined last, until it is known whether that belongs to its segment */
  private readonly joinedTickets = new Int32Array(POSTCARDS);
  private joinedCount = 0;

  /** `onSettled` hears of each report that waited: whether it belongs to a segment after all. */
  constructor(onSettled: (exporter: number, matched: boolean) => void = () => {}) {
    this.reports = new WaitingReports(PACKETS * POSTCARDS, onSettled);
  }

  /** Reports that wait now. */
  get waitingReports(): number {
    return this.reports.count;
  }

  /** True while the report at hand waits in some segment. */
  get waits(): boolean {
    return this.reports.own >= 0;
  }

  /** Another report is at hand. */
  begin(): void {
    this.reports.begin();
  }

  /** The packet joined last belongs to its segment, or does not: so do the reports of its postcards. */
  settleJoined(matched: boolean): void {
    for (let i = 0; i < this.joinedCount; i++) this.reports.release(this.joinedTickets[i], matched);
    this.joinedCount = 0;
  }

  /** The report at hand belongs to a segment: it waits no more, though it may in others. */
  settleOwn(): void {
    this.reports.settleOwn();
  }

  /** Gives up the packets that have waited too long at `nowUs`; all of them at infinity. */
  expire(nowUs: number): void {
    this.reports.begin();
    for (let slot = 0; slot < PACKETS; slot++)
      if (this.keys[slot] >= 0 && nowUs - this.since[slot] > MAX_WAIT_US) this.evict(slot);
  }

  /**
   * Takes the postcard `r` for a segment (`number` is its index); true when it completes the packet. Its hop
   * must be the report's only one.
   */
  take(batch: ReportBatch, r: number, binding: SegmentBinding, number: number, nowUs: number): boolean {
    const key = keyOf(batch, r, binding, number);
    if (key < 0) {
      this.counters.unnamed++;
      return false;
    }
    const slot = this.slotFor(key, nowUs);
    const h = batch.hopStart[r];
    if (this.count[slot] === POSTCARDS) return false;
    copyHop(batch, h, this.waiting, slot * POSTCARDS + this.count[slot]);
    this.tickets[slot * POSTCARDS + this.count[slot]] = this.reports.hold(batch.exporter[r]);
    this.count[slot]++;
    const { from, to } = binding;
    const node = batch.hopNodeId[h];
    const enters =
      node === from.nodeId && (from.ingressPort === undefined || batch.ingressPort[h] === from.ingressPort);
    if (enters && this.first[slot] === 0) this.first[slot] = this.count[slot];
    else if (node === to.nodeId && (to.egressPort === undefined || batch.egressPort[h] === to.egressPort))
      this.last[slot] = this.count[slot];
    const dropped = (batch.flags[r] & FLAG_DROPPED) !== 0;
    if (dropped) this.last[slot] = this.count[slot];
    if (this.first[slot] === 0 || this.last[slot] === 0) return false;
    this.join(batch, r, slot);
    this.joinedCount = this.count[slot];
    for (let i = 0; i < this.joinedCount; i++) this.joinedTickets[i] = this.tickets[slot * POSTCARDS + i];
    this.forget(slot);
    this.counters.joined++;
    return true;
  }

  /** Writes the hops of a packet as one report, in path order. */
  private join(batch: ReportBatch, r: number, slot: number): void {
    const { joined, waiting } = this;
    joined.clear();
    joined.begin(batch.format[r]);
    joined.flags[0] = batch.flags[r];
    joined.units[0] = batch.units[r];
    const base = slot * POSTCARDS - 1;
    const put = (place: number): void => copyHop(waiting, base + place, joined, joined.hops++);
    put(this.first[slot]);
    for (let place = 1; place <= this.count[slot]; place++)
      if (place !== this.first[slot] && place !== this.last[slot]) put(place);
    put(this.last[slot]);
    joined.end(0);
  }

  private slotFor(key: number, nowUs: number): number {
    const known = this.slotOf.get(key);
    if (known !== undefined) {
      if (nowUs - this.since[known] <= MAX_WAIT_US) return known;
      this.evict(known);
    }
    const slot = this.next;
    this.next = (this.next + 1) % PACKETS;
    if (this.keys[slot] >= 0) this.evict(slot);
    this.keys[slot] = key;
    this.since[slot] = nowUs;
    this.count[slot] = 0;
    this.first[slot] = 0;
    this.last[slot] = 0;
    this.slotOf.set(key, slot);
    return slot;
  }

  private evict(slot: number): void {
    this.counters.evicted++;
    for (let i = 0; i < this.count[slot]; i++)
      this.reports.release(this.tickets[slot * POSTCARDS + i], false);
    this.forget(slot);
  }

  private forget(slot: number): void {
    this.slotOf.delete(this.keys[slot]);
    this.keys[slot] = -1;
  }
}

/** The number of a packet within a segment, below 2^53; -1 when the postcard does not name it. */
function keyOf(batch: ReportBatch, r: number, binding: SegmentBinding, number: number): number {
  if (binding.pairBy === "sequence") {
    if (batch.detailKind[r] !== DETAIL_DOMAIN) return -1;
    return number * 2 ** 32 + batch.detail[DETAIL_WORDS * r];
  }
  if (!(batch.has[r] & HAS_IDENTIFICATION)) return -1;
  const flow = binding.pairBy === "identification" ? 0 : flowHash(batch, r) & 0xffff;
  return number * 2 ** 32 + flow * 2 ** 16 + batch.identification[r];
}

/**
 * Flows of one segment that share 16 bits of this and an identification within a second are confounded:
 * rarely enough (our choice).
 */
function flowHash(batch: ReportBatch, r: number): number {
  let hash = batch.has[r] & HAS_PORTS ? (batch.srcPort[r] << 16) | batch.dstPort[r] : 0;
  for (let i = 0; i < 8; i++) hash = Math.imul(hash ^ batch.address[8 * r + i], 0x85ebca6b) ^ (hash >>> 13);
  return hash ^ (hash >>> 16);
}
