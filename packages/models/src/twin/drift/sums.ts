import { type Change, changeOf } from "./change.ts";
import type { DriftSettings } from "./driftSettings.ts";
import type { DriftState } from "./driftState.ts";
import {
  cameBack,
  moved,
  placesOf,
  SHORTEST,
  type Side,
  type Stretch,
  withShare,
  withStay,
} from "./excursions.ts";
import { bounded, type Noise, noiseOf } from "./noise.ts";

/** A sum that stays above the threshold is looked at after so many windows each (our choice). */
export const LOOK_EVERY = 5;
/** Noise below this part of the floor need not be resolved (our choice). */
const RESOLVED = 1 / 4;
/**
 * Windows between two looks at the noise, and the share of the threshold above which a sum is suspicious (our choice).
 */
const LEARN_EVERY = 30;
const SUSPICIOUS = 0.25;

/** The sums one window further, with the change of the mean that they show, if any. */
export function sumUp(
  state: DriftState & { noise: Noise },
  settings: DriftSettings,
  atMs: number,
  share: number,
): { next: DriftState & { noise: Noise }; found: Change | null; side: Side } {
  const { allowance, threshold, memoryWindows, minShare } = settings;
  const { scale } = state.noise;
  const counted = bounded(state.noise, share);
  const windows = Math.min(memoryWindows, state.windows + 1);
  const mean = state.mean + (counted - state.mean) / windows;
  const z = (counted - mean) / scale;
  const ignored = Math.max(allowance, minShare / 2 / scale);
  const up = Math.max(0, state.up + z - ignored);
  const down = Math.max(0, state.down - z - ignored);
  const learning = learnt(state, settings, share);
  const next: DriftState & { noise: Noise } = {
    ...learning,
    // where values count moves with the usual
    noise:
      learning.noise === null || learning.noise === state.noise
        ? { ...state.noise, centre: state.noise.centre + mean - state.mean }
        : learning.noise,
    ...excursionsOf(state, up, down, settings),
    windows,
    mean,
    // a sum that waits for a shift above the floor does not grow on
    up: Math.min(up, threshold),
    down: Math.min(down, threshold),
    upSinceMs: up > 0 ? (state.upSinceMs ?? atMs) : null,
    downSinceMs: down > 0 ? (state.downSinceMs ?? atMs) : null,
  };
  const side = up > down ? 1 : -1;
  const waits = Math.max(state.up, state.down) >= threshold && next.excursions.windows % LOOK_EVERY !== 0;
  if (Math.max(up, down) <= threshold || waits) return { next, found: null, side };
  const change = changeOf(next, side, side > 0 ? next.upSinceMs : next.downSinceMs);
  return { next, found: Math.abs(change.shift) < minShare ? null : change, side };
}

/** What the last windows say about how far the share is off, and for how long. */
export function excursionsOf(
  { excursions, recent, upOff, downOff, noise }: DriftState,
  up: number,
  down: number,
  { threshold, memoryWindows }: { threshold: number; memoryWindows: number | null },
): Pick<DriftState, "excursions" | "upOff" | "downOff"> {
  const isHeld = Math.max(up, down) > SUSPICIOUS * threshold;
  const last = lastShares(recent);
  const known = isHeld ? excursions : cameBack(excursions);
  const bound = noise?.bound ?? Number.POSITIVE_INFINITY;
  const next = withShare(known, last, { memory: memoryWindows, bound }, isHeld);
  const isSpan = next.windows % SHORTEST === 0 && known.usual !== null;
  const off = isSpan ? moved(known.usual!, placesOf(last)) : 0;
  const withOff = ([spans, sum, most]: Stretch): Stretch =>
    isSpan ? [spans + 1, sum + off, Math.max(most, Math.abs(off))] : [spans, sum, most];
  const risen = up > 0 ? next : withStay(next, 1, upOff);
  return {
    excursions: down > 0 ? risen : withStay(risen, -1, downOff),
    upOff: up > 0 ? withOff(upOff) : [0, 0, 0],
    downOff: down > 0 ? withOff(downOff) : [0, 0, 0],
  };
}

const lastShares = (recent: DriftState["recent"]): number[] =>
  recent.slice(-SHORTEST).map(([, share]) => share);

/** The noise is learnt on from the first windows that show no sign of a drift; a warm start alone knows it badly. */
function learnt(state: DriftState, settings: DriftSettings, share: number): DriftState {
  const { warm, up, down } = state;
  if (warm.length >= settings.learnWindows || Math.max(up, down) > SUSPICIOUS * settings.threshold)
    return state;
  const longer = [...warm, share];
  const look = longer.length % LEARN_EVERY === 0 || longer.length >= settings.learnWindows;
  return { ...state, warm: longer, noise: look ? noiseFrom(longer, settings) : state.noise };
}

export const noiseFrom = (warm: readonly number[], { clip, minShare }: DriftSettings): Noise =>
  noiseOf(warm, clip, minShare * RESOLVED);
