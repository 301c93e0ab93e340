import type { DriftRules } from "./driftSettings.ts";
import type { DriftState } from "./driftState.ts";
import { bounded, medianOf, type Noise } from "./noise.ts";
import { withLevel } from "./runs.ts";
import { atLevel, runsOf } from "./stepRuns.ts";

/** A start of a switch on the path, as far as it is known when: after one look at the switch, by the next. */
export type KnownStart = { afterMs: number; byMs: number };

/**
 * The state with a run from a start on that was noticed on the switch itself; its level need not have changed for it.
 * Nothing changes where runs are not told apart, where the change of level was found already, and where the start
 * is older than the windows that are remembered. Pure.
 */
export function noteStart(
  state: DriftState,
  { runShare }: DriftRules,
  { afterMs, byMs }: KnownStart,
): DriftState {
  const { noise, recent } = state;
  if (!noise || runShare === undefined) return state;
  const known = runsOf(state);
  if (state.runs.length > 0 && known.at(-1)!.sinceMs > afterMs) return state;
  const first = recent.findIndex(([at]) => at > afterMs);
  if (first < 0) return { ...state, runs: known, started: true };
  if (first === 0) return state;
  const last = recent.findLastIndex(([at]) => at <= byMs);
  const from = splitOf(recent, noise, first, Math.max(first, last));
  const shares = recent.slice(from).map(([, share]) => share);
  const level = { sinceMs: recent[from]![0], shares, middle: medianOf(shares) };
  const counted = shares.length;
  // a start before all that the last run counted is that run
  if (counted >= known.at(-1)!.windows) return state;
  const runs = withLevel(known, level, noise, counted);
  return {
    ...atLevel(state, noise, level),
    runs: [...runs.slice(0, -1), { ...runs.at(-1)!, startedByMs: byMs }],
  };
}

/** Which of the windows `first` to `last` begins what differs most from the windows before, in its standard errors. */
function splitOf(recent: DriftState["recent"], noise: Noise, first: number, last: number): number {
  const shares = recent.map(([, share]) => bounded(noise, share));
  const total = shares.reduce((sum, share) => sum + share, 0);
  let before = shares.slice(0, first).reduce((sum, share) => sum + share, 0);
  let [best, most] = [first, -1];
  for (let at = first; at <= last; at++) {
    const [m, n] = [at, shares.length - at];
    const off = Math.abs((total - before) / n - before / m) * Math.sqrt((m * n) / (m + n));
    if (off > most) [best, most] = [at, off];
    before += shares[at]!;
  }
  return best;
}
