export const US_PER_S = 1_000_000;
export const NS_PER_US = 1_000;
export const BITS_PER_BYTE = 8;

/** Packets per second of a stream of `gbps` with packets of `packetBytes`. */
export const gbpsToPps = (gbps: number, packetBytes: number): number =>
  (gbps * 1e9) / (packetBytes * BITS_PER_BYTE);

/** Gbps of `pps` packets of `packetBytes`. */
export const ppsToGbps = (pps: number, packetBytes: number): number =>
  (pps * packetBytes * BITS_PER_BYTE) / 1e9;

/** Delays are compared with this tolerance (contract: 1e-6 us), so that 10.00 us meets a budget of 10 us. */
export const DELAY_TOLERANCE_US = 1e-6;
export const withinDelay = (delayUs: number, budgetUs: number): boolean =>
  delayUs <= budgetUs + DELAY_TOLERANCE_US;
