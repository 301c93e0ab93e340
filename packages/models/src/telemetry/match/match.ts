import {
  FLAG_DROPPED,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_NODE,
  MODE_XD,
  type ReportBatch,
} from "../batch.ts";
import { type ClockScale, ClockTable, gapUs, hopLatencyUs } from "../clock/clock.ts";
import type { ClockSkews } from "../clock/clockSkews.ts";
import { MARK_LENGTH_HOPS } from "../marks.ts";
import type { NodeClock, SegmentBinding } from "./binding.ts";
import { agreedClocks, hasBoth, hasPort, isTo } from "./ends.ts";
import { type CandidateSet, FlowIndex } from "./flowIndex.ts";
import { NOTE } from "./flowTable.ts";
import { PlanDraft, PlanStore, queueItems } from "./pathPlan.ts";
import { PostcardPairs } from "./postcardPairs.ts";
import { type Series, SeriesTable } from "./seriesTable.ts";

/** Why a report belongs to no segment, in the order of how far the search came. */
export const UNMATCHED_REASONS = [
  "no-flow",
  "from-not-on-path",
  "to-not-on-path",
  "latency-unknown",
  "pair-missing",
] as const;
type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
const FROM_NOT_ON_PATH = 1;
const TO_NOT_ON_PATH = 2;
const LATENCY_UNKNOWN = 3;
/** a postcard that waits for the others of its packet */
const PAIR_MISSING = 4;
const MATCHED = 5;

/** Bits of `incomplete`: what the segment latency leaves out. */
const UNKNOWN_LINK = 1;
const UNKNOWN_HOP = 2;
const UNKNOWN_GAP = 4;

export type MatchCounters = {
  reports: number;
  /** belong to at least one segment */
  matched: number;
  unmatched: Record<UnmatchedReason, number>;
  /** samples of parts that were left out because there are too many parts that nobody named */
  partsRefused: number;
  /** parts that were left out because a clock stepped back between their two timestamps */
  clockSkew: number;
};

/** One report in so many tells about clocks: their minima move slowly, and the others cost nothing (our choice). */
const SKEW_EVERY = 64;

/** More than the places of plans (32 bits), so that generation and place make one number. */
const MAX_PLACES = 2 ** 32;

type Segment = { binding: SegmentBinding; clocks: ClockTable };

/**
 * Compiled matcher: report -> samples of segments and their parts. `match` fills the sample columns of this object and
 * allocates nothing for known flows and paths.
 */
export class Matcher {
  readonly bindings: readonly SegmentBinding[];
  readonly series: readonly Series[];
  /** reports = matched + the sum of unmatched + the postcards that wait (`waiting`), always */
  readonly counters: MatchCounters = {
    reports: 0,
    matched: 0,
    unmatched: {
      "no-flow": 0,
      "from-not-on-path": 0,
      "to-not-on-path": 0,
      "latency-unknown": 0,
      "pair-missing": 0,
    },
    partsRefused: 0,
    clockSkew: 0,
  };

  /** Samples of the last report: series, and its latency; NaN marks a packet that was dropped inside the segment. */
  sampleCount = 0;
  sampleSeries = new Int32Array(256);
  sampleUs = new Float64Array(256);
  /** what the last matched segment's latency leaves out; parallel to the samples, 0 for parts */
  sampleIncomplete = new Uint8Array(256);
  /** hop in the batch whose stay a sample is; -1 for a whole segment and for the time between two hops */
  sampleHop = new Int32Array(256);
  /** some hop of the last report says something of its queue or port; not of postcards, whose hops lie elsewhere */
  hasQueues = false;

  /** place of the plan that the last report was read off by; 0: none */
  private path = 0;

  /** the samples are of a packet whose postcards were joined: their hops do not lie in the batch */
  private joined = false;

  /** why the last report that matched nothing did so: index of `UNMATCHED_REASONS` */
  unmatchedReason = 0;

  private readonly flows: FlowIndex;
  private readonly plans = new PlanStore();
  /** for skews, which compare the clocks of nodes whatever the segment */
  private readonly clocks: ClockTable;
  private readonly segments: Segment[];
  /** per segment: the report in which it was last begun, so that only the first `from` counts */
  private readonly begun: Float64Array;
  private reportNumber = 0;
  /** what the long way learns about the path of the report at hand */
  private readonly draft = new PlanDraft();

  /** of the exporter of the reports that follow: a segment that names its exporters takes those of no other */
  scope = 0;

