import { DETAIL_TCP_INT, MODE_MD, type ReportBatch } from "../batch.ts";
import { decodeInBand } from "../decoder.ts";
import { isIfa } from "../ifa/ifa.ts";
import { hasTrace } from "../ioam/trace.ts";
import {
  MARK_BITMAP_LOW_BYTE,
  MARK_COPY,
  MARK_DISCARD,
  MARK_DOMAIN_REVERSED,
  MARK_HOP_LIMIT_EXCEEDED,
  MARK_LENGTH_HOPS,
  MARK_MTU_EXCEEDED,
  MARK_VER_NIBBLE,
} from "../marks.ts";
import { holdsOptions, IP_READ, IpHeaders, readIp, TCP, UDP } from "../packet/headers.ts";
import { hasIntPort } from "../packet/inner.ts";
import type { DecodeOptions } from "../profile/profile.ts";
import { OK } from "../reasons.ts";

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
  return readIp(v, at, end, headers) === IP_READ && holdsTelemetry(v, end, ifaProtocols);
}

/** Where the headers of the packet at hand stand. */
const headers = new IpHeaders();

function holdsTelemetry(v: DataView, end: number, ifaProtocols: ReadonlySet<number>): boolean {
  if (headers.extensions > 0 && holdsOptions(headers.extensionKind[0]))
    return hasTrace(v, headers.extensionAt[0] + 2, Math.min(end, headers.extensionEnd(0)));
  return (
    headers.extensions === 0 &&
    !headers.isLaterFragment &&
    ifaProtocols.has(headers.protocol) &&
    isIfa(v, headers.transportAt, end)
  );
}

/**
 * Whether the IP packet may carry INT: TCP or UDP right behind its header, with a DSCP or to a port that marks INT
 * here, or options in a header whose options carry telemetry here. Ordinary traffic has such values too: `readInBand`
 * decides.
 */
function isMarked(v: DataView, end: number, options: DecodeOptions): boolean {
  const { protocol, extensions, dscp, family, at, transportAt } = headers;
  if (options.mri && family === 4 && transportAt > at + IPV4_FIXED_BYTES) return true;
  if (extensions > 0 || (protocol !== TCP && protocol !== UDP)) return false;
  if (options.tcpInt !== 0 && protocol === TCP) return true;
  return options.dscp[dscp] === 1 || hasIntPort(v, headers, end, options);
}

/** Header of IPv4 without options, RFC 791. */
const IPV4_FIXED_BYTES = 20;

/** What switches say by bits of the header: the packet did not fit, met too many hops, is a copy. */
const STATED = MARK_MTU_EXCEEDED | MARK_HOP_LIMIT_EXCEEDED | MARK_COPY | MARK_DISCARD;
/** Layouts that the operator named: their exporters may deviate in more. */
const CHOSEN = MARK_LENGTH_HOPS | MARK_DOMAIN_REVERSED;

/**
 * Whether a stack with these marks is telemetry and not a payload that looks like it. Reports announce their INT, so
 * every deviation with a name is read in them; users' traffic does not, so there nothing may deviate but the place of
 * the bitmap, which leaves as many bits fixed as it frees, and what a named layout does.
 */
function isSure(marks: number, options: DecodeOptions): boolean {
  if ((marks & CHOSEN) !== 0) return true;
  const deviations = options.intLayout === 0 ? MARK_BITMAP_LOW_BYTE : MARK_BITMAP_LOW_BYTE | MARK_VER_NIBBLE;
  return (marks & ~(STATED | deviations)) === 0;
}

/**
 * Reads a packet of the network that carries telemetry itself: IFA, an IOAM trace, an INT-MD stack whose every length
 * agrees, or options of MRI or TCP-INT where the profile says so, as a mirror port shows them where no sink takes them
 * out. False, with an empty batch, for all others.
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
  if (readIp(v, start, start + length, headers) !== IP_READ) return false;
  const isTelemetry = holdsTelemetry(v, start + length, options.ifaProtocols);
  if (!isTelemetry && !isMarked(v, start + length, options)) return false;
  if (decodeInBand(b, at, length, options, batch) === OK) {
    if (batch.hops > 0 && (isTelemetry || (batch.mode[0] === MODE_MD && isSure(batch.marks[0], options))))
      return true;
    if (batch.detailKind[0] === DETAIL_TCP_INT) return true;
  }
  batch.clear();
  return false;
}
