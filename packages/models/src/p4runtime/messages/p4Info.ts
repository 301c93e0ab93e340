import {
  bool,
  bytes,
  enumOf,
  int32,
  int64,
  list,
  listOf,
  oneOf,
  string,
  sub,
  uint32,
} from "../wire/field.ts";
import { type MessageOf, message } from "../wire/message.ts";
import { Any } from "./any.ts";
import { P4DataTypeSpec, P4NamedType, P4TypeInfo, SourceLocation, StructuredAnnotation } from "./types.ts";

/** What a controller knows of a program (p4/config/v1/p4info.proto). */

const named = <T extends string>(name: T): `p4.config.v1.${T}` => `p4.config.v1.${name}`;

const Documentation = message(named("Documentation"), { brief: string(1), description: string(2) });

const PkgInfo = message(named("PkgInfo"), {
  name: string(1),
  version: string(2),
  doc: sub(3, Documentation),
  annotations: listOf(4, "string"),
  arch: string(5),
  organization: string(6),
  contact: string(7),
  url: string(8),
  structuredAnnotations: list(9, StructuredAnnotation),
  annotationLocations: list(10, SourceLocation),
  platformProperties: sub(
    11,
    message(named("PlatformProperties"), {
      multicastGroupTableSize: int32(1),
      multicastGroupTableTotalReplicas: int32(2),
      multicastGroupTableMaxReplicasPerEntry: int32(3),
    }),
  ),
});

/** `alias`: the shortest end of the name that no other of its kind has. */
export const Preamble = message(named("Preamble"), {
  id: uint32(1),
  name: string(2),
  alias: string(3),
  annotations: listOf(4, "string"),
  doc: sub(5, Documentation),
  structuredAnnotations: list(6, StructuredAnnotation),
  annotationLocations: list(7, SourceLocation),
});
export type Preamble = MessageOf<typeof Preamble>;

export const MatchField = message(named("MatchField"), {
  id: uint32(1),
  name: string(2),
  annotations: listOf(3, "string"),
  bitwidth: int32(4),
  match: oneOf({
    matchType: enumOf(5, { UNSPECIFIED: 0, EXACT: 2, LPM: 3, TERNARY: 4, RANGE: 5, OPTIONAL: 6 }),
    otherMatchType: string(7),
  }),
  doc: sub(6, Documentation),
  typeName: sub(8, P4NamedType),
  structuredAnnotations: list(9, StructuredAnnotation),
  annotationLocations: list(10, SourceLocation),
});
export type MatchField = MessageOf<typeof MatchField>;

const TableActionCall = message(named("TableActionCall"), {
  actionId: uint32(1),
  arguments: list(4, message(named("TableActionCall.Argument"), { paramId: uint32(2), value: bytes(3) })),
});

const ActionRef = message(named("ActionRef"), {
  id: uint32(1),
  annotations: listOf(2, "string"),
  scope: enumOf(3, { TABLE_AND_DEFAULT: 0, TABLE_ONLY: 1, DEFAULT_ONLY: 2, GROUP_ACTION: 3 }),
  structuredAnnotations: list(4, StructuredAnnotation),
  annotationLocations: list(5, SourceLocation),
});

export const Table = message(named("Table"), {
  preamble: sub(1, Preamble),
  matchFields: list(2, MatchField),
  actionRefs: list(3, ActionRef),
  constDefaultActionId: uint32(4),
  initialDefaultAction: sub(5, TableActionCall),
  implementationId: uint32(6),
  directResourceIds: listOf(7, "uint32"),
  size: int64(8),
  idleTimeoutBehavior: enumOf(9, { NO_TIMEOUT: 0, NOTIFY_CONTROL: 1 }),
  isConstTable: bool(10),
  hasInitialEntries: bool(11),
  otherProperties: sub(100, Any),
});
export type Table = MessageOf<typeof Table>;

const ActionParam = message(named("Action.Param"), {
  id: uint32(1),
  name: string(2),
  annotations: listOf(3, "string"),
  bitwidth: int32(4),
  doc: sub(5, Documentation),
  typeName: sub(6, P4NamedType),
  structuredAnnotations: list(7, StructuredAnnotation),
  annotationLocations: list(8, SourceLocation),
});

