export { constructs } from "../core/index.ts";
export type { Construct } from "../program/index.ts";
export { assumeUnpublished, assumptionsSchema } from "./assume.ts";
export { type ComparedTargets, compareTargets, ratingCriteria } from "./compareTargets.ts";
export { type Controller, libraryControllers } from "./controllers.ts";
export { constructCount, countedFeatures, inBase } from "./counted.ts";
export {
  type Coefficient,
  type FitOptions,
  type FitResult,
  fitObstacle,
  fitProfile,
} from "./fit/fitProfile.ts";
export { type HeldOut, heldOut } from "./fit/heldOut.ts";
export { type Measurement, parseMeasurements, type ReadingOptions } from "./fit/parseMeasurements.ts";
export { profileFromFit } from "./fit/profileFromFit.ts";
export { profileFromRefit } from "./fit/profileFromRefit.ts";
export { programCounts } from "./fit/programCounts.ts";
export { refitIntervals, refitPrediction } from "./fit/refitPrediction.ts";
export {
  type HopSample,
  type RefitResult,
  refitObstacle,
  refitProfile,
} from "./fit/refitProfile.ts";

export { testFit } from "./fit/score.ts";
export { libraryDevice, libraryDeviceIds, libraryDevices } from "./library.ts";
export type { P8Form } from "./p8Profile.ts";
export { parseDeviceProfile } from "./parseProfile.ts";
export { type LatencySummary, summariseLatencies } from "./probe/latencySummary.ts";
export { MIXED, mixedPrograms } from "./probe/mixedPrograms.ts";
export { probeArchitectures } from "./probe/probeFrames.ts";
export { type ProbeProgram, probePacket, probePrograms } from "./probe/probePrograms.ts";
export { type ProbeSheet, probeOrder, probeSheet, readProbeSheet } from "./probe/probeSheet.ts";
export {
  type Correction,
  type DeviceCores,
  type DeviceExtern,
  type DeviceProfile,
  deviceProfileSchema,
  type Throughput,
} from "./profile.ts";
export { type ProfileUse, profileUseNames, profileUses } from "./profileUses.ts";
export type { Source, Sourced } from "./sourced.ts";
export { type StatedExtern, statedExternSchema, stateExterns } from "./stateExterns.ts";
export { works } from "./works.ts";