  /** by report of the batch: where `locateAhead` found its flow, while the flows have this version */
  private ahead = new Int32Array(0);
  private aheadVersion = -1;

  /** time of arrival of the reports that follow, on our clock; needed for skews and for pairs of postcards */
  nowUs = 0;
  private readonly skews: ClockSkews | null;
  private readonly table: SeriesTable;
  /** postcards that wait for others of their packet; null when no segment pairs them */
  readonly pairs: PostcardPairs | null;

  constructor(
    bindings: readonly SegmentBinding[],
    nodes: readonly NodeClock[] = [],
    skews: ClockSkews | null = null,
    isNamed: (series: Series) => boolean = () => false,
  ) {
    this.skews = skews;
    this.table = new SeriesTable(
      bindings.map(({ id }) => id),
      isNamed,
      () => {
        this.counters.partsRefused++;
      },
    );
    this.series = this.table.all;
    this.pairs = bindings.some(({ pairBy }) => pairBy !== undefined)
      ? new PostcardPairs((exporter, matched) => this.settle(exporter, matched))
      : null;
    this.bindings = bindings;
    this.flows = new FlowIndex(bindings);
    this.clocks = new ClockTable([...agreedClocks(bindings), ...nodes]);
    this.segments = bindings.map((binding) => {
      const clocks = new ClockTable([...nodes, ...(binding.clocks ?? [])]);
      return { binding, clocks };
    });
    this.begun = new Float64Array(bindings.length);
  }

  /** Hears what became of a postcard that has waited, by the exporter in its batch. */
  onSettled: (exporter: number, matched: boolean) => void = () => {};

  /**
   * A number of the path that the last report took: another report with this number met the same nodes. 0: the path is
   * not known.
   */
  get pathNumber(): number {
    return this.path === 0 ? 0 : this.plans.generation * MAX_PLACES + this.path;
  }

  /** Postcards that wait for others of their packet: neither matched nor unmatched yet. */
  get waiting(): number {
    return this.pairs?.waitingReports ?? 0;
  }

  /** Whether the last report, which belongs to no segment, is a postcard that waits. */
  get waits(): boolean {
    return this.pairs?.waits ?? false;
  }

  /** Gives up postcards whose packets have waited too long; at infinity all of them. */
  expire(nowUs: number): void {
    this.pairs?.expire(nowUs);
  }

  private settle(exporter: number, matched: boolean): void {
    if (matched) this.counters.matched++;
    else this.counters.unmatched["pair-missing"]++;
    this.onSettled(exporter, matched);
  }

  /** The scope of an exporter, by its address as `normalAddress` writes it. */
  scopeOf(address: string): number {
    return this.flows.scopeOf(address);
  }

  /** For several reports of one scope that are matched next: looks for their flows in one go, which is faster. */
  locateAhead(batch: ReportBatch, first: number, end: number): void {
    if (this.ahead.length < batch.reportCapacity) this.ahead = new Int32Array(batch.reportCapacity).fill(-1);
    const { version } = this.flows;
    // places that were found before lie elsewhere now
    if (this.aheadVersion !== version) this.ahead.fill(-1);
    this.aheadVersion = version;
    this.flows.locateAhead(batch, first, end, this.scope, this.ahead);
  }

  /**
   * Matches report `r` and returns the number of segments that it belongs to; samples stand in the columns. `isAhead`:
   * `locateAhead` has seen the report.
   */
  match(batch: ReportBatch, r: number, isAhead = false): number {
    this.sampleCount = 0;
    this.path = 0;
    this.joined = false;
    this.reportNumber++;
    this.counters.reports++;
    const { flows, plans, skews } = this;
    if (skews !== null && this.reportNumber % SKEW_EVERY === 0)
      skews.observe(batch, r, this.nowUs, this.clocks);
    this.pairs?.begin();
    const place = isAhead && this.aheadVersion === flows.version ? this.ahead[r] : -1;
    if (place >= 0) flows.locateAt(batch, r, place);
    else flows.locate(batch, r, this.scope);
    const dropped = (batch.flags[r] & FLAG_DROPPED) !== 0;
    let plan = 0;
    if (!dropped) {
      // the path that this flow took last, else one that any flow of these segments took
      plan = flows.slots[flows.slotAt + NOTE];
      if (plan === 0 || !plans.fits(batch, r, plan)) {
        plan = plans.find(batch, r, flows.candidates().plans);
        flows.slots[flows.slotAt + NOTE] = plan;
      }
      if (plan !== 0) {
        const samples = plans.samples(plan);
        if (samples > this.sampleSeries.length) this.growSamples(samples);
        if (
          plans.read(batch, r, plan, this.sampleSeries, this.sampleUs, this.sampleIncomplete, this.sampleHop)
        ) {
          this.sampleCount = samples;
          this.hasQueues = plans.hasQueues(plan);
          this.path = plan;
          this.counters.matched++;
          return plans.segments(plan);
        }
      }
    }
    return this.matchAnew(batch, r, dropped, plan === 0);
  }

