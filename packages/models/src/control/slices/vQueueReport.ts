/**
 * What a switch with vQueue writes into the 16-bit IPv4 identification field (thesis Sec. 6.4.1). Fields that
 * a target lacks are null.
 */
export type VQueueReport = {
  virtualDelayMs: number | null;
  realDelayMs: number | null;
  /** packets of the flow dropped before this one, what did not fit carried over to the next */
  dropped: number | null;
};

type Field = { shift: number; bits: number };
type Layout = { [key in keyof VQueueReport]: Field | null };

/** Bits of the field per target. */
const vQueueLayouts = {
  bmv2: {
    virtualDelayMs: { shift: 0, bits: 6 },
    realDelayMs: { shift: 6, bits: 6 },
    dropped: { shift: 12, bits: 4 },
  },
  bmv2WithoutVQueue: { virtualDelayMs: null, realDelayMs: { shift: 0, bits: 12 }, dropped: null },
  smartNic: { virtualDelayMs: { shift: 0, bits: 9 }, realDelayMs: null, dropped: { shift: 9, bits: 7 } },
} as const satisfies Record<string, Layout>;
export type VQueueLayout = keyof typeof vQueueLayouts;

const keys = ["virtualDelayMs", "realDelayMs", "dropped"] as const;
const largest = ({ bits }: Field): number => 2 ** bits - 1;

/** Values of an identification field, whole milliseconds and packets. */
export function decodeVQueueReport(identification: number, target: VQueueLayout): VQueueReport {
  const layout: Layout = vQueueLayouts[target];
  const value = (field: Field | null): number | null =>
    field === null ? null : (identification >>> field.shift) & largest(field);
  return {
    virtualDelayMs: value(layout.virtualDelayMs),
    realDelayMs: value(layout.realDelayMs),
    dropped: value(layout.dropped),
  };
}

/** The identification field of a report; what is larger than its bits is cut to the largest value. */
export function encodeVQueueReport(report: VQueueReport, target: VQueueLayout): number {
  const layout: Layout = vQueueLayouts[target];
  return keys.reduce((word, key) => {
    const field = layout[key];
    if (field === null) return word;
    return word | (Math.min(Math.floor(report[key] ?? 0), largest(field)) << field.shift);
  }, 0);
}

/** The greatest share of drops that a target can report: all counts in every packet that passes, n of n + 1. */
export function maxReportableLoss(target: VQueueLayout): number | null {
  const layout: Layout = vQueueLayouts[target];
  const { dropped } = layout;
  return dropped === null ? null : largest(dropped) / (largest(dropped) + 1);
}
