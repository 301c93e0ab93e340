/** us in a unit of time; `tc` reads the same words (man tc, "TIMES") */
const TIME_UNITS: Readonly<Record<string, number>> = {
  s: 1e6,
  sec: 1e6,
  secs: 1e6,
  ms: 1e3,
  msec: 1e3,
  msecs: 1e3,
  us: 1,
  usec: 1,
  usecs: 1,
  µs: 1,
  ns: 1e-3,
};

/** Gbps in a unit of rate; a bare letter (Topology Zoo's LinkSpeedUnits) counts bits per second */
const RATE_UNITS: Readonly<Record<string, number>> = {
  t: 1e3,
  tbps: 1e3,
  tbit: 1e3,
  g: 1,
  gbps: 1,
  gbit: 1,
  ge: 1,
  m: 1e-3,
  mbps: 1e-3,
  mbit: 1e-3,
  k: 1e-6,
  kbps: 1e-6,
  kbit: 1e-6,
  bps: 1e-9,
  bit: 1e-9,
};

const NUMBER = String.raw`(\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,2})?)`;
const TIME = new RegExp(`^${NUMBER} ?(${Object.keys(TIME_UNITS).join("|")})$`, "i");
const RATE = new RegExp(
  `^[<>~ ]{0,3}${NUMBER} ?(tbps|tbit|gbps|gbit|ge|mbps|mbit|kbps|kbit|bps|bit|t|g|m|k)(?:/s|s)?$`,
  "i",
);

const finite = (value: number): number | null => (Number.isFinite(value) && value >= 0 ? value : null);

/** "5ms" is 5000; null when the text is no time with a unit. */
export function timeUs(text: string): number | null {
  const match = TIME.exec(text.trim());
  return match ? finite(Number(match[1]) * TIME_UNITS[match[2]!.toLowerCase()]!) : null;
}

/** "2.5 Gbps", "10G" and "155 Mbit/s" in Gbps; null when the text is no rate with a unit. */
export function rateGbps(text: string): number | null {
  const match = RATE.exec(text.trim());
  return match ? finite(Number(match[1]) * RATE_UNITS[match[2]!.toLowerCase()]!) : null;
}

/** A plain number of a text, finite and not negative; null when it is none. */
export function plainNumber(text: string): number | null {
  return new RegExp(`^${NUMBER}$`, "i").test(text.trim()) ? finite(Number(text)) : null;
}
