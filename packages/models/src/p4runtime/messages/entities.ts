import { bool, bytes, enumOf, int32, int64, list, oneOf, sub, uint32, uint64 } from "../wire/field.ts";
import { type MessageOf, message } from "../wire/message.ts";
import { Any } from "./any.ts";
import { P4Data } from "./data.ts";

/** What a controller writes and reads (p4/v1/p4runtime.proto). */

const named = <T extends string>(name: T): `p4.v1.${T}` => `p4.v1.${name}`;

export const FieldMatch = message(named("FieldMatch"), {
  fieldId: uint32(1),
  fieldMatchType: oneOf({
    exact: sub(2, message(named("FieldMatch.Exact"), { value: bytes(1) })),
    ternary: sub(3, message(named("FieldMatch.Ternary"), { value: bytes(1), mask: bytes(2) })),
    lpm: sub(4, message(named("FieldMatch.LPM"), { value: bytes(1), prefixLen: int32(2) })),
    range: sub(6, message(named("FieldMatch.Range"), { low: bytes(1), high: bytes(2) })),
    optional: sub(7, message(named("FieldMatch.Optional"), { value: bytes(1) })),
    other: sub(100, Any),
  }),
});
export type FieldMatch = MessageOf<typeof FieldMatch>;

export const Action = message(named("Action"), {
  actionId: uint32(1),
  params: list(4, message(named("Action.Param"), { paramId: uint32(2), value: bytes(3) })),
});
export type Action = MessageOf<typeof Action>;

/** A member is watched by its port; `watch` is the older form. */
const watchKind = oneOf({ watch: int32(3), watchPort: bytes(4) });

const ActionProfileActionSet = message(named("ActionProfileActionSet"), {
  actionProfileActions: list(
    1,
    message(named("ActionProfileAction"), { action: sub(1, Action), weight: int32(2), watchKind }),
  ),
  actionSelectionMode: enumOf(2, { DEFAULT_MODE_DETERMINED_BY_ACTION_SELECTOR: 0, HASH: 1, RANDOM: 2 }),
  sizeSemantics: enumOf(3, {
    DEFAULT_SIZE_DETERMINED_BY_ACTION_SELECTOR: 0,
    SUM_OF_WEIGHTS: 1,
    SUM_OF_MEMBERS: 2,
  }),
  groupAction: sub(5, Action),
});

export const TableAction = message(named("TableAction"), {
  type: oneOf({
    action: sub(1, Action),
    actionProfileMemberId: uint32(2),
    actionProfileGroupId: uint32(3),
    actionProfileActionSet: sub(4, ActionProfileActionSet),
  }),
});
export type TableAction = MessageOf<typeof TableAction>;

export const MeterConfig = message(named("MeterConfig"), {
  cir: int64(1),
  cburst: int64(2),
  pir: int64(3),
  pburst: int64(4),
  eburst: int64(5),
});
export type MeterConfig = MessageOf<typeof MeterConfig>;
export const CounterData = message(named("CounterData"), { byteCount: int64(1), packetCount: int64(2) });
export type CounterData = MessageOf<typeof CounterData>;
const MeterCounterData = message(named("MeterCounterData"), {
  green: sub(1, CounterData),
  yellow: sub(2, CounterData),
  red: sub(3, CounterData),
});

export const TableEntry = message(named("TableEntry"), {
  tableId: uint32(1),
  match: list(2, FieldMatch),
  action: sub(3, TableAction),
  priority: int32(4),
  controllerMetadata: uint64(5),
  meterConfig: sub(6, MeterConfig),
  counterData: sub(7, CounterData),
  isDefaultAction: bool(8),
  idleTimeoutNs: int64(9),
  timeSinceLastHit: sub(10, message(named("TableEntry.IdleTimeout"), { elapsedNs: int64(1) })),
  metadata: bytes(11),
  meterCounterData: sub(12, MeterCounterData),
  isConst: bool(13),
});
export type TableEntry = MessageOf<typeof TableEntry>;

export const ActionProfileMember = message(named("ActionProfileMember"), {
  actionProfileId: uint32(1),
  memberId: uint32(2),
  action: sub(3, Action),
});
export type ActionProfileMember = MessageOf<typeof ActionProfileMember>;

