import {
  countDatagram,
  countMarks,
  createDecodeCounters,
  type DecodeCounters,
  type DecodeOptions,
  deviationsOf,
  ExporterMemory,
  type ExporterPolicy,
  FORMATS,
  ITEM_NODE,
  type Matcher,
  mayBeUptime,
  OK,
  type PathDelays,
  REASONS,
  type ReportBatch,
  reviseSink,
  SequenceTracker,
  UNMATCHED_REASONS,
  UptimeWatch,
} from "@p4twin/models/telemetry";
import { Admission } from "./admission.ts";
import { UnitWatch } from "./exporterUnits.ts";
import type { BadDatagram, ExporterState } from "./state.ts";

/** Why a report is measured by no segment: what the matcher finds, or that its exporter's units are in doubt. */
export const LEFT_OUT_REASONS = [...UNMATCHED_REASONS, "unit-uncertain"] as const;
export const PAIR_MISSING = LEFT_OUT_REASONS.indexOf("pair-missing");
export const UNIT_UNCERTAIN = LEFT_OUT_REASONS.length - 1;

/** Bytes of a bad datagram that are kept for the page. */
const KEPT_BYTES = 256;
/** Node ids that are listed of an exporter (our choice); that there are more is said. */
const MAX_NODE_IDS = 64;
const RECENT_NODES = 8;
/** Paths whose nodes are known to be noted, a power of two (our choice). */
const RECENT_PATHS = 16;

/** What is counted of one exporter while datagrams come in, and how they are read. */
export class Exporter {
  readonly address: string;
  readonly index: number;
  readonly counters: DecodeCounters = createDecodeCounters();
  readonly sequences = new SequenceTracker();
  readonly admission = new Admission();
  readonly units = new UnitWatch();
  options: DecodeOptions;
  /** datagrams that came, whatever becomes of them; some may still wait to be read */
  heard = 0;
  queueDropped = 0;
  kernelDropped = 0;
  /** reports that have been offered to the segments: the ones that wait in a turn are not among them */
  measured = 0;
  matched = 0;
  recorded = 0;
  /** postcards that wait for others of their packet */
  waiting = 0;
  readonly unmatched = new Float64Array(LEFT_OUT_REASONS.length);
  droppedPackets = 0;
  /** series at which its last gap was noted, where a late arrival takes it back; -1 for none */
  gapSeries = -1;
  /** which bindings may take its reports, by the matcher of this number */
  private scope = 0;
  private scopesOf = 0;
  /** datagrams that we left out ourselves and whose absence in the sequence has not shown yet */
  private leftOut = 0;
  /** reports that are missing because we left them out */
  private ownGaps = 0;
  /** bit n: format n was heard */
  private formats = 0;
  /** node ids met last, by position on the path: mostly the ones of the next report */
  private readonly recentNodes = new Float64Array(RECENT_NODES).fill(-1);
  /** numbers of paths met last, in the matcher of `scopesOf`: their nodes are noted */
  private readonly recentPaths = new Float64Array(RECENT_PATHS);
  private readonly nodeIds = new Set<number>();
  private nodeIdsCapped = false;
  private readonly firstHeardMs: number;
  lastHeardMs: number;
  private lastBad: BadDatagram | null = null;
  private memory: ExporterMemory | null = null;
  /** made with the first item that may be an uptime */
  private uptimes: UptimeWatch | null = null;
  /** what IPFIX and sFlow refer to from datagram to datagram; made for the exporters that send them */
  readonly exportMemory: () => ExporterMemory;
  /** false since the settings refuse its datagrams */
  accepted = true;

  constructor(address: string, index: number, policy: ExporterPolicy, nowMs: number, pathDelays: PathDelays) {
    this.exportMemory = () => {
      this.memory ??= new ExporterMemory(pathDelays);
      return this.memory;
    };
    this.address = address;
    this.index = index;
    this.options = policy.options;
    this.firstHeardMs = nowMs;
    this.lastHeardMs = nowMs;
    this.follow(policy, nowMs);
  }

  /** Reads by this policy from now on. */
  follow(policy: ExporterPolicy, nowMs: number): void {
    this.accepted = policy.accepted;
    this.options = this.units.apply(policy.options);
    this.admission.set(policy, this.index, nowMs);
  }

  /** Whether the datagram at hand is read; one that is not is counted here. */
  admits(nowMs: number): boolean {
    if (this.admission.admits(nowMs)) return true;
    this.leftOut++;
    return false;
  }

  /** Its scope in the matcher, which is the one of this number. */
  scopeBy(matcher: Matcher, number: number): number {
    if (this.scopesOf !== number) {
      this.scopesOf = number;
      this.scope = matcher.scopeOf(this.address);
      this.recentPaths.fill(0);
    }
    return this.scope;
  }

  dropQueued(): void {
    this.queueDropped++;
    this.leftOut++;
  }

  /** Counts a datagram whose reports are those of the batch from `first` on, and its hops. */
  countDatagram(reason: number, batch: ReportBatch, first: number, firstHop: number): void {
    countDatagram(this.counters, reason, batch.reports - first, batch.hops - firstHop);
    countMarks(this.counters, batch, first);
  }

