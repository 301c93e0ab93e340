export { createSwitch } from "./createSwitch.ts";
export type { Pass } from "./pass.ts";
export { install } from "./runtime/install.ts";
export { runStf } from "./stf/runStf.ts";
export type { Sent, Target } from "./target.ts";
export { passTime, stepTimes } from "./timing.ts";
export type { TraceEvent } from "./trace.ts";
export { bytesOfHex, hexOf } from "./values/hex.ts";
