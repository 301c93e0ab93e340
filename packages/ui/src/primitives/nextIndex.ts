const PAGE = 10;

/**
 * Where a key moves the focus in a list of `count` items; null when the key does not move, or there is nowhere to go.
 */
export function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
  const wanted =
    key === "Home" ? 0 : key === "End" ? count - 1 : key in steps ? index + (steps[key] ?? 0) : null;
  if (wanted === null) return null;
  const next = Math.min(count - 1, Math.max(0, wanted));
  return next === index ? null : next;
}
