export {
  FLAG_CONGESTED,
  FLAG_DROPPED,
  FORMATS,
  INT_VERSIONS,
  ITEM_DEPTH,
  ITEM_LATENCY,
  ITEM_NODE,
  ITEM_QUEUE,
  ReportBatch,
  sampledOneIn,
  unitsAreFixed,
} from "./batch.ts";
export {
  type CaptureTally,
  createCaptureTally,
  decodeCapture,
  inferUnits,
} from "./capture/decodeCapture.ts";
export { cutElsewhereSentence, cutSentence, decodeCaptured } from "./capture/decodeCaptured.ts";
export { ExporterTallies } from "./capture/exporterTallies.ts";
export { Fragments } from "./capture/fragments.ts";
export { readInBand } from "./capture/inBand.ts";
export { createUdpLocation, locateUdp, sourceWords, type UdpLocation } from "./capture/locateUdp.ts";
export { MAX_WRAPPINGS, mirroredFrameAt } from "./capture/mirrored.ts";
export { encodePcap, encodeUdpFrame } from "./capture/pcapEncode.ts";
export { readCapture } from "./capture/readCapture.ts";
export {
  type CaptureDatagram,
  createFrameTally,
  type FrameTally,
  NO_EXPORTER,
  portsFound,
  readDatagrams,
} from "./capture/readDatagrams.ts";
export { repeatedSentence } from "./capture/repeats.ts";
export { hopLatencyUs } from "./clock/clock.ts";
export { ClockSkews, type NodePair } from "./clock/clockSkews.ts";
export {
  type DecodedFlow,
  type DecodedHop,
  type DecodedReport,
  type DecodeLine,
  decodedFlowSchema,
  decodeLineSchema,
  type ReportUnit,
} from "./decodeLine.ts";
export {
  countDatagram,
  countMarks,
  createDecodeCounters,
  type DecodeCounters,
  decodeDatagram,
  decodeInBand,
  deviationsOf,
} from "./decoder.ts";
export { DIALECT_IDS, DIALECTS, type DialectId } from "./dialects/dialects.ts";
export { createCloudReporter } from "./encode/cloudReports.ts";
export { encodeReport } from "./encode/encoder.ts";
export type { FlowInput, ReportInput } from "./encode/input.ts";
export {
  createScenarioSource,
  type SendScenario,
  sendScenarioSchema,
} from "./encode/scenario.ts";
export {
  type Explored,
  type ExploreQuery,
  exploreGroupSchema,
  exploreTotalsSchema,
  exploreValues,
  MAX_GROUPS_LISTED,
  type ReportDimension,
  reportDimensions,
  type WindowDimension,
  windowDimensions,
} from "./explore/exploreQuery.ts";
export { exemplars, exploreSamples } from "./explore/exploreSamples.ts";
export { binsOf, GroupTable } from "./explore/groupTable.ts";
export { nodeKey, pathKey, type Reading } from "./explore/keys.ts";
export { flowText, type HopReading, type ReportSample, sampleOf } from "./explore/sample.ts";
export { encodeSamples } from "./explore/sampleChunk.ts";
export { SampleStore } from "./explore/sampleStore.ts";
export { mayBeUptime } from "./int/sinkUptime.ts";
export { ExporterMemories, ExporterMemory } from "./ipfix/memory.ts";
export { PathDelays } from "./ipfix/pathDelays.ts";
export { flowAt, hopAt, reportAt } from "./json.ts";
export { deviationSentence, MARK_SINK_CLONE_LATENCY, MARK_TRUNCATED_STACK } from "./marks.ts";
export {
  type FlowMatch,
  type NodeClock,
  pairings,
  type SegmentBinding,
  segmentBindingSchema,
} from "./match/binding.ts";
export { Matcher } from "./match/match.ts";
export { UNMATCHED_REASONS } from "./match/matchCounts.ts";
export type { SegmentPart } from "./match/seriesTable.ts";
export {
  type Cidr,
  formatIpv4,
  formatIpv6,
  type IpAddress,
  normalAddress,
  parseCidr,
  parseIp,
} from "./packet/address.ts";
export { addressOfField } from "./packet/addressOfField.ts";
export { ViewCache } from "./packet/bytes.ts";
export { parseHexText } from "./packet/hexText.ts";
export { type HeardHop, type HeardPath, heardHopSchema, heardPathSchema } from "./paths/heardPath.ts";
export { PathsHeard } from "./paths/pathsHeard.ts";
export {
  compileProfile,
  compileSettings,
  DEFAULT_OPTIONS,
  DEFAULT_REPORT_PORTS,
  type DecodeOptions,
  type ExporterPolicy,
  type ExporterProfile,
  exporterProfileSchema,
  type ProfileUnits,
  type TelemetrySettings,
  telemetrySettingsSchema,
  UNIT_LATENCY_OPEN,
  UNIT_TIMESTAMP_OPEN,
  unitBits,
  unitsAreOpen,
  unitsOf,
  unitsOfProfile,
  withUnits,
} from "./profile/profile.ts";
export type { ProfileOptions } from "./profile/profileOptions.ts";
export { BATCH_FULL, FRAME_CUT, OK, REASONS } from "./reasons.ts";
export { SequenceTracker } from "./report/sequence.ts";
export { CaptureUnits, unitWords } from "./units/captureUnits.ts";
export { commonUnit, isDoubtful, type NodeUnits, UnitEvidence } from "./units/unitEvidence.ts";
export { reviseSink, UptimeWatch } from "./units/uptimeWatch.ts";
export { type ExponentialPoint, ExponentialSum } from "./window/exponential.ts";
export { Histogram } from "./window/histogram.ts";
export { WindowAccumulator, type WindowView } from "./window/window.ts";
export {
  addCounts,
  mergeOf,
  noCounts,
  type WindowCounter,
  type WindowCounts,
  windowCounters,
} from "./window/windowCounts.ts";
