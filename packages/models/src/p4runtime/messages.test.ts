import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOfHex, hexOf } from "../run/index.ts";
import {
  Entity,
  MeterConfig,
  P4Data,
  P4DeviceConfig,
  P4Info,
  StreamMessageRequest,
  TableEntry,
  WireError,
  WriteRequest,
} from "./index.ts";

const bytes = fc.uint8Array({ maxLength: 5 });
const uint32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

const tableEntry = fc.record(
  {
    tableId: uint32,
    priority: int32,
    isDefaultAction: fc.boolean(),
    idleTimeoutNs: int64,
    metadata: bytes,
    counterData: fc.record({ byteCount: int64, packetCount: int64 }, { requiredKeys: [] }),
    match: fc.array(
      fc.record({
        fieldId: uint32,
        fieldMatchType: fc.oneof(
          fc.record({ kind: fc.constant("exact" as const), value: fc.record({ value: bytes }) }),
          fc.record({
            kind: fc.constant("ternary" as const),
            value: fc.record({ value: bytes, mask: bytes }),
          }),
          fc.record({
            kind: fc.constant("lpm" as const),
            value: fc.record({ value: bytes, prefixLen: int32 }),
          }),
        ),
      }),
    ),
  },
  { requiredKeys: [] },
);

describe("P4Runtime messages", () => {
  it("come back from their bytes", () => {
    fc.assert(
      fc.property(tableEntry, (draft) => {
        expect(TableEntry.decode(TableEntry.encode(draft))).toEqual(TableEntry.of(draft));
      }),
    );
  });

  it("are the bytes that the Python package p4runtime 1.6.0 writes", () => {
    const request = {
      deviceId: 1n,
      electionId: { high: 0n, low: 2n ** 63n },
      updates: [
        {
          type: "INSERT" as const,
          entity: {
            entity: {
              kind: "tableEntry" as const,
              value: {
                tableId: 0x0200_0001,
                match: [
                  {
                    fieldId: 1,
                    fieldMatchType: {
                      kind: "lpm" as const,
                      value: { value: Uint8Array.of(10, 0, 1, 0), prefixLen: 24 },
                    },
                  },
                ],
                action: {
                  type: {
                    kind: "action" as const,
                    value: { actionId: 0x0100_0007, params: [{ paramId: 1, value: Uint8Array.of(3) }] },
                  },
                },
                priority: -1,
              },
            },
          },
        },
      ],
    };
    expect(hexOf(WriteRequest.encode(request))).toBe(PYTHON_WRITE);
    expect(WriteRequest.decode(bytesOfHex(PYTHON_WRITE))).toEqual(WriteRequest.of(request));
  });

  it("skip what they do not know", () => {
    // field 999 as a number, 1000 as bytes, 1001 in 8 bytes
    const unknown = bytesOfHex("b83e05" + "c23e020102" + "c93e0102030405060708");
    const known = TableEntry.encode({ tableId: 7 });
    expect(TableEntry.decode(Uint8Array.of(...unknown, ...known))).toEqual(TableEntry.of({ tableId: 7 }));
  });

  it("keep an empty choice of a oneof", () => {
    const entity = { entity: { kind: "meterEntry" as const, value: {} } };
    expect(Entity.decode(Entity.encode(entity)).entity?.kind).toBe("meterEntry");
    const data = { data: { kind: "bool" as const, value: false } };
    expect(P4Data.decode(P4Data.encode(data))).toEqual(data);
  });

  it("read a word of a newer version as unrecognized, and lists of numbers packed or not", () => {
    expect(WriteRequest.decode(Uint8Array.of(0x28, 99)).atomicity).toBe("UNRECOGNIZED");
    // P4Info.tables[0].direct_resource_ids = 1, then 2 and 3 packed
    const info = P4Info.decode(Uint8Array.of(0x12, 6, 0x38, 1, 0x3a, 2, 2, 3));
    expect(info.tables[0]?.directResourceIds).toEqual([1, 2, 3]);
  });

  it.each([
    ["a length beyond the end", "1205"],
    ["a message longer than what holds it", "0a020a05"],
    ["a message inside each other without end", "22".padEnd(8, "0a")],
    ["half a number", "08ff"],
  ])("%s is a WireError", (_, hex) => {
    expect(() => StreamMessageRequest.decode(bytesOfHex(hex))).toThrow(WireError);
  });

  it("never throw anything else for bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        try {
          WriteRequest.decode(noise);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });

  it("end with an error where messages nest too deep", () => {
    let nested: Uint8Array = new Uint8Array(0);
    const tuple = (members: Uint8Array) => Uint8Array.of(0x22, ...length(members.length), ...members);
    const length = (n: number) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
    for (let depth = 0; depth < 120; depth++)
      nested = tuple(Uint8Array.of(0x0a, ...length(nested.length), ...nested));
    expect(() => P4Data.decode(nested)).toThrow("inside each other");
  });

  it("read the config of the tutorials for BMv2", () => {
    const json = new TextEncoder().encode("{}");
    const config = P4DeviceConfig.encode({ reassign: 1, deviceData: json });
    expect(hexOf(config)).toBe("08011a027b7d");
    expect(P4DeviceConfig.decode(config).deviceData).toEqual(json);
  });

  it("refuse numbers beyond their field", () => {
    expect(() => TableEntry.encode({ tableId: 2 ** 32 })).toThrow();
    expect(() => MeterConfig.encode({ cir: 2n ** 63n })).toThrow();
  });
});

const PYTHON_WRITE =
  "08011a0b1080808080808080808001223408011230122e0881808010120c080122080a040a00010010181a0e0a0c0887808008220510011a010320ffffffffffffffffff01";
