import { beforeEach, describe, expect, it } from "vitest";
import {
  actionOf,
  type Content,
  DeviceUnderControl,
  programUnderControl,
} from "../../testing/switch/deviceUnderControl.ts";
import type { Draft, FieldMatch, TableEntry } from "../p4runtime/index.ts";
import { CODE } from "./index.ts";

/** What P4Runtime 1.4 asks of a server beyond the usual, part by part. */

const checked = programUnderControl("everyKind.p4");
const { ok, invalidArgument: invalid, permissionDenied: denied, outOfRange, unimplemented } = CODE;
type TableDraft = Draft<TableEntry>;
let under: DeviceUnderControl;
beforeEach(() => {
  under = new DeviceUnderControl(checked);
});

const bytes = (...value: number[]): Uint8Array => Uint8Array.from(value);
const exact = (...value: number[]): Draft<FieldMatch> => ({
  fieldId: 1,
  fieldMatchType: { kind: "exact", value: { value: bytes(...value) } },
});
const ternary = (value: number, mask: number): Draft<FieldMatch> => ({
  fieldId: 1,
  fieldMatchType: { kind: "ternary", value: { value: bytes(value), mask: bytes(mask) } },
});
const entry = (table: string | null, value: TableDraft = {}): Content => ({
  kind: "tableEntry",
  value: { ...(table === null ? {} : { tableId: under.id(table) }), ...value },
});
const action = (name: string, ...params: number[][]) => actionOf(under.id(name), ...params);
const dst = (more: TableDraft = {}): Content =>
  entry("I.dst", { match: [exact(5)], action: action("I.fwd", [2]), ...more });
const tern = (more: TableDraft = {}): Content => entry("I.tern", { action: action("I.drop"), ...more });
const entries = (wanted: Content): TableEntry[] =>
  under.readAll(wanted).entities.flatMap((each) => (each?.kind === "tableEntry" ? [each.value] : []));
const badMeter = { meterConfig: { cir: 5n, pir: 1n } };

describe("entries", () => {
  it("are read back in the shortest bytes, whatever was written", () => {
    expect(
      under.write("INSERT", dst({ match: [exact(0, 0, 0, 0, 5)], action: action("I.fwd", [0, 0, 2]) })),
    ).toBe(ok);
    expect(entries(entry("I.dst"))).toMatchObject([
      { match: [exact(5)], action: { type: { value: { params: [{ value: bytes(2) }] } } } },
    ]);
    under.write("MODIFY", entry("I.none", { isDefaultAction: true, action: action("I.mark", [0, 7]) }));
    expect(entries(entry("I.none", { isDefaultAction: true }))).toMatchObject([
      { action: { type: { value: { params: [{ value: bytes(7) }] } } } },
    ]);
  });

  it.each<[string, () => Content]>([
    ["a counter where the table has none", () => tern({ priority: 5, counterData: { packetCount: 1n } })],
    ["a meter that cannot be", () => dst(badMeter)],
    ["an idle timeout where the table has none", () => tern({ priority: 5, idleTimeoutNs: 4n })],
  ])("that are refused for %s leave nothing behind", (_, content) => {
    expect(under.write("INSERT", content())).toBe(invalid);
    expect([...entries(entry("I.dst")), ...entries(entry("I.tern"))]).toEqual([]);
  });

  it("stay as they are when a change of them is refused", () => {
    under.write("INSERT", dst());
    expect(under.write("MODIFY", dst({ action: action("I.drop"), ...badMeter }))).toBe(invalid);
    expect(entries(entry("I.dst"))).toMatchObject([{ action: action("I.fwd", [2]) }]);
    under.write("INSERT", tern({ priority: 5 }));
    expect(under.write("MODIFY", tern({ priority: 5, idleTimeoutNs: 4n }))).toBe(invalid);
  });

  it.each<[string, number, () => Content]>([
    [
      "an entry of a const table",
      denied,
      () => entry("I.konst", { match: [exact(8, 0)], action: action("I.punt") }),
    ],
    [
      "an entry that says const",
      denied,
      () => entry("I.pre", { match: [exact(8, 6)], action: action("I.mark", [3]) }),
    ],
    ["an entry beside it", ok, () => entry("I.pre", { match: [exact(8, 0)], action: action("I.mark", [3]) })],
    ["an age that is written", invalid, () => dst({ timeSinceLastHit: {} })],
    [
      "a timeout of a default action",
      invalid,
      () => entry("I.none", { isDefaultAction: true, idleTimeoutNs: 4n }),
    ],
    [
      "a count of a default action",
      invalid,
      () => entry("I.dst", { isDefaultAction: true, counterData: {} }),
    ],
    ["a const default action", denied, () => entry("I.konst", { isDefaultAction: true })],
    ["counts of colours", unimplemented, () => dst({ meterCounterData: {} })],
  ])("%s: code %i of MODIFY", (_, code, content) => {
    under.write("INSERT", dst());
    expect(under.write("MODIFY", content())).toBe(code);
  });

  it("of a const table keep their mark when their count is set", () => {
    const counted = { match: [exact(8, 0)], counterData: { packetCount: 7n } };
    expect(under.write("MODIFY", entry("I.konst", counted))).toBe(ok);
    expect(entries(entry("I.konst", { ...counted, counterData: {} }))).toMatchObject([
      { isConst: true, counterData: { packetCount: 7n } },
    ]);
  });

  it("are found by match, priority, action and mark, each alone or together", () => {
    const first = { match: [ternary(1, 255)], priority: 7, metadata: bytes(1) };
    under.write("INSERT", tern({ ...first, action: action("I.mark", [1]) }));
    under.write("INSERT", tern({ ...first, priority: 8, metadata: bytes(2), controllerMetadata: 5n }));
    under.write("INSERT", tern({ priority: 9 }));
    const found = (wanted: TableDraft): number[] =>
      entries(entry("I.tern", wanted)).map(({ priority }) => priority);
    expect(found({ match: [ternary(1, 255)] })).toEqual([7, 8]);
    expect(found({ match: [ternary(1, 255)], priority: 8 })).toEqual([8]);
    expect(found({ match: [ternary(1, 255)], priority: 8, action: action("I.mark") })).toEqual([]);
    expect(found({ action: action("I.drop") })).toEqual([8, 9]);
    expect(found({ metadata: bytes(1) })).toEqual([7]);
    expect(found({ controllerMetadata: 5n })).toEqual([8]);
    expect(under.readAll(entry(null, { metadata: bytes(1) })).codes).toEqual([invalid]);
    expect(under.readAll(entry("I.pre", { timeSinceLastHit: {} })).codes).toEqual([invalid]);
  });

  it("are given where a part of the request can be, and each part has its code", () => {
    const { entities, codes } = under.readAll(entry("I.tk"), null, entry("I.pre"), {
      kind: "counterEntry",
      value: { counterId: 5 },
    });
    expect(entities).toHaveLength(4);
    expect(codes).toEqual([ok, invalid, ok, invalid]);
  });
});

