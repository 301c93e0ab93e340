export { readAnswer, readCall, type ThriftAnswer, ThriftError, writeCall } from "./bmv2Thrift.ts";
export {
  type ChangeOutcome,
  changeSettings,
  doorsTogether,
  type SettingChange,
  type SettingsDoor,
  type SettingValue,
} from "./changeSettings.ts";
export { p4RuntimeDoor, tooLarge, type WriteChannel } from "./p4RuntimeDoor.ts";
export {
  type SettableParameter,
  type SettableRegister,
  type Setting,
  settableParameters,
  settableRegisters,
  settingSchema,
  settingText,
} from "./setting.ts";
