import { FLAG_DROPPED, ITEM_NODE, MODE_XD, type ReportBatch } from "../batch.ts";
import { ClockTable, hopLatencyUs } from "../clock/clock.ts";
import type { ClockSkews } from "../clock/clockSkews.ts";
import type { NodeClock, SegmentBinding } from "./binding.ts";
import { agreedClocks, hasPort } from "./ends.ts";
import { type CandidateSet, FlowIndex } from "./flowIndex.ts";
import { NOTE } from "./flowTable.ts";
import { FROM_NOT_ON_PATH, MATCHED, PAIR_MISSING, UNMATCHED_REASONS } from "./matchCounts.ts";
import { SegmentMeasure } from "./measure.ts";
import { PlanStore, queueItems } from "./pathPlan.ts";
import { PostcardPairs } from "./postcardPairs.ts";
import type { Series } from "./seriesTable.ts";

/** One report in so many tells about clocks: their minima move slowly, and the others cost nothing (our choice). */
const SKEW_EVERY = 64;

/** More than the places of plans (32 bits), so that generation and place make one number. */
const MAX_PLACES = 2 ** 32;

/**
 * Compiled matcher: report -> samples of segments and their parts. `match` fills the sample columns of this object and
 * allocates nothing for known flows and paths.
 */
export class Matcher extends SegmentMeasure {
  readonly bindings: readonly SegmentBinding[];
  readonly series: readonly Series[];
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
  /** per segment: the report in which it was last begun, so that only the first `from` counts */
  private readonly begun: Float64Array;
  private reportNumber = 0;

  /** of the exporter of the reports that follow: a segment that names its exporters takes those of no other */
  scope = 0;

  /** by report of the batch: where `locateAhead` found its flow, while the flows have this version */
  private ahead = new Int32Array(0);
  private aheadVersion = -1;

  /** time of arrival of the reports that follow, on our clock; needed for skews and for pairs of postcards */
  nowUs = 0;
  private readonly skews: ClockSkews | null;
  /** postcards that wait for others of their packet; null when no segment pairs them */
  readonly pairs: PostcardPairs | null;

  constructor(
    bindings: readonly SegmentBinding[],
    nodes: readonly NodeClock[] = [],
    skews: ClockSkews | null = null,
    isNamed: (series: Series) => boolean = () => false,
  ) {
    super(bindings, nodes, isNamed);
    this.skews = skews;
    this.series = this.table.all;
    this.pairs = bindings.some(({ pairBy }) => pairBy !== undefined)
      ? new PostcardPairs((exporter, matched) => this.settle(exporter, matched))
      : null;
    this.bindings = bindings;
    this.flows = new FlowIndex(bindings);
    this.clocks = new ClockTable([...agreedClocks(bindings), ...nodes]);
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

  private keepPlan(batch: ReportBatch, r: number, candidates: CandidateSet): void {
    const { generation } = this.plans;
    this.plans.keep(batch, r, this.draft, candidates.plans);
    // the places of plans that the flows remember are gone
    if (generation !== this.plans.generation) this.flows.forget();
  }
}
