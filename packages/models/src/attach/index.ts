export { describeFailure, type ReadChannel, ReadFailure } from "./channel.ts";
export type { DeviceConfig } from "./deviceConfig.ts";
export { type GnmiChannel, type GnmiRead, readDevice, resolveGnmiAddress } from "./gnmi/readDevice.ts";
export { heldEntities } from "./heldEntities.ts";
export { conflictsOf, type KnownBy, NodeIds, nodeIdConflict } from "./identity.ts";
export { programDifferences } from "./matchProgram.ts";
export { profilesOf } from "./names.ts";
export { type KnownPipeline, readSwitch, type SwitchLook } from "./readSwitch.ts";
export {
  changeSettings,
  doorsTogether,
  p4RuntimeDoor,
  readAnswer,
  readCall,
  type Setting,
  type SettingsDoor,
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
