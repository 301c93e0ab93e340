import { BITS_PER_BYTE } from "../../core/index.ts";

/** Bytes beside a frame that is given without its checksum (thesis Chs. 4 and 6): preamble 8, gap 12, checksum 4. */
export const OVERHEAD_WITHOUT_CRC_BYTES = 24;
/** The same for a frame given with its checksum (Sec. 7.5.4.1). */
export const OVERHEAD_WITH_CRC_BYTES = 20;

/**
 * Nanoseconds until the next frame of `frameBytes` at `gbps` (Fig. 4.7). The thesis counts the frame alone:
 * `overheadBytes` is 0 there (5.12 ns for 64 B at 100 Gbps), and 20 for what a link needs (6.72 ns).
 */
export const timeBudgetNs = (gbps: number, frameBytes: number, overheadBytes = 0): number =>
  ((frameBytes + overheadBytes) * BITS_PER_BYTE) / gbps;

/** Nanoseconds of `cycles` at `ghz`. */
export const cyclesToNs = (cycles: number, ghz: number): number => cycles / ghz;

/** Cycles in `ns` at `ghz`. */
export const nsToCycles = (ns: number, ghz: number): number => ns * ghz;

/**
 * Mpps of `cores` that each run all of `cyclesPerStage` on every packet: 1/T is the sum of the cycles
 * [katsikas-readings] no. 21, never the least of the stages' own rates.
 */
export const sharedCoresMpps = (ghz: number, cores: number, cyclesPerStage: readonly number[]): number =>
  (ghz * 1e3 * cores) / cyclesPerStage.reduce((sum, c) => sum + c, 0);

/**
 * Least and greatest added ns of `transfers` of a packet between cores: through the cache, through memory (Sec. 4.2.1).
 */
export const transferNs = (
  transfers: number,
  cost: { cache: { value: number }; memory: { value: number } },
): { lowNs: number; highNs: number } => ({
  lowNs: transfers * cost.cache.value,
  highNs: transfers * cost.memory.value,
});
