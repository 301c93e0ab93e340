import { MODE_MD, type ReportBatch } from "../batch.ts";
import { decodeInBand } from "../decoder.ts";
import { isIfa } from "../ifa/ifa.ts";
import { hasTrace } from "../ioam/trace.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { OK } from "../reasons.ts";

const HOP_BY_HOP = 0;
const DESTINATION_OPTIONS = 60;
const IPV6_BYTES = 40;
const [TCP, UDP] = [6, 17];

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

/**
 * Whether the IP packet may carry INT: TCP or UDP right behind its header, with a DSCP that marks INT here. Ordinary
 * traffic has such values too: `readInBand` decides.
 */
function isMarked(v: DataView, at: number, end: number, { dscp }: DecodeOptions): boolean {
  if (at + 20 > end) return false;
  const isIpv4 = v.getUint8(at) >> 4 === 4;
  const next = v.getUint8(at + (isIpv4 ? 9 : 6));
  if (next !== TCP && next !== UDP) return false;
  return dscp[isIpv4 ? v.getUint8(at + 1) >> 2 : (v.getUint16(at) >> 6) & 0x3f] === 1;
}

/**
 * Reads a packet of the network that carries telemetry itself: IFA, an IOAM trace, or an INT-MD stack whose every
 * length agrees, as a mirror port shows it where no sink takes it out. False, with an empty batch, for all others.
 */
export function readInBand(
  b: Uint8Array,
  at: number,
  length: number,
  options: DecodeOptions,
  batch: ReportBatch,
): boolean {
  batch.clear();
  const v = batch.viewOf(b);
  const start = b.byteOffset + at;
  const isTelemetry = carriesTelemetry(v, start, start + length, options.ifaProtocols);
  if (!isTelemetry && !isMarked(v, start, start + length, options)) return false;
  const isRead = decodeInBand(b, at, length, options, batch) === OK && batch.hops > 0;
  // a deviation is read in reports, which announce their INT; in the traffic of users nothing is guessed
  if (isRead && (isTelemetry || (batch.mode[0] === MODE_MD && batch.marks[0] === 0))) return true;
  batch.clear();
  return false;
}
