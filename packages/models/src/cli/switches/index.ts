export { type Controlled, type ControlledCloud, controlCloud } from "./controlCloud.ts";
export { lookByGnmi } from "./gnmiChannel.ts";
export type { ChannelTarget } from "./grpcChannel.ts";
export { cookieOfSwitch, lookAtSwitch, type StoredPipeline, type SwitchSeen } from "./lookAt.ts";
export {
  readSettings,
  type SettingsSeen,
  type SettingsTarget,
  type SettingsWritten,
  writeSettings,
} from "./settings.ts";
