import type { Explored, ExploreFilter, ExploreQuery, ReportDimension } from "./exploreQuery.ts";
import { deeper, GroupTable } from "./groupTable.ts";
import { isHopDimension, placeReader, plainReading, type Reading, sampleKeys } from "./keys.ts";
import type { ReportSample } from "./sample.ts";
import type { SampleChunk } from "./sampleChunk.ts";

type Filters = readonly ExploreFilter<ReportDimension>[];
/** Which reports, and which of their hops, fit all filters. */
type Fits = { report(i: number): boolean; hop(h: number): boolean; isOfHops: boolean };

function fitsReader(filters: Filters, reading: Reading): (chunk: SampleChunk) => Fits {
  const by = new Map<ReportDimension, Set<string>>();
  for (const { by: dimension, is } of filters) by.set(dimension, (by.get(dimension) ?? new Set()).add(is));
  const wanted = [...by].map(([dimension, keys]) => ({
    has: (key: string | null): boolean => key !== null && keys.has(key),
    ...(isHopDimension(dimension)
      ? { places: placeReader(dimension, reading), dimension: null }
      : { places: null, dimension }),
  }));
  const isOfHops = wanted.some(({ places }) => places !== null);
  return (chunk) => {
    const reports: ((i: number) => boolean)[] = [];
    const fitting = new Array<boolean>(chunk.shared.places.length).fill(true);
    for (const { has, places, dimension } of wanted) {
      if (places !== null) {
        places(chunk).forEach((key, place) => {
          fitting[place] &&= has(key);
        });
        continue;
      }
      const { numberOf, keys } = sampleKeys(chunk, dimension, reading);
      const wantedAt = keys.map(has);
      reports.push((i) => wantedAt[numberOf(i)] ?? false);
    }
    const { place } = chunk.columns;
    return { report: (i) => reports.every((fits) => fits(i)), hop: (h) => fitting[place[h]], isOfHops };
  };
}

/** A chunk as one query reads it: what is grouped has a number, whose key is looked up once. */
type ReadChunk = {
  chunk: SampleChunk;
  fits: Fits;
  /** of hops: their place; else the report's own number in its column */
  isOfHops: boolean;
  numberOf(record: number): number;
  keys: (string | null)[];
};

function chunkReader(
  { groupBy, filters }: Pick<ExploreQuery<ReportDimension>, "groupBy" | "filters">,
  reading: Reading,
): (chunk: SampleChunk) => ReadChunk {
  const fitsOf = fitsReader(filters, reading);
  if (!isHopDimension(groupBy))
    return (chunk) => ({
      ...{ chunk, fits: fitsOf(chunk), isOfHops: false },
      ...sampleKeys(chunk, groupBy, reading),
    });
  const keysOf = placeReader(groupBy, reading);
  return (chunk) => {
    const { place } = chunk.columns;
    const numberOf = (h: number): number => place[h];
    return { chunk, fits: fitsOf(chunk), isOfHops: true, numberOf, keys: keysOf(chunk) };
  };
}

/**
 * Calls `visit` for what is grouped in samples `from` to `to` of a chunk: a hop, or a report with the sum over its
 * hops that fit. NaN where a hop does not say its latency, or none a depth. `slotOf` is asked once for each key.
 */
function visitRecords<Slot>(
  { chunk, fits, isOfHops, numberOf, keys }: ReadChunk,
  [from, to]: readonly [number, number],
  slotOf: (key: string | null) => Slot,
  visit: (i: number, slot: Slot, latencyUs: number, queueDepth: number) => void,
): void {
  const { latencyUs, queueDepth, hopEnd } = chunk.columns;
  const slots = new Array<Slot | undefined>(keys.length);
  const slotAt = (record: number): Slot => {
    const number = numberOf(record);
    const known = slots[number];
    if (known !== undefined) return known;
    const slot = slotOf(keys[number] ?? null);
    slots[number] = slot;
    return slot;
  };
  for (let i = from; i < to; i++) {
    if (!fits.report(i)) continue;
    if (isOfHops) {
      for (let h = chunk.hopStart(i); h < hopEnd[i]; h++)
        if (fits.hop(h)) visit(i, slotAt(h), latencyUs[h], queueDepth[h]);
      continue;
    }
    let fitting = 0;
    let sumUs = 0;
    let depth = Number.NaN;
    for (let h = chunk.hopStart(i); h < hopEnd[i]; h++) {
      if (!fits.hop(h)) continue;
      fitting++;
      sumUs += latencyUs[h];
      depth = deeper(depth, queueDepth[h]);
    }
    if (fitting > 0) visit(i, slotAt(i), sumUs, depth);
    else if (!fits.isOfHops) visit(i, slotAt(i), Number.NaN, Number.NaN);
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
  const read = chunks
    .filter(({ firstMs, lastMs }) => lastMs >= 2 * fromMs - toMs && firstMs < toMs)
    .map(chunkReader(query, reading));
  const tally = (stretch: readonly [number, number], before: boolean): void => {
    for (const each of read) {
      const { chunk } = each;
      const { reports } = chunk.columns;
      visitRecords(
        each,
        samplesIn(chunk, ...stretch),
        (key) => table.of(key, before),
        (i, group, us, depth) => {
          const [dropped, congested] = [chunk.isDropped(i), chunk.isCongested(i)];
          group?.addSample(reports[i], us, depth, dropped, congested);
          if (!before) table.whole.addSample(reports[i], us, depth, dropped, congested);
        },
      );
    }
  };
  tally([fromMs, toMs], false);
  tally([2 * fromMs - toMs, fromMs], true);
  table.first();
  for (const each of read) {
    const { chunk } = each;
    const { reports, atMs } = chunk.columns;
    visitRecords(
      each,
      samplesIn(chunk, fromMs, toMs),
      (key) => table.cells(key),
      (i, cells, us, depth) =>
        cells
          ?.at(Math.floor((atMs[i] - fromMs) / binMs))
          .addSample(reports[i], us, depth, chunk.isDropped(i), chunk.isCongested(i)),
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
  const readOf = chunkReader({ ...query, groupBy: "exporter" }, reading);
  const cut = (): void => {
    best = best.sort((a, b) => b.rank - a.rank).slice(0, query.limit);
  };
  for (const chunk of chunks) {
    const range = samplesIn(chunk, query.fromMs, query.toMs);
    if (range[0] >= range[1]) continue;
    const { atMs } = chunk.columns;
    visitRecords(
      readOf(chunk),
      range,
      () => null,
      (i, _, us) => {
        found++;
        const rank = query.order === "newest" ? atMs[i] : Number.isNaN(us) ? -1 : us;
        best.push({ chunk, i, us, rank });
        if (best.length > 64 * query.limit) cut();
      },
    );
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
