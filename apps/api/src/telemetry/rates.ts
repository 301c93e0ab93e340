import type { CollectorState } from "../collector/state.ts";

/** The collectors of a cluster speak once a second, each at its own moment: a rate is over this long at least. */
const OVER_MS = 900;

// between two statements the clock may have been set
const passedMs = (state: CollectorState): number => state.atMs - state.clock.offsetMs;
const reportsOf = (state: CollectorState): number => state.exporters.reduce((sum, e) => sum + e.reports, 0);

export type ReportRates = { all: number | null; of(address: string): number | null };

/**
 * Reports a second, from the statement that is asked about and one before it: null when there is none yet, or a
 * collector has started to count anew.
 */
export function createRates() {
  /** the oldest is the one to compare with, the last is the newest */
  let seen: CollectorState[] = [];
  return (state: CollectorState): ReportRates => {
    const now = passedMs(state);
    const newest = seen.at(-1);
    if (newest && (now < passedMs(newest) || reportsOf(state) < reportsOf(newest))) seen = [];
    if (!newest || now !== passedMs(newest)) seen.push(state);
    while (seen.length > 2 && now - passedMs(seen[1]) >= OVER_MS) seen.shift();
    const [before] = seen;
    const seconds = (now - passedMs(before)) / 1000;
    const over = (reports: number, earlier: number): number | null =>
      seconds <= 0 || reports < earlier ? null : (reports - earlier) / seconds;
    const byAddress = (s: CollectorState) => new Map(s.exporters.map((e) => [e.address, e.reports]));
    const [reports, earlier] = [byAddress(state), byAddress(before)];
    return {
      all: over(reportsOf(state), reportsOf(before)),
      // one that was not heard before has sent all of its reports since
      of: (address) => over(reports.get(address) ?? 0, earlier.get(address) ?? 0),
    };
  };
}
