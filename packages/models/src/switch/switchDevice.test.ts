import { beforeEach, describe, expect, it } from "vitest";
import {
  actionOf,
  type Content,
  DeviceUnderControl,
  programUnderControl,
} from "../../testing/switch/deviceUnderControl.ts";
import type { Draft, Entity, TableEntry, Update } from "../p4runtime/index.ts";
import { CODE } from "./index.ts";

const checked = programUnderControl("controlled.p4");
type TableDraft = Draft<TableEntry>;

let under: DeviceUnderControl;

beforeEach(() => {
  under = new DeviceUnderControl(checked);
});

const id = (name: string): number => under.id(name);
const write = (type: Update["type"], entity: Content): number => under.write(type, entity);
const read = (entity: Content): Entity["entity"][] => under.readAll(entity).entities;

const lpm = (value: number[], prefixLen: number) => ({
  fieldId: 1,
  fieldMatchType: { kind: "lpm" as const, value: { value: Uint8Array.from(value), prefixLen } },
});
const ternary = (value: number, mask: number) => ({
  fieldId: 1,
  fieldMatchType: {
    kind: "ternary" as const,
    value: { value: Uint8Array.of(value), mask: Uint8Array.of(mask) },
  },
});
const action = (name: string, ...params: number[][]) => actionOf(id(name), ...params);
const entry = (value: TableDraft): Content => ({ kind: "tableEntry", value });
const route = (more: TableDraft = {}): Content =>
  entry({
    tableId: id("I.route"),
    match: [lpm([10, 0, 1, 0], 24)],
    action: action("I.forward", [2], [0, 0, 0, 0, 0, 7]),
    ...more,
  });
const acl = (more: TableDraft): Content => entry({ tableId: id("I.acl"), action: action("I.drop"), ...more });

