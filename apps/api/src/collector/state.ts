import type { HeardPath, NodePair } from "@p4twin/models/telemetry";
import type { ClockState } from "../shared/wallClock.ts";
import type { ExporterUnits } from "./exporterUnits.ts";
import type { FrameCounters } from "./socket/sortFrame.ts";
import type { UnmatchedReport } from "./taps/unmatched.ts";

/** The last datagram of an exporter that could not be read. */
export type BadDatagram = { atMs: number; reason: string; length: number; hex: string };

/**
 * Counters of one exporter since the collector started: arrived = limited + sampledOut + queueDropped + received;
 * received = decoded + undecodable; reports = matched + unmatched + waiting.
 */
export type ExporterState = {
  address: string;
  /** datagrams that its address was good for */
  arrived: number;
  /** beyond the rate set for this exporter */
  limited: number;
  /** left out by the sampling set for this exporter; every other counter from `received` on is of the sample */
  sampledOut: number;
  /** one of so many is read now; 1 is all */
  sampleOneIn: number;
  /** dropped between socket and decoder, because this exporter had the most datagrams waiting */
  queueDropped: number;
  /**
   * dropped by the kernel while this exporter had a socket of its own; drops of shared sockets are in the total only
   */
  kernelDropped: number;
  /** datagrams given to the decoder */
  received: number;
  decoded: number;
  undecodable: number;
  undecodableByReason: Record<string, number>;
  reports: number;
  matched: number;
  /** postcards that wait for others of their packet: neither matched nor unmatched yet */
  waiting: number;
  unmatched: number;
  unmatchedByReason: Record<string, number>;
  /**
   * measurements of whole segments that its reports gave: what the windows hold. One report may cross several segments
   */
  recorded: number;
  /** reports that matched and say that the packet was dropped */
  droppedPackets: number;
  /** reports that deviate from the specification, by the name of the deviation */
  deviations: Record<string, number>;
  /** elements of IPFIX that are not read here: `enterprise.element`, and its last value as hex */
  rawElements: Record<string, string>;
  /** what its times count; null in what a process of an earlier version says */
  units: ExporterUnits | null;
  /** reports missing by their sequence numbers that we have not left out ourselves, and those that came late */
  sequenceGaps: number;
  late: number;
  /**
   * jumps of the numbering that are a new beginning (its exporter was started anew, or numbers at random), not a loss
   */
  sequenceRestarts: number;
  /** reports whose sequence is not followed: it stands still, or there are too many streams */
  untracked: number;
  /** formats heard, e.g. "telemetry-report-1.0" */
  formats: string[];
  nodeIds: number[];
  /** it reports for more nodes than are listed here */
  nodeIdsCapped: boolean;
  firstHeardMs: number;
  lastHeardMs: number;
  lastBad: BadDatagram | null;
};

/** An address whose datagrams are refused. */
export type RefusedSender = {
  address: string;
  /** `not-accepted`: by the list of exporters; `too-many`: more exporters spoke than the collector keeps */
  reason: "not-accepted" | "too-many";
  datagrams: number;
  lastHeardMs: number;
};

/**
 * A UDP port and the sockets behind it: the kernel spreads exporters over them, so that one fills its own buffer only.
 */
type PortState = {
  port: number;
  sockets: number;
  /** buffer of each socket */
  requestedBufferBytes: number;
  grantedBufferBytes: number;
};

/**
 * All that the collector says about itself, once a second. sent = arrived + kernelDropped, where nothing is
 * lost on the way; arrived = notAccepted + tooMany + forgotten.datagrams + the sum of the exporters'
 * `arrived`.
 */
export type CollectorState = {
  atMs: number;
  startedMs: number;
  /** the clock of the collector's machine; `clocks` are those of switches */
  clock: ClockState;
  source: "recvmmsg" | "dgram";
  ports: PortState[];
  /** datagrams taken from the sockets */
  arrived: number;
  /** datagrams that the kernel dropped before we could take them; null where it cannot tell */
  kernelDropped: number | null;
  notAccepted: number;
  tooMany: number;
  /** notAccepted + tooMany */
  refused: number;
  /** who was refused; addresses beyond the bounded table are counted only */
  refusedSenders: RefusedSender[];
  refusedElsewhere: number;
  /** exporters that made room for others, and what they had sent: part of `arrived` */
  forgotten: { exporters: number; datagrams: number };
  /** the interface whose frames are read beside the sockets, and what they were; null without one */
  frames: (FrameCounters & { interface: string; kernelDropped: number | null }) | null;
  /** packets that this machine has dropped for a wrong checksum since the collector started; null: not known */
  checksumDrops: number | null;
  windows: number;
  /** processor time of the collector's thread since it started, user and system; null where the runtime cannot tell */
  cpuMs: number | null;
  /** measurements of parts left out because a segment has too many parts that its binding does not name */
  partsRefused: number;
  /** how the clocks of neighbouring switches stand to each other, the largest offsets first */
  clocks: NodePair[];
  /** measurements of parts left out because a clock stepped back between two timestamps */
  clockStepsBack: number;
  /** a sample of reports that belong to no segment, newest first */
  unmatchedReports: UnmatchedReport[];
  /** paths that reports show, from a sample, the busiest first */
  paths: HeardPath[];
  exporters: ExporterState[];
};
