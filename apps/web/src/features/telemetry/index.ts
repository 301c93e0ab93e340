export { unmatchedReportWords } from "./arrivalFindings.ts";
export { exporterCounts, QUIET_MS } from "./exporterCounts.ts";
export { hexLines } from "./hexLines.ts";
export { undecodableWords, unmatchedWords } from "./reasonWords.ts";
export { SetupCard } from "./SetupCard.tsx";

export { LOSS_WORTH_A_LOOK, telemetryLoss } from "./telemetryLoss.ts";
export { type TelemetryState, useTelemetry } from "./useTelemetry.ts";
export { WhatArrives } from "./WhatArrives.tsx";
