import type { NetworkFunction } from "../chain/index.ts";
import type { DeviceFacts } from "./catalogue.ts";
import { sumOf } from "./instance.ts";
import type { DelayTerm } from "./result.ts";
import type { DelayRange } from "./whatIf/evaluation.ts";

/**
 * Sum of the steps of a chain with its two intervals, one standard deviation each, as the twin has them: of the mean,
 * where what one profile's fit leaves open, and what a start of one device differs by, is the same in each access and
 * adds up, while different profiles and devices are independent; of a packet, with the spread of each access. Known
 * over-estimates of functions widen the low sides, full batches the high sides (our choice). Plain switches, links and
 * waits count as exact.
 */
export function delayRange(
  terms: readonly DelayTerm[],
  factsOf: (device: string) => DeviceFacts | null,
  functionOf: (type: string) => NetworkFunction | null,
): DelayRange {
  const delayUs = round(sumOf(terms, (t) => t.us));
  const errors = new Map<string, number>();
  const add = (source: string, us: number): void => {
    errors.set(source, (errors.get(source) ?? 0) + us);
  };
  let ofPackets: number | null = 0;
  let biasUs = 0;
  let batchUs = 0;
  for (const { kind, device, what } of terms) {
    const facts = kind === "switch" || kind === "link" ? null : factsOf(device);
    if (facts === null) continue;
    if (kind === "base") {
      if (facts.fitErrorUs === null)
        return { delayUs, meanLowUs: null, meanHighUs: null, lowUs: null, highUs: null };
      add(`fit of ${facts.profile}`, facts.fitErrorUs);
      add(`run of ${device}`, facts.runSpreadUs);
      ofPackets = ofPackets === null || facts.spreadUs === null ? null : ofPackets + facts.spreadUs ** 2;
    } else if (kind === "function" || kind === "forward") {
      const fn = functionOf(what);
      if (!fn) continue;
      biasUs += facts.biasUs(fn);
      batchUs += facts.functionMoreUs(fn);
    }
  }
  // a packet waits for its batch in every function of a server alike, so these do not cancel out
  const ofMean = [...errors.values()].reduce((sum, us) => sum + us ** 2, 0);
  const around = (halfUs: number): { low: number; high: number } => ({
    low: Math.max(0, round(delayUs - halfUs - biasUs)),
    high: round(delayUs + halfUs + batchUs),
  });
  const mean = around(Math.sqrt(ofMean));
  const packet = ofPackets === null ? null : around(Math.sqrt(ofMean + ofPackets));
  return {
    ...{ delayUs, meanLowUs: mean.low, meanHighUs: mean.high },
    ...{ lowUs: packet?.low ?? null, highUs: packet?.high ?? null },
  };
}

/** In place of the interval of a packet in a sum over chains: none passes them all. */
export const NO_PACKET = { lowUs: null, highUs: null } as const;

/** Without the last digits of binary rounding, far below the tolerance of delays. */
const round = (us: number): number => Math.round(us * 1e9) / 1e9;

/**
 * The steps of a chain between the interfaces around functions `from` to `to` (positions): from the access to
 * the device of the first one until the packet leaves the device of the last one. What else runs there in the
 * same access lies between the same interfaces, so it counts.
 */
export function segmentTerms(terms: readonly DelayTerm[], from: number, to: number): DelayTerm[] {
  const at: number[] = [];
  terms.forEach((t, i) => {
    if (t.kind === "function") at.push(i);
  });
  let start = at[from] ?? 0;
  while (start > 0 && terms[start]!.kind !== "base") start--;
  let end = (at[to] ?? terms.length - 1) + 1;
  while (end < terms.length && INSIDE.has(terms[end]!.kind)) end++;
  return terms.slice(start, end);
}

/** Steps of an access after its base. */
const INSIDE: ReadonlySet<DelayTerm["kind"]> = new Set(["wait", "function", "controller", "forward"]);
