import { bytes, int32, int64, list, oneOf, string, sub, uint32, uint64 } from "../wire/field.ts";
import { type MessageOf, message } from "../wire/message.ts";
import { Any, Status } from "./any.ts";
import { Uint128 } from "./calls.ts";
import { P4Data } from "./data.ts";
import { TableEntry } from "./entities.ts";

/** Messages of the stream between a controller and a switch (p4/v1/p4runtime.proto). */

const named = <T extends string>(name: T): `p4.v1.${T}` => `p4.v1.${name}`;

const Role = message(named("Role"), { id: uint64(1), config: sub(2, Any), name: string(3) });
export const MasterArbitrationUpdate = message(named("MasterArbitrationUpdate"), {
  deviceId: uint64(1),
  role: sub(2, Role),
  electionId: sub(3, Uint128),
  status: sub(4, Status),
});
export type MasterArbitrationUpdate = MessageOf<typeof MasterArbitrationUpdate>;

const PacketMetadata = message(named("PacketMetadata"), { metadataId: uint32(1), value: bytes(2) });
export const PacketOut = message(named("PacketOut"), {
  payload: bytes(1),
  metadata: list(2, PacketMetadata),
});
export type PacketOut = MessageOf<typeof PacketOut>;
export const PacketIn = message(named("PacketIn"), { payload: bytes(1), metadata: list(2, PacketMetadata) });
export type PacketIn = MessageOf<typeof PacketIn>;

export const DigestListAck = message(named("DigestListAck"), { digestId: uint32(1), listId: uint64(2) });
export type DigestListAck = MessageOf<typeof DigestListAck>;
const DigestList = message(named("DigestList"), {
  digestId: uint32(1),
  listId: uint64(2),
  data: list(3, P4Data),
  /** ns since 1970 */
  timestamp: int64(4),
});

const IdleTimeoutNotification = message(named("IdleTimeoutNotification"), {
  tableEntry: list(1, TableEntry),
  /** ns since 1970 */
  timestamp: int64(2),
});
const StreamError = message(named("StreamError"), {
  canonicalCode: int32(1),
  message: string(2),
  space: string(3),
  code: int32(4),
  details: oneOf({
    packetOut: sub(5, message(named("PacketOutError"), { packetOut: sub(1, PacketOut) })),
    digestListAck: sub(6, message(named("DigestListAckError"), { digestListAck: sub(1, DigestListAck) })),
    other: sub(7, message(named("StreamOtherError"), { other: sub(1, Any) })),
  }),
});
export type StreamError = MessageOf<typeof StreamError>;

export const StreamMessageRequest = message(named("StreamMessageRequest"), {
  update: oneOf({
    arbitration: sub(1, MasterArbitrationUpdate),
    packet: sub(2, PacketOut),
    digestAck: sub(3, DigestListAck),
    other: sub(4, Any),
  }),
});
export type StreamMessageRequest = MessageOf<typeof StreamMessageRequest>;
export const StreamMessageResponse = message(named("StreamMessageResponse"), {
  update: oneOf({
    arbitration: sub(1, MasterArbitrationUpdate),
    packet: sub(2, PacketIn),
    digest: sub(3, DigestList),
    idleTimeoutNotification: sub(4, IdleTimeoutNotification),
    other: sub(5, Any),
    error: sub(6, StreamError),
  }),
});
export type StreamMessageResponse = MessageOf<typeof StreamMessageResponse>;
