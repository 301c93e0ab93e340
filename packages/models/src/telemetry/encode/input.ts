/** What the encoders take. A hop item that is missing or null is written as "cannot be supplied" (all ones). */
export type HopInput = {
  nodeId?: number | null;
  ingressPort?: number | null;
  egressPort?: number | null;
  hopLatency?: number | null;
  queueId?: number | null;
  queueDepth?: number | null;
  /** in the exporter's unit; layouts with 4-byte timestamps keep the low 32 bits */
  ingressTs?: number | bigint | null;
  egressTs?: number | bigint | null;
  level2IngressPort?: number | null;
  level2EgressPort?: number | null;
  txUtilization?: number | null;
  bufferId?: number | null;
  bufferDepth?: number | null;
  queueCongestion?: number | null;
  checksum?: number | null;
};

/**
 * How an implementation deviates from the format that it writes ([int-fabric-tna] to [int-tutorials]); what
 * is left out is as specified.
 */
export type WireStyle = {
  /** report v1.0: D, Q, F before the reserved bits */
  earlyFlags?: boolean;
  /** report v2.0: bits by which the sequence stands too far left */
  sequenceShift?: number;
  /** INT v1.0: version 0 in the header */
  versionZero?: boolean;
  /** INT v0.4 and v1.0: 8-byte timestamps, 2+2-byte level 2 ids */
  wide?: boolean;
  /** INT v0.5: the flow's sequence number behind the stack, and no tail (Host-INT) */
  hostSequence?: number;
  /** INT v2.x: D, E, M two bits late */
  lateFlags?: boolean;
  /** INT v2.x: domain words and bitmap in reverse order */
  domainReversed?: boolean;
};

/** An INT header with its stack, to stand behind the L4 header of the inner packet. */
export type IntInput = {
  version: "0.4" | "0.5" | "1.0" | "2.1";
  /** instruction bitmap, bit 0 = 0x8000 */
  instructions: number;
  /** remaining hop count */
  remaining: number;
  /** in the order in which the packet met them */
  hops: readonly HopInput[];
  hopLimitExceeded?: boolean;
  /** v1.0 and v2.1 */
  mtuExceeded?: boolean;
  /** v2.1 */
  discard?: boolean;
  /** v2.1: the UDP port on the wire, while `flow.dstPort` is the original one (NPT 1) */
  wirePort?: number;
  /** v2.1: an INT-MX header, without a stack */
  mx?: boolean;
  /** v2.1: domain, its instructions and flags, and the words that the source adds */
  domain?: { id: number; instruction: number; flags: number; words: readonly number[] };
  style?: WireStyle;
};

export type FlowInput = {
  src: string;
  dst: string;
  proto: number;
  srcPort?: number | null;
  dstPort?: number | null;
};

type ReportFlags = {
  dropped?: boolean;
  congested?: boolean;
  tracked?: boolean;
  intermediate?: boolean;
};

/** One report with its inner packet. `metadata` are the reporting switch's own items beside the stack. */
export type ReportInput = {
  format: "telemetry-report-0.5" | "telemetry-report-1.0" | "telemetry-report-2.0";
  nodeId: number;
  hwId?: number;
  sequence: number;
  /** ingress timestamp of the report header (v0.5, v1.0); null writes all ones */
  timestamp?: number | null;
  flags: ReportFlags;
  /** RepMdBits of v1.0 or v2.0, named by instruction bits (0x4000 ports, 0x2000 latency, 0x1000 queue, ...) */
  metadata?: { instructions: number; hop: HopInput } | null;
  drop?: { queueId: number; reason: number } | null;
  /** drop summary of Host-INT (v0.5): what is missing between a host and the reporting one */
  loss?: {
    sourceId: number;
    sourcePort: number;
    sinkPort: number;
    gapTs: number;
    first: number;
    count: number;
  } | null;
  /** the inner packet; on the wire its DSCP says that INT is present, and the original `dscp` stands in the shim */
  flow: FlowInput;
  innerLayer?: "ethernet" | "ip";
  dscp?: number;
  int?: IntInput | null;
  style?: WireStyle;
};
