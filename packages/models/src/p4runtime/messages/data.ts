import { bool, bytes, int32, list, listOf, oneOf, string, sub } from "../wire/field.ts";
import { type MessageOf, type MessageType, message } from "../wire/message.ts";

/** Values of registers and digests (p4/v1/p4data.proto). */

const named = <T extends string>(name: T): `p4.v1.${T}` => `p4.v1.${name}`;

const P4Header = message(named("P4Header"), { isValid: bool(1), bitstrings: listOf(2, "bytes") });
const P4HeaderUnion = message(named("P4HeaderUnion"), {
  validHeaderName: string(1),
  validHeader: sub(2, P4Header),
});

type StructLike = { members: P4Data[] };
export type P4Data = {
  data:
    | { kind: "bitstring" | "enumValue"; value: Uint8Array }
    | { kind: "varbit"; value: { bitstring: Uint8Array; bitwidth: number } }
    | { kind: "bool"; value: boolean }
    | { kind: "tuple" | "struct"; value: StructLike }
    | { kind: "header"; value: MessageOf<typeof P4Header> }
    | { kind: "headerUnion"; value: MessageOf<typeof P4HeaderUnion> }
    | { kind: "headerStack"; value: { entries: MessageOf<typeof P4Header>[] } }
    | { kind: "headerUnionStack"; value: { entries: MessageOf<typeof P4HeaderUnion>[] } }
    | { kind: "enum" | "error"; value: string }
    | null;
};
export const P4Data: MessageType<P4Data> = message(named("P4Data"), {
  data: oneOf({
    bitstring: bytes(1),
    varbit: sub(2, message(named("P4Varbit"), { bitstring: bytes(1), bitwidth: int32(2) })),
    bool: bool(3),
    tuple: sub(4, (): MessageType<StructLike> => P4StructLike),
    struct: sub(5, (): MessageType<StructLike> => P4StructLike),
    header: sub(6, P4Header),
    headerUnion: sub(7, P4HeaderUnion),
    headerStack: sub(8, message(named("P4HeaderStack"), { entries: list(1, P4Header) })),
    headerUnionStack: sub(9, message(named("P4HeaderUnionStack"), { entries: list(1, P4HeaderUnion) })),
    enum: string(10),
    error: string(11),
    enumValue: bytes(12),
  }),
}) as unknown as MessageType<P4Data>;
const P4StructLike = message(named("P4StructLike"), { members: list(1, () => P4Data) });
