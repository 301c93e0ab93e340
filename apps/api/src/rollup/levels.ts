/** Lengths of stored windows in seconds, the finest first. Each is a multiple of the one before. */
export const LEVELS_S = [1, 10, 60, 3600] as const;
export type LevelS = (typeof LEVELS_S)[number];

/** A stretch of time to be read at one level. */
export type Stretch = { levelS: LevelS; fromMs: number; toMs: number };

/** Up to where a level holds all windows; null: it has caught up with everything that is stored. */
export type Frontiers = (levelS: LevelS) => number | null;

/**
 * How to read [fromMs, toMs) with few rows and to the second: the coarsest level not above `coarsestS` for
 * the periods that lie wholly inside and are merged, finer ones for what is left at both ends. Stretches in
 * order of time.
 */
export function readPlan(fromMs: number, toMs: number, coarsestS: number, frontier: Frontiers): Stretch[] {
  const levels = LEVELS_S.filter((levelS) => levelS === 1 || levelS <= coarsestS);
  const cover = (from: number, to: number, index: number): Stretch[] => {
    if (from >= to) return [];
    const levelS = levels[index];
    if (index === 0) return [{ levelS, fromMs: from, toMs: to }];
    const ms = levelS * 1000;
    const limit = frontier(levelS);
    const start = Math.ceil(from / ms) * ms;
    const end = Math.floor(Math.min(to, limit ?? to) / ms) * ms;
    if (start >= end) return cover(from, to, index - 1);
    return [
      ...cover(from, start, index - 1),
      { levelS, fromMs: start, toMs: end },
      ...cover(end, to, index - 1),
    ];
  };
  return joined(cover(fromMs, toMs, levels.length - 1));
}

/** Stretches of one level that touch become one. */
const joined = (stretches: readonly Stretch[]): Stretch[] =>
  stretches.reduce<Stretch[]>((all, next) => {
    const last = all.at(-1);
    if (last && last.levelS === next.levelS && last.toMs === next.fromMs) last.toMs = next.toMs;
    else all.push({ ...next });
    return all;
  }, []);
