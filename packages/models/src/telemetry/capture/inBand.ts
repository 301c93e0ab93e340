import { MODE_MD, type ReportBatch } from "../batch.ts";
import { decodeInBand } from "../decoder.ts";
import { isIfa } from "../ifa/ifa.ts";
import { hasTrace } from "../ioam/trace.ts";
import { MARK_BITMAP_LOW_BYTE, MARK_DOMAIN_REVERSED, MARK_LENGTH_HOPS } from "../marks.ts";
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
 * Whether the IP packet may carry INT: TCP or UDP right behind its header, with a DSCP or to a port that marks INT here.
 * Ordinary traffic has such values too: `readInBand` decides.
 */
function isMarked(v: DataView, end: number, options: DecodeOptions): boolean {
  const { protocol, extensions, dscp } = headers;
  if (extensions > 0 || (protocol !== TCP && protocol !== UDP)) return false;
  return options.dscp[dscp] === 1 || hasIntPort(v, headers, end, options);
}

/** Layouts that the operator named: their exporters may deviate in more. */
const CHOSEN = MARK_LENGTH_HOPS | MARK_DOMAIN_REVERSED;

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
  if (readIp(v, start, start + length, headers) !== IP_READ) return false;
  const isTelemetry = holdsTelemetry(v, start + length, options.ifaProtocols);
  if (!isTelemetry && !isMarked(v, start + length, options)) return false;
  const isRead = decodeInBand(b, at, length, options, batch) === OK && batch.hops > 0;
  // a deviation is read in reports, which announce their INT; in the traffic of users only of a layout that was named
  const marks = batch.marks[0];
  const isPlain =
    marks === 0 || (marks & CHOSEN) !== 0 || (options.intLayout !== 0 && marks === MARK_BITMAP_LOW_BYTE);
  if (isRead && (isTelemetry || (batch.mode[0] === MODE_MD && isPlain))) return true;
  batch.clear();
  return false;
}
