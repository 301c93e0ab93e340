/** Formats of seconds and fraction in IOAM (RFC 9197, 5): the packet does not say which, so the operator does. */
export const UNKNOWN_TIME = 0;
/** seconds and microseconds since 1970; what Linux writes */
export const POSIX_TIME = 1;
/** seconds and nanoseconds since 1970, in TAI */
export const PTP_TIME = 2;
/** seconds since 1900, and 2^-32 of a second */
export const NTP_TIME = 3;

export const WORD = 0x100000000;
const NS_PER_S = 1_000_000_000;
const NS_PER_US = 1_000;

const fractionNs = (fraction: number, format: number): number => {
  if (format === POSIX_TIME) return fraction < 1_000_000 ? fraction * NS_PER_US : -1;
  if (format === PTP_TIME) return fraction < NS_PER_S ? fraction : -1;
  return Math.floor((fraction * NS_PER_S) / WORD);
};

/** A time in ns has up to 62 bits: its parts below 2^48, exact; -1 for a fraction that cannot be. */
export function lowNs(seconds: number, fraction: number, format: number): number {
  const below = fractionNs(fraction, format);
  if (below < 0) return -1;
  const upper = (seconds >>> 16) * NS_PER_S;
  return (upper % 0x10000) * 0x10000 + (seconds & 0xffff) * NS_PER_S + below;
}

/** The upper 32 bits of the time in ns, given what `lowNs` returned. */
export const highNs = (seconds: number, low: number): number =>
  Math.floor(((seconds >>> 16) * NS_PER_S) / 0x10000) + Math.floor(low / WORD);
