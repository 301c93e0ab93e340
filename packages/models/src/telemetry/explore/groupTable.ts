import { Histogram } from "../window/histogram.ts";
import {
  type Explored,
  type ExploreGroup,
  type ExploreQuery,
  type ExploreTotals,
  type ExploreValue,
  MAX_BINS,
} from "./exploreQuery.ts";

/** Groups that are told apart in one answer (our choice); what comes beyond them is in the sum only. */
const MAX_GROUPS = 10_000;

/** The greater of two depths, of which each may be unknown (NaN). */
export const deeper = (a: number, b: number): number => (Number.isNaN(a) || b > a ? b : a);

/** What adds up of one group over one stretch of time. */
export class Tally {
  reports = 0;
  samples: number | null = null;
  readonly histogram = new Histogram();
  queueMax = Number.NaN;
  dropped = 0;
  congested = 0;

  /** A kept report that stands for `reports` of its kind; NaN where it does not say a figure. */
  addSample(
    reports: number,
    latencyUs: number,
    queueDepth: number,
    isDropped: boolean,
    isCongested: boolean,
  ): void {
    this.reports += reports;
    this.samples = (this.samples ?? 0) + 1;
    if (!Number.isNaN(latencyUs)) this.histogram.recordTimes(latencyUs, reports);
    this.queueMax = deeper(this.queueMax, queueDepth);
    if (isDropped) this.dropped += reports;
    if (isCongested) this.congested += reports;
  }

  add(other: Pick<Tally, "reports" | "histogram" | "queueMax" | "dropped" | "congested">): void {
    this.reports += other.reports;
    this.histogram.merge(other.histogram);
    this.queueMax = deeper(this.queueMax, other.queueMax);
    this.dropped += other.dropped;
    this.congested += other.congested;
  }

  totals(): ExploreTotals {
    const { reports, samples, histogram, dropped, congested } = this;
    const [p50Us, p99Us] = histogram.quantilesUs([0.5, 0.99]);
    return {
      ...{ reports, samples, meanUs: histogram.meanUs(), p50Us, p99Us },
      maxUs: histogram.count > 0 ? histogram.maxUs : null,
      queueMax: Number.isNaN(this.queueMax) ? null : this.queueMax,
      ...{ dropped, congested },
    };
  }

  valueOf(value: ExploreValue): number | null {
    switch (value) {
      case "p99Us":
        return this.histogram.quantileUs(0.99);
      case "p50Us":
        return this.histogram.quantileUs(0.5);
      case "meanUs":
        return this.histogram.meanUs();
      default:
        return this.totals()[value];
    }
  }
}

/** The bins of a query; a range that is not one of whole bins, or of too many, is the caller's mistake. */
export const binsOf = ({ fromMs, toMs, binMs }: ExploreQuery<string>): number => {
  const bins = Math.round((toMs - fromMs) / binMs);
  if (!(bins >= 1 && bins <= MAX_BINS && fromMs + bins * binMs === toMs))
    throw new RangeError(`a range is 1 to ${MAX_BINS} whole bins`);
  return bins;
};

const compare = (a: number | null, b: number | null): number => (b ?? -1) - (a ?? -1);

/** Tallies by key: now and in the period before, then of the first groups bin by bin. */
export class GroupTable {
  private readonly query: ExploreQuery<string>;
  private readonly now = new Map<string | null, Tally>();
  private readonly before = new Map<string | null, Tally>();
  private readonly all = new Tally();
  private cells: Map<string | null, (Tally | null)[]> | null = null;
  private cut = false;

  constructor(query: ExploreQuery<string>) {
    this.query = query;
  }

  /** The tally of a group over the range or, with `before`, over the period before it; null for one too many. */
  of(key: string | null, before: boolean): Tally | null {
    const table = before ? this.before : this.now;
    const known = table.get(key);
    if (known) return known;
    if (table.size >= MAX_GROUPS) {
      this.cut = true;
      return null;
    }
    const tally = new Tally();
    table.set(key, tally);
    return tally;
  }

  /** All groups of the range together, also those beyond the bound. */
  get whole(): Tally {
    return this.all;
  }

  /** Once everything was tallied: the keys whose bins are asked for. */
  first(): (string | null)[] {
    const { value, limit } = this.query;
    const ranked = [...this.now].map(([key, tally]) => ({ key, by: tally.valueOf(value), tally }));
    ranked.sort((a, b) => compare(a.by, b.by) || b.tally.reports - a.tally.reports);
    const keys = ranked.slice(0, limit).map(({ key }) => key);
    const bins = binsOf(this.query);
    this.cells = new Map(keys.map((key) => [key, new Array<Tally | null>(bins).fill(null)]));
    return keys;
  }

  /** The tally of a bin of one of the `first` groups; null for the others. */
  cell(key: string | null, bin: number): Tally | null {
    const cells = this.cells?.get(key);
    if (!cells) return null;
    cells[bin] ??= new Tally();
    return cells[bin];
  }

  answer(): Explored {
    const { value } = this.query;
    const groups = [...(this.cells ?? [])].map(([key, cells]): ExploreGroup => {
      const before = this.before.get(key);
      return {
        key,
        ...(this.now.get(key) ?? new Tally()).totals(),
        previous: before ? before.totals() : null,
        cells: cells.map((cell) => cell?.valueOf(value) ?? null),
      };
    });
    return { groups, groupCount: this.now.size, groupsCut: this.cut, all: this.all.totals() };
  }
}
