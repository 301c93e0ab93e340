export { UnsupportedError } from "./compile/scope.ts";
export { ControlError } from "./control/names.ts";
export { runStf, type StfFailure, type StfReport } from "./stf/runStf.ts";
export { type RunOptions, type Sent, V1Switch } from "./v1model/switch.ts";
