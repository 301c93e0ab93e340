export { type Controlled, type ControlledCloud, controlCloud } from "./controlCloud.ts";
export type { ChannelTarget } from "./grpcChannel.ts";
export { lookAtSwitch, type SwitchSeen } from "./lookAt.ts";
