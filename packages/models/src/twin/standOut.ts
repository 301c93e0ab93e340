import { type Blame, blame } from "./blame.ts";

/** How the latencies of one hop of a path spread, and what its reports show of its queue; `null`: nothing. */
export type HopSpread = {
  label: string;
  packets: number;
  /** the time that all but one packet in a hundred exceed */
  fastestUs: number | null;
  p75Us: number | null;
  p95Us: number | null;
  /** packets that met a queue, as a share of those that tell its depth */
  queuedShare: number | null;
};

/** The hop that stands out, with the time that it took: of a quarter of its packets, or with a queue of a twentieth. */
export type StandOut = Blame & { fastestUs: number; byQueue: boolean };

/** Fewer packets say nothing of a spread (our choice). */
const ENOUGH = 20;
/** Times its fastest, beyond which a hop stands out: healthy software switches reach seven (our choice). */
const BEYOND = 16;
/** Where reports show that a tenth of the packets met a queue, less is enough (our choice). */
const BEYOND_QUEUED = 4;
const QUEUED_SHARE = 0.1;
/** Less is no fault of a network (our choice). */
const LEAST_US = 10;
/** Of what the whole path took longer (our choice). */
const MOST = 0.5;

/**
 * Which hop of a path made its packets slow, by the path alone: no model, and nothing learnt before. A hop stands out
 * whose slow packets take many times what its fastest take, and that holds most of what the path took longer. A hop
 * that is slow for every packet is not known from one that is built so.
 */
export function standOut(hops: readonly HopSpread[]): StandOut | null {
  const isQueued = hops.map(({ queuedShare }) => (queuedShare ?? 0) >= QUEUED_SHARE);
  const found = blame(
    hops.map(({ label, packets, fastestUs, p75Us, p95Us }, i) => {
      const usualUs = packets >= ENOUGH ? fastestUs : null;
      const beyond = isQueued[i] ? BEYOND_QUEUED : BEYOND;
      return {
        ...{ label, kind: "switch" as const, usualUs },
        meanUs: usualUs === null ? null : isQueued[i] ? p95Us : p75Us,
        // three of them are noise
        usualSpreadUs: usualUs === null ? null : Math.max(LEAST_US, (beyond - 1) * usualUs) / 3,
      };
    }),
  );
  if (found === null || found.usualUs === null || found.shareOfExcess < MOST) return null;
  return { ...found, fastestUs: found.usualUs, byQueue: isQueued[found.index] };
}
