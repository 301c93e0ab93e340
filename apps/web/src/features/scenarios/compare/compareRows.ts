import type { DelayRange, DelaySum, Evaluation } from "@p4twin/models/placement";

/** A number of each side (null: that side has none), the first being what the others are compared with. */
export type SumRow = {
  id: string;
  label: string;
  /** empty: a count */
  unit: string;
  values: (number | null)[];
  /** of a sum of latencies: the interval of its mean, side by side with the values */
  intervals?: (DelaySum | null)[];
};

/** Delay of a chain, or of a segment of one, on each side. */
export type DelayRow = {
  id: string;
  label: string;
  isSegment: boolean;
  cells: ({
    delay: DelayRange | null;
    budgetUs: number | null;
    plUs: number | null;
    dlUs: number | null;
    hosts: readonly string[];
  } | null)[];
};

export const sumRows = (sides: readonly (Evaluation | null)[]): SumRow[] => {
  const row = (id: string, label: string, unit: string, of: (side: Evaluation) => number): SumRow => ({
    id,
    label,
    unit,
    values: sides.map((side) => side && of(side)),
  });
  return [
    row("placed", "Chains placed", "", ({ chains }) => chains.filter(({ delay }) => delay !== null).length),
    row("power", "Power", "W", ({ powerWatts }) => powerWatts),
    { ...row("delay", "Sum of delays", "µs", ({ delayUs }) => delayUs), intervals: [...sides] },
    row("cost", "Price", "$", ({ costUsd }) => costUsd),
    row("devices", "Devices in use", "", ({ devices }) => devices.length),
    row("broken", "Broken constraints", "", ({ violations }) => violations.length),
  ];
};

/** Every chain of any side with its segments, in the order in which they come. */
export function delayRows(sides: readonly (Evaluation | null)[]): DelayRow[] {
  const chains = [...new Set(sides.flatMap((side) => side?.chains.map(({ id }) => id) ?? []))];
  return chains.flatMap((chainId) => {
    const found = sides.map((side) => side?.chains.find(({ id }) => id === chainId) ?? null);
    const segments = [...new Set(found.flatMap((chain) => chain?.segments.map(({ id }) => id) ?? []))];
    const chainRow: DelayRow = {
      id: chainId,
      label: chainId,
      isSegment: false,
      cells: found.map(
        (chain) =>
          chain && {
            delay: chain.delay,
            budgetUs: chain.budgetUs,
            plUs: null,
            dlUs: null,
            hosts: chain.hosts,
          },
      ),
    };
    return [
      chainRow,
      ...segments.map((segmentId): DelayRow => {
        const cells = found.map((chain) => chain?.segments.find(({ id }) => id === segmentId) ?? null);
        return {
          id: `${chainId} ${segmentId}`,
          label: cells.find((cell) => cell !== null)?.name ?? segmentId,
          isSegment: true,
          cells: cells.map(
            (cell) =>
              cell && {
                delay: cell.delay,
                budgetUs: null,
                plUs: cell.plUs,
                dlUs: cell.dlUs,
                hosts: [],
              },
          ),
        };
      }),
    ];
  });
}
