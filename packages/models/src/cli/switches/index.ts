export type { ChannelTarget } from "./grpcChannel.ts";
export { lookAtSwitch, type SwitchSeen } from "./lookAt.ts";
