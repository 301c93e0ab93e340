import { bytes, enumOf, int32, list, string, sub, uint32, uint64 } from "../wire/field.ts";
import { type MessageOf, message } from "../wire/message.ts";
import { Any } from "./any.ts";
import { Entity } from "./entities.ts";
import { P4Info } from "./p4Info.ts";

/** Requests and answers of the calls but the stream's (p4/v1/p4runtime.proto). */

const named = <T extends string>(name: T): `p4.v1.${T}` => `p4.v1.${name}`;

export const Uint128 = message(named("Uint128"), { high: uint64(1), low: uint64(2) });
export type Uint128 = MessageOf<typeof Uint128>;

export const Update = message(named("Update"), {
  type: enumOf(1, { UNSPECIFIED: 0, INSERT: 1, MODIFY: 2, DELETE: 3 }),
  entity: sub(2, Entity),
});
export type Update = MessageOf<typeof Update>;

export const WriteRequest = message(named("WriteRequest"), {
  deviceId: uint64(1),
  roleId: uint64(2),
  electionId: sub(3, Uint128),
  updates: list(4, Update),
  atomicity: enumOf(5, { CONTINUE_ON_ERROR: 0, ROLLBACK_ON_ERROR: 1, DATAPLANE_ATOMIC: 2 }),
  role: string(6),
});
export type WriteRequest = MessageOf<typeof WriteRequest>;
export const WriteResponse = message(named("WriteResponse"), {});

export const ReadRequest = message(named("ReadRequest"), {
  deviceId: uint64(1),
  entities: list(2, Entity),
  role: string(3),
});
export type ReadRequest = MessageOf<typeof ReadRequest>;
export const ReadResponse = message(named("ReadResponse"), { entities: list(1, Entity) });
export type ReadResponse = MessageOf<typeof ReadResponse>;

export const ForwardingPipelineConfig = message(named("ForwardingPipelineConfig"), {
  p4info: sub(1, P4Info),
  p4DeviceConfig: bytes(2),
  cookie: sub(3, message(named("ForwardingPipelineConfig.Cookie"), { cookie: uint64(1) })),
});
export type ForwardingPipelineConfig = MessageOf<typeof ForwardingPipelineConfig>;

export const SetForwardingPipelineConfigRequest = message(named("SetForwardingPipelineConfigRequest"), {
  deviceId: uint64(1),
  roleId: uint64(2),
  electionId: sub(3, Uint128),
  action: enumOf(4, {
    UNSPECIFIED: 0,
    VERIFY: 1,
    VERIFY_AND_SAVE: 2,
    VERIFY_AND_COMMIT: 3,
    COMMIT: 4,
    RECONCILE_AND_COMMIT: 5,
  }),
  config: sub(5, ForwardingPipelineConfig),
  role: string(6),
});
export type SetForwardingPipelineConfigRequest = MessageOf<typeof SetForwardingPipelineConfigRequest>;
export const SetForwardingPipelineConfigResponse = message(named("SetForwardingPipelineConfigResponse"), {});

export const GetForwardingPipelineConfigRequest = message(named("GetForwardingPipelineConfigRequest"), {
  deviceId: uint64(1),
  responseType: enumOf(2, { ALL: 0, COOKIE_ONLY: 1, P4INFO_AND_COOKIE: 2, DEVICE_CONFIG_AND_COOKIE: 3 }),
});
export type GetForwardingPipelineConfigRequest = MessageOf<typeof GetForwardingPipelineConfigRequest>;
export const GetForwardingPipelineConfigResponse = message(named("GetForwardingPipelineConfigResponse"), {
  config: sub(1, ForwardingPipelineConfig),
});
export type GetForwardingPipelineConfigResponse = MessageOf<typeof GetForwardingPipelineConfigResponse>;

export const CapabilitiesRequest = message(named("CapabilitiesRequest"), { deviceId: uint64(1) });
export const CapabilitiesResponse = message(named("CapabilitiesResponse"), {
  p4runtimeApiVersion: string(1),
  experimental: sub(999, Any),
});
export type CapabilitiesResponse = MessageOf<typeof CapabilitiesResponse>;

/** What became of one update of a Write, or of one entity of a Read; code 0 is OK. */
export const P4Error = message(named("Error"), {
  canonicalCode: int32(1),
  message: string(2),
  space: string(3),
  code: int32(4),
  details: sub(5, Any),
});
export type P4Error = MessageOf<typeof P4Error>;

/** Configuration as p4lang's tutorials push it to BMv2 (p4.tmp): `deviceData` is the JSON. */
export const P4DeviceConfig = message("p4.tmp.P4DeviceConfig", {
  reassign: uint32(1),
  extras: bytes(2),
  deviceData: bytes(3),
});
