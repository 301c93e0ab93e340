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

/** The tallies of one group bin by bin. */
class Bins {
  private readonly tallies: (Tally | null)[];

  constructor(bins: number) {
    this.tallies = new Array<Tally | null>(bins).fill(null);
  }

  at(bin: number): Tally {
    const known = this.tallies[bin];
    if (known) return known;
    const tally = new Tally();
    this.tallies[bin] = tally;
    return tally;
  }

  values(value: ExploreValue): (number | null)[] {
    return this.tallies.map((tally) => tally?.valueOf(value) ?? null);
  }
}

/** Tallies by key: now and in the period before, then of the first groups bin by bin. */
export class GroupTable {
  private readonly query: ExploreQuery<string>;
  private readonly now = new Map<string | null, Tally>();
  private readonly before = new Map<string | null, Tally>();
  private readonly all = new Tally();
  private readonly bins = new Map<string | null, Bins>();
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

  /** Once everything was tallied: the bins of the first groups are asked for. */
  first(): void {
    const { value, limit } = this.query;
    const ranked = [...this.now].map(([key, tally]) => ({ key, by: tally.valueOf(value), tally }));
    ranked.sort((a, b) => compare(a.by, b.by) || b.tally.reports - a.tally.reports);
    const bins = binsOf(this.query);
    for (const { key } of ranked.slice(0, limit)) this.bins.set(key, new Bins(bins));
  }

  /** The bins of one of the `first` groups; null for the others. */
  cells(key: string | null): Bins | null {
    return this.bins.get(key) ?? null;
  }

  answer(): Explored {
    const { value } = this.query;
    const groups = [...this.bins].map(([key, bins]): ExploreGroup => {
      const before = this.before.get(key);
      return {
        key,
        ...(this.now.get(key) ?? new Tally()).totals(),
        previous: before ? before.totals() : null,
        cells: bins.values(value),
      };
    });
    return { groups, groupCount: this.now.size, groupsCut: this.cut, all: this.all.totals() };
  }
}
