/** The last datagram of an exporter that could not be read. */
export type BadDatagram = { atMs: number; reason: string; length: number; hex: string };

/**
 * Counters of one exporter since the collector started. received = decoded + undecodable; reports = matched + unmatched.
 */
export type ExporterState = {
  address: string;
  received: number;
  decoded: number;
  undecodable: number;
  undecodableByReason: Record<string, number>;
  reports: number;
  matched: number;
  unmatched: number;
  unmatchedByReason: Record<string, number>;
  /** reports that matched and say that the packet was dropped */
  droppedPackets: number;
  /** reports missing by their sequence numbers, and those that came late */
  sequenceGaps: number;
  late: number;
  /** formats heard, e.g. "telemetry-report-1.0" */
  formats: string[];
  nodeIds: number[];
  firstHeardMs: number;
  lastHeardMs: number;
  lastBad: BadDatagram | null;
};

/** All that the collector says about itself, once a second. */
export type CollectorState = {
  atMs: number;
  source: "recvmmsg" | "dgram";
  ports: { port: number; requestedBufferBytes: number; grantedBufferBytes: number }[];
  /** datagrams that the kernel dropped before we could take them; null where it cannot tell */
  kernelDropped: number | null;
  /** datagrams refused because their address is not on the list of accepted exporters, or one too many exporters spoke */
  refused: number;
  windows: number;
  exporters: ExporterState[];
};
