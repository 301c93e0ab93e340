export { assert, assertNever, InvariantError } from "./assert.ts";
export { type Capability, capabilityNames } from "./capabilities.ts";
export {
  type Diagnostic,
  diagnosticSchema,
  formatDiagnostic,
  hasErrors,
  type Severity,
  type Span,
} from "./diagnostic.ts";
export { checkShape } from "./document/checkShape.ts";
export { jsonExcess } from "./document/limits.ts";
export { parseChecked } from "./document/parseChecked.ts";
export { describePath, IS_MISSING, issueTexts, plainIssue } from "./document/plainIssues.ts";
export { rawFields, rawList } from "./document/rawFields.ts";
export { type Path, readDocument, type SourceDocument } from "./document/readDocument.ts";
export {
  type Construct,
  constructs,
  type Features,
  featuresSchema,
  featureVector,
  noFeatures,
} from "./features.ts";
export { latencyText } from "./latencyText.ts";
export { normalQuantile } from "./normalQuantile.ts";
export { createRandom, type Random } from "./random.ts";
export { err, ok, type Result } from "./result.ts";
export { significantText } from "./significantText.ts";
export { student975 } from "./student.ts";
export { didYouMean } from "./suggest.ts";
export {
  BITS_PER_BYTE,
  DELAY_TOLERANCE_US,
  gbpsToPps,
  NS_PER_US,
  ppsToGbps,
  US_PER_S,
  withinDelay,
} from "./units.ts";
export { answerWorker, askWorker, type WorkerPort, type WorkerReply } from "./worker.ts";
