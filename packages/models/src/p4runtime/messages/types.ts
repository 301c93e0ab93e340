import { bool, bytes, int32, int64, list, listOf, map, oneOf, string, sub } from "../wire/field.ts";
import { type MessageOf, type MessageType, message } from "../wire/message.ts";

/** Types of P4 as a P4Info tells them (p4/config/v1/p4types.proto). */

const named = <T extends string>(name: T): `p4.config.v1.${T}` => `p4.config.v1.${name}`;

export const SourceLocation = message(named("SourceLocation"), {
  file: string(1),
  line: int32(2),
  column: int32(3),
});

const Expression = message(named("Expression"), {
  value: oneOf({ stringValue: string(1), int64Value: int64(2), boolValue: bool(3) }),
});
const KeyValuePair = message(named("KeyValuePair"), { key: string(1), value: sub(2, Expression) });

export const StructuredAnnotation = message(named("StructuredAnnotation"), {
  name: string(1),
  body: oneOf({
    expressionList: sub(2, message(named("ExpressionList"), { expressions: list(1, Expression) })),
    kvPairList: sub(3, message(named("KeyValuePairList"), { kvPairs: list(1, KeyValuePair) })),
  }),
  sourceLocation: sub(4, SourceLocation),
});

export const P4NamedType = message(named("P4NamedType"), { name: string(1) });

const P4BitTypeSpec = message(named("P4BitTypeSpec"), { bitwidth: int32(1) });
const P4BitstringLikeTypeSpec = message(named("P4BitstringLikeTypeSpec"), {
  typeSpec: oneOf({
    bit: sub(1, P4BitTypeSpec),
    int: sub(2, message(named("P4IntTypeSpec"), { bitwidth: int32(1) })),
    varbit: sub(3, message(named("P4VarbitTypeSpec"), { maxBitwidth: int32(1) })),
  }),
  annotations: listOf(4, "string"),
  annotationLocations: list(5, SourceLocation),
  structuredAnnotations: list(6, StructuredAnnotation),
});

type Named = { name: string };
/** `P4BitTypeSpec`, structs and all else that a register, a digest or a field of a struct can be. */
export type P4DataTypeSpec = {
  typeSpec:
    | { kind: "bitstring"; value: MessageOf<typeof P4BitstringLikeTypeSpec> }
    | { kind: "bool" | "error"; value: Record<never, never> }
    | { kind: "tuple"; value: { members: P4DataTypeSpec[] } }
    | { kind: "struct" | "header" | "headerUnion" | "enum" | "serializableEnum" | "newType"; value: Named }
    | { kind: "headerStack"; value: { header: Named | null; size: number } }
    | { kind: "headerUnionStack"; value: { headerUnion: Named | null; size: number } }
    | null;
};
export const P4DataTypeSpec: MessageType<P4DataTypeSpec> = message(named("P4DataTypeSpec"), {
  typeSpec: oneOf({
    bitstring: sub(1, P4BitstringLikeTypeSpec),
    bool: sub(2, message(named("P4BoolType"), {})),
    tuple: sub(3, (): MessageType<{ members: P4DataTypeSpec[] }> => P4TupleTypeSpec),
    struct: sub(4, P4NamedType),
    header: sub(5, P4NamedType),
    headerUnion: sub(6, P4NamedType),
    headerStack: sub(
      7,
      message(named("P4HeaderStackTypeSpec"), { header: sub(1, P4NamedType), size: int32(2) }),
    ),
    headerUnionStack: sub(
      8,
      message(named("P4HeaderUnionStackTypeSpec"), { headerUnion: sub(1, P4NamedType), size: int32(2) }),
    ),
    enum: sub(9, P4NamedType),
    error: sub(10, message(named("P4ErrorType"), {})),
    serializableEnum: sub(11, P4NamedType),
    newType: sub(12, P4NamedType),
  }),
}) as unknown as MessageType<P4DataTypeSpec>;
const P4TupleTypeSpec = message(named("P4TupleTypeSpec"), { members: list(1, () => P4DataTypeSpec) });

/** Annotations of a type, behind its members. */
const annotated = {
  annotations: listOf(2, "string"),
  annotationLocations: list(3, SourceLocation),
  structuredAnnotations: list(4, StructuredAnnotation),
};

const P4StructTypeSpec = message(named("P4StructTypeSpec"), {
  members: list(
    1,
    message(named("P4StructTypeSpec.Member"), { name: string(1), typeSpec: sub(2, P4DataTypeSpec) }),
  ),
  ...annotated,
});
const P4HeaderTypeSpec = message(named("P4HeaderTypeSpec"), {
  members: list(
    1,
    message(named("P4HeaderTypeSpec.Member"), { name: string(1), typeSpec: sub(2, P4BitstringLikeTypeSpec) }),
  ),
  ...annotated,
});
const P4HeaderUnionTypeSpec = message(named("P4HeaderUnionTypeSpec"), {
  members: list(
    1,
    message(named("P4HeaderUnionTypeSpec.Member"), { name: string(1), header: sub(2, P4NamedType) }),
  ),
  ...annotated,
});
const P4EnumTypeSpec = message(named("P4EnumTypeSpec"), {
  members: list(
    1,
    message(named("P4EnumTypeSpec.Member"), {
      name: string(1),
      annotations: listOf(2, "string"),
      structuredAnnotations: list(3, StructuredAnnotation),
      annotationLocations: list(4, SourceLocation),
    }),
  ),
  annotations: listOf(2, "string"),
  structuredAnnotations: list(3, StructuredAnnotation),
  annotationLocations: list(4, SourceLocation),
});
const P4SerializableEnumTypeSpec = message(named("P4SerializableEnumTypeSpec"), {
  underlyingType: sub(1, P4BitTypeSpec),
  members: list(
    2,
    message(named("P4SerializableEnumTypeSpec.Member"), {
      name: string(1),
      value: bytes(2),
      annotations: listOf(3, "string"),
      structuredAnnotations: list(4, StructuredAnnotation),
      annotationLocations: list(5, SourceLocation),
    }),
  ),
  annotations: listOf(3, "string"),
  structuredAnnotations: list(4, StructuredAnnotation),
  annotationLocations: list(5, SourceLocation),
});
const P4NewTypeTranslation = message(named("P4NewTypeTranslation"), {
  uri: string(1),
  sdnType: oneOf({
    sdnBitwidth: int32(2),
    sdnString: sub(3, message(named("P4NewTypeTranslation.SdnString"), {})),
  }),
});
const P4NewTypeSpec = message(named("P4NewTypeSpec"), {
  representation: oneOf({
    originalType: sub(1, P4DataTypeSpec),
    translatedType: sub(2, P4NewTypeTranslation),
  }),
  annotations: listOf(3, "string"),
  structuredAnnotations: list(4, StructuredAnnotation),
  annotationLocations: list(5, SourceLocation),
});

export const P4TypeInfo = message(named("P4TypeInfo"), {
  structs: map(1, P4StructTypeSpec),
  headers: map(2, P4HeaderTypeSpec),
  headerUnions: map(3, P4HeaderUnionTypeSpec),
  enums: map(4, P4EnumTypeSpec),
  error: sub(5, message(named("P4ErrorTypeSpec"), { members: listOf(1, "string") })),
  serializableEnums: map(6, P4SerializableEnumTypeSpec),
  newTypes: map(7, P4NewTypeSpec),
});
export type P4TypeInfo = MessageOf<typeof P4TypeInfo>;