export const ActionInfo = message(named("Action"), {
  preamble: sub(1, Preamble),
  params: list(2, ActionParam),
});
export type ActionInfo = MessageOf<typeof ActionInfo>;

export const ActionProfile = message(named("ActionProfile"), {
  preamble: sub(1, Preamble),
  tableIds: listOf(2, "uint32"),
  withSelector: bool(3),
  size: int64(4),
  maxGroupSize: int32(5),
  selectorSizeSemantics: oneOf({
    sumOfWeights: sub(6, message(named("ActionProfile.SumOfWeights"), {})),
    sumOfMembers: sub(7, message(named("ActionProfile.SumOfMembers"), { maxMemberWeight: int32(1) })),
  }),
  weightsDisallowed: bool(8),
});
export type ActionProfile = MessageOf<typeof ActionProfile>;

const CounterSpec = message(named("CounterSpec"), {
  unit: enumOf(1, { UNSPECIFIED: 0, BYTES: 1, PACKETS: 2, BOTH: 3 }),
});
const Counter = message(named("Counter"), {
  preamble: sub(1, Preamble),
  spec: sub(2, CounterSpec),
  size: int64(3),
  indexTypeName: sub(4, P4NamedType),
});
const DirectCounter = message(named("DirectCounter"), {
  preamble: sub(1, Preamble),
  spec: sub(2, CounterSpec),
  directTableId: uint32(3),
});

const MeterSpec = message(named("MeterSpec"), {
  unit: enumOf(1, { UNSPECIFIED: 0, BYTES: 1, PACKETS: 2 }),
  type: enumOf(2, { TWO_RATE_THREE_COLOR: 0, SINGLE_RATE_THREE_COLOR: 1, SINGLE_RATE_TWO_COLOR: 2 }),
});
const Meter = message(named("Meter"), {
  preamble: sub(1, Preamble),
  spec: sub(2, MeterSpec),
  size: int64(3),
  indexTypeName: sub(4, P4NamedType),
});
const DirectMeter = message(named("DirectMeter"), {
  preamble: sub(1, Preamble),
  spec: sub(2, MeterSpec),
  directTableId: uint32(3),
});

export const ControllerPacketMetadata = message(named("ControllerPacketMetadata"), {
  preamble: sub(1, Preamble),
  metadata: list(
    2,
    message(named("ControllerPacketMetadata.Metadata"), {
      id: uint32(1),
      name: string(2),
      annotations: listOf(3, "string"),
      bitwidth: int32(4),
      typeName: sub(5, P4NamedType),
      structuredAnnotations: list(6, StructuredAnnotation),
      annotationLocations: list(7, SourceLocation),
    }),
  ),
});
export type ControllerPacketMetadata = MessageOf<typeof ControllerPacketMetadata>;

const ValueSet = message(named("ValueSet"), {
  preamble: sub(1, Preamble),
  match: list(2, MatchField),
  size: int32(3),
});
const Register = message(named("Register"), {
  preamble: sub(1, Preamble),
  typeSpec: sub(2, P4DataTypeSpec),
  size: int32(3),
  indexTypeName: sub(4, P4NamedType),
});
const Digest = message(named("Digest"), {
  preamble: sub(1, Preamble),
  typeSpec: sub(2, P4DataTypeSpec),
});

const Extern = message(named("Extern"), {
  externTypeId: uint32(1),
  externTypeName: string(2),
  instances: list(3, message(named("ExternInstance"), { preamble: sub(1, Preamble), info: sub(2, Any) })),
});

export const P4Info = message(named("P4Info"), {
  pkgInfo: sub(1, PkgInfo),
  tables: list(2, Table),
  actions: list(3, ActionInfo),
  actionProfiles: list(4, ActionProfile),
  counters: list(5, Counter),
  directCounters: list(6, DirectCounter),
  meters: list(7, Meter),
  directMeters: list(8, DirectMeter),
  controllerPacketMetadata: list(9, ControllerPacketMetadata),
  valueSets: list(10, ValueSet),
  registers: list(11, Register),
  digests: list(12, Digest),
  externs: list(100, Extern),
  typeInfo: sub(200, P4TypeInfo),
});
export type P4Info = MessageOf<typeof P4Info>;
