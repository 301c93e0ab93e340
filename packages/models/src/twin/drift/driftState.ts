import { type Excursions, type Stretch, startExcursions } from "./excursions.ts";
import type { Noise } from "./noise.ts";
import type { Run } from "./runs.ts";
import type { Waiting } from "./waiting.ts";

/**
 * State of the drift detector of one segment; plain data, so that it can be stored. `warming`: the usual
 * residual is being learnt. Shares are residuals divided by the prediction.
 */
export type DriftState = {
  phase: "warming" | "watching" | "drifted";
  /** shares of the windows from which the usual residual is learnt: the first ones, until there are `learnWindows` */
  warm: number[];
  /** how shares spread, as learnt; null while warming */
  noise: Noise | null;
  /** the usual share: running mean of what counts of each window, and over how many windows */
  mean: number;
  windows: number;
  /** Page-Hinkley sums to both sides, and since when each is above zero */
  up: number;
  down: number;
  upSinceMs: number | null;
  downSinceMs: number | null;
  /** the last windows: when each began, and its share */
  recent: [atMs: number, share: number][];
  /** when the drift began, and by how much the share moved; null while there is none */
  sinceMs: number | null;
  shift: number | null;
  /** windows in a row that were back near the usual share */
  calm: number;
  /** how far the share was off, for how long, and came back */
  excursions: Excursions;
  /** what was off to each side since its sum is above zero */
  upOff: Stretch;
  downOff: Stretch;
  /** a change that is a drift once it lasts longer than what came back before */
  waiting: Waiting | null;
  /** levels that the share had one after another, the present one last; of switches whose runs differ */
  runs: readonly Run[];
  /** a switch is known to have started since the last window (`noteStart`) */
  started: boolean;
};

export type DriftChange = "drifted" | "cleared" | null;

export const startDrift = (): DriftState => ({
  phase: "warming",
  warm: [],
  noise: null,
  mean: 0,
  windows: 0,
  up: 0,
  down: 0,
  upSinceMs: null,
  downSinceMs: null,
  recent: [],
  sinceMs: null,
  shift: null,
  calm: 0,
  excursions: startExcursions(),
  upOff: [0, 0, 0],
  downOff: [0, 0, 0],
  waiting: null,
  runs: [],
  started: false,
});
