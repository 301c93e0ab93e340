import type { CollectorState, ExporterState } from "../collector/state.ts";

/**
 * The collectors of a cluster speak once a second, each at its own moment: a rate is over this long at least (our
 * choice, less than a second by what their timers are early).
 */
const OVER_MS = 900;

/** What of a collector's statement rates are made of. */
export type Counted = {
  atMs: CollectorState["atMs"];
  clock: Pick<CollectorState["clock"], "offsetMs">;
  exporters: readonly Pick<ExporterState, "address" | "reports">[];
};

/** Reports a second of each exporter and of all whose own is known; null is not known. */
export type ReportRates = { all: number | null; of: ReadonlyMap<string, number | null> };

// between two statements the clock may have been set
const passedMs = (state: Counted): number => state.atMs - state.clock.offsetMs;

/**
 * Rates since a statement before the one that is asked about: not known when there is none yet, nor of an exporter
 * whose count began anew. One that was not heard before has sent all of its reports since.
 */
export function createRates(): (state: Counted) => ReportRates {
  /** the oldest is the one to compare with, the last is the newest */
  let seen: Counted[] = [];
  return (state) => {
    const now = passedMs(state);
    const newest = seen.at(-1);
    if (!newest || now < passedMs(newest)) seen = [state];
    else if (now > passedMs(newest)) seen.push(state);
    while (seen.length > 2 && now - passedMs(seen[1]) >= OVER_MS) seen.shift();

    const [before] = seen;
    const seconds = (now - passedMs(before)) / 1_000;
    const earlier = new Map(before.exporters.map((e) => [e.address, e.reports]));
    const of = new Map<string, number | null>();
    let sum = 0;
    let known = 0;
    for (const { address, reports } of state.exporters) {
      const since = reports - (earlier.get(address) ?? 0);
      const rate = seconds > 0 && since >= 0 ? since / seconds : null;
      of.set(address, rate);
      if (rate === null) continue;
      sum += rate;
      known++;
    }
    const isKnown = seconds > 0 && (known > 0 || state.exporters.length === 0);
    return { all: isKnown ? sum : null, of };
  };
}