export const ActionProfileGroup = message(named("ActionProfileGroup"), {
  actionProfileId: uint32(1),
  groupId: uint32(2),
  members: list(
    3,
    message(named("ActionProfileGroup.Member"), { memberId: uint32(1), weight: int32(2), watchKind }),
  ),
  maxSize: int32(4),
});
export type ActionProfileGroup = MessageOf<typeof ActionProfileGroup>;

const Index = message(named("Index"), { index: int64(1) });

export const MeterEntry = message(named("MeterEntry"), {
  meterId: uint32(1),
  index: sub(2, Index),
  config: sub(3, MeterConfig),
  counterData: sub(4, MeterCounterData),
});
export type MeterEntry = MessageOf<typeof MeterEntry>;
const DirectMeterEntry = message(named("DirectMeterEntry"), {
  tableEntry: sub(1, TableEntry),
  config: sub(2, MeterConfig),
  counterData: sub(3, MeterCounterData),
});
export const CounterEntry = message(named("CounterEntry"), {
  counterId: uint32(1),
  index: sub(2, Index),
  data: sub(3, CounterData),
});
export type CounterEntry = MessageOf<typeof CounterEntry>;
const DirectCounterEntry = message(named("DirectCounterEntry"), {
  tableEntry: sub(1, TableEntry),
  data: sub(2, CounterData),
});

const BackupReplica = message(named("BackupReplica"), { port: bytes(1), instance: uint32(2) });
export const Replica = message(named("Replica"), {
  portKind: oneOf({ egressPort: uint32(1), port: bytes(3) }),
  instance: uint32(2),
  backupReplicas: list(4, BackupReplica),
});
export type Replica = MessageOf<typeof Replica>;
export const MulticastGroupEntry = message(named("MulticastGroupEntry"), {
  multicastGroupId: uint32(1),
  replicas: list(2, Replica),
  metadata: bytes(3),
});
export type MulticastGroupEntry = MessageOf<typeof MulticastGroupEntry>;
export const CloneSessionEntry = message(named("CloneSessionEntry"), {
  sessionId: uint32(1),
  replicas: list(2, Replica),
  classOfService: uint32(3),
  packetLengthBytes: int32(4),
});
export type CloneSessionEntry = MessageOf<typeof CloneSessionEntry>;
export const PacketReplicationEngineEntry = message(named("PacketReplicationEngineEntry"), {
  type: oneOf({
    multicastGroupEntry: sub(1, MulticastGroupEntry),
    cloneSessionEntry: sub(2, CloneSessionEntry),
  }),
});
export type PacketReplicationEngineEntry = MessageOf<typeof PacketReplicationEngineEntry>;

export const ValueSetEntry = message(named("ValueSetEntry"), {
  valueSetId: uint32(1),
  members: list(2, message(named("ValueSetMember"), { match: list(1, FieldMatch) })),
});
export type ValueSetEntry = MessageOf<typeof ValueSetEntry>;
export const RegisterEntry = message(named("RegisterEntry"), {
  registerId: uint32(1),
  index: sub(2, Index),
  data: sub(3, P4Data),
});
export type RegisterEntry = MessageOf<typeof RegisterEntry>;
export const DigestEntry = message(named("DigestEntry"), {
  digestId: uint32(1),
  config: sub(
    2,
    message(named("DigestEntry.Config"), {
      maxTimeoutNs: int64(1),
      maxListSize: int32(2),
      ackTimeoutNs: int64(3),
    }),
  ),
});
export type DigestEntry = MessageOf<typeof DigestEntry>;
const ExternEntry = message(named("ExternEntry"), {
  externTypeId: uint32(1),
  externId: uint32(2),
  entry: sub(3, Any),
});

export const Entity = message(named("Entity"), {
  entity: oneOf({
    externEntry: sub(1, ExternEntry),
    tableEntry: sub(2, TableEntry),
    actionProfileMember: sub(3, ActionProfileMember),
    actionProfileGroup: sub(4, ActionProfileGroup),
    meterEntry: sub(5, MeterEntry),
    directMeterEntry: sub(6, DirectMeterEntry),
    counterEntry: sub(7, CounterEntry),
    directCounterEntry: sub(8, DirectCounterEntry),
    packetReplicationEngineEntry: sub(9, PacketReplicationEngineEntry),
    valueSetEntry: sub(10, ValueSetEntry),
    registerEntry: sub(11, RegisterEntry),
    digestEntry: sub(12, DigestEntry),
  }),
});
export type Entity = MessageOf<typeof Entity>;
