export { CODE, SwitchError } from "./errors.ts";
export { p4InfoOf } from "./p4Info/p4Info.ts";
export { SwitchDevice } from "./switchDevice.ts";