const member = (memberId: number, actionOfIt: ReturnType<typeof action> | null): Content => ({
  kind: "actionProfileMember",
  value: { actionProfileId: under.id("I.sel"), memberId, action: actionOfIt?.type.value ?? null },
});
const group = (members: { memberId: number; weight: number }[], maxSize = 0): Content => ({
  kind: "actionProfileGroup",
  value: { actionProfileId: under.id("I.sel"), groupId: 1, members, maxSize },
});
const set = (weights: number[], more: TableDraft = {}, at = 1): Content =>
  entry("I.ecmp", {
    match: [exact(at)],
    action: {
      type: {
        kind: "actionProfileActionSet",
        value: {
          actionProfileActions: weights.map((weight) => ({
            action: action("I.to", [0, 1]).type.value,
            weight,
          })),
        },
      },
    },
    ...more,
  });

describe("action profiles", () => {
  it("take a member once in a group, and keep the size that a group began with", () => {
    expect(under.write("INSERT", member(1, actionOf(1)))).toBe(invalid);
    expect(under.write("INSERT", member(1, action("I.to", [0, 0, 1])))).toBe(ok);
    expect(under.readAll({ kind: "actionProfileMember", value: {} }).entities).toMatchObject([
      { value: { action: { params: [{ value: bytes(1) }] } } },
    ]);
    const one = { memberId: 1, weight: 1 };
    expect(under.write("INSERT", group([one, one]))).toBe(invalid);
    expect(under.write("INSERT", group([one], 8))).toBe(ok);
    expect(under.write("MODIFY", group([one]))).toBe(invalid);
    expect(under.write("MODIFY", group([{ ...one, weight: 9 }], 8))).toBe(CODE.resourceExhausted);
  });

  it("take weights within their bound, and refuse larger ones before anything is made of them", () => {
    expect(under.write("INSERT", set([2_000_000_000, 2_000_000_000]))).toBe(CODE.resourceExhausted);
    expect(under.write("INSERT", set([1, 3]))).toBe(ok);
    expect(entries(entry("I.ecmp"))).toMatchObject([
      {
        action: {
          type: { value: { actionProfileActions: [{ action: { params: [{ value: bytes(1) }] } }, {}] } },
        },
      },
    ]);
  });

  it("have as much room after refused sets as before, and a full one can change its set", () => {
    for (let round = 0; round < 5; round++)
      expect(under.write("INSERT", set([1], { idleTimeoutNs: 4n }))).toBe(invalid);
    expect(under.write("INSERT", set([1, 1, 1, 1]))).toBe(ok);
    expect(under.write("MODIFY", set([2, 1, 1, 1]))).toBe(ok);
    expect(under.write("INSERT", set([1], {}, 2))).toBe(CODE.resourceExhausted);
  });

  it("are programmed by sets or by members, not by both", () => {
    under.write("INSERT", member(1, action("I.to", [1])));
    expect(under.write("INSERT", set([1]))).toBe(invalid);
    under.write("DELETE", member(1, null));
    expect(under.write("INSERT", set([1]))).toBe(ok);
    expect(under.write("INSERT", member(1, action("I.to", [1])))).toBe(invalid);
  });
});

