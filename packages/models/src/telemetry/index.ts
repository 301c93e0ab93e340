export { type Cidr, formatIpv4, formatIpv6, type IpAddress, parseCidr, parseIp } from "./address.ts";
export {
  FLAG_CONGESTED,
  FLAG_DROPPED,
  FLAG_INTERMEDIATE,
  FLAG_TRACKED,
  FORMATS,
  INT_VERSIONS,
  ITEM_EGRESS_TS,
  ITEM_INGRESS_TS,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_PORTS,
  ITEM_QUEUE,
  MAX_HOPS,
  MAX_REPORTS,
  MODES,
  ReportBatch,
} from "./batch.ts";
export {
  type FlowMatch,
  flowMatchSchema,
  type NodeClock,
  nodeClockSchema,
  pairings,
  type SegmentBinding,
  segmentBindingSchema,
} from "./binding.ts";
export {
  type CaptureTally,
  createCaptureTally,
  decodeCapture,
} from "./capture/decodeCapture.ts";
export type { CaptureFrame, CaptureItem, CaptureProblem } from "./capture/item.ts";
export { createUdpLocation, locateUdp, NOT_UDP, type UdpLocation } from "./capture/locateUdp.ts";
export { encodePcap, encodeUdpFrame } from "./capture/pcapEncode.ts";
export { readCapture } from "./capture/readCapture.ts";
export {
  type CaptureDatagram,
  createFrameTally,
  type FrameTally,
  readDatagrams,
} from "./capture/readDatagrams.ts";
export { ClockSkews, type NodePair } from "./clock/clockSkews.ts";
export { type ClockSkew, PairSkew } from "./clock/pairSkew.ts";
export { type ClockScale, hopLatencyUs } from "./clock.ts";
export { type CloudReporter, createCloudReporter, type Exporter as CloudExporter } from "./cloudReports.ts";
export {
  type DecodedFlow,
  type DecodedHop,
  type DecodedReport,
  type DecodeLine,
  decodedFlowSchema,
  decodedHopSchema,
  decodedReportSchema,
  decodeLineSchema,
  type ReportType,
  reportTypes,
} from "./decodeLine.ts";
export { countDatagram, createDecodeCounters, type DecodeCounters, decodeDatagram } from "./decoder.ts";
export { DIALECT_IDS, DIALECTS, type Dialect, type DialectId } from "./dialects/dialects.ts";
export { type DialectInput, encodeAs } from "./dialects/encodeAs.ts";
export type { QueueReport } from "./dialects/ipIdentification.ts";
export { decodeLinkMonitor, encodeLinkMonitor, type ProbeHop, probeMbps } from "./dialects/linkMonitor.ts";
export type { TcpIntOption } from "./dialects/tcpInt.ts";
export { encodeReport } from "./encoder.ts";
export { parseHexText } from "./hexText.ts";
export { Histogram, MAX_US, MIN_US, RELATIVE_ERROR } from "./histogram.ts";
export type { FlowInput, HopInput, IntInput, ReportFlags, ReportInput } from "./input.ts";
export { flowAt, hopAt, reportAt } from "./json.ts";
export { MARK_NAMES } from "./marks.ts";
export {
  type MatchCounters,
  Matcher,
  type SegmentPart,
  type Series,
  UNKNOWN_GAP,
  UNKNOWN_HOP,
  UNKNOWN_LINK,
  UNMATCHED_REASONS,
  type UnmatchedReason,
} from "./match.ts";
export {
  compileProfile,
  compileSettings,
  DEFAULT_OPTIONS,
  DEFAULT_PROFILE,
  DEFAULT_REPORT_PORTS,
  type DecodeOptions,
  type ExporterPolicy,
  type ExporterProfile,
  type ExporterSettings,
  exporterProfileSchema,
  exporterSettingsSchema,
  resolveProfile,
  type TelemetrySettings,
  telemetrySettingsSchema,
} from "./profile.ts";
export { OPTION_DEFAULTS, type ProfileOptions, profileOptionsSchema } from "./profileOptions.ts";
export { BATCH_FULL, OK, REASONS, type Reason, type ReasonCode } from "./reasons.ts";
export { encodeGroupV20, encodeIndividualV20 } from "./report/v20.ts";
export {
  createScenarioSource,
  type ReportSource,
  type SendScenario,
  sendScenarioSchema,
} from "./scenario.ts";
export { type SequenceCounters, SequenceTracker } from "./sequence.ts";
export { WindowAccumulator, type WindowView } from "./window.ts";
export { addCounts, noCounts, type WindowCounts, windowCounters } from "./windowCounts.ts";