  /**
   * Takes out what may be the uptime of a sink in place of its latency, in the reports of the batch from `first` on;
   * what is not known yet is left out, too.
   */
  withoutUptime(batch: ReportBatch, first: number, nowMs: number): void {
    for (let r = first; r < batch.reports; r++) {
      if (this.uptimes === null && !mayBeUptime(batch, r)) continue;
      this.uptimes ??= new UptimeWatch();
      const verdict = this.uptimes.note(batch, r, nowMs * 1_000);
      if (verdict !== null) reviseSink(batch, r, verdict);
    }
  }

  /** Looks at what the reports of a datagram that arrived at `nowMs` show of their units, until they are settled. */
  noteUnits(batch: ReportBatch, nowMs: number): void {
    if (this.units.watches)
      this.options = this.units.note(batch, this.options, nowMs * 1_000) ?? this.options;
    this.units.revise(batch, 0, this.options);
  }

  /** Follows the sequence of a datagram by its first report; the change of what was lost before it reached us. */
  track(batch: ReportBatch, first: number): number {
    const lost = this.sequences.track(batch, first, this.options.sequenceShift);
    if (lost <= 0 || this.leftOut === 0) return lost;
    const own = Math.min(lost, this.leftOut);
    this.leftOut -= own;
    this.ownGaps += own;
    return lost - own;
  }

  keepBad(bytes: Uint8Array, at: number, length: number, reason: number, nowMs: number): void {
    const end = at + Math.min(length, KEPT_BYTES);
    this.lastBad = {
      atMs: nowMs,
      reason: REASONS[reason].code,
      length,
      hex: Buffer.from(bytes.subarray(at, end)).toString("hex"),
    };
  }

  /**
   * Notes the nodes of report `r`, which took the path of this number (0: not known). False when one of them is new,
   * and would count as other nodes have shown that they do.
   */
  noteReport(batch: ReportBatch, r: number, path: number): boolean {
    this.formats |= 1 << batch.format[r];
    if (path !== 0) {
      if (this.recentPaths[path % RECENT_PATHS] === path) return true;
      this.recentPaths[path % RECENT_PATHS] = path;
    }
    let isKnown = true;
    const end = batch.hopStart[r] + batch.hopCount[r];
    for (let h = batch.hopStart[r]; h < end; h++) {
      const nodeId = batch.hopNodeId[h];
      if (!(batch.hopValid[h] & ITEM_NODE) || this.recentNodes[h % RECENT_NODES] === nodeId) continue;
      this.recentNodes[h % RECENT_NODES] = nodeId;
      if (this.isNew(nodeId)) isKnown = !this.units.noteNode() && isKnown;
    }
    return isKnown;
  }

  /** Lists the node; true when it was not met before. */
  private isNew(nodeId: number): boolean {
    if (this.nodeIds.has(nodeId)) return false;
    if (this.nodeIds.size >= MAX_NODE_IDS) {
      this.nodeIdsCapped = true;
      return false;
    }
    this.nodeIds.add(nodeId);
    return true;
  }

  state(): ExporterState {
    const { received, decoded, undecodable, reports, byReason } = this.counters;
    const { limited, sampledOut, sampleOneIn } = this.admission;
    const undecodableByReason: Record<string, number> = {};
    for (let i = 0; i < byReason.length; i++)
      if (i !== OK && byReason[i] > 0) undecodableByReason[REASONS[i].code] = byReason[i];
    const unmatchedByReason: Record<string, number> = {};
    let unmatched = 0;
    LEFT_OUT_REASONS.forEach((reason, i) => {
      unmatched += this.unmatched[i];
      if (this.unmatched[i] > 0) unmatchedByReason[reason] = this.unmatched[i];
    });
    return {
      address: this.address,
      arrived: limited + sampledOut + this.queueDropped + received,
      limited,
      sampledOut,
      sampleOneIn,
      queueDropped: this.queueDropped,
      kernelDropped: this.kernelDropped,
      received,
      decoded,
      undecodable,
      undecodableByReason,
      reports,
      matched: this.matched,
      waiting: this.waiting,
      unmatched,
      unmatchedByReason,
      recorded: this.recorded,
      droppedPackets: this.droppedPackets,
      deviations: Object.fromEntries(deviationsOf(this.counters).map(({ name, reports: n }) => [name, n])),
      rawElements: Object.fromEntries(this.memory?.rawElements ?? []),
      units: this.units.state(this.options),
      sequenceGaps: this.sequences.counters.lost - this.ownGaps,
      late: this.sequences.counters.late,
      sequenceRestarts: this.sequences.counters.restarts,
      untracked: this.sequences.counters.untracked,
      formats: FORMATS.filter((_, format) => this.formats & (1 << format)),
      nodeIds: [...this.nodeIds].sort((a, b) => a - b),
      nodeIdsCapped: this.nodeIdsCapped,
      firstHeardMs: this.firstHeardMs,
      lastHeardMs: this.lastHeardMs,
      lastBad: this.lastBad,
    };
  }
}
