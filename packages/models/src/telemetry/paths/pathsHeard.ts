import { FLAG_DROPPED, HAS_PORTS, ITEM_NODE, ITEM_PORTS, type ReportBatch } from "../batch.ts";
import { hopLatencyUs, scaleOfUnits } from "../clock/clock.ts";
import type { DecodedFlow } from "../decodeLine.ts";
import { flowAt } from "../json.ts";
import { UNIT_LATENCY_OPEN, UNIT_TIMESTAMP_OPEN } from "../profile/profile.ts";
import { Histogram } from "../window/histogram.ts";
import type { HeardPath } from "./heardPath.ts";

/** Flows of a path that are told apart (our choice). */
const MAX_FLOWS = 16;
/** "Recent" is three periods of ten seconds (our choice). */
const PERIODS = 3;
const PERIOD_MS = 10_000;
const FLOW_WORDS = 10;
const NO_PORTS = 0x8000_0000;

type FlowEntry = { words: Uint32Array; flow: DecodedFlow; reports: number };
type Entry = {
  exporter: number;
  address: string;
  /** per hop what it tells (ITEM_NODE, ITEM_PORTS), its node, its ports */
  words: Uint32Array;
  latencies: Histogram[] | null;
  reports: number;
  recent: Float64Array;
  period: number;
  flows: FlowEntry[];
  flowsCut: boolean;
  firstMs: number;
  lastMs: number;
  next: Entry | null;
};

/**
 * Paths told apart by exporter, nodes and ports, in bounded memory: the one not heard for longest makes room. A known
 * path of a known flow allocates nothing.
 */
export class PathsHeard {
  private readonly limit: number;
  private readonly byHash = new Map<number, Entry>();
  private size = 0;
  /** a path made room for another, or came when there was none */
  cut = false;
  private hop = new Uint32Array(64);
  private readonly flow = new Uint32Array(FLOW_WORDS);

  constructor(limit: number) {
    this.limit = limit;
  }

  /**
   * Takes report `r` of the exporter `address`, whose number stands in the batch. Latencies of its hops are kept once
   * their units are certain. Drop reports end where the packet did and show no whole path: they are passed over.
   */
  note(batch: ReportBatch, r: number, address: string, atMs: number): void {
    const hops = batch.hopCount[r];
    if (hops === 0 || batch.flags[r] & FLAG_DROPPED) return;
    const hash = this.readHops(batch, r);
    const exporter = batch.exporter[r];
    let entry = this.byHash.get(hash) ?? null;
    while (entry !== null && !(entry.exporter === exporter && this.isPath(entry, hops))) entry = entry.next;
    entry ??= this.add(hash, exporter, address, hops, atMs);
    entry.reports++;
    entry.lastMs = atMs;
    turnTo(entry, atMs);
    entry.recent[entry.period % PERIODS]++;
    this.noteFlow(entry, batch, r);
    const units = batch.units[r];
    if (units & (UNIT_TIMESTAMP_OPEN | UNIT_LATENCY_OPEN)) return;
    entry.latencies ??= Array.from({ length: hops }, () => new Histogram());
    const scale = scaleOfUnits(units);
    for (let i = 0; i < hops; i++) {
      const us = hopLatencyUs(batch, batch.hopStart[r] + i, scale, units);
      if (!Number.isNaN(us)) entry.latencies[i].record(us);
    }
  }

  /** The paths heard, by exporter, the busiest first, `limit` of them at most; `nowMs` says what is recent. */
  list(nowMs: number, limit: number): HeardPath[] {
    const all = [...this.entries()];
    const totals = new Map<number, number>();
    const recentOf = new Map<Entry, number>();
    for (const entry of all) {
      turnTo(entry, nowMs);
      const recent = entry.recent.reduce((sum, n) => sum + n, 0);
      recentOf.set(entry, recent);
      totals.set(entry.exporter, (totals.get(entry.exporter) ?? 0) + recent);
    }
    return all
      .sort((a, b) => (recentOf.get(b) ?? 0) - (recentOf.get(a) ?? 0) || b.reports - a.reports)
      .slice(0, limit)
      .map((entry) => {
        const total = totals.get(entry.exporter) ?? 0;
        return {
          exporter: entry.address,
          hops: hopsOf(entry),
          reports: entry.reports,
          recentShare: total > 0 ? (recentOf.get(entry) ?? 0) / total : 0,
          flows: entry.flows
            .map(({ flow, reports }) => ({ ...flow, reports }))
            .sort((a, b) => b.reports - a.reports),
          flowsCut: entry.flowsCut,
          firstMs: entry.firstMs,
          lastMs: entry.lastMs,
        };
      });
  }

  private *entries(): Generator<Entry> {
    for (const first of this.byHash.values())
      for (let entry: Entry | null = first; entry !== null; entry = entry.next) yield entry;
  }

