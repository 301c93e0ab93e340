/**
 * Why a datagram or frame was not decoded. Decoders return the index (a small integer, no exception);
 * `REASONS` gives the stable code and the sentence for people. Indexes are internal: only the codes are
 * written down anywhere.
 */
const TABLE = [
  ["ok", "decoded"],
  ["batch-full", "the output batch has no room left: empty it and decode the datagram again"],
  ["datagram-too-short", "the datagram ends before its report header is complete"],
  [
    "report-version",
    "the first nibble names no known report version (0 = v0.5, 1 = v1.0, 2 = v2.0): is this a report port?",
  ],
  ["report-header-length", "the length of the v1.0 report header is not 4 words plus one per metadata bit"],
  [
    "report-reason-missing",
    "a v0.5 report with none of the bits D, Q and F set says nothing: not taken for a report",
  ],
  [
    "report-reserved",
    "the report header has reserved bits set, and no IP packet follows: not taken for a report",
  ],
  [
    "report-length",
    "the length of an individual report is too small for its kind or runs beyond the datagram",
  ],
  ["report-type", "no individual report of the datagram has a type that is defined (0 inner only, 1 INT)"],
  ["metadata-length", "the metadata length of the report does not fit its metadata bits"],
  ["report-limit", "more than 32 reports in one datagram"],
  ["tlv-limit", "more than 16 TLVs in one report"],
  ["tlv-length", "a TLV of the report runs beyond the report"],
  ["inner-type", "the report names an inner packet type that is not defined"],
  ["inner-truncated", "the inner packet ends before its first header is complete"],
  ["inner-header", "the inner packet does not begin with the IP header that the report announces"],
  ["int-shim-type", "the INT shim has a type that is not defined"],
  ["int-shim-length", "the INT shim length is smaller than the headers it must cover"],
  ["int-truncated", "the INT shim length runs beyond the packet"],
  ["int-next-protocol", "the next-protocol kind (NPT) of the INT shim is 3, which is not defined"],
  ["int-version", "the version of the INT header is not known"],
  ["int-layout", "the INT header fits neither v0.4/v0.5 nor v1.0: configure the layout of this exporter"],
  ["hop-length-zero", "the INT header asks for items but says that a hop adds no words"],
  ["hop-length-mismatch", "the words per hop of the INT header do not fit its instruction bitmap"],
  ["stack-length", "the INT stack is not a whole number of hops"],
  ["hop-limit", "more than 64 hops in one stack"],
  ["int-carrier", "the tunnel header does not announce INT"],
  ["nested-limit", "more than two INT headers follow each other"],
  ["frame-too-short", "the frame ends before its link, IP or UDP header is complete"],
  ["tcp-int-length", "the TCP-INT option is not 12 bytes long, or runs beyond the TCP header"],
  ["mri-length", "the MRI option does not hold as many hops as it says, or runs beyond the IP header"],
  ["link-type", "the link type of the capture is not supported"],
  ["ip-header", "the IP header is malformed"],
  ["fragment", "fragments of this datagram are missing: only whole datagrams are decoded"],
  ["udp-length", "the UDP length is smaller than its header, or larger than its packet"],
  [
    "frame-cut",
    "the capture holds only the beginning of the frame: capture again with a larger snap length (tcpdump -s 0)",
  ],
  [
    "ifa-layout",
    "the IFA header has a name space, checksum, fragment or tail stamp whose layout is not known",
  ],
  ["ifa-length", "the IFA stack is not a whole number of blocks, above its maximum, or beyond the packet"],
  ["ioam-trace", "the lengths of the IOAM trace contradict its trace type"],
  ["ipfix-length", "a length inside the IPFIX message does not fit: message, set or template"],
  ["ipfix-set", "the IPFIX message has a set whose id is not defined (2, 3 and 256 or more are)"],
  ["ipfix-template", "the IPFIX message has a template that is empty, too large, or one too many"],
  ["sflow-length", "a length inside the sFlow datagram does not fit: sample, record or packet header"],
  ["record-limit", "the datagram holds more records than a batch takes"],
] as const;

export type ReasonCode = (typeof TABLE)[number][0];

/** By index, as `REASONS`. */
export const REASON_CODES: readonly ReasonCode[] = TABLE.map(([code]) => code);

export type Reason = { code: ReasonCode; message: string };

/** By index, in the order of the result codes. */
export const REASONS: readonly Reason[] = TABLE.map(([code, message]) => ({ code, message }));

const indexOf = (code: ReasonCode): number => REASONS.findIndex((r) => r.code === code);

export const OK = 0;
export const BATCH_FULL = indexOf("batch-full");
export const DATAGRAM_TOO_SHORT = indexOf("datagram-too-short");
export const REPORT_VERSION = indexOf("report-version");
export const REPORT_HEADER_LENGTH = indexOf("report-header-length");
export const REPORT_REASON_MISSING = indexOf("report-reason-missing");
export const REPORT_RESERVED = indexOf("report-reserved");
export const REPORT_LENGTH = indexOf("report-length");
export const REPORT_TYPE = indexOf("report-type");
export const METADATA_LENGTH = indexOf("metadata-length");
export const REPORT_LIMIT = indexOf("report-limit");
export const TLV_LIMIT = indexOf("tlv-limit");
export const TLV_LENGTH = indexOf("tlv-length");
export const INNER_TYPE = indexOf("inner-type");
export const INNER_TRUNCATED = indexOf("inner-truncated");
export const INNER_HEADER = indexOf("inner-header");
export const INT_SHIM_TYPE = indexOf("int-shim-type");
export const INT_SHIM_LENGTH = indexOf("int-shim-length");
export const INT_TRUNCATED = indexOf("int-truncated");
export const INT_NEXT_PROTOCOL = indexOf("int-next-protocol");
export const INT_VERSION = indexOf("int-version");
export const INT_LAYOUT = indexOf("int-layout");
export const HOP_LENGTH_ZERO = indexOf("hop-length-zero");
export const HOP_LENGTH_MISMATCH = indexOf("hop-length-mismatch");
export const STACK_LENGTH = indexOf("stack-length");
export const HOP_LIMIT = indexOf("hop-limit");
export const INT_CARRIER = indexOf("int-carrier");
export const NESTED_LIMIT = indexOf("nested-limit");
export const FRAME_TOO_SHORT = indexOf("frame-too-short");
export const TCP_INT_LENGTH = indexOf("tcp-int-length");
export const MRI_LENGTH = indexOf("mri-length");
export const LINK_TYPE = indexOf("link-type");
export const IP_HEADER = indexOf("ip-header");
export const FRAGMENT = indexOf("fragment");
export const UDP_LENGTH = indexOf("udp-length");
export const FRAME_CUT = indexOf("frame-cut");
export const IFA_LAYOUT = indexOf("ifa-layout");
export const IFA_LENGTH = indexOf("ifa-length");
export const IOAM_TRACE = indexOf("ioam-trace");
export const IPFIX_LENGTH = indexOf("ipfix-length");
export const IPFIX_SET = indexOf("ipfix-set");
export const IPFIX_TEMPLATE = indexOf("ipfix-template");
export const SFLOW_LENGTH = indexOf("sflow-length");
export const RECORD_LIMIT = indexOf("record-limit");
