export { describeFailure, type ReadChannel, ReadFailure } from "./channel.ts";
export { programDifferences } from "./matchProgram.ts";
export { readSwitch, type SwitchLook } from "./readSwitch.ts";
export {
  type ChangeOutcome,
  changeSettings,
  doorsTogether,
  p4RuntimeDoor,
  readAnswer,
  readCall,
  type SettableParameter,
  type SettableRegister,
  type Setting,
  type SettingChange,
  type SettingsDoor,
  type SettingValue,
  settableParameters,
  settableRegisters,
  settingSchema,
  settingText,
  type ThriftAnswer,
  ThriftError,
  tooLarge,
  type WriteChannel,
  writeCall,
} from "./settings/index.ts";
export type { EntryCount } from "./toEntity.ts";
