import type { NetworkFunction } from "../chain/index.ts";
import type { DeviceFacts } from "./catalogue.ts";
import { sumOf } from "./instance.ts";
import type { DelayTerm } from "./result.ts";
import type { DelayRange } from "./whatIf/evaluation.ts";

/**
 * Sum of the steps of a chain with its interval: the errors of the accesses are taken as independent (root of
 * the sum of squares), known over-estimates of functions widen the low side, full batches the high side (our choice, as
 * for one program in `latency`). Plain switches, links and waits count as exact.
 */
export function delayRange(
  terms: readonly DelayTerm[],
  factsOf: (device: string) => DeviceFacts | null,
  functionOf: (type: string) => NetworkFunction | null,
): DelayRange {
  const delayUs = round(sumOf(terms, (t) => t.us));
  let squares = 0;
  let biasUs = 0;
  let batchUs = 0;
  for (const { kind, device, what } of terms) {
    const facts = kind === "switch" || kind === "link" ? null : factsOf(device);
    if (facts === null) continue;
    if (kind === "base") {
      if (facts.halfWidthUs === null) return { delayUs, lowUs: null, highUs: null };
      squares += facts.halfWidthUs ** 2;
    } else if (kind === "function" || kind === "forward") {
      const fn = functionOf(what);
      if (!fn) continue;
      biasUs += facts.biasUs(fn);
      batchUs += facts.functionMoreUs(fn);
    }
  }
  // a packet waits for its batch in every function of a server alike, so these do not cancel out
  const halfUs = Math.sqrt(squares);
  const lowUs = Math.max(0, round(delayUs - halfUs - biasUs));
  return { delayUs, lowUs, highUs: round(delayUs + halfUs + batchUs) };
}

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