  /**
   * Latency in us of hop `h` of report `r`, the last one, as the first segment that it matched counts: its clocks hold
   * for the nodes whose units it says and for the hops that it measures. NaN for the others, and when it is unknown.
   */
  hopUs(batch: ReportBatch, r: number, h: number): number {
    if (this.sampleCount === 0 || !(batch.hopValid[h] & ITEM_NODE)) return Number.NaN;
    const { clocks } = this.segments[this.table.all[this.sampleSeries[0]].segment];
    const nodeId = batch.hopNodeId[h];
    if (!clocks.has(nodeId) && !this.measures(h)) return Number.NaN;
    const units = batch.units[r];
    return hopLatencyUs(batch, h, clocks.of(nodeId, units), units);
  }

  /** Whether hop `h` is in the first segment of the last report; a postcard that was joined to others is. */
  private measures(h: number): boolean {
    if (this.joined) return true;
    for (let i = 1; i < this.sampleCount && this.table.all[this.sampleSeries[i]].part !== null; i++)
      if (this.sampleHop[i] === h) return true;
    return false;
  }

  /**
   * The long way: every candidate segment is looked for on the path; what is found becomes a plan when there
   * is `noPlan` yet.
   */
  private matchAnew(batch: ReportBatch, r: number, dropped: boolean, noPlan: boolean): number {
    const candidates = this.flows.candidates();
    this.hasQueues = queueItems(batch, r) !== 0;
    let furthest = 0;
    let matched = 0;
    if (candidates.size > 0) {
      this.draft.reset();
      furthest = FROM_NOT_ON_PATH;
      const start = batch.hopStart[r];
      const end = start + batch.hopCount[r];
      for (let h = start; h < end; h++) {
        if (!(batch.hopValid[h] & ITEM_NODE)) continue;
        const here = candidates.byFromNode.get(batch.hopNodeId[h]);
        if (here === undefined) continue;
        for (let i = 0; i < here.length; i++) {
          const segment = here[i];
          if (this.begun[segment] === this.reportNumber) continue;
          const { from } = this.segments[segment].binding;
          if (from.ingressPort !== undefined && !hasPort(batch, h, batch.ingressPort, from.ingressPort))
            continue;
          this.begun[segment] = this.reportNumber;
          const progress = this.measure(batch, r, segment, h, end);
          if (progress === MATCHED) matched++;
          else if (progress > furthest) furthest = progress;
        }
      }
    }
    if (matched === 0 && this.pairs !== null && batch.mode[r] === MODE_XD && batch.hopCount[r] === 1) {
      this.sampleCount = 0;
      for (const here of candidates.byFromNode.values())
        for (const segment of here) {
          const progress = this.pair(this.pairs, batch, r, segment);
          if (progress === MATCHED) matched++;
          else if (progress > furthest) furthest = progress;
        }
      noPlan = false;
    }
    if (matched > 0) {
      this.pairs?.settleOwn();
      this.counters.matched++;
      if (!dropped && noPlan && this.draft.usable) this.keepPlan(batch, r, candidates);
    } else {
      this.unmatchedReason = furthest;
      if (!this.waits) this.counters.unmatched[UNMATCHED_REASONS[furthest]]++;
    }
    return matched;
  }

  /** Joins a postcard with the others of its packet, and measures the segment when it was the last. */
  private pair(pairs: PostcardPairs, batch: ReportBatch, r: number, segment: number): number {
    const { binding } = this.segments[segment];
    if (binding.pairBy === undefined || !(batch.hopValid[batch.hopStart[r]] & ITEM_NODE)) return 0;
    if (!pairs.take(batch, r, binding, segment, this.nowUs)) return PAIR_MISSING;
    this.draft.reset();
    this.hasQueues = false;
    this.joined = true;
    const progress = this.measure(pairs.joined, 0, segment, 0, pairs.joined.hopCount[0]);
    pairs.settleJoined(progress === MATCHED);
    return progress;
  }

