/** Quality marks of a decoded report [int-marks]: bits of the batch's `marks` column, and their names in `warnings`. */
export const MARK_TRUNCATED_STACK = 1 << 0;
export const MARK_UNKNOWN_DOMAIN = 1 << 1;
export const MARK_WIDTH_ASSUMED = 1 << 2;
export const MARK_VER_NIBBLE = 1 << 3;
export const MARK_INVALID_ITEM = 1 << 4;
export const MARK_SINK_CLONE_LATENCY = 1 << 5;
/** E bit: a hop found no hop count left, so the path is incomplete. */
export const MARK_HOP_LIMIT_EXCEEDED = 1 << 6;
/** M bit: a hop did not fit into the MTU and is missing somewhere. */
export const MARK_MTU_EXCEEDED = 1 << 7;
/** D bit of INT v2.x: the packet is a clone or probe; its payload is not user traffic. */
export const MARK_DISCARD = 1 << 8;
/** I bit of report v2.0: sent by a transit node, the path is not complete yet. */
export const MARK_INTERMEDIATE = 1 << 9;
/** C bit of INT v0.x and v1.0: the packet is a copy and must not count as a packet of the flow. */
export const MARK_COPY = 1 << 10;
/** The inner packet carries an INT marker, but no readable INT; the report's own metadata are kept. */
export const MARK_INT_UNREADABLE = 1 << 11;
/** The report says that a flow is tracked, but carries neither INT nor metadata. */
export const MARK_NO_TELEMETRY = 1 << 12;

// Named deviations [int-deviations]: the datagram is read although the specification refuses it.
export const MARK_LENGTH_ZERO = 1 << 13;
export const MARK_NO_INDIVIDUAL = 1 << 14;
export const MARK_SHORT_INDIVIDUAL = 1 << 15;
export const MARK_REPORT_VERSION_1 = 1 << 16;
export const MARK_INNER_TYPE_MISMATCH = 1 << 17;
export const MARK_MX_AS_MD = 1 << 18;
export const MARK_LENGTH_UNDERRUN = 1 << 19;
export const MARK_HOP_LENGTH_WRONG = 1 << 20;
export const MARK_BITMAP_LOW_BYTE = 1 << 21;

// What a value is, where it is not the latency of one packet in one hop.
/** One packet in so many: the hop's latency is that of a sampled packet (sFlow). */
export const MARK_SAMPLED = 1 << 22;
/** A mean over the packets of a record (IPFIX). */
export const MARK_MEAN = 1 << 23;
/** Cumulative delays, each hop the difference of two of them (IPFIX). */
export const MARK_DIFFERENCED = 1 << 24;
/** Hop latencies are times from one arrival to the next: link included, clocks synchronised (IOAM). */
export const MARK_ARRIVALS = 1 << 25;
/** The trace carries times, and nobody has said their format (IOAM). */
export const MARK_TIME_FORMAT = 1 << 26;
/** A node found no room in the trace: the path is incomplete (IOAM). */
export const MARK_TRACE_OVERFLOW = 1 << 27;
/** A latency at or above the largest that its field can say is left out. */
export const MARK_LATENCY_SATURATED = 1 << 28;
/** A node id of more than 32 bits, of which the lower 32 are kept (IOAM, IFA). */
export const MARK_NODE_CUT = 1 << 29;

// Layouts that are read only where the operator names them [int-deviations].
export const MARK_LENGTH_HOPS = 1 << 30;
export const MARK_DOMAIN_REVERSED = (1 << 31) >>> 0;

/** By bit: the name, and for what deviates from the specification the sentence that its maker could be sent. */
const TABLE = [
  [
    "truncated-stack",
    "The report ends before its INT stack does: the hops that the packet met first are missing from it.",
  ],
  ["unknown-domain", null],
  ["width-assumed", null],
  ["ver-nibble-mismatch", "The INT header is laid out as v1.0, but its version field is not 1."],
  ["invalid-item", null],
  [
    "sink-clone-latency",
    "The sink's hop latency is the uptime of the switch (the clone has no ingress timestamp); it is left out.",
  ],
  ["hop-limit-exceeded", null],
  ["mtu-exceeded", null],
  ["discard", null],
  ["intermediate", null],
  ["copy", null],
  ["int-unreadable", null],
  ["no-telemetry", null],
  [
    "report20-length-zero",
    "The Report Length of the v2.0 report is 0; read as 0xff, to the end of the datagram.",
  ],
  [
    "report20-no-individual",
    "The v2.0 group header is followed by the packet itself: the header of the individual report is missing.",
  ],
  [
    "report20-short-individual",
    "The individual report of v2.0 has a header of 4 bytes; the 8 bytes of its metadata bits are missing.",
  ],
  ["report20-version-1", "The report is laid out as v2.0, but its version field says 1."],
  ["inner-type-mismatch", "The report announces an IP packet, but an Ethernet frame follows."],
  ["shim2-type-mx-as-md", "The INT shim has type 3 (MX), but an INT-MD header and stack follow."],
  [
    "shim2-length-underrun",
    "The INT shim length counts each 8-byte timestamp as one word, so it is smaller than the stack.",
  ],
  [
    "hop-length-wrong",
    "The words per hop of the INT header differ from what its instruction bitmap adds; read by the bitmap.",
  ],
  [
    "bitmap-low-byte",
    "The instruction bitmap is in the lower byte of its field; read as if it were in the upper one.",
  ],
  ["sampled", null],
  ["mean-of-packets", null],
  ["cumulative-differenced", null],
  ["arrival-difference", null],
  ["time-format-unknown", null],
  ["trace-overflow", null],
  ["latency-saturated", null],
  ["node-id-cut", null],
  [
    "shim2-length-hops",
    "The INT shim has type 5 and counts hops instead of words, and the INT header of 6 bytes has no domain.",
  ],
  [
    "md-domain-reversed",
    "The domain words of the INT header stand in reverse order, and its bitmap counts from the lowest bit.",
  ],
] as const;

type MarkName = (typeof TABLE)[number][0];

/** By bit. */
export const MARK_NAMES: readonly MarkName[] = TABLE.map(([name]) => name);

/** By bit: what the exporter does against the specification; null for marks that blame nobody. */
export const DEVIATIONS: readonly (string | null)[] = TABLE.map(([, sentence]) => sentence);

/** What an exporter does against the specification, by the name of the mark; null for other names. */
export const deviationSentence = (name: string): string | null =>
  TABLE.find(([known]) => known === name)?.[1] ?? null;
