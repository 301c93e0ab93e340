import type { Explored, ExploreFilter, ExploreQuery, ReportDimension } from "./exploreQuery.ts";
import { deeper, GroupTable } from "./groupTable.ts";
import { isHopDimension, placeKeys, plainReading, type Reading, sampleKeys } from "./keys.ts";
import type { ReportSample } from "./sample.ts";
import type { SampleChunk } from "./sampleChunk.ts";

type Filters = readonly ExploreFilter<ReportDimension>[];
/** Which reports, and which of their hops, fit all filters. */
type Fits = { report(i: number): boolean; hop(h: number): boolean; isOfHops: boolean };

function fitsOf(chunk: SampleChunk, filters: Filters, reading: Reading): Fits {
  const by = new Map<ReportDimension, Set<string>>();
  for (const { by: dimension, is } of filters) by.set(dimension, (by.get(dimension) ?? new Set()).add(is));
  const reports: ((i: number) => boolean)[] = [];
  const places = new Array<boolean>(chunk.shared.places.length).fill(true);
  let isOfHops = false;
  for (const [dimension, wanted] of by) {
    const has = (key: string | null): boolean => key !== null && wanted.has(key);
    if (isHopDimension(dimension)) {
      isOfHops = true;
      placeKeys(chunk, dimension, reading).forEach((key, place) => {
        places[place] &&= has(key);
      });
    } else {
      const keyOf = sampleKeys(chunk, dimension, reading);
      reports.push((i) => has(keyOf(i)));
    }
  }
  const { place } = chunk.columns;
  return {
    report: (i) => reports.every((fits) => fits(i)),
    hop: (h) => places[place[h]],
    isOfHops,
  };
}

type Visit = (i: number, key: string | null, latencyUs: number, queueDepth: number) => void;

/**
 * Calls `visit` for what is grouped in samples `from` to `to` of a chunk: a hop, or a report with the sum over its
 * hops that fit. NaN where a hop does not say its latency, or none a depth.
 */
function visitRecords(
  chunk: SampleChunk,
  [from, to]: readonly [number, number],
  query: Pick<ExploreQuery<ReportDimension>, "groupBy" | "filters">,
  reading: Reading,
  visit: Visit,
): void {
  const { groupBy } = query;
  const fits = fitsOf(chunk, query.filters, reading);
  const { latencyUs, queueDepth, place, hopEnd } = chunk.columns;
  if (isHopDimension(groupBy)) {
    const keys = placeKeys(chunk, groupBy, reading);
    for (let i = from; i < to; i++) {
      if (!fits.report(i)) continue;
      for (let h = chunk.hopStart(i); h < hopEnd[i]; h++)
        if (fits.hop(h)) visit(i, keys[place[h]], latencyUs[h], queueDepth[h]);
    }
    return;
  }
  const keyOf = sampleKeys(chunk, groupBy, reading);
  for (let i = from; i < to; i++) {
    if (!fits.report(i)) continue;
    let fitting = 0;
    let sumUs = 0;
    let depth = Number.NaN;
    for (let h = chunk.hopStart(i); h < hopEnd[i]; h++) {
      if (!fits.hop(h)) continue;
      fitting++;
      sumUs += latencyUs[h];
      depth = deeper(depth, queueDepth[h]);
    }
    if (fitting > 0) visit(i, keyOf(i), sumUs, depth);
    else if (!fits.isOfHops) visit(i, keyOf(i), Number.NaN, Number.NaN);
  }
}

/** The first sample of a chunk at or after `ms`. */
function firstFrom({ columns: { atMs } }: SampleChunk, ms: number): number {
  let [low, high] = [0, atMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (atMs[middle] < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

const samplesIn = (chunk: SampleChunk, fromMs: number, toMs: number): [number, number] =>
  chunk.lastMs < fromMs || chunk.firstMs >= toMs
    ? [0, 0]
    : [firstFrom(chunk, fromMs), firstFrom(chunk, toMs)];

/**
 * Groups kept reports: the first `limit` groups by the value, bin by bin, each beside the period before. A latency is
 * that of the hops that fit; of a whole report it is their sum, time on links is not in it.
 */
export function exploreSamples(
  chunks: readonly SampleChunk[],
  query: ExploreQuery<ReportDimension>,
  reading: Reading = plainReading,
): Explored {
  const { fromMs, toMs, binMs } = query;
  const table = new GroupTable(query);
  const tally = (stretch: readonly [number, number], before: boolean): void => {
    for (const chunk of chunks) {
      const range = samplesIn(chunk, ...stretch);
      if (range[0] >= range[1]) continue;
      const { reports } = chunk.columns;
      visitRecords(chunk, range, query, reading, (i, key, us, depth) => {
        const [dropped, congested] = [chunk.isDropped(i), chunk.isCongested(i)];
        table.of(key, before)?.addSample(reports[i], us, depth, dropped, congested);
        if (!before) table.whole.addSample(reports[i], us, depth, dropped, congested);
      });
    }
  };
  tally([fromMs, toMs], false);
  tally([fromMs - (toMs - fromMs), fromMs], true);
  table.first();
  for (const chunk of chunks) {
    const range = samplesIn(chunk, fromMs, toMs);
    if (range[0] >= range[1]) continue;
    const { reports, atMs } = chunk.columns;
    visitRecords(chunk, range, query, reading, (i, key, us, depth) =>
      table
        .cell(key, Math.floor((atMs[i] - fromMs) / binMs))
        ?.addSample(reports[i], us, depth, chunk.isDropped(i), chunk.isCongested(i)),
    );
  }
  return table.answer();
}

export type ExemplarQuery = {
  fromMs: number;
  toMs: number;
  filters: Filters;
  order: "slowest" | "newest";
  limit: number;
};

/** Kept reports that fit, the slowest (by their hops that fit) or the newest first. */
export function exemplars(
  chunks: readonly SampleChunk[],
  query: ExemplarQuery,
  reading: Reading = plainReading,
): { found: number; samples: (ReportSample & { latencyUs: number | null })[] } {
  let best: { chunk: SampleChunk; i: number; us: number; rank: number }[] = [];
  let found = 0;
  const cut = (): void => {
    best = best.sort((a, b) => b.rank - a.rank).slice(0, query.limit);
  };
  for (const chunk of chunks) {
    const range = samplesIn(chunk, query.fromMs, query.toMs);
    if (range[0] >= range[1]) continue;
    const { atMs } = chunk.columns;
    visitRecords(chunk, range, { ...query, groupBy: "exporter" }, reading, (i, _, us) => {
      found++;
      const rank = query.order === "newest" ? atMs[i] : Number.isNaN(us) ? -1 : us;
      best.push({ chunk, i, us, rank });
      if (best.length > 64 * query.limit) cut();
    });
  }
  cut();
  return {
    found,
    samples: best.map(({ chunk, i, us }) => {
      const sample = chunk.sample(i);
      const segment = sample.segment !== null && reading.shows(sample.segment) ? sample.segment : null;
      return { ...sample, segment, latencyUs: Number.isNaN(us) ? null : us };
    }),
  };
}
