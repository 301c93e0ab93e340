export { assert, assertNever, InvariantError } from "./assert.ts";
export { type Diagnostic, formatDiagnostic, hasErrors, type Severity, type Span } from "./diagnostic.ts";
export { createRandom, type Random } from "./random.ts";
export { err, ok, type Result } from "./result.ts";
export {
  BITS_PER_BYTE,
  DELAY_TOLERANCE_US,
  gbpsToPps,
  NS_PER_US,
  ppsToGbps,
  US_PER_MS,
  US_PER_S,
  withinDelay,
} from "./units.ts";