describe("table entries", () => {
  const { ok, invalidArgument: invalid, outOfRange } = CODE;
  it.each<[string, number, () => Content]>([
    ["a route", ok, () => route()],
    ["bytes with leading zeros", ok, () => route({ match: [lpm([0, 0, 10, 0, 1, 0], 24)] })],
    ["a value beyond the key", outOfRange, () => route({ match: [lpm([1, 0, 0, 0, 0], 24)] })],
    ["an empty value", outOfRange, () => route({ match: [lpm([], 24)] })],
    ["bits behind the prefix", invalid, () => route({ match: [lpm([10, 0, 1, 1], 24)] })],
    ["a prefix of 0", invalid, () => route({ match: [lpm([0], 0)] })],
    ["no field for all", ok, () => route({ match: [] })],
    ["a priority where there is none", invalid, () => route({ priority: 1 })],
    ["no priority where there is one", invalid, () => acl({})],
    ["a ternary entry", ok, () => acl({ priority: 1, match: [ternary(8, 12)] })],
    ["a value outside of its mask", invalid, () => acl({ priority: 1, match: [ternary(8, 4)] })],
    ["a mask of 0", invalid, () => acl({ priority: 1, match: [ternary(0, 0)] })],
    ["another kind of match", invalid, () => acl({ priority: 1, match: [lpm([8], 4)] })],
    ["the same field twice", invalid, () => acl({ priority: 1, match: [ternary(8, 12), ternary(8, 12)] })],
    ["a field that is not there", invalid, () => route({ match: [{ ...lpm([10], 32), fieldId: 9 }] })],
    ["an exact key left out", invalid, () => entry({ tableId: id("I.ecmp") })],
    ["a table that is not there", invalid, () => route({ tableId: 1 })],
    [
      "an action of another table",
      invalid,
      () => acl({ priority: 1, action: action("I.forward", [1], [1]) }),
    ],
    [
      "an action that is not there",
      invalid,
      () => route({ action: { type: { kind: "action", value: { actionId: 1 } } } }),
    ],
    ["a parameter too few", invalid, () => route({ action: action("I.forward", [2]) })],
    ["a parameter too large", outOfRange, () => route({ action: action("I.forward", [2, 0], [1]) })],
    ["no action", invalid, () => route({ action: null })],
    ["is_const", invalid, () => route({ isConst: true })],
    ["an idle timeout where the table has one", ok, () => route({ idleTimeoutNs: 5n })],
    ["an idle timeout where it has none", invalid, () => acl({ priority: 1, idleTimeoutNs: 5n })],
    ["a new default action", invalid, () => route({ isDefaultAction: true, match: [] })],
    [
      "an action in a table with a profile",
      invalid,
      () =>
        entry({
          tableId: id("I.ecmp"),
          match: [{ fieldId: 1, fieldMatchType: { kind: "exact", value: { value: Uint8Array.of(1) } } }],
          action: action("I.out_port", [1]),
        }),
    ],
    ["NoAction where it is not listed", invalid, () => route({ action: action("NoAction") })],
  ])("%s: code %i", (_, code, content) => {
    expect(write("INSERT", content())).toBe(code);
  });

  it("come back canonical, with what was asked for, and keep their counts when they are changed", () => {
    write("INSERT", route({ match: [lpm([0, 10, 0, 1, 0], 24)], metadata: Uint8Array.of(9) }));
    const [found] = read(entry({ tableId: id("I.route") }));
    expect(found).toMatchObject({ value: { counterData: null, metadata: Uint8Array.of(9) } });
    const counted = { byteCount: 100n, packetCount: 2n };
    expect(write("MODIFY", route({ counterData: counted }))).toBe(CODE.ok);
    expect(write("MODIFY", route({ action: action("I.drop") }))).toBe(CODE.ok);
    expect(read(entry({ counterData: {} }))).toMatchObject([{ value: { counterData: counted } }]);
    expect(write("DELETE", route({ action: null }))).toBe(CODE.ok);
    expect(write("DELETE", route({ action: null }))).toBe(CODE.notFound);
  });

  it("of a full table are refused", () => {
    const codes = Array.from({ length: 2049 }, (_, i) =>
      write("INSERT", route({ match: [lpm([10, i >> 8, i & 255, 0], 24)] })),
    );
    expect(codes.filter((code) => code !== CODE.ok)).toEqual([CODE.resourceExhausted]);
  });

  it("have a default action that can be changed, reset and read alone", () => {
    const fallback = (more: TableDraft): Content =>
      entry({ tableId: id("I.route"), isDefaultAction: true, ...more });
    expect(write("MODIFY", fallback({ action: action("I.to_cpu") }))).toBe(CODE.ok);
    expect(read(fallback({}))).toMatchObject([
      { value: { action: { type: { value: { actionId: id("I.to_cpu") } } } } },
    ]);
    expect(write("MODIFY", fallback({}))).toBe(CODE.ok);
    expect(read(fallback({}))).toMatchObject([
      { value: { action: { type: { value: { actionId: id("I.drop") } } } } },
    ]);
    expect(read(entry({}))).toEqual([]);
  });

  it("that nothing hit for their timeout are told to the primary, again after another one", () => {
    write("INSERT", route({ idleTimeoutNs: 2_000_000_000n }));
    under.nowUs += 1_900_000;
    under.device.sweep();
    expect(under.told).toEqual([]);
    under.nowUs += 200_000;
    under.device.sweep();
    under.device.sweep();
    expect(under.told.map((update) => update?.kind)).toEqual(["idleTimeoutNotification"]);
    under.nowUs += 2_000_000;
    under.device.sweep();
    expect(under.told).toHaveLength(2);
    const [found] = read(entry({ timeSinceLastHit: {} }));
    expect(found).toMatchObject({ value: { timeSinceLastHit: { elapsedNs: 4_100_000_000n } } });
  });
});

