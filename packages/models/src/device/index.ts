export type { Construct } from "../program/index.ts";
export { type Assumptions, assumeUnpublished, assumptionsSchema } from "./assume.ts";
export { constructs } from "./constructs.ts";
export { type ConstructCounts, constructCount, countedFeatures, inBase } from "./counted.ts";
export {
  type Coefficient,
  type FitOptions,
  type FitResult,
  fitObstacle,
  fitProfile,
} from "./fit/fitProfile.ts";
export { type Measurement, type ParsedMeasurements, parseMeasurements } from "./fit/parseMeasurements.ts";
export { type FittedDevice, profileFromFit } from "./fit/profileFromFit.ts";
export { profileFromRefit, type RefittedDevice } from "./fit/profileFromRefit.ts";
export {
  defaultPriorTrust,
  type HopSample,
  type PriorTrust,
  type RefitCoefficient,
  type RefitResult,
  refitObstacle,
  refitPrediction,
  refitProfile,
} from "./fit/refitProfile.ts";
export type { CoefficientName } from "./fit/unseenColumns.ts";
export { libraryDevice, libraryDeviceIds, libraryDevices } from "./library.ts";
export { type P8Form, p8FormSchema } from "./p8Profile.ts";
export { parseDeviceProfile } from "./parseProfile.ts";
export {
  type Correction,
  type DeviceCores,
  type DeviceExtern,
  type DeviceProfile,
  deviceProfileSchema,
  type Throughput,
} from "./profile.ts";
export { type Source, type Sourced, sourcedSchema, sourceKinds, sourceSchema, works } from "./sourced.ts";