describe("other kinds", () => {
  const replicas = (...all: { port: number[]; instance?: number; backups?: number }[]): Content => ({
    kind: "packetReplicationEngineEntry",
    value: {
      type: {
        kind: "multicastGroupEntry",
        value: {
          multicastGroupId: 1,
          replicas: all.map(({ port, instance = 1, backups = 0 }) => ({
            portKind: { kind: "port" as const, value: bytes(...port) },
            instance,
            backupReplicas: Array.from({ length: backups }, () => ({ port: bytes(2) })),
          })),
        },
      },
    },
  });
  const register = (...value: number[]): Content => ({
    kind: "registerEntry",
    value: {
      registerId: under.id("I.sregs"),
      index: { index: 1n },
      data: { data: { kind: "bitstring", value: bytes(...value) } },
    },
  });

  it.each<[string, number, () => Content]>([
    ["a port of nine bits", ok, () => replicas({ port: [0, 1, 255] })],
    ["a larger port", outOfRange, () => replicas({ port: [2, 0] })],
    ["an instance of 17 bits", invalid, () => replicas({ port: [1], instance: 65_536 })],
    ["a replica that stands in", unimplemented, () => replicas({ port: [1], backups: 1 })],
  ])("%s: code %i of a multicast group", (_, code, content) => {
    expect(under.write("INSERT", content())).toBe(code);
  });

  it("signed registers are two's complement of any length", () => {
    const value = () =>
      under
        .readAll({ ...register(), kind: "registerEntry" } as Content)
        .entities.map((each) =>
          each?.kind === "registerEntry" && each.value.data?.data?.kind === "bitstring"
            ? each.value.data.data.value
            : null,
        );
    expect(under.write("MODIFY", register(0x9d))).toBe(ok);
    expect(value()).toEqual([bytes(0x9d)]);
    expect(under.write("MODIFY", register(255, 255, 255, 0x9c))).toBe(ok);
    expect(value()).toEqual([bytes(0x9c)]);
    expect(under.write("MODIFY", register(0, 255, 255))).toBe(outOfRange);
  });

  it("an acknowledgement of a digest that is not there, and a message of another kind, are errors that name it", () => {
    under.send({ kind: "digestAck", value: { digestId: 5, listId: 1n } });
    under.send({ kind: "other", value: { typeUrl: "x" } });
    expect(under.told).toMatchObject([
      { value: { canonicalCode: invalid, details: { kind: "digestListAck" } } },
      { value: { canonicalCode: invalid, details: { kind: "other" } } },
    ]);
  });
});

describe("a pipeline that is set", () => {
  it("and saved takes what is written from then on, which holds with its COMMIT", () => {
    under.write("INSERT", dst());
    under.set("VERIFY_AND_SAVE");
    expect(entries(entry("I.dst"))).toEqual([]);
    expect(under.write("INSERT", dst({ match: [exact(6)] }))).toBe(ok);
    under.set("COMMIT");
    expect(entries(entry("I.dst"))).toMatchObject([{ match: [exact(6)] }]);
  });

  it("and reconciled keeps all that was written: profiles, entries with counts, defaults, groups, registers", () => {
    under.write("INSERT", dst({ counterData: { packetCount: 3n } }));
    under.write("INSERT", set([1, 2]));
    under.write("DELETE", entry("I.pre", { match: [exact(8, 0)] }));
    under.write("MODIFY", entry("I.none", { isDefaultAction: true, action: action("I.mark", [7]) }));
    const kinds: Content[] = [
      entry(null, { counterData: {} }),
      entry(null, { isDefaultAction: true }),
      { kind: "actionProfileMember", value: {} },
      { kind: "packetReplicationEngineEntry", value: { type: { kind: "multicastGroupEntry", value: {} } } },
      { kind: "registerEntry", value: {} },
    ];
    const before = under.readAll(...kinds);
    expect(before.codes).toEqual([ok, ok, ok, ok, ok]);
    under.set("RECONCILE_AND_COMMIT");
    expect(under.readAll(...kinds).entities).toEqual(before.entities);
    under.set("VERIFY_AND_COMMIT");
    expect(entries(entry("I.dst"))).toEqual([]);
  });
});
