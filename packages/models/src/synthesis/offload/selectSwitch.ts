/** Our choice: the thesis names the threshold CAP_THR and gives no value. */
export const CAPACITY_THRESHOLD = 0.8;

/** The first switch of a way that has room, with those before it, which only forward; `switch` null: none has. */
export type SwitchChoice = { switch: string | null; forwarding: string[] };

/**
 * Algorithm 4 of the thesis: along the way from the ingress toward the server the first switch whose free
 * entries, less a reserve for updates, hold the rules. `needed`: entries by switch, because targets need
 * different numbers (null: it cannot hold the rules at all); `free`: null is no bound.
 */
export function selectSwitch(
  way: readonly string[],
  needed: (id: string) => number | null,
  free: (id: string) => number | null,
  threshold: number = CAPACITY_THRESHOLD,
): SwitchChoice {
  const forwarding: string[] = [];
  for (const id of way) {
    const rules = needed(id);
    const room = free(id);
    if (rules !== null && (room === null || rules <= room * threshold)) return { switch: id, forwarding };
    forwarding.push(id);
  }
  return { switch: null, forwarding };
}
