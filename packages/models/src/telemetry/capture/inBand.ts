import { isIfa } from "../ifa/ifa.ts";
import { hasTrace } from "../ioam/trace.ts";

const HOP_BY_HOP = 0;
const DESTINATION_OPTIONS = 60;
const IPV6_BYTES = 40;

/**
 * Whether the IP packet `v[at .. end)` carries telemetry of its own that says what it is: IFA 2.0 under one of these
 * protocols, or an IOAM trace in the first extension header of IPv6. Only the outermost IP header counts: an ICMP error
 * quotes the packet that it complains about, with its trace.
 */
export function carriesTelemetry(
  v: DataView,
  at: number,
  end: number,
  ifaProtocols: ReadonlySet<number>,
): boolean {
  if (at + 20 > end) return false;
  if (v.getUint8(at) >> 4 === 4) {
    const isFirst = (v.getUint16(at + 6) & 0x1fff) === 0;
    const bytes = (v.getUint8(at) & 0x0f) * 4;
    return isFirst && ifaProtocols.has(v.getUint8(at + 9)) && isIfa(v, at + bytes, end);
  }
  if (at + IPV6_BYTES + 8 > end) return false;
  const next = v.getUint8(at + 6);
  const behind = at + IPV6_BYTES;
  if (next !== HOP_BY_HOP && next !== DESTINATION_OPTIONS)
    return ifaProtocols.has(next) && isIfa(v, behind, end);
  return hasTrace(v, behind + 2, Math.min(end, behind + 8 * (v.getUint8(behind + 1) + 1)));
}