  /** Puts the hops of report `r` into `hop` and returns their hash. */
  private readHops(batch: ReportBatch, r: number): number {
    const hops = batch.hopCount[r];
    if (4 * hops > this.hop.length) this.hop = new Uint32Array(4 * hops);
    const words = this.hop;
    let hash = batch.exporter[r];
    for (let i = 0; i < hops; i++) {
      const h = batch.hopStart[r] + i;
      const valid = batch.hopValid[h] & (ITEM_NODE | ITEM_PORTS);
      words[4 * i] = valid;
      // a column whose item is absent holds anything
      words[4 * i + 1] = valid & ITEM_NODE ? batch.hopNodeId[h] : 0;
      words[4 * i + 2] = valid & ITEM_PORTS ? batch.ingressPort[h] : 0;
      words[4 * i + 3] = valid & ITEM_PORTS ? batch.egressPort[h] : 0;
      for (let w = 0; w < 4; w++) hash = Math.imul(hash ^ words[4 * i + w], 0x85ebca6b) ^ (hash >>> 13);
    }
    return hash;
  }

  private isPath({ words }: Entry, hops: number): boolean {
    if (words.length !== 4 * hops) return false;
    for (let i = 0; i < words.length; i++) if (words[i] !== this.hop[i]) return false;
    return true;
  }

  private add(hash: number, exporter: number, address: string, hops: number, atMs: number): Entry {
    if (this.size >= this.limit) this.makeRoom();
    this.size++;
    const entry: Entry = {
      exporter,
      address,
      words: this.hop.slice(0, 4 * hops),
      latencies: null,
      reports: 0,
      recent: new Float64Array(PERIODS),
      period: Math.floor(atMs / PERIOD_MS),
      flows: [],
      flowsCut: false,
      firstMs: atMs,
      lastMs: atMs,
      next: this.byHash.get(hash) ?? null,
    };
    this.byHash.set(hash, entry);
    return entry;
  }

  private makeRoom(): void {
    this.cut = true;
    let oldest: [number, Entry] | null = null;
    for (const [hash, first] of this.byHash)
      for (let entry: Entry | null = first; entry !== null; entry = entry.next)
        if (oldest === null || entry.lastMs < oldest[1].lastMs) oldest = [hash, entry];
    if (oldest === null) return;
    const [hash, gone] = oldest;
    let first = this.byHash.get(hash) ?? null;
    if (first === gone) first = gone.next;
    else
      for (let entry = first; entry !== null; entry = entry.next)
        if (entry.next === gone) entry.next = gone.next;
    if (first === null) this.byHash.delete(hash);
    else this.byHash.set(hash, first);
    this.size--;
  }

  private noteFlow(entry: Entry, batch: ReportBatch, r: number): void {
    if (batch.family[r] === 0) return;
    const { flow: words } = this;
    words[0] = (batch.family[r] << 8) | batch.proto[r];
    // a column without ports holds anything
    const ports = batch.has[r] & HAS_PORTS;
    words[0] |= ports ? 0 : NO_PORTS;
    words[1] = ports ? (batch.srcPort[r] << 16) | batch.dstPort[r] : 0;
    for (let i = 0; i < 8; i++) words[2 + i] = batch.address[8 * r + i];
    for (const known of entry.flows) {
      let i = 0;
      while (i < FLOW_WORDS && known.words[i] === words[i]) i++;
      if (i < FLOW_WORDS) continue;
      known.reports++;
      return;
    }
    const flow = flowAt(batch, r);
    if (flow === null) return;
    if (entry.flows.length < MAX_FLOWS) entry.flows.push({ words: words.slice(), flow, reports: 1 });
    else entry.flowsCut = true;
  }
}

/** Empties the periods that are over at `atMs`; an earlier time is that of the open period. */
function turnTo(entry: Entry, atMs: number): void {
  const period = Math.floor(atMs / PERIOD_MS);
  if (period <= entry.period) return;
  if (period - entry.period >= PERIODS) entry.recent.fill(0);
  else for (let p = entry.period + 1; p <= period; p++) entry.recent[p % PERIODS] = 0;
  entry.period = period;
}

function hopsOf({ words, latencies }: Entry): HeardPath["hops"] {
  return Array.from({ length: words.length / 4 }, (_, i) => {
    const [valid, nodeId, ingressPort, egressPort] = words.subarray(4 * i, 4 * i + 4);
    return {
      nodeId: valid & ITEM_NODE ? nodeId : null,
      ingressPort: valid & ITEM_PORTS ? ingressPort : null,
      egressPort: valid & ITEM_PORTS ? egressPort : null,
      p50Us: latencies?.[i].quantileUs(0.5) ?? null,
      p99Us: latencies?.[i].quantileUs(0.99) ?? null,
    };
  });
}
