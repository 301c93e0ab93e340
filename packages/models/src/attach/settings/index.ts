export { readAnswer, readCall, type ThriftAnswer, ThriftError, writeCall } from "./bmv2Thrift.ts";
export {
  changeSettings,
  doorsTogether,
  type SettingsDoor,
} from "./changeSettings.ts";
export { p4RuntimeDoor, tooLarge, type WriteChannel } from "./p4RuntimeDoor.ts";
export {
  type Setting,
  settableParameters,
  settableRegisters,
  settingSchema,
  settingText,
} from "./setting.ts";
