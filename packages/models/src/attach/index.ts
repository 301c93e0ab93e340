export { describeFailure, type ReadChannel, ReadFailure } from "./channel.ts";
export { programDifferences } from "./matchProgram.ts";
export { readSwitch, type SwitchLook } from "./readSwitch.ts";
export type { EntryCount } from "./toEntity.ts";
