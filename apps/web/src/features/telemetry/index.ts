export { unmatchedWords } from "./reasonWords.ts";
export { SetupCard } from "./SetupCard.tsx";
export { TelemetryPage } from "./TelemetryPage.tsx";
export { type TelemetryLoss, telemetryLoss } from "./telemetryLoss.ts";
export { QUIET_MS, type TelemetryState, useTelemetry } from "./useTelemetry.ts";
