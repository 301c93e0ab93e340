import { significantText } from "./significantText.ts";

/**
 * A latency in words, three digits: µs below one millisecond, ms below one second, s from there on. `besideUs`: the
 * largest that is written beside it, whose unit it takes, so that both compare at a glance.
 */
export function latencyText(us: number, besideUs = us): string {
  const largest = Math.max(us, besideUs);
  if (largest >= 1e6) return `${significantText(us / 1e6, 3)} s`;
  return largest >= 1e3 ? `${significantText(us / 1e3, 3)} ms` : `${significantText(us, 3)} µs`;
}
