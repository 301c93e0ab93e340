/** What is offered to a queue now, and where that number comes from. */
export type OfferedLoad = { pps: number; source: "measured" | "stated"; note: string | null };

/**
 * Load of a queue that segments share. `measuredPps` is the packet rate of all segments that pass it, from
 * reports; `null` without any. With a stated background (packets that no segment reports) the two add;
 * without one the stated total holds, unless more is measured.
 */
export function offeredLoad(stated: {
  offeredPps: number;
  backgroundPps: number | null;
  measuredPps: number | null;
}): OfferedLoad {
  const { offeredPps, backgroundPps, measuredPps } = stated;
  if (measuredPps === null) return { pps: offeredPps, source: "stated", note: null };
  if (backgroundPps !== null) return { pps: backgroundPps + measuredPps, source: "measured", note: null };
  if (measuredPps <= offeredPps) return { pps: offeredPps, source: "stated", note: null };
  return {
    pps: measuredPps,
    source: "measured",
    note: `${Math.round(measuredPps)} packets/s are reported, more than the ${Math.round(offeredPps)} that are stated`,
  };
}
