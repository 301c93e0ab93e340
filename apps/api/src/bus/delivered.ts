/**
 * What became of the rows of a batch. `mended` of them have a figure clamped or an optional column empty, which the
 * destination refused.
 */
export type Delivered = { stored: number; duplicates: number; dropped: number; mended: number };

export const addDelivered = (a: Delivered, b: Delivered): Delivered => ({
  stored: a.stored + b.stored,
  duplicates: a.duplicates + b.duplicates,
  dropped: a.dropped + b.dropped,
  mended: a.mended + b.mended,
});