describe("other entities", () => {
  const index = (at: bigint) => ({ index: { index: at } });
  it.each<[string, number, Update["type"], () => Content]>([
    [
      "a new cell of a counter",
      CODE.invalidArgument,
      "INSERT",
      () => ({ kind: "counterEntry", value: { counterId: id("I.port_count"), ...index(0n) } }),
    ],
    [
      "a cell beyond the counter",
      CODE.outOfRange,
      "MODIFY",
      () => ({ kind: "counterEntry", value: { counterId: id("I.port_count"), ...index(512n) } }),
    ],
    [
      "a negative index",
      CODE.invalidArgument,
      "MODIFY",
      () => ({ kind: "counterEntry", value: { counterId: id("I.port_count"), ...index(-1n) } }),
    ],
    [
      "a committed rate above the peak",
      CODE.invalidArgument,
      "MODIFY",
      () => ({ kind: "meterEntry", value: { meterId: id("I.limit"), config: { cir: 2n, pir: 1n } } }),
    ],
    [
      "a register with a bool",
      CODE.invalidArgument,
      "MODIFY",
      () => ({
        kind: "registerEntry",
        value: { registerId: id("I.seen"), data: { data: { kind: "bool", value: true } } },
      }),
    ],
    [
      "a group with a weight of 0",
      CODE.invalidArgument,
      "INSERT",
      () => ({
        kind: "actionProfileGroup",
        value: { actionProfileId: id("I.ecmp_sel"), groupId: 1, members: [{ memberId: 1 }] },
      }),
    ],
    [
      "a group of members that are not there",
      CODE.notFound,
      "INSERT",
      () => ({
        kind: "actionProfileGroup",
        value: { actionProfileId: id("I.ecmp_sel"), groupId: 1, members: [{ memberId: 1, weight: 1 }] },
      }),
    ],
    [
      "a group too heavy",
      CODE.resourceExhausted,
      "INSERT",
      () => ({
        kind: "actionProfileGroup",
        value: {
          actionProfileId: id("I.ecmp_sel"),
          groupId: 1,
          members: [{ memberId: 1, weight: 65537 }],
        },
      }),
    ],
    [
      "multicast group 0",
      CODE.invalidArgument,
      "INSERT",
      () => ({
        kind: "packetReplicationEngineEntry",
        value: { type: { kind: "multicastGroupEntry", value: {} } },
      }),
    ],
    [
      "a clone session with a class",
      CODE.unimplemented,
      "INSERT",
      () => ({
        kind: "packetReplicationEngineEntry",
        value: { type: { kind: "cloneSessionEntry", value: { sessionId: 1, classOfService: 1 } } },
      }),
    ],
    [
      "a digest that is not there",
      CODE.notFound,
      "INSERT",
      () => ({ kind: "digestEntry", value: { digestId: 1, config: {} } }),
    ],
  ])("%s: code %i", (_, code, type, content) => {
    expect(write(type, content())).toBe(code);
  });

  it("are read one by one or all", () => {
    const register: Content = {
      kind: "registerEntry",
      value: {
        registerId: id("I.seen"),
        ...index(3n),
        data: { data: { kind: "bitstring", value: Uint8Array.of(77) } },
      },
    };
    expect(write("MODIFY", register)).toBe(CODE.ok);
    const all = read({ kind: "registerEntry", value: {} });
    expect(all).toHaveLength(16);
    expect(all[3]).toMatchObject({ value: { data: { data: { value: Uint8Array.of(77) } } } });
    expect(read({ kind: "counterEntry", value: {} })).toHaveLength(512);
    expect(read({ kind: "meterEntry", value: { meterId: id("I.limit"), ...index(1n) } })).toMatchObject([
      { value: { config: null } },
    ]);
  });

  it("one-shot groups come and go with their entry", () => {
    const oneShot = (weight: number): Content =>
      entry({
        tableId: id("I.ecmp"),
        match: [{ fieldId: 1, fieldMatchType: { kind: "exact", value: { value: Uint8Array.of(1) } } }],
        action: {
          type: {
            kind: "actionProfileActionSet",
            value: { actionProfileActions: [{ action: action("I.out_port", [1]).type.value, weight }] },
          },
        },
      });
    expect(write("INSERT", oneShot(0))).toBe(CODE.invalidArgument);
    for (let round = 0; round < 70; round++) {
      expect(write("INSERT", oneShot(1))).toBe(CODE.ok);
      expect(write("DELETE", oneShot(1))).toBe(CODE.ok);
    }
    expect(read({ kind: "actionProfileMember", value: {} })).toEqual([]);
  });

  it("digests come as lists of different messages, again only when they are acknowledged", () => {
    const config = { maxTimeoutNs: 1_000_000n, maxListSize: 2, ackTimeoutNs: 1_000_000_000n };
    expect(write("INSERT", { kind: "digestEntry", value: { digestId: id("learn_t"), config } })).toBe(
      CODE.ok,
    );
    const frame = (source: number) => Uint8Array.of(...Array<number>(11).fill(0), source, 8, 6);
    under.device.receive(1, frame(1));
    under.device.receive(1, frame(1));
    expect(under.told).toEqual([]);
    under.device.receive(1, frame(2));
    expect(under.told).toMatchObject([{ kind: "digest", value: { listId: 1n } }]);
    under.device.receive(1, frame(1));
    under.nowUs += 2000;
    under.device.sweep();
    expect(under.told).toHaveLength(1);
    under.send({ kind: "digestAck", value: { digestId: id("learn_t"), listId: 1n } });
    under.device.receive(1, frame(1));
    under.nowUs += 2000;
    under.device.sweep();
    expect(under.told).toHaveLength(2);
  });
});
