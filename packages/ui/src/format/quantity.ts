import { formatSigned, formatSignificant, MISSING } from "./significant.ts";

type Maybe = number | null | undefined;

const known = (value: Maybe): value is number => typeof value === "number" && Number.isFinite(value);

const STEPS: readonly [size: number, prefix: string][] = [
  [1e12, "T"],
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
];

/** Decimal prefix form with three significant digits: 12345 -> "12.3 k". */
function withPrefix(value: number): string {
  const size = Math.abs(Number(value.toPrecision(3)));
  for (const [step, prefix] of STEPS) {
    if (size >= step) return `${formatSignificant(value / step)} ${prefix}`;
  }
  return Number.isInteger(value) ? String(value) : formatSignificant(value);
}

/** A whole number, exact and grouped up to 99,999 (our choice), with a prefix above: "1.23 M". */
export function formatCount(value: Maybe): string {
  if (!known(value)) return MISSING;
  if (Math.abs(value) < 100_000) return formatCountExact(value);
  return withPrefix(value);
}

/** A whole number, exact and grouped however large: for counters that must be seen to add up. */
export function formatCountExact(value: Maybe): string {
  return known(value) ? Math.round(value).toLocaleString("en-US").replace("-", "−") : MISSING;
}

/** A rate per second: "12.3 k/s". */
export function formatRate(perSecond: Maybe): string {
  if (!known(perSecond)) return MISSING;
  const text = withPrefix(perSecond);
  return `${text}/s`;
}

/** A bit rate given in Gbps: "2.00 Gbps", "250 Mbps". */
export function formatGbps(gbps: Maybe): string {
  if (!known(gbps)) return MISSING;
  if (gbps === 0) return "0 Gbps";
  const size = Math.abs(gbps);
  if (size >= 1_000) return `${formatSignificant(gbps / 1_000)} Tbps`;
  if (size >= 1) return `${formatSignificant(gbps)} Gbps`;
  return size >= 1e-3 ? `${formatSignificant(gbps * 1e3)} Mbps` : `${formatSignificant(gbps * 1e6)} kbps`;
}

/** A share 0..1 as a percentage; tiny but non-zero shares never read as 0 %. */
export function formatPercent(share: Maybe): string {
  if (!known(share)) return MISSING;
  if (share !== 0 && Math.abs(share) < 1e-6) return share < 0 ? "> −0.0001 %" : "< 0.0001 %";
  return `${formatSignificant(share * 100)} %`;
}

/** A relative difference (0.38) as a signed percentage ("+38.0 %"). */
export function formatPercentDelta(share: Maybe): string {
  return known(share) ? `${formatSigned(share * 100)} %` : MISSING;
}

/** Bytes with binary prefixes. */
export function formatBytes(bytes: Maybe): string {
  if (!known(bytes)) return MISSING;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let index = 0;
  let value = bytes;
  while (Math.abs(value) >= 1024 && index < units.length - 1) {
    value /= 1024;
    index += 1;
  }
  return index === 0 ? `${value} B` : `${formatSignificant(value)} ${units[index]}`;
}
