/** A threshold is drawn to scale when it is at most this many times the largest value in view (our choice). */
const REACH = 3;

/**
 * Range of the latency axis in microseconds. Linear axes start at zero. PL and DL are taken in when they are near;
 * a threshold far above would flatten what is to be seen, and is then said in the legend alone.
 */
export function latencyRange(
  minUs: number | null,
  maxUs: number | null,
  limitsUs: readonly number[],
  scale: "linear" | "log",
): [number, number] {
  const highest = maxUs !== null && maxUs > 0 ? maxUs : Math.max(1, ...limitsUs);
  const near = limitsUs.filter((us) => us <= highest * (scale === "log" ? 10 : REACH));
  const top = Math.max(highest, ...near);
  if (scale === "linear") return [0, top * 1.08];
  const lowest = minUs !== null && minUs > 0 ? minUs : top / 100;
  return [Math.min(lowest / 1.2, top / 2), top * 1.25];
}

/**
 * Range of the time axis in seconds: what is asked for, else the last `windowSeconds` up to the latest x, of which the
 * clock may be another than that of `nowS`; up to now without any.
 */
export function timeRange(
  asked: readonly [number, number] | null,
  windowSeconds: number | null,
  firstX: number | null,
  lastX: number | null,
  nowS: number,
): [number, number] {
  if (asked) return [asked[0], asked[1]];
  if (lastX === null) return [nowS - (windowSeconds ?? 60), nowS];
  if (windowSeconds !== null) return [lastX - windowSeconds, lastX];
  const from = firstX ?? lastX;
  return from === lastX ? [lastX - 1, lastX + 1] : [from, lastX];
}
