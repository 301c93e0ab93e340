/** Waits behind clocks, in services: their mean, what a hundredth of the packets exceeds, and the share that waits. */
export type ClockWaits = { mean: number; p99: number; busyShare: number };

/** Beyond these the sums get long, and clocks are hardly told from chance, or never settle (our choice). */
const MOST = { sources: 2_000, utilisation: 0.97 };
/** Steps of the integral over the wait, up to so many times its slowest hundredth. */
const [STEPS, SPAN] = [160, 5];
const LEAST_SHARE = 1e-12;
/** Answers that are kept, by their numbers: predictions ask for the same queue every few seconds. */
const KEPT = 500;
const kept = new Map<string, ClockWaits>();

/**
 * Waits of packets of so many clocks of one period, with phases by chance, before services of one fixed time
 * (N*D/D/1; Eckberg 1979). A packet meets those of the others. Null for one clock, for many, and near saturation.
 */
export function clockWaits(sources: number, utilisation: number): ClockWaits | null {
  const clocks = Math.round(sources);
  if (clocks < 2 || clocks > MOST.sources || utilisation > MOST.utilisation || utilisation <= 0) return null;
  const load = Number(utilisation.toPrecision(3));
  const key = `${clocks} ${load}`;
  const known = kept.get(key);
  if (known) return known;
  if (kept.size >= KEPT) kept.clear();
  const found = waitsOf(clocks, load);
  kept.set(key, found);
  return found;
}

function waitsOf(clocks: number, load: number): ClockWaits {
  const others = clocks - 1;
  const choices = [0];
  for (let k = 1; k <= others; k++) choices.push(choices[k - 1]! + Math.log((others - k + 1) / k));
  const beyond = (wait: number): number => shareBeyond(wait, others, clocks / load, choices);
  let [low, high] = [0, others];
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (beyond(middle) > 0.01) low = middle;
    else high = middle;
  }
  const step = Math.min(others, SPAN * Math.max(low, 0.2)) / STEPS;
  let mean = 0;
  for (let i = 0; i < STEPS; i++) mean += step * beyond((i + 0.5) * step);
  return { mean, p99: low, busyShare: beyond(0) };
}

/** Share of waits beyond `wait` services: k of the others within k - wait services of the period, and none before. */
function shareBeyond(wait: number, others: number, period: number, choices: readonly number[]): number {
  let sum = 0;
  for (let k = Math.floor(wait) + 1; k <= others; k++) {
    const part = (k - wait) / period;
    if (part >= 1) break;
    const share = Math.exp(choices[k]! + k * Math.log(part) + (others - k) * Math.log1p(-part));
    sum += (share * (period - others + wait)) / (period - k + wait);
    if (share < LEAST_SHARE && k > wait / (1 - others / period)) break;
  }
  return Math.min(1, sum);
}