  /** Two timestamps that give no latency: the path is not read off, because the next report may have one. */
  private noteStep(): void {
    this.counters.clockSkew++;
    this.draft.usable = false;
  }

  private keepPlan(batch: ReportBatch, r: number, candidates: CandidateSet): void {
    const { generation } = this.plans;
    this.plans.keep(batch, r, this.draft, candidates.plans);
    // the places of plans that the flows remember are gone
    if (generation !== this.plans.generation) this.flows.forget();
  }

  /** Measures one segment that begins at hop `first`; returns how far that came. */
  private measure(batch: ReportBatch, r: number, segment: number, first: number, end: number): number {
    const { binding, clocks } = this.segments[segment];
    const { to } = binding;
    const dropped = (batch.flags[r] & FLAG_DROPPED) !== 0;
    // the last hop of a drop report is where the packet ended: it did not leave through that egress
    let last = dropped ? end - 2 : end - 1;
    while (last >= first && !isTo(batch, last, to)) last--;
    if (last < first) {
      if (!dropped) return TO_NOT_ON_PATH;
      this.draft.usable = false;
      this.push(segment, Number.NaN, -1);
      return MATCHED;
    }
    const total = this.sampleCount;
    this.push(segment, 0, -1);
    let sumUs = 0;
    let known = 0;
    let incomplete = 0;
    let position = 0;
    const units = batch.units[r];
    for (let h = first; h <= last; h++) {
      const nodeId = batch.hopNodeId[h];
      const named = (batch.hopValid[h] & ITEM_NODE) !== 0;
      const scale: ClockScale = clocks.of(nodeId, units);
      if (h > first) {
        // in that layout every node has the same id, and a clock of its own
        const sameNode =
          named &&
          batch.hopValid[h - 1] & ITEM_NODE &&
          batch.hopNodeId[h - 1] === nodeId &&
          (batch.marks[r] & MARK_LENGTH_HOPS) === 0;
        if (sameNode) {
          const us = gapUs(batch, h - 1, h, scale, units);
          if (Number.isNaN(us)) {
            incomplete |= UNKNOWN_GAP;
            if (hasBoth(batch.hopValid[h - 1] & ITEM_EGRESS_TS, batch.hopValid[h] & ITEM_INGRESS_TS))
              this.noteStep();
          } else {
            const series = this.table.of(segment, position, "gap", batch, first, h);
            this.draft.addPart(batch, r, h, "gap", series, scale);
            this.push(series, us, -1);
            sumUs += us;
            known++;
          }
          position++;
        } else incomplete |= UNKNOWN_LINK;
      }
      const us = named ? hopLatencyUs(batch, h, scale, units) : Number.NaN;
      if (Number.isNaN(us)) {
        incomplete |= UNKNOWN_HOP;
        if (named && hasBoth(batch.hopValid[h] & ITEM_EGRESS_TS, batch.hopValid[h] & ITEM_INGRESS_TS))
          this.noteStep();
      } else {
        const series = this.table.of(segment, position, "hop", batch, first, h);
        this.draft.addPart(batch, r, h, "hop", series, scale);
        this.push(series, us, h);
        sumUs += us;
        known++;
      }
      position++;
    }
    if (known === 0) {
      this.sampleCount = total;
      return LATENCY_UNKNOWN;
    }
    this.draft.endSegment(segment, incomplete);
    this.sampleUs[total] = sumUs;
    this.sampleIncomplete[total] = incomplete;
    return MATCHED;
  }

  private push(series: number, us: number, hop: number): void {
    if (series < 0) return;
    if (this.sampleCount === this.sampleSeries.length) this.growSamples(2 * this.sampleCount);
    this.sampleSeries[this.sampleCount] = series;
    this.sampleUs[this.sampleCount] = us;
    this.sampleIncomplete[this.sampleCount] = 0;
    this.sampleHop[this.sampleCount] = hop;
    this.sampleCount++;
  }

  private growSamples(grown: number): void {
    const series = new Int32Array(grown);
    series.set(this.sampleSeries);
    const us = new Float64Array(grown);
    us.set(this.sampleUs);
    const incomplete = new Uint8Array(grown);
    incomplete.set(this.sampleIncomplete);
    const hops = new Int32Array(grown);
    hops.set(this.sampleHop);
    this.sampleHop = hops;
    this.sampleSeries = series;
    this.sampleUs = us;
    this.sampleIncomplete = incomplete;
  }
}
