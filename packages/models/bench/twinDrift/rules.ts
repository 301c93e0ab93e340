import { type DriftRules, defaultDriftSettings, startDrift, stepDrift } from "../../src/twin/index.ts";

/** Shares of one second each; a rule is fed them one by one and says when it calls a drift. */
export type Rule = { name: string; start(): (share: number) => boolean; beganAt?(): number | null };

const WARM = defaultDriftSettings.warmWindows;

/** What the product runs. */
export const ours = (settings: DriftRules): Rule => {
  let state = startDrift();
  return {
    name: "Page-Hinkley, robust (ours)",
    beganAt: () => (state.sinceMs === null ? null : state.sinceMs / 1000),
    start() {
      state = startDrift();
      let atMs = 0;
      return (share) => {
        const next = stepDrift(state, settings, atMs, share);
        state = next.state;
        atMs += 1000;
        return next.change === "drifted";
      };
    },
  };
};
export const pageHinkley = ours(defaultDriftSettings);

/** The textbook's: reference and deviation of the warm start, k = 0.5, h = 5; starts anew after each call. */
const cusum: Rule = {
  name: "CUSUM k=0.5 h=5",
  start() {
    const warm: number[] = [];
    let [mean, sigma, up, down] = [0, 0, 0, 0];
    return (share) => {
      if (warm.length < WARM) {
        warm.push(share);
        if (warm.length === WARM) {
          mean = warm.reduce((a, b) => a + b, 0) / WARM;
          sigma = Math.sqrt(warm.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (WARM - 1));
        }
        return false;
      }
      const z = (share - mean) / sigma;
      up = Math.max(0, up + z - 0.5);
      down = Math.max(0, down - z - 0.5);
      if (Math.max(up, down) <= 5) return false;
      [up, down] = [0, 0];
      return true;
    };
  },
};

/** Mean of the last 30 windows more than `share` off that of the warm start; calls once until it is back. */
const meanThreshold = (share: number): Rule => ({
  name: `mean of 30 windows off by ${100 * share} %`,
  start() {
    const last: number[] = [];
    let [seen, mean, isOff] = [0, 0, false];
    return (value) => {
      if (seen++ < WARM) {
        mean += value / WARM;
        return false;
      }
      last.push(value);
      if (last.length > 30) last.shift();
      if (last.length < 30) return false;
      const was = isOff;
      isOff = Math.abs(last.reduce((a, b) => a + b, 0) / 30 - mean) > share;
      return isOff && !was;
    };
  },
});

export const rules = [pageHinkley, cusum, meanThreshold(0.01), meanThreshold(0.05)];
